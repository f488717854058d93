#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""load_wire.py DEV PORT - count what arrives at DEV, by a packet socket.

Prints "ready", and at SIGTERM one JSON object: UDP packets for PORT that are
whole, first fragments for it, and all later fragments, IPv4 and IPv6.
"""
import json
import signal
import socket
import struct
import sys

count = {"whole": 0, "first": 0, "later": 0, "packets": 0}
PORT = int(sys.argv[2])
QUESTION = b"txrq"     # of --ask


def take_udp(udp, whole):
    if struct.unpack("!H", udp[2:4])[0] == PORT and udp[8:12] != QUESTION:
        count["whole" if whole else "first"] += 1
        return True
    return False


def take(packet):
    """True if it is one of those."""
    kind = packet[12:14]
    ip = packet[14:]
    if kind == b"\x08\x00" and ip[9] == 17:
        flags = struct.unpack("!H", ip[6:8])[0]
        if flags & 0x1fff:
            count["later"] += 1
            return True
        return take_udp(ip[(ip[0] & 15) * 4:], not flags & 0x2000)
    if kind == b"\x86\xdd" and ip[6] == 17:
        return take_udp(ip[40:], True)
    if kind == b"\x86\xdd" and ip[6] == 44 and ip[40] == 17:
        if struct.unpack("!H", ip[42:44])[0] & 0xfff8:
            count["later"] += 1
            return True
        return take_udp(ip[48:], False)
    return False


ended = False


def end(*_):
    global ended
    ended = True


signal.signal(signal.SIGTERM, end)
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
s.setsockopt(socket.SOL_SOCKET, 33, 64 << 20)   # SO_RCVBUFFORCE
s.bind((sys.argv[1], 0))
s.settimeout(0.1)
print("ready", flush=True)
while True:
    try:
        packet, address = s.recvfrom(200)
    except TimeoutError:
        if ended:
            break
        continue
    if address[2] != socket.PACKET_OUTGOING and take(packet):
        count["packets"] += 1
# PACKET_STATISTICS: packets, and those that this socket had no room for
count["missed"] = struct.unpack("II", s.getsockopt(263, 6, 8))[1]
print(json.dumps(count), flush=True)
