# SPDX-License-Identifier: GPL-2.0-only
"""The algorithm of 2010, as a perf script: the peer that `make bench` measures.

    perf script -s tx_packets_in_device.py -i perf.data

A packet is in its device from net_dev_start_xmit until its skb is freed. No
results, no drops, no loss: what it prints is off where those happen.

Each handler takes its fields by place: perf passes the eight common ones first,
then those of the event in the order of its format. name, queue_mapping, skbaddr
open net_dev_start_xmit, and skbaddr opens both free events, in every kernel.
"""

NSECS = 1000000000
FIRST = 8

in_flight = {}      # skbaddr: (device, start)
devices = {}


class Device:
    __slots__ = ("now", "max", "laps", "lap_sum", "lap_max", "last", "total")

    def __init__(self, t):
        self.now = self.max = self.laps = 0
        self.lap_sum = self.lap_max = self.total = 0
        self.last = t

    def advance(self, t):
        self.total += t - self.last
        self.last = t


def start(name, skb, t):
    dev = devices.get(name)
    if dev is None:
        dev = devices[name] = Device(t)
    dev.advance(t)
    if skb not in in_flight:
        dev.now += 1
        if dev.now > dev.max:
            dev.max = dev.now
    in_flight[skb] = (dev, t)


def free(skb, t):
    entry = in_flight.pop(skb, None)
    if entry is None:
        return
    dev, began = entry
    lap = t - began
    dev.advance(t)
    dev.now -= 1
    dev.laps += 1
    dev.lap_sum += lap
    if lap > dev.lap_max:
        dev.lap_max = lap


def net__net_dev_start_xmit(*a):
    start(a[FIRST], a[FIRST + 2], a[3] * NSECS + a[4])


def skb__consume_skb(*a):
    free(a[FIRST], a[3] * NSECS + a[4])


def skb__kfree_skb(*a):
    free(a[FIRST], a[3] * NSECS + a[4])


def trace_end():
    for name in sorted(devices):
        d = devices[name]
        print("%s\tTX packets=%d" % (name, d.laps))
        print("\tlap time between start_xmit - free_skb:")
        print("\t    avg=%fmsec" % (d.lap_sum / max(d.laps, 1) / 1e6))
        print("\t    max=%fmsec" % (d.lap_max / 1e6))
        print("\tnumber of packets in device:")
        print("\t    avg=%7.2f" % (d.lap_sum / max(d.total, 1)))
        print("\t    max=%4d" % d.max)
        print("")
