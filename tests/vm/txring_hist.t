#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_hist.t [OPTION of tests/vm/run]...
#
# The laps of a report are those that the kernel's hist triggers count on their own
# (onmatch, onmax), in the same trace buffer and so by the same times: how many, the
# longest, to the nanosecond, and the sum, but for an event now and then that an
# interrupt wrote into the middle of another's: its time in the buffer is that of the
# event before it (__rb_reserve_next() in kernel/trace/ring_buffer.c, "delta = 0").

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

count=5000
case $tiers in
*patched*) tiers="patched stock" ;;
*) tiers=stock ;;
esac

ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
ok "the guest runs" "$here/run" "$@" --strict --timeout 180 \
	--append 'ipv6.disable=1' \
	--e1000e \
	--take "$tmp/flood" --take "$here/guest.sh" --take "$TXRING" --tool ip \
	--out "$tmp/out" "$here/txring_hist.guest" $count "$tiers" || { tap_end; exit 1; }

hist()	# FILE: count, longest, sum in ns
{
	awk '/hitcount:/ && /lap:/ { for (i = 1; i < NF; i++) {
			if ($i == "hitcount:") n = $(i + 1)
			if ($i == "lap:") sum = $(i + 1) } }
		$1 == "max:" { max = $2 }
		END { print n, max, sum }' "$1"
}

for tier in $tiers; do
	ok "$tier: a recording came back" test -s "$tmp/out/$tier.dat" || continue
	figures "$tmp/out/$tier.dat"
	read -r n max sum < <(hist "$tmp/out/$tier.hist")
	echo "# hist: $n laps, longest $max ns, sum $sum ns; report's sum ${is[lap_sum]}"
	ok "$tier: no event is lost" same lost 0
	ok "$tier: the triggers count every packet" test "${n:-0}" -eq $count
	ok "$tier: the report as many laps" same lap_count "$n"
	ok "$tier: the longest lap is the same" same lap_max "$max"
	ok "$tier: the sum is the same" awk -v a="${is[lap_sum]}" -v b="$sum" \
		'BEGIN { d = a > b ? a - b : b - a; exit !(d <= b / 10000) }'
done
ok "no trace instance and no event is left" test ! -s "$tmp/out/left" || cat "$tmp/out/left"
tap_end
