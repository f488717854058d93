#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# --time cuts the statistics of a real recording, never its events.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 23
new_ns a
hold_ring a tapt 80
f=$tmp/t.dat
# Three bursts, 0.3 s apart; the second one is in the ring over the pause.
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" \
	"send 10; read all; sleep 300ms; send 60; sleep 300ms; read all; sleep 300ms; send 7; read all" >/dev/null
is "record's status" $? 0
report "$f"
is "whole: started, completed, dropped" "$(dev "$f" tapt '[.started, .completed, .dropped] | @csv')" "77,77,0"
window() {	# window FROM,TO: with -d, others' traffic moves nothing
	report "$f" --time "$1" -d tapt
	is "$1: report's status" $? 0
	check "$1: the books balance" books_balance "$f"
}
# Where the bursts lie: by the laps themselves.
"$TXRING" script -i "$f" --json >"$tmp/laps" 2>"$tmp/laps.err"
is "script: status and laps" "$? $(jq -s '[.[] | select(.device == "tapt")] | length' "$tmp/laps")" "0 77"
starts=$(jq -s '[.[] | select(.device == "tapt") | .start // .start_ns | tonumber] | sort | map(. / 1e9)' "$tmp/laps")
at() { jq -r ".[$1]" <<<"$starts" | awk -v d="$2" '{ printf "%.9f", $1 + d }'; }
first=$(total "$f" '.source.first_ns | tonumber / 1e9')
# Times of --time are as trace tools print them, in the recording's clock.
abs() { awk -v a="$1" -v b="$first" -v big="$(jq '.[0]' <<<"$starts")" 'BEGIN { printf "%.9f", big < b ? a + b : a }'; }

window "$(abs "$(at 10 -0.1)"),$(abs "$(at 69 0.1)")"
is "the second burst alone: started, dropped, still in" \
	"$(dev "$f" tapt '[.started, .dropped, .in_device_at_end] | @csv')" "60,0,60"
# Nothing happens in it, and 60 packets are inside all the time.
window "$(abs "$(at 69 0.1)"),$(abs "$(at 69 0.2)")"
between "the pause: observed all of it" "$(dev "$f" tapt .observed_ns)" 99999990 100000010
is "the pause: 60 inside" \
	"$(dev "$f" tapt '.in_device | [.avg_high, .p50, .p99, .max, .end] | @csv')" "60,60,60,60,60"
window "$(abs "$(at 69 0.1)"),"
is "from the pause on: what was in counts as started" \
	"$(dev "$f" tapt '[.started, .completed, .dropped] | @csv')" "67,67,0"
between "whole laps count" "$(dev "$f" tapt .lap_ns.max)" 300000000 60000000000
window ",$(abs "$(at 10 -0.1)")"
is "the first burst alone" "$(dev "$f" tapt '[.started, .completed, .in_device.max] | @csv')" "10,10,10"
window "$(abs "$(at 70 -0.1)"),"
is "the last burst alone" "$(dev "$f" tapt '[.started, .completed] | @csv')" "7,7"
"$TXRING" report -i "$f" --time nonsense >/dev/null 2>"$tmp/err"
is "nonsense: usage" $? 2
check "nonsense: one line" one_line "$tmp/err"
finish
