#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_clock.t [OPTION of tests/vm/run]...
#
# The wall clock is set while txring records: an hour on while laps are open, two hours
# back, an hour on. No figure moves, but in a clock that is set with it (tai): then
# record and report say so, and nothing but what was started passes for right.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
ok "the guest runs" "$here/run" "$@" --strict --timeout 280 --cpus 2 --memory 768 \
	--append 'ipv6.disable=1' \
	--e1000e \
	--take "$tmp/flood" --take "$here/guest.sh" --take "$TXRING" --tool ip \
	--out "$tmp/out" "$here/txring_clock.guest" || { tap_end; exit 1; }
out=$tmp/out

source_of()	# EXPRESSION: of the report that figures wrote
{
	jq -r ".source | $1" "$tmp/report.json"
}

# An hour is far more than anything here takes.
short()	# KEY
{
	awk -v v="${is[$1]-}" 'BEGIN { exit !(v ~ /^[0-9]+$/ && v < 60e9) }' || {
		echo "# $1 is ${is[$1]-none}, more than a minute"
		return 1
	}
}

# The first event is between the snapshot and the first packet, by the clock of then.
first_is()	# SECONDS
{
	local real
	real=$(source_of '.first_real_ns | tonumber / 1e9 | floor')
	awk -v r="$real" -v w="$1" 'BEGIN { exit !(r >= w - 20 && r <= w + 20) }' || {
		echo "# the first event is at $real, not about $1"
		return 1
	}
}

for name in tracefs.mono tracefs.boot tracefs.mono_raw perf.mono perf.mono_raw; do
	figures "$out/$name"
	sed -n '/ events in /s/^/# /p' "$out/$name.err"
	ok "$name: every packet is started" same started 3600
	ok "$name: and came back" same completed 3600
	ok "$name: the books balance" same balance 0
	ok "$name: the report is exact" value exact true
	ok "$name: no lap is longer than the recording" short lap_max
	ok "$name: nor is what was observed" short observed_ns
	ok "$name: nothing is out of order" test "$(source_of .out_of_order)" = 0
	ok "$name: the time of the first event" first_is "$(cat "$out/$name.first")"
	ok "$name: record says nothing of the clock" test \
		"$(grep -c 'was set by' "$out/$name.err")" = 0
	# --time is of the recording's clock: two halves are the whole.
	middle=$(source_of '((.first_ns + .last_ns) / 2 | floor) as $m |
		"\($m / 1000000000 | floor).\($m % 1000000000 + 1000000000 | tostring | .[1:])"')
	for half in ",$middle" "$middle,"; do
		"$TXRING" report -q --json --time "$half" -i "$out/$name" | jq \
			'.devices[] | select(.name == "eth0") | [.started, .in_device_at_end]'
	done | jq -s -c '[.[0][0] + .[1][0] - .[0][1], .[1][1]]' > "$tmp/halves"
	ok "$name: --time: two halves are the whole" test "$(cat "$tmp/halves")" = '[3600,0]' ||
		sed 's/^/# /' "$tmp/halves"
done

for name in tracefs.tai:3600 forward:3000; do
	sent=${name#*:} name=${name%:*}
	figures "$out/$name"
	sed -n '/ events in /s/^/# /p' "$out/$name.err"
	ok "$name: record says so" grep -q \
		'; clock tai was set by .*, its times are WRONG from there on: record with --clock mono' \
		"$out/$name.err"
	ok "$name: the reason" says source_reasons clock-set
	ok "$name: of the device too" says reasons clock-set
	ok "$name: not exact" value exact false
	ok "$name: what was started is right" same started "$sent"
	ok "$name: the books balance" same balance 0
	ok "$name: what came back may be less" test "${is[completed_low]-}" = 0
	ok "$name: the truth is within" at_least completed_high "$sent"
	ok "$name: no bound is claimed of the time" test "${is[observed_ns_high]-}" = unknown
	# 117 fit, and no more than there are descriptors can be bounded
	ok "$name: the maximum is within" at_least max_high 117
	# to none where its start seems to have come again
	ok "$name: down to one, or none" test "${is[max_low]-2}" -le 1
	ok "$name: no error is found in an hour that was not" test "$(jq \
		'[.findings[] | select(.severity == "error")] | length' "$tmp/report.json")" = 0 ||
		jq -c '.findings[]' "$tmp/report.json"
done

read -r status seconds < "$out/duration.status"
ok "--duration: ends by itself" test "$status" = 0
ok "--duration: after a time that is none of the clock's" test "$seconds" -lt 600

# Of three files the first went, whatever their names.
ok "flight recorder: ends well" test "$(cat "$out/fly.status")" = 0
ls "$out" | sed -n 's/^fly-\(.*\)\.dat$/\1/p' > "$tmp/kept"
sed -n 's/.*; wrote .*fly-\(.*\)\.dat: .*/\1/p' "$out/fly.err" > "$tmp/wrote"
ok "flight recorder: three files were written" test "$(wc -l < "$tmp/wrote")" = 3
ok "flight recorder: the last two stay" test \
	"$(tail -n 2 "$tmp/wrote" | sort)" = "$(sort "$tmp/kept")"
ok "flight recorder: the third has an earlier name" test \
	"$(tail -n 1 "$tmp/wrote")" = "$(sort "$tmp/wrote" | head -n 1)"
sed 's/^/# /' "$out/fly.err"
# as the device counted: what the socket took can be dropped before
mapfile -t counted < "$out/fly.sent"
n=1
for stamp in $(tail -n 2 "$tmp/wrote"); do
	sent=${counted[$n]}
	figures "$out/fly-$stamp.dat"
	ok "flight recorder: $stamp: what was sent so far" same started $sent
	ok "flight recorder: $stamp: and came back" same completed $sent
	ok "flight recorder: $stamp: exact" value exact true
	ok "flight recorder: $stamp: no time is an hour" short observed_ns
	n=$((n + 1))
done
ok "flight recorder: something was sent each time" test \
	"${counted[0]}" -gt 0 -a "${counted[1]}" -gt "${counted[0]}" -a "${counted[2]}" -gt "${counted[1]}"

ok "top: ends well" test "$(cat "$out/top.status")" = 0
# what is inside at the end of an interval is started in the next one too
ok "top: every packet once" test "$(jq -s '[.[].devices[] | select(.name == "eth0") |
	.started - .in_device_at_end] | add' "$out/top.json")" = 3600
ok "top: and each came back" test "$(jq -s \
	'[.[].devices[] | select(.name == "eth0") | .completed] | add' "$out/top.json")" = 3600
ok "top: one interval begins where the last one ended" test "$(jq -s \
	'[.[].source | [.from_ns, .to_ns]] | . as $t | all(range(1; length);
		$t[.][0] == $t[. - 1][1] and $t[.][1] > $t[.][0])' "$out/top.json")" = true
ok "top: no interval is an hour" test "$(jq -s \
	'all(.[].source; .to_ns - .from_ns < 60e9)' "$out/top.json")" = true
ok "top: no lap either" test "$(jq -s \
	'all(.[].devices[]; (.lap_ns.max // 0) < 60e9)' "$out/top.json")" = true
ok "top: nothing on stderr" test ! -s "$out/top.err"
ok "no trace instance is left" test ! -s "$out/left"
tap_end
