#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A GSO packet is one user of the ring and several packets on the wire.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 11
new_ns a
hold_ring a tapg 64 -g
if [ "$(in_ns a ethtool -k tapg 2>/dev/null | sed -n 's/^tx-udp-segmentation: \([a-z]*\).*/\1/p')" != on ]; then
	skip 10 "tun of this kernel cannot take UDP segmentation (6.2 and later can)"
	finish
fi
f=$tmp/g.dat t=$tmp/g.truth
# 1000 bytes cut every 300 are four segments, the last one short.
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" \
	"gso 10 5 200; read all; gso 3 40 1000; read all; send 4; read all" >"$t"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
is "the truth" "$(truth "$t" '[.sent, .read, .wire_packets] | @csv')" "17,17,174"
is "skbs" "$(dev "$f" tapg .completed)" 17
check "wire packets: the truth lies within the bounds" bounds_hold "$f" tapg wire_packets 174
is "wire packets" "$(dev "$f" tapg .wire_packets)" 174
is "most in the device: skbs, not segments" "$(dev "$f" tapg .in_device.max)" 10
check "the books balance" books_balance "$f"
lossless "$f" tapg
finish
