#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# txring diff: the same load on a ring of 60 and of 118, against what is known of
# it beforehand; and on one ring twice, where nothing may seem to have changed.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 16
new_ns a
load="cycle 300 100; print"
for n in 60 118; do
	hold_ring a tapd "$n"
	for run in 1 2; do
		record a "$tmp/$n-$run.dat" -d tapd -- "$TOOLS/tapring" -c "$ring_socket" \
			"mark; $load" >"$tmp/$n-$run.truth"
	done
	kill "$ring_pid"
	wait "$ring_pid" 2>/dev/null
done
a=$tmp/60-1.dat b=$tmp/118-1.dat
"$TXRING" diff --json "$a" "$b" >"$tmp/diff.json" 2>"$tmp/err"
is "status, and no word" "$?,$(cat "$tmp/err")" "0,"
check "keeps to the schema" schema_holds "$tmp/diff.json" diff.schema.json
fig() { jq -rc --arg k "$2" ".rows[0].figures[] | select(.key == \$k) | $3" "$1"; }
is "one device" "$(jq -c '[.rows[] | [.name, .queue]]' "$tmp/diff.json")" '[["tapd",null]]'
is "what was set otherwise" "$(jq -c '.rows[0].settings' "$tmp/diff.json")" \
	'[{"key":"txqueuelen","a":"60","b":"118"}]'
is "the truth: dropped of 60" "$(truth "$tmp/60-1.truth" .dropped)" 12000
is "dropped: 40 % and none" "$(fig "$tmp/diff.json" dropped_share '[.a.value, .b.value, .verdict]')" \
	'[0.4,0,"beyond"]'
is "most inside" "$(fig "$tmp/diff.json" in_device.max '[.a.value, .b.value, .change, .verdict]')" \
	'[60,100,40,"beyond"]'
is "packets in a batch" "$(fig "$tmp/diff.json" release_batch.avg '[.a.value, .b.value, .verdict]')" \
	'[60,100,"beyond"]'
# What diff says of the whole is what report says.
report "$a"
is "lap time of A: as report has it" "$(fig "$tmp/diff.json" lap_ns.p99 .a.value)" "$(dev "$a" tapd .lap_ns.p99)"
is "inside, avg of A: as report has it" "$(fig "$tmp/diff.json" in_device.avg '(.a.value * 1e6 | round)')" \
	"$(dev "$a" tapd '(.in_device.avg * 1e6 | round)')"
# Its slices are those of report --time; in one without releases there is no lap.
for i in 1 2 3 4 5 6 7 8 9 10; do
	"$TXRING" report --json --time "10%/$i" "$a" |
		jq '.devices[] | select(.name == "tapd").lap_ns.avg | select(. != null)'
done | jq -sc 'sort | [length, ((.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2 | round)]' >"$tmp/mid"
is "slices: as report --time has them" \
	"$(fig "$tmp/diff.json" lap_ns.avg '[.spread_a.slices, (.spread_a.mid | round)]')" "$(cat "$tmp/mid")"

"$TXRING" diff --json "$tmp/60-1.dat" "$tmp/60-2.dat" >"$tmp/same.json"
is "the same load twice: what the ring decides is the same" \
	"$(jq -c '[.rows[0].figures[] | select(.key == "in_device.max" or .key == "dropped_share" or .key == "release_batch.avg") | .verdict] | unique' "$tmp/same.json")" \
	'["same"]'
is "the same load twice: no setting differs" "$(jq -c '.rows[0].settings' "$tmp/same.json")" '[]'

"$TXRING" diff "$a" "$b" >"$tmp/text" 2>"$tmp/err"
check "text: the drops" grep -qE '^  dropped +40\.0% +[0-9.%]+ +0\.0% .* -40\.0pp +BEYOND$' "$tmp/text"
check "text: the setting" grep -qx '  set         txqueuelen 60 -> 118' "$tmp/text"
finish
