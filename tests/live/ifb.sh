#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# tc redirects what leaves a tap to an ifb, which sends it on from a tasklet:
# the ifb is above the ring, and its packets start again on the tap. What comes
# from ingress it hands over.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 18
new_ns a
hold_ring a tapi 64
command -v tc >/dev/null || skip_all "needs the program tc"
ipn a link add ifbx type ifb 2>/dev/null || skip_all "no ifb devices here"
quiet_dev a ifbx
ipn a link set ifbx up
{ tc -n "${prefix}a" qdisc add dev tapi clsact &&
  tc -n "${prefix}a" filter add dev tapi egress protocol ip u32 match u32 0 0 \
	action mirred egress redirect dev ifbx; } 2>/dev/null || skip_all "no tc redirect (act_mirred, cls_u32) here"
f=$tmp/i.dat t=$tmp/i.truth
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "send 30; sleep 50ms; read 30; sleep 10ms" >"$t"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
is "started on both" "$(dev "$f" ifbx .started) $(dev "$f" tapi .started)" "30 30"
is "completed by the ring" "$(dev "$f" tapi .completed)" 30
is "kind of the ring" "$(dev "$f" tapi .kind)" ring
is "kind of the ifb" "$(dev "$f" ifbx .kind)" stacked
is "no lap of the ifb is restarted" "$(dev "$f" ifbx .restarted)" 0
is "nothing stays in the ifb" "$(dev "$f" ifbx .in_device_at_end)" 0
check "the books balance" books_balance "$f"
lossless "$f" tapi

# From ingress: the ifb hands its packets to the receiver.
new_ns b
ipn a link add ifby type ifb
quiet_dev a ifby
ipn a link set ifby up
if veth_pair b vout a vin && tc -n "${prefix}a" qdisc add dev vin clsact &&
   tc -n "${prefix}a" filter add dev vin ingress protocol ip u32 match u32 0 0 \
	action mirred egress redirect dev ifby; then
	f=$tmp/in.dat
	record a "$f" -- ip netns exec "${prefix}b" "$TOOLS/udpflood" -n 100 192.0.2.2 9 >/dev/null
	report "$f"
	is "ingress: started" "$(dev "$f" ifby .started)" 100
	is "ingress: handed over" "$(dev "$f" ifby .handed_over)" 100
	is "ingress: kind of the ifb" "$(dev "$f" ifby .kind)" handover
	check "ingress: the books balance" books_balance "$f"
	lossless "$f" ifby
else
	skip 6 "no redirect from ingress here"
fi
finish
