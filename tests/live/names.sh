#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Two namespaces that each have an eth0. Kernels without net_cookie in the
# events (before 7.2) cannot tell them apart: the report must say so.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 9
new_ns a b
hold_ring a eth0 50
first=$ring_socket first_pid=$ring_pid
mv "$first" "$first.a"
hold_ring b eth0 50
mv "$ring_socket" "$first.b"
f=$tmp/names.dat
record a "$f" -- sh -c "$TOOLS/tapring -c $first.a 'send 40; read all' && \
	$TOOLS/tapring -c $first.b 'send 30; read all'" >"$tmp/names.truth"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
is "every packet is counted" "$(total "$f" '[.devices[] | select(.name == "eth0").started] | add')" 70
check "the books balance" books_balance "$f"
if grep -q net_cookie "$TRACEFS/events/net/net_dev_start_xmit/format"; then
	is "two devices" "$(total "$f" '[.devices[] | select(.name == "eth0")] | length')" 2
	skip 1 "this kernel's events tell the namespace"
else
	check "a reason tells that the name is ambiguous" holds "$f" '[.devices[] | select(.name == "eth0").reasons[].code] | any(test("ambig|name|netns"))'
	is "not exact" "$(dev "$f" eth0 .exact)" false
fi

# One eth0 alone is not ambiguous.
kill "$ring_pid"
wait "$ring_pid" 2>/dev/null
f=$tmp/one.dat
record a "$f" -- "$TOOLS/tapring" -c "$first.a" "send 40; read all" >/dev/null
report "$f"
is "one eth0: started" "$(dev "$f" eth0 .started)" 40
if [ "$(grep -l . /sys/class/net/eth0/ifindex 2>/dev/null)" ]; then
	skip 1 "this machine has an eth0 of its own"
else
	is "one eth0: exact" "$(dev "$f" eth0 .exact)" true
fi
finish
