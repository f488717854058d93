#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A tap whose reader runs beside the sender. tun gives the slot back before it
# frees the skb (tun_ring_recv, then consume_skb in tun_do_read), so the trace
# can show one packet more than slots for each reader, and never more than that.
needs_tun=1
. "$(dirname "$0")/lib.sh"
sizes="16 118"
plan $((2 * 13 + 1))
new_ns a

one_size() {
	local n=$1 d=tapr$1 f=$tmp/$1.dat t
	t=$f.truth
	hold_ring a "$d" "$n"
	record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" \
		"cpu 0; reader on 1; send 60000; sleep 20ms; reader off; read all; send 3" >"$t"
	is "$d: record's status" $? 0
	report "$f"
	is "$d: report's status" $? 0
	is "$d: started" "$(dev "$f" "$d" .started)" "$(truth "$t" .sent)"
	is "$d: completed" "$(dev "$f" "$d" .completed)" "$(truth "$t" .read)"
	is "$d: dropped" "$(dev "$f" "$d" .dropped)" "$(truth "$t" .dropped)"
	is "$d: in device at the end" "$(dev "$f" "$d" .in_device_at_end)" 3
	lossless "$f" "$d"
	check "$d: the books balance" books_balance "$f"
	between "$d: never fuller than full" "$(dev "$f" "$d" .in_device.max)" 1 $((n + 1))
	is "$d: laps counted" "$(dev "$f" "$d" .lap_ns.count)" "$(truth "$t" .read)"
	between "$d: sum of lap times" "$(dev "$f" "$d" .lap_ns.sum)" \
		"$(truth "$t" .lap_ns.sum_low)" "$(truth "$t" .lap_ns.sum_high)"
	between "$d: longest lap" "$(dev "$f" "$d" .lap_ns.max)" \
		"$(truth "$t" .lap_ns.max_low)" "$(truth "$t" .lap_ns.max_high)"
	stop_bg "$ring_pid"
}
for size in $sizes; do
	one_size "$size"
done
finish
