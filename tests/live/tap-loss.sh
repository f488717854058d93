#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Events are lost on purpose: the smallest buffer, and a recorder that is
# stopped while packets go through. What is printed must hold the truth.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 15
new_ns a
hold_ring a tapl 118
f=$tmp/loss.dat t=$tmp/loss.truth

# The recorder's command stops its parent (the recorder), and lets it go on.
cat >"$tmp/load" <<SH
#!/bin/bash
"$TOOLS/tapring" -c "$ring_socket" "mark; cycle 5 150" >/dev/null
kill -STOP \$PPID
"$TOOLS/tapring" -c "$ring_socket" "cycle 300 150" >/dev/null
kill -CONT \$PPID
"$TOOLS/tapring" -c "$ring_socket" "sleep 50ms; cycle 5 150" >$t
SH
chmod +x "$tmp/load"
record a "$f" -b 64 -- "$tmp/load"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
is "the truth: sent, most in the ring" "$(truth "$t" '[.sent, .max] | @csv')" "46500,118"
check "events were lost, and counted" holds "$f" '.source.lost_events > 1000'
check "the lost ones are told per CPU" holds "$f" '.source | (.lost_by_cpu | add) == .lost_events'
check "the closing line of record says so" has_line "$f.err" 'LOST [0-9,]+ events'
is "not exact" "$(dev "$f" tapl .exact)" false
check "a reason says so" holds "$f" '[.devices[] | select(.name == "tapl").reasons[].code] |
	any(test("lost|loss"))'
check "the books balance" books_balance "$f"
for figure in started completed dropped; do
	check "bounds hold: $figure" bounds_hold "$f" tapl $figure \
		"$(truth "$t" ".$(sed 's/started/sent/; s/completed/read/' <<<$figure)")"
done
check "bounds hold: most in the device" bounds_hold "$f" tapl in_device.max 118
"$TXRING" report -i "$f" >"$tmp/text" 2>"$tmp/text.err"
check "the text report says that events were lost" has_line "$tmp/text" "lost"
finish
