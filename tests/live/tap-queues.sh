#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A tap with four queues: each queue's figures are its own, the first and the
# last one too, and they add up to the device's.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 15
new_ns a
hold_ring a tapq 100 -q 4
f=$tmp/q.dat t=$tmp/q.truth
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "cycle 5 300" >"$t"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
is "started" "$(dev "$f" tapq .started)" "$(truth "$t" .sent)"
is "completed" "$(dev "$f" tapq .completed)" "$(truth "$t" .read)"
is "dropped" "$(dev "$f" tapq .dropped)" "$(truth "$t" .dropped)"
is "completed, queue by queue" "$(dev "$f" tapq '[.queues[].completed] | @csv')" \
	"$(truth "$t" '.by_queue | @csv')"
is "numbers of the queues" "$(dev "$f" tapq '[.queues[].queue] | @csv')" "0,1,2,3"
is "the queues add up" "$(dev "$f" tapq '([.queues[].started] | add) - .started')" 0
check "no queue above its ring" holds "$f" '[.devices[] | select(.name == "tapq").queues[]] |
	all(.in_device.max <= 100)'
check "the books balance" books_balance "$f"
is "nothing is uncertain" "$(dev "$f" tapq '[.uncertain, .restarted] | @csv')" "0,0"
# Pictures of it: the whole is not more than its parts, queue by queue.
report "$f" --timeline --histogram
check "bins and cells add up" schema_holds "$f.json"
"$TXRING" script -q -i "$f" -d tapq --perfetto "$tmp/q.trace"
"$TXRING" script -q -i "$f" -d tapq --json >"$tmp/q.laps"
report "$f" --timeline -d tapq
check "a trace for Perfetto says the same" python3 "$root/tests/cli/perfetto.py" \
	"$tmp/q.trace" "$tmp/q.laps" "$f.json"
"$TXRING" report -q --html "$tmp/q.html" -d tapq "$f"
report "$f" --timeline --histogram -d tapq
check "the page says the same" python3 "$root/tests/cli/html_page.py" "$tmp/q.html" "$f.json"
finish
