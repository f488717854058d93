#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""check.py FOLDER PAGE JSON [PAGE JSON]... - pages of `report --html` in headless
Chromium: what it shows, what it asks for, what hover, zoom and sorting do. Prints TAP
without a plan: the number of the last test is at the end, as "# N".

FOLDER is where the browser may write.
"""
import json
import math
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))
import page  # noqa: E402
import webdriver  # noqa: E402

SVG = "figure.time:not(.compact) > svg"


class Results:
    def __init__(self):
        self.nr = self.failed = 0

    def ok(self, what, good, got=""):
        self.nr += 1
        self.failed += not good
        print(("ok" if good else "not ok"), self.nr, "-", what)
        if not good:
            print("# got:", got)

    def same(self, what, got, want):
        self.ok(what, got == want, f"{got!r}, expected {want!r}")


def pointer(browser, *steps):
    browser.actions({"type": "pointer", "id": "mouse", "actions": list(steps),
                     "parameters": {"pointerType": "mouse"}})


def move(x, y):
    return {"type": "pointerMove", "duration": 0, "x": int(x), "y": int(y)}


def box_of(browser, selector):
    return browser.run("""
        const el = document.querySelector(arguments[0]);
        el.scrollIntoView({block: 'center'});
        const r = el.getBoundingClientRect();
        return [r.x, r.y, r.width, r.height];""", selector)


def press(browser, *keys):
    browser.run("document.querySelector('figure.time').focus()")
    steps = [{"type": kind, "value": k} for k in keys for kind in ("keyDown", "keyUp")]
    browser.actions({"type": "key", "id": "keys", "actions": steps})


def view_box(browser):
    box = browser.run("return document.querySelector('svg.view').getAttribute('viewBox')")
    return [float(n) for n in box.split()]


def is_near(a, b):
    return all(abs(x - y) < 0.01 for x, y in zip(a, b))


def tip(browser):
    return browser.run("const t = document.querySelector('.tip');"
                       "return t.hidden ? null : t.textContent")


def check_page(t, browser, name, path, report):
    url = "file://" + path
    browser.open("about:blank")
    browser.requests()
    browser.console()
    browser.open(url)
    t.same(f"{name}: nothing in the console", browser.console(), [])
    t.same(f"{name}: it asks for itself alone", browser.requests(), [url])
    figures, charts = browser.run(page.DOM)
    try:
        page.check_figures(report, figures)
        page.check_charts(report, charts)
        wrong = ""
    except page.Wrong as e:
        wrong = str(e)
    t.ok(f"{name}: {len(figures)} figures and {len(charts)} pictures are those of --json",
         not wrong and figures and charts, wrong)
    wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
    t.ok(f"{name}: no wider than the window", wide <= 0, wide)


def check_closed(t, browser, path):
    """The page's policy holds: what would lead out does nothing."""
    browser.open("file://" + path)
    browser.requests()
    browser.console()
    browser.run("""
        const img = document.createElement('img');
        img.src = 'http://192.0.2.1/x.png';
        document.body.append(img);
        const bad = document.createElement('script');
        bad.textContent = 'window.gotIn = 1';
        document.body.append(bad);""")
    t.same("a script that is not its own does not run", browser.run("return window.gotIn ?? 0"), 0)
    refused = [m for m in browser.console() if "Content Security Policy" in m]
    t.same("the policy refuses both", len(refused), 2)


def check_hover(t, browser, path):
    browser.open("file://" + path)
    t.same("no box before the pointer comes", tip(browser), None)
    data = browser.run("return Object.assign({}, document.querySelector('figure.time').dataset)")
    bins = page.bins(data)
    left, top, width, height = box_of(browser, "svg.view")
    for part in (0.25, 0.6, 0.99):
        x = int(left + part * width)
        pointer(browser, move(x, top + height / 2))
        span = (int(data["end"]) - int(data["start"])) / int(data["bin"])
        b = bins[min(int((x - left) / width * span), len(bins) - 1)]
        levels = b["max"] if b["min"] == b["max"] else f"{b['min']} to {b['max']}"
        t.ok(f"at {part} of the time: {levels} inside",
             f"inside\t{levels}\n" in (tip(browser) or ""), tip(browser))
    pointer(browser, move(left + width / 2, 2))
    t.same("no box when it has gone", tip(browser), None)
    left, top, width, height = box_of(browser, "figure.laps .bar")
    pointer(browser, move(left + width / 2, top + height / 2))
    bars = page.numbers(browser.run("return document.querySelector('figure.laps').dataset.b"))
    total = sum(b[2] for b in bars)
    t.ok("a bar of lap times says its number", f"\n{bars[0][2]:,} of {total:,}\n" in tip(browser),
         tip(browser))


def check_hover_laps(t, browser, path):
    """The middle of a cell of the lap grid, and of the curve's last step."""
    browser.open("file://" + path)
    data = browser.run("return Object.assign({}, document.querySelector('.lapgrid').dataset)")
    cell = max(page.numbers(data["b"]), key=lambda c: c[4])
    left, top, width, _ = box_of(browser, "figure.lapgrid > svg")

    def place(scale, value):
        low, high, start, end, log = (float(n) for n in scale.split())
        part = math.log(value / low) / math.log(high / low) if log else (value - low) / (high - low)
        return (start + part * (end - start)) * width / 540

    pointer(browser, move(left + place(data["x"], (cell[0] + cell[1]) / 2),
                          top + place(data["y"], math.sqrt(cell[2] * cell[3]))))
    t.ok("the fullest cell of the lap grid says its number",
         (tip(browser) or "").startswith(f"{cell[4]:,} packet"), tip(browser))
    left, top, width, height = box_of(browser, "figure.tail > svg")
    pointer(browser, move(left + 0.96 * width, top + height / 2))
    longest = browser.run("return document.querySelector('.dists td[data-k=\"lap_ns.max\"]').textContent")
    t.ok("the end of the curve is the longest lap", (tip(browser) or "").split()[-1][:3] ==
         longest[:3], (tip(browser), longest))


def check_zoom(t, browser, path):
    browser.open("file://" + path)
    whole = view_box(browser)
    ticks = "return Array.from(document.querySelectorAll('figure.time .axis.x .tick')," \
            "t => t.textContent)"
    first = browser.run(ticks)
    left, top, width, height = box_of(browser, "svg.view")
    y = top + height / 2
    pointer(browser, move(left + 0.25 * width, y), {"type": "pointerDown", "button": 0},
            move(left + 0.5 * width, y), {"type": "pointerUp", "button": 0})
    got = view_box(browser)
    t.ok("a quarter is dragged: a quarter is shown",
         abs(got[2] - whole[2] / 4) < 0.02 * whole[2] and abs(got[0] - whole[2] / 4) < 0.02 * whole[2],
         got)
    t.ok("with ticks of its own", browser.run(ticks) != first, first)
    t.same("the figures' axis stays", got[3], whole[3])
    press(browser, "\ue00c")
    t.ok("Esc shows the whole", is_near(view_box(browser), whole), view_box(browser))
    t.same("and its ticks as they were", browser.run(ticks), first)
    press(browser, "+")
    t.ok("+ shows half", abs(view_box(browser)[2] - whole[2] / 2) < 0.01, view_box(browser))
    press(browser, "\ue014", "\ue014", "\ue014", "\ue014", "\ue014")
    end = view_box(browser)
    t.ok("right goes on to the end", abs(end[0] + end[2] - whole[2]) < 0.02, end)
    press(browser, "-", "-")
    t.ok("- ends at the whole", is_near(view_box(browser), whole), view_box(browser))


def check_sort(t, browser, path):
    browser.open("file://" + path)
    column = """
        const table = document.querySelector('#devices table');
        const rows = Array.from(table.tBodies[0].rows);
        return rows.map(r => [r.className, r.cells[arguments[0]].dataset.v ?? null]);"""
    browser.run("document.querySelectorAll('#devices thead th')[1].click()")
    rows = browser.run(column, 1)
    values = [float(v) for c, v in rows if c != "total"]
    t.same("devices sorted by started, largest first", values, sorted(values, reverse=True))
    t.same("the total stays last", [c for c, _ in rows].index("total"), len(rows) - 1)


def check_looks(t, browser, path):
    """Light, dark and print: the paper and the ink are far apart in each."""
    back = "return [getComputedStyle(document.body).backgroundColor," \
           "getComputedStyle(document.body).color]"

    def light(rgb):
        return sum(int(n) for n in rgb[4:-1].split(",")[:3]) / 3

    for scheme, kind, bright in (("light", "screen", True), ("dark", "screen", False),
                                 ("dark", "print", True)):
        browser.media(scheme, kind)
        browser.open("file://" + path)
        paper, ink = browser.run(back)
        t.ok(f"{kind} with {scheme} asked for",
             (light(paper) > 200) == bright and abs(light(paper) - light(ink)) > 150,
             (paper, ink))
    shown = browser.run("return getComputedStyle(document.querySelector('.zoom')).display")
    t.same("buttons are not printed", shown, "none")
    browser.media("light")


def check_narrow(t, browser, path):
    browser.cdp("Emulation.setDeviceMetricsOverride", width=400, height=800,
                deviceScaleFactor=1, mobile=False)
    browser.open("file://" + path)
    wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
    t.ok("on a small screen the page is no wider than that", wide <= 0, wide)
    browser.cdp("Emulation.clearDeviceMetricsOverride")


def check_all(folder, pages):
    t = Results()
    with webdriver.Browser(folder) as browser:
        for path, report in pages:
            check_page(t, browser, os.path.basename(path), path, report)
        first, last = pages[0][0], pages[-1][0]
        check_closed(t, browser, first)
        check_hover(t, browser, first)
        check_hover_laps(t, browser, first)
        check_zoom(t, browser, first)
        check_sort(t, browser, last)
        check_looks(t, browser, first)
        check_narrow(t, browser, last)
    print("#", t.nr)
    return t.failed


def main():
    folder, files = sys.argv[1], sys.argv[2:]
    pages = []
    for path, json_path in zip(files[::2], files[1::2]):
        with open(json_path, encoding="utf-8") as f:
            pages.append((path, json.load(f)))
    sys.exit(1 if check_all(folder, pages) else 0)


main()
