#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# txring load udp into a ring that nobody empties: what the kernel refuses is
# never taken for sent. A tap ring of 118 takes 118.
needs_tun=1
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/load_lib.inc"
plan 29
new_ns a

# tapring gives itself an address, and makes packets for 192.0.2.2 go to the ring.
ring_run() {	# ring_run NAME OPTION...: a new ring, loaded once
	local name=$1
	shift
	hold_ring a tapx 118
	in_ns a tc qdisc replace dev tapx root "$qdisc" 2>/dev/null || no_tc=1
	load "$tmp/$name" $v4 "$@"
	status=$?
	stop_bg "$ring_pid"
	wait_for 5 no_tap
}
no_tap() { ! ipn a link show dev tapx; }

# Without a qdisc the driver's answer reaches the sender.
qdisc=noqueue no_tc=
ring_run send -m send -s 100 -n 200
is "send: status" "$status" 0
says "send: 118 were accepted, 82 refused for want of room" \
	'.offered == 200 and .accepted == 118 and .refused_by_kind.ENOBUFS == 82 and .refused == 82' "$tmp/send"
says "send: bytes and calls are of those accepted" \
	'.bytes == 11800 and .calls == 118 and .messages == 118' "$tmp/send"

ring_run vector -m sendmmsg --segment 100 -s 20000 -n 1
says "sendmmsg: a call that took a part is told" \
	'.accepted == 118 and .partial_calls == 1 and .refused_by_kind.partial == 1' "$tmp/vector"
says "sendmmsg: the rest was refused one by one" \
	'.refused_by_kind.ENOBUFS == 81 and .offered == 200 and .messages == 0' "$tmp/vector"

# 118 slots are 39 messages of three fragments, and one fragment: the 40th message
# has no room for its last two.
ring_run fragment -m fragment -s 4000 -n 60
says "fragment: a message that lost a fragment is no success" \
	'.accepted == 39 and .refused_by_kind.ENOBUFS == 21 and .wire_packets == 117' "$tmp/fragment"

ring_run all -m send -s 100 -n 50 --threads 2
says "count is of all threads" '.offered == 50 and .accepted == 50 and .threads == 2' "$tmp/all"

# Behind a qdisc it does not: the device's own counter tells.
qdisc=pfifo
ring_run behind -m send -s 100 -n 200
says "behind a qdisc: accepted, and dropped by the device" \
	'.accepted == 200 and .refused == 0 and .device_dropped == 82' "$tmp/behind"
qdisc=noqueue
ring_run recorded -m send -s 100 -n 200 --record "$tmp/r.dat"
is "recorded: status" "$status" 0
says "recorded: the ring says the same" '.ring.started == 200 and .ring.dropped == 82 and
	.ring.in_device_max == 118 and .ring.device == "tapx"' "$tmp/recorded"
check "recorded: the file is a recording" "$TXRING" report -i "$tmp/r.dat"

# A path that gets narrower while it is used.
hold_ring a tapx 4000
background a "$TXRING" load udp --json -q $v4 --segment 1400 --pps 100 -t 30 \
	>"$tmp/narrow" 2>"$tmp/narrow.err"
load_pid=$bg
some_sent() { [ "$(ipn a -s -j link show dev tapx | jq '.[0].stats64.tx.packets + .[0].stats64.tx.dropped')" != 0 ]; }
wait_for 10 some_sent
sleep 0.3
ipn a link set tapx mtu 1000
wait "$load_pid"
is "narrower path: status" $? 1
check "narrower path: one line that says so" has_line "$tmp/narrow.err" \
	'^txring: 192.0.2.2: datagrams of 1400 bytes: .*; the path.s MTU is smaller now than the 1500 it was'
check "narrower path: no more than that line" one_line "$tmp/narrow.err"
says "narrower path: counted by its kind" '.refused_by_kind.EMSGSIZE == 1 and .accepted > 0' "$tmp/narrow"
stop_bg "$ring_pid"
wait_for 5 no_tap

# Refused before anything is sent.
hold_ring a tapx 118
sent_by_tap() { ipn a -s -j link show dev tapx | jq '.[0].stats64.tx.packets + .[0].stats64.tx.dropped'; }
before=$(sent_by_tap)
refuse() {	# refuse TEXT OPTION...
	local text=$1
	shift
	load "$tmp/refuse" "$@"
	is "status $*" $? 2
	check "one line: $*" has_line "$tmp/refuse.err" "^txring: $text"
}
refuse "--segment 1473 and --mode send: above the 1472 bytes that fit the MTU of 1500 to 192.0.2.2" $v4 --segment 1473
refuse "--size 65508 and --mode gso: one packet of IPv4 carries 65507 bytes at most" $v4 -m gso -s 65508
refuse "--size 65508 and --mode fragment: one packet of IPv4" $v4 -m fragment -s 65508
refuse "--size 1472 and --mode fragment: it fits the MTU of 1500" $v4 -m fragment -s 1472
refuse "--size 12900 and --segment 100: 129 segments, and GSO cuts a message into 128 at most" \
	$v4 -m gso -s 12900 --segment 100
load "$tmp/none" 203.0.113.1
is "no route: status" $? 1
check "no route: one line" has_line "$tmp/none.err" "^txring: 203.0.113.1: .*; add a route"
is "nothing of these was sent" "$(sent_by_tap)" "$before"
finish
