#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# report --html in headless Chromium: no word in the console, nothing asked of any
# network, its DOM as --json, and what hover, zoom and sorting do.
. "$(dirname "$0")/lib.sh"
for program in chromium chromedriver; do
	command -v $program >/dev/null && continue
	skip "$program is not installed: pages are not opened in a browser"
	finish
done

# The last one has two devices and a total.
pages=()
for f in ring.dat loss.dat perf-chain.data handover.dat stacked.dat; do
	"$TXRING" report -q --html "$tmp/$f.html" "$FIXTURES/$f" &&
		"$TXRING" report -q --json --timeline --histogram "$FIXTURES/$f" >"$tmp/$f.json"
	ok "$f: page and JSON" $?
	pages+=("$tmp/$f.html" "$tmp/$f.json")
done
mkdir "$tmp/browser"
python3 "$root/tests/browser/check.py" "$tmp/browser" "${pages[@]}" >"$tmp/results" 2>"$tmp/err"
status=$?
while read -r line; do
	case $line in
	"ok "*)		ok "${line#*- }" 0 ;;
	"not ok "*)	ok "${line#*- }" 1 ;;
	*)		echo "$line" ;;
	esac
done <"$tmp/results"
tail -1 "$tmp/results" | grep -q '^# [0-9]'
ok "all of it was looked at" $? || diag "status $status" "$(tail -5 "$tmp/err")"
finish
