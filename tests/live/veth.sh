#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# veth hands packets over. Without NAPI at once: no occupancy, and said so. With
# GRO on the peer they wait in a ptr_ring of 256 until its NAPI runs: a ring.
. "$(dirname "$0")/lib.sh"
plan 24
new_ns a b
veth_pair a va b vb || skip_all "no veth devices here"
background b "$TOOLS/udpsink" -t 60 192.0.2.2 9000 >"$tmp/sink"
wait_for 10 grep -q ready "$tmp/sink"
f=$tmp/plain.dat

ethtool_in() { local n=$1; shift; in_ns "$n" ethtool "$@" >/dev/null 2>&1; }

ethtool_in b -K vb gro off
record a "$f" -- "$TOOLS/udpflood" -n 5000 192.0.2.2 9000 >"$tmp/flood"
is "plain: record's status" $? 0
report "$f"
is "plain: report's status" $? 0
is "plain: the truth" "$(truth "$tmp/flood" .sent)" 5000
is "plain: started" "$(dev "$f" va .started)" 5000
is "plain: handed over" "$(dev "$f" va .handed_over)" 5000
is "plain: kind and driver" "$(dev "$f" va '[.kind, .driver] | @csv')" '"handover","veth"'
is "plain: nothing in the device" "$(dev "$f" va .in_device_at_end)" 0
lossless "$f" va
check "plain: the books balance" books_balance "$f"

# The ring is used if the sender cannot segment by itself, or the peer forwards
# UDP GRO (veth_skb_is_eligible_for_gro).
ethtool_in b -K vb gro on
ethtool_in a -K va tso off
if [ "$(in_ns b ethtool -k vb 2>/dev/null | sed -n 's/generic-receive-offload: //p')" = on ]; then
	f=$tmp/gro.dat
	rx=$(in_ns b sed -n 's/^ *vb: *//p' /proc/net/dev | awk '{ print $2 }')
	record a "$f" -- "$TOOLS/udpflood" -c "$(seq -s, 0 $(($(nproc) - 1)))" -n 20000 -b 32 192.0.2.2 9000 >"$tmp/flood"
	is "gro: record's status" $? 0
	report "$f"
	is "gro: report's status" $? 0
	got=$(($(in_ns b sed -n 's/^ *vb: *//p' /proc/net/dev | awk '{ print $2 }') - rx))
	is "gro: started" "$(dev "$f" va .started)" "$(truth "$tmp/flood" .sent)"
	is "gro: accepted is what the peer got" "$(dev "$f" va '.handed_over + .completed')" "$got"
	is "gro: the rest was dropped or refused" "$(dev "$f" va '.dropped + .busy')" \
		$(($(truth "$tmp/flood" .sent) - got))
	is "gro: a ring" "$(dev "$f" va .kind)" ring
	between "gro: no more than its 256 slots and one" "$(dev "$f" va .in_device.max)" 1 257
	lossless "$f" va
	check "gro: the books balance" books_balance "$f"
else
	skip 10 "this veth cannot switch GRO on"
fi

# Back again: the peer's device is seen in the same recording.
f=$tmp/both.dat
ethtool_in b -K vb gro off
ethtool_in a -K va tso on
background a "$TOOLS/udpsink" -t 60 192.0.2.1 9000 >"$tmp/sink2"
wait_for 5 grep -q ready "$tmp/sink2"
record a "$f" -- sh -c "$TOOLS/udpflood -n 100 192.0.2.2 9000; \
	ip netns exec ${prefix}b $TOOLS/udpflood -n 70 192.0.2.1 9000" >/dev/null
report "$f"
is "both ways: one device each" "$(dev "$f" va .started) $(dev "$f" vb .started)" "100 70"
check "both ways: the books balance" books_balance "$f"
check "both ways: queue 0 is told" holds "$f" '[.devices[] | select(.name == "va").queues[].queue] == [0]'
finish
