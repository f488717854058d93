#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""html_page.py PAGE JSON: a page of `report --html` against `report --json`, as files."""
import json
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "browser"))
import page  # noqa: E402


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        text = f.read()
    with open(sys.argv[2], encoding="utf-8") as f:
        report = json.load(f)
    root, figures, charts = page.read(sys.argv[1])
    page.need(len(text.encode()) < 1000000, "1 MB or more")
    page.check_closed(root, text)
    page.check_figures(report, figures)
    page.check_charts(report, charts)
    found = [e.get("data-id") for e in root.iter() if e.get("data-id")]
    page.need(set(found) == {f["id"] for f in report["findings"]}, f"findings {found}")
    for reason in report["source"]["reasons"] + [r for d in report["devices"] if not d["exact"]
                                                 for r in d["reasons"]]:
        page.need(any(e.get("data-code") == reason["code"] and page.own_text(e) == reason["text"]
                      for e in root.iter()), f"reason {reason['code']} is not told")
    print(len(figures), "figures,", len(charts), "pictures")


try:
    main()
except (page.Wrong, page.ET.ParseError) as e:
    sys.exit(f"{sys.argv[1]}: {e}")
