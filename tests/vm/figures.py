#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""figures.py DEVICE - `txring report --json` on standard input, as "KEY VALUE" lines.

The figures of one device, with those of in_device and lap_ns under short names,
what is left of started when every outcome is taken off (balance, to be 0), and
the codes of its reasons and findings between commas. A device that is not in the
report has started 0 and seen 0.
"""
import json
import sys

OUTCOMES = ("completed", "dropped", "busy", "handed_over", "restarted", "uncertain",
            "in_device_at_end")


def flat(report, name):
    source = report["source"]
    yield "tier", source["tier"]
    yield "lost", source.get("lost_events", "unknown")
    yield "missing_results", source["missing_results"]
    yield "source_reasons", codes(source["reasons"], "code")
    yield "findings", codes([f for f in report["findings"]
                             if f["device"] in (name, None)], "id")
    yield "classes", "," + "".join(str(f["evidence"].get("class")) + ","
                                   for f in report["findings"] if f["device"] == name)
    devices = [d for d in report["devices"] if d["name"] == name]
    yield "seen", len(devices)
    if not devices:
        yield "started", 0
        return
    d = devices[0]
    yield "listed", len(d["oldest"])
    yield "balance", d["started"] - sum(d[o] or 0 for o in OUTCOMES)
    yield "reasons", codes(d["reasons"], "code")
    for key, value in d.items():
        if isinstance(value, (list, dict)) or key == "name":
            continue
        yield key, plain(value)
    for group, prefix in (("in_device", ""), ("lap_ns", "lap_")):
        for key, value in d[group].items():
            if not isinstance(value, (list, dict)):
                yield prefix + key, plain(value)


def plain(value):
    if isinstance(value, bool):
        return str(value).lower()
    return "unknown" if value is None else value


def codes(items, key):
    return "," + "".join(f"{i[key]}," for i in items)


for k, v in flat(json.load(sys.stdin), sys.argv[1]):
    print(k, v)
