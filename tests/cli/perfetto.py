#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""perfetto.py TRACE LAPS REPORT: a trace for Perfetto says what script and report say.

TRACE is of script --perfetto, LAPS of script --json, REPORT of report --json
--timeline, all of one recording. Slices, instants and counters are followed as a
reader of the form does: in the order of time, those of one time as in the file.
"""
import collections
import json
import sys

NEVER_IN = ("dropped", "busy")


def need(ok, *what):
    if not ok:
        sys.exit(" ".join(str(w) for w in what))


def ns(us):
    return round(us * 1000)


def in_order(event):
    return ns(event["ts"]), event["nr"]


class Trace:
    """Events by kind, sorted by time; names of processes and threads."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            doc = json.load(f)
        self.other = doc["otherData"]
        events = doc["traceEvents"]
        self.process, self.thread, self.by = {}, {}, collections.defaultdict(list)
        for nr, e in enumerate(events):
            e["nr"] = nr
            if e["ph"] != "M":
                need(e["ts"] >= 0, "a time before the first event", e)
                self.by[e["ph"]].append(e)
            elif e["name"] == "process_name":
                need(e["pid"] not in self.process, "a process has two names", e)
                self.process[e["pid"]] = e["args"]["name"]
            elif e["name"] == "thread_name":
                need((e["pid"], e["tid"]) not in self.thread, "a thread has two names", e)
                self.thread[e["pid"], e["tid"]] = e["args"]["name"]
        for events in self.by.values():
            events.sort(key=in_order)

    def device(self, event):
        name = self.process[event["pid"]]
        return name.rsplit(" (", 1)[0] if name.endswith(")") else name


def slices(trace):
    """(device, queue, start, end or None) of every async slice; on a lane, they nest not."""
    open_at, found = {}, []
    for e in sorted([*trace.by["b"], *trace.by["e"]], key=in_order):
        key = (e["pid"], e["cat"], e["id2"]["local"], e["name"])
        if e["ph"] == "b":
            need(key not in open_at, "a lane is taken twice", e)
            open_at[key] = e
        else:
            b = open_at.pop(key, None)
            need(b is not None, "an end without a beginning", e)
            found.append((trace.device(b), int(b["name"].rsplit(" ", 1)[1]),
                          ns(b["ts"]), ns(e["ts"])))
    for b in open_at.values():
        found.append((trace.device(b), int(b["name"].rsplit(" ", 1)[1]), ns(b["ts"]), None))
    return found


def expected_slices(laps):
    for lap in laps:
        if lap["outcome"] in NEVER_IN:
            continue
        end = lap["release_ns"]
        if lap["outcome"] not in ("open", "restarted", "uncertain", "handed_over"):
            need(end is not None, "a lap that ended has no release", lap)
        yield lap, (lap["device"], lap["queue"], lap["start_ns"], end)


def check_slices(trace, laps):
    got = collections.Counter(slices(trace))
    for lap, want in expected_slices(laps):
        if want[3] is None and lap["outcome"] != "open":
            # when it was given up is not in its line
            want = next((s for s in got if s[:3] == want[:3]), want)
        need(got[want] > 0, "no slice of", lap)
        got[want] -= 1
    need(not +got, "slices of no lap:", +got)


def check_instants(trace, devices, source):
    seen = collections.Counter()
    for e in trace.by["i"]:
        if e["cat"] == "lost":
            seen["", "lost"] += e["args"]["count"]
            continue
        need((e["pid"], e["tid"]) in trace.thread, "an instant on a thread without a name", e)
        seen[trace.device(e), e["cat"]] += 1
    for d in devices:
        for what in NEVER_IN:
            need(seen[d["name"], what] == d[what], d["name"], what, seen[d["name"], what])
    need(seen["", "lost"] <= source["lost_events"], "lost", seen["", "lost"])


def levels_of(trace, device, name):
    return [(ns(e["ts"]), e["args"]["packets"], e["args"]["bytes"]) for e in trace.by["C"]
            if trace.device(e) == device and e["name"] == name]


def check_bins(steps, timeline, device):
    """Highest level of each bin, from the counter alone."""
    start, width = timeline["start_ns"], timeline["bin_ns"]
    highest = [0] * len(timeline["max"])
    level, at = 0, start
    for ts, packets, _ in [*steps, (timeline["end_ns"], 0, 0)]:
        for b in range(max(at - start, 0) // width, (ts - start) // width + 1):
            highest[b] = max(highest[b], level)
        level, at = packets, ts
        b = min((ts - start) // width, len(highest) - 1)
        highest[b] = max(highest[b], level)
    need(highest == timeline["max"], device, "levels of the bins differ")


def check_queues(trace, d):
    """Each queue's own counter, where the device has several."""
    for q in d["queues"]:
        steps = levels_of(trace, d["name"], f"in queue {q['queue']}")
        need(steps or len(d["queues"]) == 1, d["name"], "no counter of queue", q["queue"])
        if steps:
            need(max(s[1] for s in steps) == q["in_device"]["max"], d["name"],
                 "highest counter of queue", q["queue"])


def is_shown_as_room(d):
    return any(r["code"] in ("above-capacity", "free-after-slot") for r in d["reasons"])


def check_counters(trace, devices, laps):
    for d in devices:
        steps = levels_of(trace, d["name"], "in device")
        inside = d["in_device"]
        room = d["capacity_packets"] if is_shown_as_room(d) else None
        # it stays only where it is shown as less than was counted
        need(all(abs(a[1] - b[1]) == 1 or a[1] == b[1] == room
                 for a, b in zip(steps[1:], steps[2:])), d["name"], "a counter leaps")
        if inside["max"] is None:
            continue
        need(max(s[1] for s in steps) == inside["max"], d["name"], "highest counter")
        need(max(s[2] for s in steps) == inside["max_bytes"], d["name"], "most bytes")
        check_queues(trace, d)
        left = sum(lap["device"] == d["name"] and lap["outcome"] == "open" and
                   lap["result_ns"] is not None for lap in laps)
        if room is not None:
            left = min(left, room)
        need(steps[-1][1] == left, d["name"], "counter at the end", steps[-1][1], left)
        check_bins(steps, d["timeline"], d["name"])


def main(argv):
    trace = Trace(argv[1])
    with open(argv[2], encoding="utf-8") as f:
        laps = [json.loads(line) for line in f]
    with open(argv[3], encoding="utf-8") as f:
        report = json.load(f)
    devices = report["devices"]
    check_slices(trace, laps)
    check_instants(trace, devices, report["source"])
    check_counters(trace, devices, laps)
    need((trace.other["exact"] == "yes") == report["source"]["exact"], "exact or not")


if __name__ == "__main__":
    main(sys.argv)
