#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Two recorders at once do not disturb each other, nor another user's tracing.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 15
new_ns a
hold_ring a tap2 90
on=$(cat "$TRACEFS/tracing_on") events=$(cat "$TRACEFS/set_event") clock=$(cat "$TRACEFS/trace_clock")
size=$(cat "$TRACEFS/buffer_size_kb")
f=$tmp/one.dat g=$tmp/two.dat
record a "$f" -- "$TXRING" record -q -o "$g" -- "$TOOLS/tapring" -c "$ring_socket" \
	"mark; cycle 10 100; send 5" >"$tmp/two.truth"
is "both: status" $? 0
for x in "$f" "$g"; do
	n=$(basename "$x" .dat)
	report "$x"
	is "$n: report's status" $? 0
	is "$n: figures" "$(dev "$x" tap2 '[.started, .completed, .dropped, .in_device_at_end, .in_device.max] | @csv')" \
		"1005,900,100,5,90"
	is "$n: exact" "$(dev "$x" tap2 .exact)" true
	lossless "$x" tap2
	check "$n: the books balance" books_balance "$x"
done
is "tracing is as it was" "$(cat "$TRACEFS/tracing_on" "$TRACEFS/set_event" "$TRACEFS/trace_clock" "$TRACEFS/buffer_size_kb")" \
	"$(printf '%s\n' "$on" ${events:+"$events"} "$clock" "$size")"
finish
