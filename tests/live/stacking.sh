#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Devices on top of a ring: each layer fires start for the same skb, the lap
# ends for all at once, and totals count the bottom device only.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 23
new_ns a

stacked() {	# stacked FILE UPPER LOWER COUNT
	local f=$1 up=$2 low=$3 n=$4
	is "$up: started on both layers" "$(dev "$f" "$up" .started) $(dev "$f" "$low" .started)" "$n $n"
	is "$up: completed on both layers" "$(dev "$f" "$up" .completed) $(dev "$f" "$low" .completed)" "$n $n"
	is "$up: kinds" "$(dev "$f" "$up" .kind) $(dev "$f" "$low" .kind)" "stacked ring"
	is "$up: most in the ring" "$(dev "$f" "$low" .in_device.max)" "$n"
	check "$up: its laps contain those below" holds "$f" --arg u "$up" --arg l "$low" \
		'([.devices[] | select(.name == $u)][0].lap_ns.sum) >=
		 ([.devices[] | select(.name == $l)][0].lap_ns.sum)'
	is "$up: the total counts $low alone" "$(total "$f" .total.started)" "$n"
	lossless "$f" "$up"
	check "$up: the books balance" books_balance "$f"
}
send_over() {	# send_over DEV ADDRESS COUNT: a shell line that sends over DEV
	echo "$TOOLS/udpflood -n $3 $2 9 >$tmp/$1.sent"
}

hold_ring a taps 64
if ipn a link add mac0 link taps type macvlan mode bridge 2>/dev/null; then
	quiet_dev a mac0
	ipn a addr add 198.51.100.1/24 dev mac0
	ipn a link set mac0 up
	ipn a neigh replace 198.51.100.2 lladdr 02:00:00:00:00:77 nud permanent dev mac0
	f=$tmp/mac.dat
	record a "$f" -d mac0 -- sh -c "$(send_over mac0 198.51.100.2 40); \
		$TOOLS/tapring -c $ring_socket 'sleep 10ms; read all'" >/dev/null
	is "macvlan: record's status" $? 0
	report "$f"
	is "macvlan: report's status" $? 0
	stacked "$f" mac0 taps 40
	ipn a link del mac0
else
	skip 11 "no macvlan devices here"
fi

if ipn a link add br0 type bridge 2>/dev/null; then
	quiet_dev a br0
	ipn a link set taps master br0
	ipn a addr add 203.0.113.1/24 dev br0
	ipn a link set br0 up
	ipn a neigh replace 203.0.113.2 lladdr 02:00:00:00:00:78 nud permanent dev br0
	wait_for 5 sh -c "ip -n ${prefix}a -d link show taps | grep -q 'state forwarding'"
	ring "read all" >/dev/null	# what the bridge itself said
	f=$tmp/br.dat
	record a "$f" -d br0 -- sh -c "$(send_over br0 203.0.113.2 30); \
		$TOOLS/tapring -c $ring_socket 'sleep 10ms; read all'" >/dev/null
	is "bridge: record's status" $? 0
	report "$f"
	is "bridge: report's status" $? 0
	stacked "$f" br0 taps 30
	ipn a link del br0
else
	skip 11 "no bridges here"
fi
finish
