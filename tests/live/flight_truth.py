#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""flight_truth.py REPORT LAPS PACKETS - is a file what really happened in its time?

REPORT is report's JSON, LAPS script's JSON lines of one device, PACKETS what a
tapring prints after its command "packets": when it sent and read each, by the
clock of the trace; one that was never read was dropped, or is inside. Prints one
JSON object:
  matched  laps that are one packet each, with start and release in its times
  strange  laps that are none
  missing  packets sent between the file's first and last event that have no lap
  before, dropped, after  of the packets in the file: sent before the first that
           was dropped, dropped, sent after the last of those
  given_back, inside  of the packets in the file
"""
import json
import sys


def fits(lap, packet):
    """Start and, where the file has it, end of the lap are within its times."""
    _, send_before, send_after, read_before, read_after = packet
    if not send_before <= lap["start_ns"] <= send_after:
        return False
    if lap["outcome"] == "completed":
        return 0 < read_before <= lap["release_ns"] <= read_after
    if lap["outcome"] == "dropped":
        return read_before == 0
    return lap["outcome"] == "open"


def absolute(lap, first_ns):
    """Times of the lap in the clock of the trace."""
    for key in ("start_ns", "release_ns"):
        if lap[key] is not None:
            lap[key] += first_ns
    return lap


def main(report_file, laps_file, packets_file):
    with open(report_file) as f:
        source = json.load(f)["source"]
    first, last = int(source["first_ns"]), int(source["last_ns"])
    with open(laps_file) as f:
        laps = [absolute(json.loads(line), first) for line in f]
    with open(packets_file) as f:
        packets = json.load(f)["packets"]
    laps.sort(key=lambda lap: lap["start_ns"])
    known, at, strange = [], 0, 0
    for lap in laps:
        while at < len(packets) and packets[at][2] < lap["start_ns"]:
            at += 1
        if at < len(packets) and fits(lap, packets[at]):
            known.append((packets[at], lap["outcome"]))
            at += 1
        else:
            strange += 1
    numbers = {p[0] for p, _ in known}
    missing = sum(1 for p in packets
                  if p[1] >= first and p[2] <= last and p[0] not in numbers)
    drops = [p for p, outcome in known if outcome == "dropped"]
    before = sum(1 for p, _ in known if drops and p[2] < drops[0][1])
    after = sum(1 for p, _ in known if drops and p[1] > drops[-1][2])
    outcomes = [outcome for _, outcome in known]
    print(json.dumps({"matched": len(known), "strange": strange, "missing": missing,
                      "before": before, "dropped": len(drops), "after": after,
                      "given_back": outcomes.count("completed"),
                      "inside": outcomes.count("open")}))


main(*sys.argv[1:4])
