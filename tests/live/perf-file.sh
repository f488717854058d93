#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A file of the stock perf record over the same ring: the same figures.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 20
command -v perf >/dev/null || skip_all "needs the program perf"
new_ns a
hold_ring a tapf 118
f=$tmp/p.data
events=(-e net:net_dev_start_xmit -e net:net_dev_xmit -e skb:consume_skb -e skb:kfree_skb)
script="mark; cycle 30 200; send 200; sleep 10ms; read all; send 9"
in_ns a perf record -q -a -m 4M "${events[@]}" -o "$f" -- "$TOOLS/tapring" -c "$ring_socket" "$script" \
	>"$tmp/truth" 2>"$tmp/err" || skip_all "perf record does not work here: $(tail -1 "$tmp/err")"
report "$f"
is "report's status" $? 0
is "format" "$(total "$f" .source.format)" "perf.data"
is "started, completed, dropped, left, most" \
	"$(dev "$f" tapf '[.started, .completed, .dropped, .in_device_at_end, .in_device.max] | @csv')" \
	"$(truth "$tmp/truth" '[.sent, .read, .dropped, .left, .max] | @csv')"
lossless "$f" tapf
check "the books balance" books_balance "$f"
is "laps counted" "$(dev "$f" tapf .lap_ns.count)" "$(truth "$tmp/truth" .lap_ns.count)"
# perf's clock is not the tool's: the same seconds, to one in a thousand.
between "sum of lap times" "$(dev "$f" tapf .lap_ns.sum)" \
	"$(truth "$tmp/truth" '.lap_ns.sum_low * 0.999 | floor')" "$(truth "$tmp/truth" '.lap_ns.sum_high * 1.001 | ceil')"
"$TXRING" script -i "$f" --json >"$tmp/laps" 2>/dev/null
is "script: one line a lap" "$(jq -s '[.[] | select(.device == "tapf")] | length' "$tmp/laps")" \
	"$(truth "$tmp/truth" .sent)"

# Start and free alone, as perf users often do: not exact, and said.
f=$tmp/q.data
"$TOOLS/tapring" -c "$ring_socket" "read all; cycle 1 200" >/dev/null
in_ns a perf record -q -a -m 4M -e net:net_dev_start_xmit -e skb:consume_skb -e skb:kfree_skb -o "$f" -- \
	"$TOOLS/tapring" -c "$ring_socket" "$script" >"$tmp/truth" 2>/dev/null
report "$f"
is "no results: report's status" $? 0
is "no results: dropped is known by reason" "$(dev "$f" tapf .dropped)" "$(truth "$tmp/truth" .dropped)"
is "no results: completed" "$(dev "$f" tapf .completed)" "$(truth "$tmp/truth" .read)"
is "no results: not exact" "$(dev "$f" tapf .exact)" false
check "no results: the books balance" books_balance "$f"

# txring's own recorder by perf events, where it was built with libperf.
f=$tmp/b.data
"$TOOLS/tapring" -c "$ring_socket" "read all; cycle 1 200" >/dev/null
record a "$f" --backend perf -- "$TOOLS/tapring" -c "$ring_socket" "$script" >"$tmp/truth"
status=$?
if [ $status = 1 ] || [ $status = 125 ] && grep -q libperf "$f.err"; then
	skip 5 "$(sed 's/^txring: //' "$f.err" | head -1)"
	finish
fi
is "--backend perf: status" $status 0
report "$f"
is "--backend perf: started, completed, dropped, left, most" \
	"$(dev "$f" tapf '[.started, .completed, .dropped, .in_device_at_end, .in_device.max] | @csv')" \
	"$(truth "$tmp/truth" '[.sent, .read, .dropped, .left, .max] | @csv')"
is "--backend perf: nothing lost" "$(total "$f" .source.lost_events)" 0
check "--backend perf: the books balance" books_balance "$f"
check "--backend perf: perf script opens it" sh -c "perf script -i '$f' 2>&1 | grep -q 'net_dev_start_xmit: dev=tapf'"
finish
