#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The algorithm of 2010, as a perf script, and report --classic on the same file of
# the stock perf: equal for a device where nothing was dropped, refused or handed
# on; where not, by what the kernel does.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 17
command -v perf >/dev/null || skip_all "needs the program perf"
seed=$root/tests/bench/tx_packets_in_device.py
events=(-e net:net_dev_start_xmit -e net:net_dev_xmit -e skb:consume_skb -e skb:kfree_skb)
new_ns a b c

# of DEVICE: its block out of either output; figure BLOCK NAME NTH: one number of it
of() { awk -v d="$1" -F '\t' '/^[^\t]/ { on = $1 == d } on && NF' "$2"; }
packets() { sed -nE 's/.*TX packets=([0-9]+).*/\1/p' "$1"; }
most() { sed -nE 's/.*max= *([0-9]+)$/\1/p' "$1"; }

both() {	# both FILE DEVICE: FILE.seed and FILE.ours, that device's blocks
	perf script -i "$1" -s "$seed" >"$1.py" 2>"$1.py.err" || return 1
	"$TXRING" report --classic -i "$1" >"$1.classic" || return 1
	of "$2" "$1.py" >"$1.seed"
	of "$2" "$1.classic" >"$1.ours"
	[ -s "$1.seed" ] && [ -s "$1.ours" ]
}
perf_of() {	# perf_of NS FILE COMMAND...: -k mono, so that CPUs have one order
	local n=$1 f=$2
	shift 2
	in_ns "$n" perf record -q -a -k mono -m 4M "${events[@]}" -o "$f" -- "$@" >"$f.truth" 2>"$f.err"
}

hold_ring a tapp 118
perf_of a "$tmp/probe.data" true || skip_all "perf record does not work here: $(tail -1 "$tmp/probe.data.err")"
perf script -i "$tmp/probe.data" -s "$seed" >/dev/null 2>"$tmp/err" ||
	skip_all "this perf runs no Python scripts: $(head -1 "$tmp/err")"

# 1. Filled to the brim and drained, again and again: all that goes in comes back.
f=$tmp/ring.data
perf_of a "$f" "$TOOLS/tapring" -c "$ring_socket" "mark; cycle 40 118; sleep 5ms; cycle 5 1"
check "ring: both speak" both "$f" tapp
same_blocks() { diff "$1.seed" "$1.ours" >"$1.diff"; }
check "ring: every figure of the seed's algorithm" same_blocks "$f" || diag "$(cat "$f.diff")"
is "ring: packets" "$(packets "$f.ours")" $((40 * 118 + 5))
is "ring: most inside" "$(most "$f.ours")" 118
report "$f"
is "ring: nothing lost or dropped" "$(total "$f" '[.source.lost_events, .total.dropped] | @csv')" 0,0

# 2. A full ring refuses: fact 5. The naive count takes each refused packet for a
# lap, and for one more inside, for as long as its xmit lasts.
f=$tmp/full.data
perf_of a "$f" "$TOOLS/tapring" -c "$ring_socket" "mark; cycle 5 200"
check "full: both speak" both "$f" tapp
report "$f"
is "full: completed, dropped" "$(dev "$f" tapp '[.completed, .dropped] | @csv')" \
	"$(truth "$f.truth" '[.read, .dropped] | @csv')"
is "full: the seed's packets are those and the dropped ones (fact 5)" "$(packets "$f.seed")" 1000
is "full: ours are those that were in the ring" "$(packets "$f.ours")" "$(truth "$f.truth" .read)"
is "full: the seed's maximum is one that was never in the ring (fact 5)" "$(most "$f.seed")" 119
is "full: ours is the ring" "$(most "$f.ours")" 118

# 3. veth hands packets on, and the receiver frees them. Who recorded no hand-over
# events sees the same as the seed; who did, that the device had nothing back (fact 9).
veth_pair b va c vb || { skip 5 "no veth here"; finish; }
f=$tmp/veth.data
perf_of b "$f" "$TOOLS/udpflood" -n 2000 192.0.2.2 9
check "veth: both speak" both "$f" va
check "veth: every figure of the seed's algorithm" same_blocks "$f" || diag "$(cat "$f.diff")"
f=$tmp/handed.data
events+=(-e net:netif_rx -e net:netif_receive_skb -e net:napi_gro_receive_entry)
perf_of b "$f" "$TOOLS/udpflood" -n 2000 192.0.2.2 9
check "veth, hand-overs: both speak" both "$f" va
report "$f"
is "veth, hand-overs: the seed's packets are those handed over (fact 9)" \
	"$(packets "$f.seed")" "$(dev "$f" va .handed_over)"
is "veth, hand-overs: none came back to the device" "$(packets "$f.ours")" 0
finish
