#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""schema.py SCHEMA FILE...: check lines of JSON against a JSON Schema.

Knows the keywords that Documentation/report.schema.json uses, and fails on any
other, so that none is skipped unseen. Each line of a FILE is one document; "-"
is standard input. Beyond the schema: the books of every row balance, and what
pictures are drawn from adds up to its figures.
"""
import json
import re
import sys

TYPES = {
    "object": lambda v: isinstance(v, dict),
    "array": lambda v: isinstance(v, list),
    "string": lambda v: isinstance(v, str),
    "boolean": lambda v: isinstance(v, bool),
    "null": lambda v: v is None,
    "integer": lambda v: isinstance(v, int) and not isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
}
NOTES = {"$schema", "$comment", "$defs", "title", "description"}
OUTCOMES = ("completed", "dropped", "busy", "handed_over", "restarted", "uncertain",
            "in_device_at_end")


class Invalid(Exception):
    pass


def need(ok, where, what):
    if not ok:
        raise Invalid(f"{where or '.'}: {what}")


def check_object(schema, value, root, where):
    props = schema.get("properties", {})
    extra = schema.get("additionalProperties", True)
    for key in schema.get("required", ()):
        need(key in value, where, f"'{key}' is missing")
    for key, member in value.items():
        if key in props:
            check(props[key], member, root, f"{where}.{key}")
        elif isinstance(extra, dict):
            check(extra, member, root, f"{where}.{key}")
        else:
            need(extra, where, f"'{key}' is not in the schema")


def check_array(schema, value, root, where):
    need(len(value) >= schema.get("minItems", 0), where, "too few items")
    need(len(value) <= schema.get("maxItems", len(value)), where, "too many items")
    for i, item in enumerate(value):
        check(schema.get("items", {}), item, root, f"{where}[{i}]")


def matches_any(options, value, root, where):
    for option in options:
        try:
            check(option, value, root, where)
            return True
        except Invalid:
            pass
    return False


def check(schema, value, root, where):
    known = NOTES | {"$ref", "type", "enum", "const", "anyOf", "properties", "required",
                     "additionalProperties", "items", "minItems", "maxItems",
                     "minimum", "pattern"}
    need(set(schema) <= known, where, f"schema keyword not known: {set(schema) - known}")
    if "$ref" in schema:
        check(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root, where)
    if "type" in schema:
        types = schema["type"]
        types = [types] if isinstance(types, str) else types
        need(any(TYPES[t](value) for t in types), where, f"{value!r} is no {types}")
    if "enum" in schema:
        need(value in schema["enum"], where, f"{value!r} is none of {schema['enum']}")
    if "const" in schema:
        need(value == schema["const"], where, f"{value!r} is not {schema['const']!r}")
    if "anyOf" in schema:
        need(matches_any(schema["anyOf"], value, root, where), where,
             f"{value!r} fits no form")
    if "minimum" in schema and TYPES["number"](value):
        need(value >= schema["minimum"], where, f"{value!r} is too small")
    if "pattern" in schema and isinstance(value, str):
        need(re.search(schema["pattern"], value), where, f"{value!r} looks wrong")
    if isinstance(value, dict):
        check_object(schema, value, root, where)
    if isinstance(value, list):
        check_array(schema, value, root, where)


PARTS = ("device", "to_napi", "cleaning", "after_interrupt", "in_xmit", "task",
         "unattributed")


def check_why(row, where):
    """Each ns of each lap is in one part."""
    why, laps = row.get("why"), row["lap_ns"]
    if not why or laps["sum"] is None:
        return
    parts = [why[p + "_ns"] for p in PARTS]
    need(sum(p["sum"] or 0 for p in parts) == (laps["sum"] or 0), where,
         "the parts of why do not add up to lap_ns.sum")
    need(sum(p["count"] for p in parts[2:]) == laps["count"], where,
         "the laps of why are not those of lap_ns")
    causes = why["unattributed_by"].values()
    need(sum(c["laps"] for c in causes) == why["unattributed_ns"]["count"], where,
         "the causes do not add up to the laps unattributed")


def check_by(row, where):
    """Shares add up to the device's figures as counted (value, not bounds)."""
    if not row.get("by"):
        return
    rows = row["by"]["rows"]
    for key in ("started", "completed", "in_device_at_end", "skb_bytes"):
        if row[key] is not None:
            total = sum(r[key] for r in rows)
            need(total == row[key], where, f"by: {key} adds up to {total}, not {row[key]}")


def check_row(row, where):
    """The sum of the outcomes is what was started, in every row."""
    parts = [row[k] for k in OUTCOMES]
    if row["started"] is not None and None not in parts:
        need(row["started"] == sum(parts), where,
             f"started {row['started']} is not the sum of {parts}")
    check_why(row, where)
    check_by(row, where)
    for name in ("lap_ns", "late_free_ns"):
        total = sum(bucket[2] for bucket in row[name]["histogram"])
        need(total == row[name]["count"], where, f"{name}: buckets hold {total}")
    check_pictures(row, where)


def check_timeline(row, where):
    """The bins add up to the row's figures."""
    t = row["timeline"]
    lists = {k: v for k, v in t.items() if isinstance(v, list)}
    need(len({len(v) for v in lists.values()}) == 1, where, "lists of different lengths")
    sums = {k: sum(v) for k, v in lists.items()}
    for key in ("completed", "dropped", "busy", "handed_over"):
        need(sums[key] == row[key], where, f"{key}: {row[key]}, bins {sums[key]}")
    need(sums["started"] + t["carried_in"] == row["started"], where, "started")
    need(sums["unclear"] == row["restarted"] + row["uncertain"], where, "unclear")
    if t["packed_ns"] is not None:
        need(sums["packed_ns"] == row["packed_ns"], where, "packed_ns")
    inside = row["in_device"]
    need((inside["max"] is None) == (t["max"] is None), where, "levels known or not")
    if t["max"] is None:
        return
    need(max(t["max"]) == inside["max"], where, "in_device.max")
    need(max(t["max_bytes"]) == inside["max_bytes"], where, "in_device.max_bytes")
    if row["observed_ns"]:
        avg = sums["lap_ns"] / row["observed_ns"]
        need(abs(avg - inside["avg"]) <= 1e-9 * avg, where, f"in_device.avg: bins {avg}")


def check_lap_grid(row, where):
    total = sum(cell["count"] for cell in row["lap_grid"])
    need(total + row["completed_in_xmit"] == row["lap_ns"]["count"], where,
         f"lap_grid holds {total}")


def check_pictures(row, where):
    if row.get("timeline"):
        check_timeline(row, f"{where}.timeline")
    if "lap_grid" in row:
        check_lap_grid(row, where)


def check_sense(doc):
    """Of a report; other documents have no books."""
    if "total" not in doc:
        return
    for d, dev in enumerate(doc["devices"]):
        check_row(dev, f".devices[{d}]")
        for q, queue in enumerate(dev["queues"]):
            check_row(queue, f".devices[{d}].queues[{q}]")
    check_row(doc["total"], ".total")


def main(argv):
    with open(argv[1], encoding="utf-8") as f:
        schema = json.load(f)
    docs = 0
    for path in argv[2:]:
        with sys.stdin if path == "-" else open(path, encoding="utf-8") as f:
            for nr, line in enumerate(f, 1):
                try:
                    doc = json.loads(line)
                    check(schema, doc, schema, "")
                    check_sense(doc)
                except (Invalid, ValueError) as e:
                    print(f"{path}: line {nr}: {e}")
                    return 1
                docs += 1
    print(f"{docs} documents")
    return 0 if docs else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
