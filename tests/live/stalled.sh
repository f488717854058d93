#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A tap whose reader stops has stalled; one that is read late, has no carrier, or
# gave its packets back to a reset, has not. The tap's own clock tells the truth.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 43
new_ns a
hold_ring a taps 118

run() {		# run NAME SCRIPT [OPTION of record]...: in $tmp/NAME.dat, its truth
	local f=$tmp/$1.dat script=$2
	shift 2
	record a "$f" "$@" -- "$TOOLS/tapring" -c "$ring_socket" "mark; $script" >"$f.truth"
	is "${f##*/}: recorded" $? 0 || diag "$(cat "$f.err")"
	report "$f"
}
# finding NAME ID EXPRESSION: of the only device
finding() {
	jq -r --arg id "$2" "[.findings[] | select(.id == \$id and .device == \"taps\")][0] | $3" \
		"$tmp/$1.dat.json"
}
stalled() { finding "$1" queue-stalled "$2"; }
left() { truth "$tmp/$1.dat.truth" .left; }
fail_on() {	# its exit status
	"$TXRING" report -q -i "$tmp/$1.dat" --fail-on queue-stalled "${@:2}" >/dev/null
	echo $?
}

# The reader stops, the sender goes on.
run stops "cycle 3 50; send 5; sleep 500ms; send 5; sleep 700ms; send 5; sleep 150ms"
is "stops: the packets inside" "$(stalled stops .evidence.open_packets)" "$(left stops)"
is "stops: an error, now, by its packets" \
	"$(stalled stops '[.severity, .evidence.state, .evidence.basis, .queue] | join(" ")')" \
	"error now packets 0"
is "stops: the starts since" "$(stalled stops .evidence.starts_since_release)" 15
is "stops: the threshold is told" "$(stalled stops .evidence.threshold_ns)" 1000000000
between "stops: since the last release" "$(stalled stops .evidence.since_last_release_ns)" \
	1350000000 600000000000
between "stops: the oldest is as old as the row has it" "$(stalled stops .evidence.oldest_age_ns)" \
	"$(dev "$tmp/stops.dat" taps '.oldest[0].age_ns')" "$(dev "$tmp/stops.dat" taps '.oldest[0].age_ns')"
check "stops: the oldest packet by address, size and task" eval \
	'stalled stops .evidence.oldest | grep -qE "^0x[0-9a-f]+, 128 bytes, [0-9.]+ m?s, tapring/$ring_pid$"'
is "stops: not told twice" "$(finding stops never-completed .id)" null
is "stops: --fail-on" "$(fail_on stops)" 3
is "stops: --fail-on, a threshold above it" "$(fail_on stops --stalled-after 10m)" 0
check "stops: the schema holds" schema_holds "$tmp/stops.dat.json"
ring "read all" >/dev/null
if "$TXRING" record --help | grep -q -- --backend && perf_ok=$("$TXRING" record -q --backend perf \
		-o "$tmp/try.data" --duration 0.1 2>&1); then
	run perf "cycle 3 50; send 5; sleep 500ms; send 5; sleep 700ms; send 5; sleep 150ms" --backend perf
	is "perf: the same" "$(stalled perf '[.severity, .evidence.state, .evidence.basis,
		.evidence.open_packets, .evidence.starts_since_release] | join(" ")')" \
		"error now packets 15 15"
else
	skip 2 "no recording by perf here: ${perf_ok:-}"
fi

# Live: the same packets are still inside; nothing happens any more.
in_ns a "$TXRING" top --json -n 1 --interval 0.3 >"$tmp/quiet.dat.json"
is "top: what is not seen is not told" "$(stalled quiet .id)" null
background a sh -c 'exec "$0" top --json -n 6 --interval 0.5 >"$1"' "$TXRING" "$tmp/top"
top_pid=$bg
wait_for 10 eval 'i=$(instances | grep "txring-$top_pid-") &&
	[ "$(cat "$TRACEFS/instances/$i/tracing_on")" = 1 ]'
ring "read all; send 4; sleep 400ms; send 1" >/dev/null
wait "$top_pid"
tail -n 1 "$tmp/top" >"$tmp/last.dat.json"
is "top: an interval in which nothing happened" "$(stalled last '[.severity, .evidence.state,
	.evidence.open_packets, .evidence.starts_since_release] | join(" ")')" "error now 5 5"
ring "read all" >/dev/null

# A full ring refuses; then silence.
run full "send 200; sleep 1200ms"
is "full: an error" "$(stalled full '[.severity, .evidence.state] | join(" ")')" "error now"
check "full: says that it refuses" eval 'stalled full .message | grep -q "the ring refuses more"'

# A recording that begins when it is full: nothing comes in, nothing is inside by it.
run begun "send 2; sleep 700ms; send 2; sleep 500ms; send 1"
is "begun: all were refused" "$(dev "$tmp/begun.dat" taps '[.started, .dropped] | @csv')" "5,5"
is "begun: an error" "$(stalled begun '[.severity, .evidence.state, .evidence.open_packets,
	.evidence.starts_since_release] | join(" ")')" "error now 0 5"
ring "read all" >/dev/null

# It goes on after a while: told with its length.
run ended "cycle 2 50; send 5; sleep 600ms; send 5; sleep 700ms; read all; cycle 2 50"
is "ended: a warning" "$(stalled ended '[.severity, .evidence.state, .evidence.stalls_ended,
	.evidence.open_packets] | join(" ")')" "warning ended 1 0"
between "ended: its length, by the longest lap" "$(stalled ended .evidence.stalled_ns)" 1300000000 \
	"$(truth "$tmp/ended.dat.truth" .lap_ns.max_high)"

# A tail that waits for the next xmit, again and again. If the machine slept between
# an xmit and the clean-up after it, it is none.
script="cycle 2 50"
for i in 1 2 3; do
	script="$script; send 4; sleep 1200ms; send 1; read all"
done
run lazy "$script; send 3; sleep 1200ms"
is "lazy: the tail" "$(left lazy)" 3
"$TXRING" script -q -i "$tmp/lazy.dat" --json >"$tmp/lazy.laps"
if jq -s -e 'all(.[] | select(.device == "taps"); .lap_ns == null or .lap_ns < 90000000 or
		.lap_ns > 1000000000)' "$tmp/lazy.laps" >/dev/null; then
	is "lazy: no stall" "$(stalled lazy '.message // "none"')" none
else
	skip 1 "the machine was too busy"
fi
is "lazy: an idle tail" "$(finding lazy never-completed .evidence.class)" idle-tail
is "lazy: --fail-on" "$(fail_on lazy)" 0
ring "read all" >/dev/null

# A healthy ring of that length of time.
run well "cycle 5 50; sleep 1200ms; cycle 5 50"
is "well: nothing found" "$(jq '[.findings[] | select(.device == "taps") | .id] | map(select(
	. == "queue-stalled" or . == "never-completed")) | length' "$tmp/well.dat.json")" 0

# Without a carrier it can give nothing back; when it is back, the clock begins anew.
if ipn a link set taps carrier off 2>/dev/null && ipn a link set taps carrier on; then
	wait_for 5 is_up a taps
	with_carrier() {	# with_carrier NAME COMMANDS: a recording of them
		record a "$tmp/$1.dat" -- sh -c "$2" "$TOOLS/tapring" "$ring_socket" >/dev/null
		report "$tmp/$1.dat"
	}
	off='ip link set taps carrier off' on='ip link set taps carrier on'
	# shellcheck disable=SC2016 # for the shell in there
	do_ring='T=$0 S=$1; say() { "$T" -c "$S" "$1" >/dev/null; };'
	with_carrier off "$do_ring say 'cycle 1 20; send 10'; $off; sleep 2.5"
	is "no carrier: no stall" "$(stalled off '.message // "none"')" none
	is "no carrier: the packets are told" "$(finding off never-completed '[.severity,
		.evidence.class, .evidence.open_packets] | join(" ")')" "info no-carrier 10"
	ring "read all" >/dev/null
	ipn a link set taps carrier on && wait_for 5 is_up a taps
	with_carrier pause "$do_ring say 'cycle 1 20; send 3; sleep 300ms; send 3'; $off; sleep 2.2; $on
		say 'read all; cycle 1 20'; sleep 1.2"
	is "a pause that is over: no stall" "$(stalled pause '.message // "none"')" none
	is "a pause: all came back" "$(dev "$tmp/pause.dat" taps .in_device_at_end)" 0
	wait_for 5 is_up a taps
	with_carrier after "$do_ring say 'send 3'; $off; sleep 1.2; $on; sleep 0.3
		say 'send 1; sleep 1500ms; send 1; sleep 1800ms; send 1; sleep 150ms'"
	is "after a pause: a stall" "$(stalled after '[.severity, .evidence.state,
		.evidence.carrier_pauses] | join(" ")')" "error now 1"
	between "after a pause: it counts from when the carrier was back" \
		"$(stalled after .evidence.stalled_ns)" 1000000000 \
		"$(($(stalled after .evidence.oldest_age_ns) - 1200000000))"
	ring "read all" >/dev/null
else
	skip 6 "this kernel's tap has no carrier to set"
fi

# The looks at the device travel in the file, and cost nothing that grows with it.
run long "send 1; sleep 3200ms; read all"
looks() { grep -aoE '"looks":[0-9]+' "$tmp/$1" | grep -oE '[0-9]+'; }
took=$(total "$tmp/long.dat" '.source.recording | ((.end_real_ns | tonumber) - (.start_real_ns | tonumber)) / 1e9 | ceil')
between "looks: one a second, and at both ends" "$(looks long.dat)" 4 $((took + 2))
run kept "sleep 1500ms" -d 'nosuch*'
is "looks: none of devices that are not traced" \
	"$(grep -aoE '"looks":[0-9]+.*' "$tmp/kept.dat" | grep -c '"name":"taps"')" 0
finish
