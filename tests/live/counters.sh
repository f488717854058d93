#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The driver's own counter as oracle, on quiesced traffic. tun counts tx_packets
# when the packet is read (tun_put_user), veth when it is forwarded.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 15
new_ns a b c

tx_packets() { ipn "$1" -j -s link show dev "$2" | jq '.[0].stats64.tx.packets'; }
tx_dropped() { ipn "$1" -j -s link show dev "$2" | jq '.[0].stats64.tx.dropped'; }

hold_ring a tapc 118
f=$tmp/tap.dat
p=$(tx_packets a tapc) d=$(tx_dropped a tapc)
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" \
	"cycle 20 130; cpu 0; reader on 1; send 20000; sleep 20ms; reader off; read all" >/dev/null
is "tap: record's status" $? 0
report "$f"
is "tap: report's status" $? 0
is "tap: completed is the growth of tx_packets" "$(dev "$f" tapc .wire_packets)" \
	$(($(tx_packets a tapc) - p))
is "tap: dropped is the growth of tx_dropped" "$(dev "$f" tapc .dropped)" \
	$(($(tx_dropped a tapc) - d))

# Senders on every CPU at once, and a reader.
f=$tmp/many.dat
ring "mark; reader on" >/dev/null
p=$(tx_packets a tapc) d=$(tx_dropped a tapc)
record a "$f" -- "$TOOLS/udpflood" -c "$(seq -s, 0 $(($(nproc) - 1)))" -n 30000 192.0.2.2 9 >"$tmp/many.sent"
ring "sleep 50ms; reader off" >"$tmp/many.truth"
report "$f"
p=$(($(tx_packets a tapc) - p)) d=$(($(tx_dropped a tapc) - d))
# what a full qdisc drops never reaches the driver
is "tap, all CPUs: started" \
	"$(dev "$f" tapc '.started + .state.end.qdisc_drops - .state.start.qdisc_drops')" \
	"$(truth "$tmp/many.sent" .sent)"
is "tap, all CPUs: dropped is the growth of tx_dropped" "$(dev "$f" tapc .dropped)" $d
is "tap, all CPUs: the rest was read, or left at the end" "$(dev "$f" tapc '.completed + .in_device_at_end')" $p
check "tap, all CPUs: the books balance" books_balance "$f"
between "tap, all CPUs: never fuller than full" "$(dev "$f" tapc .in_device.max)" 1 119

if veth_pair c va b vb; then
	f=$tmp/veth.dat
	p=$(tx_packets c va)
	record c "$f" -- "$TOOLS/udpflood" -n 4000 192.0.2.2 9 >/dev/null
	is "veth: record's status" $? 0
	report "$f"
	is "veth: handed over is the growth of tx_packets" "$(dev "$f" va '.handed_over + .completed')" \
		$(($(tx_packets c va) - p))
else
	skip 2 "no veth devices here"
fi

# The file carries the counters of both ends.
is "the file carries the counters at start and end" \
	"$(jq -r '[.devices[] | select(.name == "tapc") | .state.end.tx_packets - .state.start.tx_packets] | @csv' "$tmp/tap.dat.json")" \
	"$(dev "$tmp/tap.dat" tapc .wire_packets)"
is "and the ring's size" "$(dev "$tmp/tap.dat" tapc '[.state.start.txqueuelen, .state.end.txqueuelen] | @csv')" "118,118"
skip 1 "this machine has no driver that counts at completion (e1000e counts wire packets then): the virtual machine tests do"
finish
