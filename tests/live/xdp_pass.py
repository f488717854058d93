#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""xdp_pass.py DEV on|off - a native XDP program on DEV that passes every packet."""
import ctypes
import os
import platform
import socket
import struct
import sys

BPF_PROG_LOAD, BPF_PROG_TYPE_XDP = 5, 6
IFLA_XDP, IFLA_XDP_FD, IFLA_XDP_FLAGS, XDP_FLAGS_DRV_MODE = 43, 1, 3, 1 << 2
NLA_F_NESTED = 1 << 15
RTM_SETLINK, NLM_F_REQUEST, NLM_F_ACK = 19, 1, 4


def load():
    """The descriptor of: return XDP_PASS."""
    number = {"x86_64": 321, "aarch64": 280, "riscv64": 280, "s390x": 351, "ppc64le": 361}
    libc = ctypes.CDLL(None, use_errno=True)
    insns = ctypes.create_string_buffer(struct.pack("<BBhi", 0xb7, 0, 0, 2) +
                                        struct.pack("<BBhi", 0x95, 0, 0, 0))
    text = ctypes.create_string_buffer(b"GPL")
    attr = struct.pack("=IIQQIIQII16sI", BPF_PROG_TYPE_XDP, 2, ctypes.addressof(insns),
                       ctypes.addressof(text), 0, 0, 0, 0, 0, b"pass", 0)
    attr = ctypes.create_string_buffer(attr)
    fd = libc.syscall(number[platform.machine()], BPF_PROG_LOAD, attr, len(attr) - 1)
    if fd < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return fd


def nla(kind, data):
    return struct.pack("=HH", 4 + len(data), kind) + data + bytes(-len(data) % 4)


def attach(dev, fd):
    body = struct.pack("=BxHiII", 0, 0, socket.if_nametoindex(dev), 0, 0)
    body += nla(IFLA_XDP | NLA_F_NESTED, nla(IFLA_XDP_FD, struct.pack("=i", fd)) +
                nla(IFLA_XDP_FLAGS, struct.pack("=I", XDP_FLAGS_DRV_MODE)))
    sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE)
    sock.send(struct.pack("=IHHII", 16 + len(body), RTM_SETLINK, NLM_F_REQUEST | NLM_F_ACK,
                          1, 0) + body)
    code = struct.unpack_from("=i", sock.recv(4096), 16)[0]
    if code:
        raise OSError(-code, os.strerror(-code))


try:
    attach(sys.argv[1], load() if sys.argv[2] == "on" else -1)
except (OSError, KeyError) as e:
    sys.exit("xdp: %s" % e)
