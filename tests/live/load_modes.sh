#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# txring load udp: each mode, both families: what the tool says was sent is what
# is on the wire, and what the sink received.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/load_lib.inc"
plan 58
command -v python3 >/dev/null || skip_all "needs python3 for its packet socket"
new_ns a b
load_pair || skip_all "no veth devices here"
sink "$tmp/sink"

messages=20 sum=0
calls_of() { case $1 in send) echo '(.offered)' ;; *) echo $messages ;; esac; }

one() {		# one NAME DEST MODE OPTION...: five checks
	local name=$1 dest=$2 mode=$3 f=$tmp/one
	shift 3
	wire_begin
	load "$f" "$dest" -m "$mode" -n $messages --pps 20000 --ask "$@"
	is "$name: status" $? 0
	wire_end
	says "$name: all offered were accepted, in that mode" ".offered == .accepted and
		.refused == 0 and .messages == $messages and .mode_used == \"$mode\" and
		.calls == $(calls_of "$mode") and .bytes == $messages * .message_bytes" "$f"
	says "$name: the sink received all, once" \
		".received == .numbered and .lost == 0 and .duplicates == 0 and .damaged == 0 and
		.numbered == .accepted - ${small:-0}" "$f"
	is "$name: packets on the wire" "$(of "$f" .wire_packets) 0" "$(wire '"\(.packets) \(.missed)"')"
	case $mode in
	fragment) is "$name: each message was cut" "$(wire '"\(.whole) \(.first)"')" "0 $messages" ;;
	*) is "$name: none was cut" "$(wire .first),$(wire .later),$(wire .whole)" \
		"0,0,$(of "$f" .accepted)" ;;
	esac
	sum=$((sum + $(of "$f" .accepted)))
}

for mode in send sendmmsg gso fragment; do
	one "IPv4 $mode" $v4 $mode
	one "IPv6 $mode" $v6 $mode
done
small=$messages
one "IPv4 gso, unconnected, a last segment too small for a number" $v4 gso -u -s 5000 --segment 999
small=0
# An MTU whose payload is no multiple of 8, and sizes where IPv4's last fragment is
# longer than the others, and IPv6's may not be.
ipn a link set va mtu 1341
one "IPv4 fragment at another MTU" $v4 fragment -s 2633 -u
one "IPv6 fragment at another MTU" $v6 fragment -s 2570

stop_bg "$sink_pid"
is "the sink's status" $? 0
says "the sink counted the same" ".received == $sum and .good == $sum - $messages and
	.unchecked == $messages and .missing == 0 and .socket_drops == 0 and .unsorted == 0 and (.senders | length) == 11" "$tmp/sink"
finish
