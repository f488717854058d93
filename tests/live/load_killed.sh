#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# txring load --record under kill -9: nothing is sent any more, its instance is
# left, and the next recording removes it and is right.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/load_lib.inc"
plan 13
new_ns a b
load_pair || skip_all "no veth devices here"
# What is counted below is everything on the device: no report of multicast listeners.
for n in a b; do in_ns $n sh -c "echo 1 >/proc/sys/net/ipv6/conf/v$n/disable_ipv6"; done
sink "$tmp/sink" -4	# or each datagram has an ICMP answer

mine() { instances | grep -E "(^|[^0-9])$1([^0-9]|\$)"; }
recording() {
	local i
	i=$(mine "$1") && [ "$(cat "$TRACEFS/instances/$i/tracing_on")" = 1 ]
}
# Datagrams that sockets there sent: no router or neighbour report is among them.
datagrams() { in_ns a awk '/^Udp: [0-9]/ { print $5 }' /proc/net/snmp; }
sends() { [ "$(datagrams)" -gt "$1" ]; }
# Whoever has the program open: threads of the load, or a child that it left.
still_there() { ls -l /proc/[0-9]*/exe 2>/dev/null | grep -qF "$tmp/killed"; }

# A copy of the program, so that its processes are told from all others.
cp "$TXRING" "$tmp/killed"
f=$tmp/load.dat
background a "$tmp/killed" load udp --record "$f" --threads 2 -t 60 --pps 20000 $v4 >"$tmp/out" 2>"$tmp/err"
load=$bg
check "it records" wait_for 10 recording "$load"
check "it sends" wait_for 10 sends "$(datagrams)"
check "it has threads" test "$(ls /proc/"$load"/task | wc -l)" -gt 2
stop_bg "$load" KILL
check "kill -9: none of its processes is left" wait_for 5 eval '! still_there'
before=$(datagrams)
sleep 0.3
is "kill -9: nothing is sent any more" "$(datagrams)" "$before"
check "kill -9: its instance is left" mine "$load"
check "kill -9: no file that looks like a recording" test ! -e "$f"

# The next recording finds it.
next=$tmp/next.dat
record a "$next" -d va -- "$TXRING" load udp -q --json -n 5 -4 -s 100 $v4 >"$tmp/next.json"
is "the next recording: status" $? 0
mine "$load" >/dev/null
is "the next recording removed what was left" $? 1
report "$next"
is "the next recording: only what its own load sent" "$(dev "$next" va .started)" \
	"$(jq .accepted "$tmp/next.json")"
is "the next recording: five packets" "$(jq .accepted "$tmp/next.json")" 5
check "the next recording: the books balance" books_balance "$next"
stop_bg "$sink_pid"
finish
