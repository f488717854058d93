#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A packet socket listens on the device (as tcpdump does): each packet is cloned
# for it before it goes out. The clone's free must not end the packet's lap.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 12
new_ns a
hold_ring a tapp 118
f=$tmp/l.dat t=$tmp/l.truth
background a "$TOOLS/pktlisten" -t 60 tapp >"$tmp/listen"
listener=$bg
wait_for 5 grep -q ready "$tmp/listen"
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "cycle 3 200; send 100; sleep 30ms; read all; send 7" >"$t"
is "record's status" $? 0
stop_bg "$listener"
report "$f"
is "report's status" $? 0
check "the listener heard them" test \
	"$(tail -1 "$tmp/listen" | jq .outgoing)" = "$(truth "$t" .sent)"
is "started" "$(dev "$f" tapp .started)" "$(truth "$t" .sent)"
is "completed" "$(dev "$f" tapp .completed)" "$(truth "$t" .read)"
is "dropped" "$(dev "$f" tapp .dropped)" "$(truth "$t" .dropped)"
is "most in the device" "$(dev "$f" tapp .in_device.max)" 118
between "longest lap: not that of a clone" "$(dev "$f" tapp .lap_ns.max)" \
	"$(truth "$t" .lap_ns.max_low)" "$(truth "$t" .lap_ns.max_high)"
check "the books balance" books_balance "$f"
lossless "$f" tapp
finish
