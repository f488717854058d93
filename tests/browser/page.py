# SPDX-License-Identifier: GPL-2.0-only
"""page - what a page of `report --html` says, against what `report --json` says.

A page is looked at as a list of its elements with a figure, and of its pictures,
whether that was read from the file as XML or from a browser's DOM.
"""
import base64
import hashlib
import re
import xml.etree.ElementTree as ET

XHTML = "{http://www.w3.org/1999/xhtml}"
SVG = "{http://www.w3.org/2000/svg}"
BIN = ("min", "max", "lap", "started", "completed", "bytes", "dropped", "packed", "open",
       "busy", "bql", "handed_over", "unclear", "doubt", "lost", "flags")


class Wrong(Exception):
    pass


def need(ok, what):
    if not ok:
        raise Wrong(what)


# From the file.

def own_text(element):
    return "".join(element.itertext())


def walk(element, device, queue, total, figures, charts):
    device = element.get("data-device", device)
    queue = element.get("data-queue", queue)
    total = total or element.get("class") == "total"
    if element.get("data-k"):
        figures.append({"device": device, "queue": queue, "total": total,
                        "key": element.get("data-k"), "v": element.get("data-v"),
                        "l": element.get("data-l"), "h": element.get("data-h"),
                        "text": own_text(element)})
    if element.tag == XHTML + "figure":
        data = {k[5:]: v for k, v in element.attrib.items() if k.startswith("data-")}
        paths = {p.get("class"): p.get("d") for p in element.iter(SVG + "path")}
        rects = sum(r.get("class") == "bar" for r in element.iter(SVG + "rect"))
        charts.append({"device": device, "queue": queue, "kind": element.get("class"),
                       "data": data, "paths": paths, "bars": rects,
                       "texts": [own_text(t) for t in element.iter(SVG + "text")]})
    for child in element:
        walk(child, device, queue, total, figures, charts)


def read(path):
    """(root, figures, charts) of a page, which has to be well-formed XML."""
    root = ET.parse(path).getroot()
    figures, charts = [], []
    walk(root, None, None, False, figures, charts)
    return root, figures, charts


# The same, in a browser.
DOM = """
const of = (el, name) => {
    const at = el.closest('[data-' + name + ']');
    return at ? at.dataset[name] : null;
};
const figures = Array.from(document.querySelectorAll('[data-k]'), el => ({
    device: of(el, 'device'), queue: of(el, 'queue'), total: !!el.closest('.total'),
    key: el.dataset.k, v: el.dataset.v ?? null, l: el.dataset.l ?? null,
    h: el.dataset.h ?? null, text: el.textContent}));
const charts = Array.from(document.querySelectorAll('figure'), el => ({
    device: of(el, 'device'), queue: of(el, 'queue'), kind: el.className,
    data: Object.assign({}, el.dataset),
    paths: Object.fromEntries(Array.from(el.querySelectorAll('path'),
        p => [p.getAttribute('class'), p.getAttribute('d')])),
    bars: el.querySelectorAll('.bar').length,
    texts: Array.from(el.querySelectorAll('svg text'), t => t.textContent)}));
return [figures, charts];
"""


# Against JSON.

def row_of(report, item):
    if item["total"]:
        return report["total"]
    rows = [d for d in report["devices"] if d["name"] == item["device"]]
    need(len(rows) == 1, f"device {item['device']!r}: {len(rows)} in JSON")
    if item["queue"] is None:
        return rows[0]
    queues = [q for q in rows[0]["queues"] if q["queue"] == int(item["queue"])]
    need(len(queues) == 1, f"queue {item['queue']}: {len(queues)} in JSON")
    return queues[0]


def value_of(row, key):
    for part in key.split("."):
        row = row.get(part) if row is not None else None
    return row


def same_number(text, number, what):
    if number is None or text is None:
        need(number is None and text is None, f"{what}: {text} on the page, {number} in JSON")
    else:
        need(float(text) == float(number), f"{what}: {text} on the page, {number} in JSON")


def check_text(item, row):
    """A count that is exact reads as that number; bounds that differ are both read."""
    key, text = item["key"], item["text"]
    if item["v"] is None:
        need(text in ("\u2013", "never"), f"{key}: unknown, and reads {text!r}")
    elif item["h"] is not None and item["l"] != item["h"] and not key.startswith("in_device.avg"):
        need(".." in text or text.startswith("~") or "packed" in key or "_ns" in key or
             "bytes" in key, f"{key}: its bounds are not read in {text!r}")
    elif item["l"] is not None and item["h"] is None:
        need(text.startswith(">="), f"{key}: no upper bound, and reads {text!r}")
    elif key.split(".")[0] in ("started", "completed", "dropped", "busy", "uncertain"):
        need(text.replace(",", "") == item["v"], f"{key}: {item['v']} reads {text!r}")


def check_figure(report, item):
    row, key = row_of(report, item), item["key"]
    what = f"{item['device']} {item['queue']} {key}"
    same_number(item["v"], value_of(row, key), what)
    low, high = value_of(row, key + "_low"), value_of(row, key + "_high")
    if low is not None:
        same_number(item["l"], low, what + " low")
        same_number(item["h"], high, what + " high")
    else:
        need(item["l"] is None and item["h"] is None, f"{what}: bounds of an exact figure")
    check_text(item, row)


def check_figures(report, figures):
    for item in figures:
        check_figure(report, item)
    keys = {(f["device"], f["key"]) for f in figures if f["queue"] is None}
    for device in report["devices"]:
        for key in ("started", "completed", "dropped", "in_device.max", "packed_ns"):
            need((device["name"], key) in keys or device["kind"] in ("synchronous", "handover"),
                 f"{device['name']}: no {key} on the page")


def numbers(text):
    return [[int(n or 0) for n in part.split(",")] for part in text.split(";")]


def bins(data):
    return [dict(zip(BIN, b + [0] * (len(BIN) - len(b)))) for b in numbers(data["b"])]


def check_columns(row, all_bins, data):
    """Each column is so many bins of JSON's timeline, summed up."""
    t = row["timeline"]
    each = int(data["bin"]) // t["bin_ns"]
    for k in ("start_ns", "first_ns", "end_ns"):
        need(int(data[k[:-3]]) == t[k], f"over time: {k}")
    need(len(all_bins) == -(-len(t["started"]) // each), "over time: not as many columns")
    sums = {"lap": "lap_ns", "open": "open_ns", "doubt": "doubt_ns", "bql": "bql_ns",
            "packed": "packed_ns", **{k: k for k in ("started", "completed", "dropped", "busy",
                                                     "handed_over", "unclear", "lost")}}
    for i, b in enumerate(all_bins):
        part = slice(i * each, (i + 1) * each)
        for key, name in sums.items():
            need(t[name] is None or b[key] == sum(t[name][part]),
                 f"over time: {key} of column {i} is {b[key]}, JSON has {t[name] and t[name][part]}")
        if t["max"] is not None:
            need(b["max"] == max(t["max"][part]), f"over time: max of column {i}")
        for flag, mark in ((2, "warm"), (4, "gap"), (8, "gap_unknown"), (16, "doubt")):
            marked = any(part.start <= m < part.stop for m in t["marks"][mark])
            need(bool(b["flags"] & flag) == marked, f"over time: {mark} of column {i}")


def check_time(report, chart):
    row, data = row_of(report, dict(chart, total=False)), chart["data"]
    all_bins = bins(data)
    check_columns(row, all_bins, data)
    carried = int(data["carried"])
    for key in ("started", "completed", "dropped", "busy", "handed_over"):
        got = sum(b[key] for b in all_bins) + (carried if key == "started" else 0)
        need(got == row[key], f"over time: {key} sums up to {got}, JSON says {row[key]}")
    if data["packed"] == "1" and row["packed_ns"] is not None:
        got = sum(b["packed"] for b in all_bins)
        need(got == row["packed_ns"], f"over time: packed {got}, JSON says {row['packed_ns']}")
    if data["levels"] != "1":
        need("band" not in chart["paths"], "levels are not known, and drawn")
        return
    most = max(b["max"] for b in all_bins)
    need(most == row["in_device"]["max"], f"over time: at most {most}, JSON says "
         f"{row['in_device']['max']}")
    avg = sum(b["lap"] for b in all_bins) / (row["observed_ns"] or 1)
    need(abs(avg - row["in_device"]["avg"]) <= 1e-6 * max(avg, 1),
         f"over time: average {avg}, JSON says {row['in_device']['avg']}")
    drawn = [float(y) for y in re.findall(r"(?:V|[ML][-0-9.]+ )(-?[0-9.]+)",
                                          chart["paths"]["band"])]
    need(max(drawn) == most, f"the band is drawn up to {max(drawn)}, not {most}")
    capacity = row["capacity_packets"]
    need(capacity is None or any(t.endswith(f"holds {capacity:,}") for t in chart["texts"]),
         f"capacity {capacity} is not in the picture")


def check_bars(report, chart, key):
    dist = row_of(report, dict(chart, total=False))[key]
    bars = numbers(chart["data"]["b"])
    need(len(bars) == chart["bars"], f"{key}: {chart['bars']} bars drawn of {len(bars)}")
    need(sum(b[2] for b in bars) == dist["count"], f"{key}: bars sum up to another count")
    for first, last, count in bars:
        inside = [n for f, l, n in dist["histogram"] if l >= first and f <= last]
        need(sum(inside) == count, f"{key}: bar {first} to {last} has {count}, JSON has "
             f"{sum(inside)} there")


def check_grid(report, chart):
    want = [[c[k] for k in ("inside_low", "inside_high", "lap_low_ns", "lap_high_ns", "count")]
            for c in row_of(report, dict(chart, total=False))["lap_grid"]]
    need(numbers(chart["data"]["b"]) == want, "lap grid: not the cells of JSON")


def check_charts(report, charts):
    for chart in charts:
        if "time" in chart["kind"]:
            check_time(report, chart)
        elif "laps" in chart["kind"]:
            check_bars(report, chart, "lap_ns")
        elif "batches" in chart["kind"]:
            check_bars(report, chart, "release_batch")
        elif "lapgrid" in chart["kind"]:
            check_grid(report, chart)


# The file itself.

def hash_of(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def check_closed(root, text):
    """Nothing leads out of the page, and its policy allows its own style and script."""
    for element in root.iter():
        for name, value in element.attrib.items():
            name = name.split("}")[-1]
            need(name not in ("src", "srcset", "action", "style") and not name.startswith("on"),
                 f"attribute {name}")
            need(name != "href" or value.startswith("#"), f"href {value}")
    ids = {e.get("id") for e in root.iter()}
    for element in root.iter(XHTML + "a"):
        need(element.get("href")[1:] in ids, f"a link to {element.get('href')}, which is not there")
    left = re.sub(r'xmlns="[^"]*"', "", text)
    left = left.replace('"http://www.w3.org/2000/svg"', "")
    need("http:" not in left and "https:" not in left and "url(" not in left, "a URL in the page")
    policy = root.find(f".//{XHTML}meta[@http-equiv='Content-Security-Policy']").get("content")
    need("default-src 'none'" in policy, "the policy allows more")
    for tag in ("style", "script"):
        found = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.S)
        need(len(found) == 1 and f"{tag}-src '{hash_of(found[0])}'" in policy,
             f"the policy does not allow the page's own {tag}")
