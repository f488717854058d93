#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# `txring top` without a terminal: lines and JSON whose truth is known.
needs_tun=1
. "$(dirname "$0")/lib.sh"
. "$root/tests/live/top_lib.sh"
plan 51
new_ns a b
hold_ring a tapt 118
t=$tmp/truth

# live FILE OPTION...: in the background, until it has begun to trace
live() {
	local file=$1
	shift
	background a "$TXRING" top "$@" >"$file" 2>"$file.err"
	top_pid=$bg
	wait_for 10 tracing "$top_pid"
}
tracing() {
	local i
	i=$(instances | grep -E "txring-$1-") && [ "$(cat "$TRACEFS/instances/$i/tracing_on")" = 1 ]
}
lines_of() { grep -cE "$2" "$1"; }

in_ns a "$TXRING" top --json -n 3 --interval 0.2 >"$tmp/three"
is "-n: one object an interval" "$(wc -l <"$tmp/three")" 3
live "$tmp/sum" --json --cumulative --interval 0.5 -Q
ring "cycle 3 200; send 200" >"$t"
end_top "$tmp/sum"
is "cumulative: status" $? 0
last "$tmp/sum"
is "the truth" "$(truth "$t" '[.sent, .read, .dropped, .left, .max] | @csv')" "800,354,328,118,118" ||
	diag "$(cat "$t")"
is "started, completed, dropped" "$(dev "$tmp/last" tapt '[.started, .completed, .dropped] | @csv')" \
	"$(truth "$t" '[.sent, .read, .dropped] | @csv')"
is "in the device now" "$(dev "$tmp/last" tapt .in_device.now)" "$(truth "$t" .left)"
is "most in the device, its capacity" \
	"$(dev "$tmp/last" tapt '[.in_device.max, .capacity_packets] | @csv')" "118,118"
is "of the queue too" "$(dev "$tmp/last" tapt '.queues[0] | [.queue, .in_device.now] | @csv')" "0,118"
is "sum of laps" "$(dev "$tmp/last" tapt .lap_ns.count)" 354
is "nothing lost, exact" "$(total "$tmp/last" '[.source.lost_events, .source.format] | @csv')" \
	'0,"live"'
is "the device is exact" "$(dev "$tmp/last" tapt '[.exact, .reasons[].code] | @csv')" true
check "the books balance" books_balance "$tmp/last"
check "the schema holds" schema_holds "$tmp/sum"

# Intervals: what completes in each adds up; what is inside is carried on.
ring "mark; read all" >/dev/null
live "$tmp/each" --json --interval 0.5
ring "mark; cycle 2 200; sleep 700ms; cycle 2 200; send 30" >"$t"
end_top "$tmp/each"
is "intervals: status" $? 0
intervals_add_up "$tmp/each" tapt "$t"
check "intervals: each begins where the one before ended" jq -s -e '[.[].source] as $s |
	all(range(1; $s | length); $s[.].from_ns == $s[. - 1].to_ns)' "$tmp/each"

# Packets that stay: the average of an interval without an event is what is inside.
live "$tmp/stay" --json -n 3 --interval 0.3
wait "$top_pid"
last "$tmp/stay"
is "nothing happens, unseen packets: no row" "$(dev "$tmp/last" tapt .started)" null
ring "read all" >/dev/null
live "$tmp/stay" --json --interval 0.4
ring "send 30" >/dev/null
end_top "$tmp/stay"
last "$tmp/stay"
is "30 stay: now, most" "$(dev "$tmp/last" tapt '[.in_device.now, .in_device.max] | @csv')" "30,30"
# All but the moment of sending; older packets may be inside, as far as top knows.
between "30 stay: the average's upper bound" "$(dev "$tmp/last" tapt .in_device.avg_high)" 29 118
is "30 stay: the oldest one's age is up to the interval's end" \
	"$(dev "$tmp/last" tapt '.oldest[0] | .start_ns + .age_ns')" "$(total "$tmp/last" .source.to_ns)"
ring "read all" >/dev/null

# Lines; a ring that was never used, for slots come back in batches.
hold_ring a tapl 118
live "$tmp/lines" --interval 0.5
ring "mark; cycle 1 200; send 118" >"$t"
end_top "$tmp/lines"
is "lines: status" $? 0
is "lines: one header" "$(lines_of "$tmp/lines" '^TIME ')" 1
check "lines: the row of the ring" has_line "$tmp/lines" \
	'^[0-9:]{8} tapl +tun .* 118 +[0-9.]+ +118 +118 .* 82 +0 +- +[0-9.]+[a-z]+ packed$'
check "lines: no escape sequence" lacks_line "$tmp/lines" $'\033'
is "lines: nothing on stderr" "$(cat "$tmp/lines.err")" ""
is "lines: idle devices are not shown" "$(lines_of "$tmp/lines" ' idle$')" 0
ring "read all" >/dev/null
in_ns a "$TXRING" top -n 1 --interval 0.2 -a >"$tmp/lines.all"
check "lines -a: idle ones are" has_line "$tmp/lines.all" ' tapt +tun .* idle$'
in_ns a env TERM=dumb "$TXRING" top -n 1 --interval 0.2 >"$tmp/dumb" </dev/null
is "TERM=dumb: plain lines" "$(lines_of "$tmp/dumb" '^TIME ')" 1

# -d: others are not counted.
hold_ring b tapo 64
live "$tmp/only" --json --cumulative --interval 0.5 -d tapt
ring "send 20" >/dev/null			# of tapo
"$TOOLS/tapring" -c "$tmp/tapt.sock" "send 10" >/dev/null
end_top "$tmp/only"
last "$tmp/only"
is "-d: its own packets" "$(dev "$tmp/last" tapt .started)" 10
is "-d: not those of others" "$(dev "$tmp/last" tapo .started)" null

# A device that is made, renamed and removed meanwhile.
live "$tmp/new" --json --cumulative --interval 0.5
hold_ring a tapn 50
ring "send 60; read 50; send 5" >/dev/null
more_lines "$tmp/new" 2
ipn a link set tapn name tapm
in_ns a python3 -c 'import socket
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
s.bind(("tapm", 0x800))
for i in range(7):
    s.send(bytes(12) + b"\x08\x00" + bytes(50))'
more_lines "$tmp/new" 2
ipn a link del tapm
end_top "$tmp/new"
is "a new device: status" $? 0
jq -s '[.[].devices[] | select(.name == "tapn")]' "$tmp/new" >"$tmp/rows"
is "a new device is a ring of 50 with what it dropped" \
	"$(jq -r '[.[0].capacity_packets, .[-1].started, .[-1].dropped, .[-1].in_device.max] | @csv' \
		"$tmp/rows")" "50,65,10,50"
jq -s '[.[].devices[] | select(.name == "tapm")]' "$tmp/new" >"$tmp/rows.new"
is "renamed: its packets are counted under the new name" \
	"$(jq -r '[.[0].capacity_packets, .[-1].started, (map(.in_device.now) | max)] | @csv' \
		"$tmp/rows.new")" "50,7,7"
is "renamed and removed: nothing is left under either name" \
	"$(jq '.[-1].in_device.now' "$tmp/rows" "$tmp/rows.new" | xargs)" "0 0"
stop_bg "$ring_pid"

# Lost events are told at once, and the figures say so.
live "$tmp/loss" --json --interval 0.5 --buffer 64
kill -STOP "$top_pid"
"$TOOLS/tapring" -c "$tmp/tapt.sock" "read all; cycle 100 150" >/dev/null
kill -CONT "$top_pid"
"$TOOLS/tapring" -c "$tmp/tapt.sock" "cycle 3 150" >/dev/null
end_top "$tmp/loss"
is "loss: status" $? 0
check "loss: known, and counted by the kernel" jq -s -e 'any(.[]; .source |
	.lost_events + .lost_gaps_unknown > 0 and .recording.dropped_events > 1000)' "$tmp/loss"
check "loss: the row is not exact, and says why" jq -s -e 'any(.[].devices[];
	.name == "tapt" and (.exact | not) and any(.reasons[]; .code | test("lost|loss")))' "$tmp/loss"

# Usage.
for bad in "--interval 0" "-n 0" "--sort nothing" "--backend perf --keep 3" "--cumulative" "eth0" "--keep-size 0"; do
	"$TXRING" top $bad >"$tmp/out" 2>"$tmp/err"
	is "top $bad: status" $? 2
done
"$TXRING" top -n 1 --interval 0.1 >/dev/full 2>"$tmp/err"
is "a full disk: status" $? 1
check "a full disk: one line says so" one_line "$tmp/err"
in_ns a "$TXRING" top --json --all -n 1 --interval 0.1 >/dev/full 2>"$tmp/err"
is "a full disk: and why, whatever the length" "$(cat "$tmp/err")" \
	"txring: standard output: No space left on device; the output is not complete"
"$TXRING" top --interval 0.1 -a | head -n 3 >"$tmp/out"
is "a reader that leaves" "$(wc -l <"$tmp/out")" 3
finish
