#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# `txring top --backend perf`: the same figures from perf events, whose truth is known.
needs_tun=1
. "$(dirname "$0")/lib.sh"
. "$root/tests/live/top_lib.sh"
plan 38
new_ns a b
hold_ring a tapt 118
t=$tmp/truth

in_ns a "$TXRING" top --backend perf -n 1 --interval 0.1 >"$tmp/out" 2>"$tmp/err" ||
	{ grep -qE 'libperf|perf events' "$tmp/err" && skip_all "$(head -1 "$tmp/err")"; }

# live FILE OPTION...: in the background; it has begun when its first interval is over
live() {
	local file=$1
	shift
	: >"$file"
	background a "$TXRING" top --backend perf --json "$@" >"$file" 2>"$file.err"
	top_pid=$bg
	wait_for 20 test -s "$file"
}
figures='[.started, .completed, .dropped, .in_device.now, .in_device.max] | @csv'

live "$tmp/sum" --cumulative --interval 0.5 -Q
before=$(instances | grep -c -- "-$top_pid-")
ring "cycle 3 200; send 200" >"$t"
end_top "$tmp/sum"
is "cumulative: status" $? 0
is "no tracing instance" "$before" 0
is "nothing on stderr" "$(cat "$tmp/sum.err")" ""
last "$tmp/sum"
is "started, completed, dropped, now, most" "$(dev "$tmp/last" tapt "$figures")" \
	"$(truth "$t" '[.sent, .read, .dropped, .left, .max] | @csv')"
is "of the queue too" "$(dev "$tmp/last" tapt '.queues[0] | [.queue, .in_device.now] | @csv')" "0,118"
is "laps" "$(dev "$tmp/last" tapt .lap_ns.count)" "$(truth "$t" .lap_ns.count)"
between "sum of laps" "$(dev "$tmp/last" tapt .lap_ns.sum)" "$(truth "$t" .lap_ns.sum_low)" \
	"$(truth "$t" .lap_ns.sum_high)"
is "the oldest is told with its task" "$(dev "$tmp/last" tapt '.oldest[0].comm')" tapring
is "nothing lost, in order" "$(total "$tmp/last" \
	'.source | [.lost_events, .out_of_order, .undecodable, .clock, .format] | @csv')" \
	'0,0,0,"mono","live"'
is "the device is exact" "$(dev "$tmp/last" tapt '[.exact, .reasons[].code] | @csv')" true
check "the books balance" books_balance "$tmp/last"
check "the schema holds" schema_holds "$tmp/sum"

# Intervals: what completes in each adds up; what is inside is carried on.
ring "mark; read all" >/dev/null
live "$tmp/each" --interval 0.5
ring "mark; cycle 2 200; sleep 700ms; cycle 2 200; send 30" >"$t"
end_top "$tmp/each"
is "intervals: status" $? 0
intervals_add_up "$tmp/each" tapt "$t"
ring "read all" >/dev/null

# -d, and a device that comes to lie below one that -d names: events with another
# filter, opened anew; between the two something may have been missed, and that is said.
hold_ring b tapo 64
live "$tmp/only" --cumulative --interval 0.5 -d tapt -d "$prefix"br
ring "send 20" >/dev/null			# of tapo
"$TOOLS/tapring" -c "$tmp/tapt.sock" "send 10" >/dev/null
more_lines "$tmp/only" 2
mark=$(wc -l <"$tmp/only")
ipn b link add "$prefix"br type bridge
ipn b link set tapo master "$prefix"br
wait_for 60 has_lines "$tmp/only" $((mark + 8))
ring "send 7" >/dev/null
end_top "$tmp/only"
is "-d: status" $? 0
check "-d: says that one is not there" one_line "$tmp/only.err"
head -n "$mark" "$tmp/only" | jq -s '[.[].devices[].name] | unique' >"$tmp/names"
check "-d: not those of others" jq -e 'index("tapo") == null' "$tmp/names"
last "$tmp/only"
is "-d: its own packets" "$(dev "$tmp/last" tapt .started)" 10
is "-d: of what came to lie below, from then on" "$(dev "$tmp/last" tapo .started)" 7
is "-d: that something may be missing is said" "$(dev "$tmp/last" tapt \
	'[.exact, any(.reasons[]; .code == "lost-events")] | @csv')" false,true
check "-d: and not before" jq -s -e 'first | .devices | all(.exact or
	all(.reasons[]; .code != "lost-events"))' "$tmp/only"
check "the books balance for all that" books_balance "$tmp/last"
stop_bg "$ring_pid"

# A device that is made, renamed and removed meanwhile.
ring_socket=$tmp/tapt.sock
ring "read all" >/dev/null
live "$tmp/new" --cumulative --interval 0.5
hold_ring a tapn 50
ring "send 60; read 50; send 5" >/dev/null
more_lines "$tmp/new" 2
ipn a link set tapn name tapm
end_top "$tmp/new"
is "a new device: status" $? 0
last "$tmp/new"
is "a new device is a ring of 50 with what it dropped" \
	"$(dev "$tmp/last" tapn '[.started, .dropped, .in_device.max] | @csv')" "65,10,50"
stop_bg "$ring_pid"

# Rings that are too small: lost events are told at once, and the figures say so.
ring_socket=$tmp/tapt.sock
live "$tmp/loss" --cumulative --interval 0.5 --buffer 256 -d tapt
ring "mark; send 10" >/dev/null
kill -STOP "$top_pid"
ring "read all; cycle 100 150" >/dev/null
kill -CONT "$top_pid"
ring "cycle 3 150" >"$t"
end_top "$tmp/loss"
is "loss: status" $? 0
last "$tmp/loss"
cp "$tmp/last.json" "$tmp/loss.json"
between "loss: counted" "$(total "$tmp/loss" .source.lost_events)" 10000 100000000
is "loss: each with its number" "$(total "$tmp/loss" \
	'.source | [.lost_gaps_unknown, .lost_events == .recording.dropped_events,
		.lost_events == (.lost_by_cpu | add)] | @csv')" "0,true,true"
is "loss: the row is not exact, and says why" "$(dev "$tmp/loss" tapt \
	'[.exact, any(.reasons[]; .code == "lost-events")] | @csv')" false,true
for figure in started in_device.max; do
	check "loss: the truth lies within: $figure" bounds_hold "$tmp/loss" tapt $figure \
		"$(truth "$t" ".$([ $figure = started ] && echo sent || echo max)")"
done
check "loss: the books balance" books_balance "$tmp/loss"

# No write access to tracefs: enough for perf events.
if tracefs_read_only true 2>/dev/null; then
	tracefs_read_only "$TXRING" top -n 1 --interval 0.2 >/dev/null 2>"$tmp/err"
	status=$?
	tracefs_read_only "$TXRING" top --backend perf -n 1 --interval 0.2 >"$tmp/out" 2>"$tmp/err"
	is "tracefs not to be written: tracefs, perf" "$status $? $(cat "$tmp/err")" "1 0 "
else
	skip 1 "tracefs cannot be bound anew here"
fi

# The screen, and the key that needs what perf does not hold.
if command -v tmux >/dev/null; then
	tm() { tmux -L "$prefix" -f /dev/null "$@"; }
	trap 'tm kill-server 2>/dev/null; on_exit' EXIT
	ring "read all" >/dev/null
	tm new-session -d -x 120 -y 30 "ip netns exec ${prefix}a env LC_ALL=C $TXRING top \
		--backend perf --interval 0.3 -d tapt; sleep 60"
	shown() { tm capture-pane -p >"$tmp/screen"; grep -qE -- "$1" "$tmp/screen"; }
	wait_for 10 shown "^DEVICE|no traffic"
	ring "send 9" >/dev/null
	wait_for 10 shown "^tapt .* ~?9 "
	ok "the screen shows the number" $? || diag "$(cat "$tmp/screen")"
	tm send-keys w
	wait_for 10 shown "w: not with --backend perf"
	ok "w: says why not" $? || diag "$(cat "$tmp/screen")"
	tm kill-server 2>/dev/null
else
	skip 2 "needs the program tmux"
fi
finish
