#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# hist.t [OPTION of tests/vm/run]...
#
# The laps that a reader of the trace finds are those that the kernel's hist
# triggers count on their own: how many, the longest, and the sum. The text of a
# trace has microseconds, so each lap may differ by one.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/tap.sh"

count=5000
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# lap_count, lap_max_us, lap_sum_us of a trace: of each start the first release
laps()
{
	awk '{
		event = addr = ""
		for (i = 1; i <= NF; i++)
			if ($i ~ /^[0-9]+\.[0-9]+:$/) { now = $i + 0; event = $(i + 1) }
			else if ($i ~ /^skbaddr=/) addr = $i
	}
	event == "netdev_start_xmit:" { start[addr] = now }
	(event == "dev_kfree_skb_irq:" || event == "napi_consume_skb:") && addr in start {
		lap = (now - start[addr]) * 1e6
		n++; sum += lap
		if (lap > max) max = lap
		delete start[addr]
	}
	END { printf "%d %.0f %.0f\n", n, max, sum }' "$1"
}

hist()	# the same in ns, of the kernel
{
	awk '/hitcount:/ && /ifindex:/ { for (i = 1; i < NF; i++) {
			if ($i == "hitcount:") n = $(i + 1)
			if ($i == "lap:") sum = $(i + 1) } }
		$1 == "max:" { max = $2 }
		END { print n, max, sum }' "$1"
}

near()	# US NS TOLERANCE_US
{
	awk -v us="$1" -v ns="$2" -v by="$3" \
		'BEGIN { d = us - ns / 1000; exit !(d <= by && d >= -by) }' || {
		echo "# $1 us and $2 ns are not within $3 us"
		return 1
	}
}

ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
ok "the guest runs" "$here/run" "$@" --strict --timeout 180 \
	--append 'ipv6.disable=1 no_hash_pointers' \
	--e1000e \
	--take "$tmp/flood" --take "$here/guest.sh" --tool ethtool --tool ip \
	--out "$tmp/out" "$here/hist.guest" $count || { tap_end; exit 1; }

read -r n max sum < <(laps "$tmp/out/trace")
read -r hist_n hist_max hist_sum < <(hist "$tmp/out/hist")
echo "# trace: $n laps, longest $max us, sum $sum us"
echo "# hist: $hist_n laps, longest $hist_max ns, sum $hist_sum ns"
ok "no event is lost" grep -qx '# lost: 0' "$tmp/out/trace"
ok "the triggers count every packet" test "$hist_n" -eq $count
ok "the trace has as many laps" test "$n" -eq "$hist_n"
ok "the longest lap is the same" near "$max" "$hist_max" 1
ok "the sum of the laps is the same" near "$sum" "$hist_sum" "$count"
tap_end
