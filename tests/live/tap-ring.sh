#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A tap device of txqueuelen N is a ring of N that the test itself completes.
# Fill (beyond full) and full drain alternate, so every figure is known.
needs_tun=1
. "$(dirname "$0")/lib.sh"
sizes="16 33 118 500 1000"
plan $((5 * 21 + 1))
new_ns a

one_size() {
	local n=$1 d=tap$1 f=$tmp/$1.dat sends=$(($1 + 82)) t
	t=$f.truth
	hold_ring a "$d" "$n"
	ring_script="cycle 4 $sends; send $sends; sleep 15ms; read all; send 9; read all; send 5"
	record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "$ring_script" >"$t"
	is "$d: record's status" $? 0
	report "$f"
	is "$d: report's status" $? 0
	is "$d: the truth is whole" "$(truth "$t" '[.sent, .dropped, .stray, .refused, .max] | @csv')" \
		"$((5 * sends + 14)),$((5 * 82)),0,0,$n"
	is "$d: started" "$(dev "$f" "$d" .started)" "$(truth "$t" .sent)"
	is "$d: dropped" "$(dev "$f" "$d" .dropped)" "$(truth "$t" .dropped)"
	is "$d: dropped for FULL_RING" "$(dev "$f" "$d" '.drops | map("\(.reason)=\(.count)") | join(" ")')" \
		"FULL_RING=$((5 * 82))"
	is "$d: completed" "$(dev "$f" "$d" .completed)" "$(truth "$t" .read)"
	is "$d: in device at the end" "$(dev "$f" "$d" .in_device_at_end)" "$(truth "$t" .left)"
	is "$d: busy, handed over, completed in xmit" \
		"$(dev "$f" "$d" '[.busy, .handed_over, .completed_in_xmit] | @csv')" "0,0,0"
	lossless "$f" "$d"
	check "$d: the books balance" books_balance "$f"
	is "$d: most in the device" "$(dev "$f" "$d" .in_device.max)" "$n"
	is "$d: exact" "$(dev "$f" "$d" .exact)" true
	is "$d: a ring by tun, its capacity known" \
		"$(dev "$f" "$d" '[.kind, .driver, .capacity_packets] | @csv')" "\"ring\",\"tun\",$n"
	is "$d: packets and bytes of completed" "$(dev "$f" "$d" '[.wire_packets, .skb_bytes] | @csv')" \
		"$(truth "$t" '[.wire_packets, .bytes] | @csv')"
	# It was full from the refusal before the sleep until the first read.
	between "$d: packed for the sleep at least" "$(dev "$f" "$d" .packed_ns)" 15000000 600000000000
	is "$d: the finding ring-packed" \
		"$(total "$f" "[.findings[] | select(.device == \"$d\" and .id == \"ring-packed\")] | length")" 1
	laps "$f" "$d" "$t"
	stop_bg "$ring_pid"
}

# The tool's own clock readings around send and read hold the laps between.
laps() {
	local f=$1 d=$2 t=$3
	is "$d: laps counted" "$(dev "$f" "$d" .lap_ns.count)" "$(truth "$t" .lap_ns.count)"
	between "$d: sum of lap times" "$(dev "$f" "$d" .lap_ns.sum)" \
		"$(truth "$t" .lap_ns.sum_low)" "$(truth "$t" .lap_ns.sum_high)"
	between "$d: longest lap" "$(dev "$f" "$d" .lap_ns.max)" \
		"$(truth "$t" .lap_ns.max_low)" "$(truth "$t" .lap_ns.max_high)"
}

for size in $sizes; do
	one_size "$size"
done
finish
