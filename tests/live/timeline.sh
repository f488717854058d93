#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# --timeline of a ring whose course is known: full and refusing, empty, a third full,
# and five packets that stay to the end, when no event comes any more.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan $((2 * 14 + 2))
new_ns a
script="send 200; sleep 60ms; read all; sleep 60ms; send 30; sleep 60ms; read all; sleep 20ms; send 5; sleep 60ms"

# plateau FILE LEVEL: ns in bins in which that was the level all the time
plateau() {
	dev "$1" tapl ".timeline | .bin_ns as \$ns | [.min, .max] | transpose |
		map(select(.[0] == $2 and .[1] == $2)) | length * \$ns"
}
of_bins() { dev "$1" tapl ".timeline | $2"; }

one_backend() {
	local f=$tmp/$1.$2 t=$tmp/$1.truth
	hold_ring a tapl 90	# a new one: tun gives slots back by sixteens
	record a "$f" --backend "$1" -d tapl -- "$TOOLS/tapring" -c "$ring_socket" "$script" >"$t"
	is "$1: record's status" $? 0
	report "$f" --timeline --histogram -d tapl
	check "$1: sums of bins and cells are the figures" \
		schema_holds "$f.json"
	lossless "$f" tapl
	is "$1: the highest bin" "$(of_bins "$f" '.max | max')" 90
	# a bin at each end of a rest may have seen a step; the sleeps are at least so long
	local two=$((2 * $(of_bins "$f" .bin_ns)))
	between "$1: full" "$(plateau "$f" 90)" $((60000000 - two)) 600000000000
	between "$1: empty" "$(plateau "$f" 0)" $((60000000 - two)) 600000000000
	between "$1: 30 inside" "$(plateau "$f" 30)" $((60000000 - two)) 600000000000
	between "$1: 5 inside up to the end, without an event" "$(plateau "$f" 5)" \
		$((60000000 - two)) 600000000000
	is "$1: refused where it was full alone" "$(of_bins "$f" '[.dropped, .max] | transpose |
		map(select(.[0] > 0 and .[1] < 90)) | length')" 0
	is "$1: all that was refused" "$(of_bins "$f" '.dropped | add')" "$(truth "$t" .dropped)"
	# 110 starts found it full and are no laps; 90, 30 from 0 on each, and none of the 5
	is "$1: laps by what was inside at their start" "$(dev "$f" tapl '.lap_grid |
		[(map(.count) | add), (map(select(.inside_low == 0) | .count) | add),
		(map(select(.inside_low >= 64) | .count) | add)] | @csv')" "120,2,26"
	stop_bg "$ring_pid"
	"$TXRING" report -i "$f" -d tapl --timeline --histogram >"$f.txt"
	# how wide it is full depends on how long all of it took
	check "$1: the plot's height is the ring" has_line "$f.txt" '^     90 ring[|].*##'
	is "$1: one line of refusals, none of loss" \
		"$(grep -c '^  dropped' "$f.txt")|$(grep -c '^  lost' "$f.txt")" "1|0"
}

export LC_ALL=C
one_backend tracefs dat
one_backend perf data
# A window, and the whole height of an idle ring.
f=$tmp/tracefs.dat
at=$("$TXRING" script -i "$f" -d tapl --json | jq -s '[.[] | select(.outcome == "completed")] |
	.[0].start_ns')
first=$(total "$f" .source.first_ns)
report "$f" --timeline -d tapl --time "$(awk -v a="$at" -v b="$first" 'BEGIN {
	printf "%.9f,%.9f", (a + b) / 1e9 + 0.01, (a + b) / 1e9 + 0.04 }')"
is "a window within the first rest: 90 carried in, in every bin" \
	"$(of_bins "$f" '[.carried_in, (.min | min), (.max | max), (.started | add)] | @csv')" "90,90,90,0"
finish
