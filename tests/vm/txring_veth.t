#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_veth.t [OPTION of tests/vm/run]...
#
# veth with NAPI holds packets in a ring of 256. When that is full it drops; newer
# kernels (6.12.117 too) refuse instead where a qdisc can keep the packet, and stop
# the queue.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

count=2000
command -v chrt >/dev/null || { echo "1..0 # SKIP needs chrt (util-linux)"; exit 0; }
ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
ok "the guest runs" "$here/run" "$@" --strict --timeout 180 --cpus 2 \
	--append 'ipv6.disable=1' --take "$tmp/flood" --take "$here/guest.sh" \
	--take "$TXRING" --tool ip --tool tc --tool ethtool --tool chrt \
	--out "$tmp/out" "$here/txring_veth.guest" $count "$tiers" || { tap_end; exit 1; }

# Does veth of this kernel, with this qdisc?
refuses()
{
	[ "$1" = pfifo ] && [ "${is[dropped]}" = 0 ]
}

for qdisc in pfifo noqueue; do
	for tier in $tiers; do
		name="$qdisc, $tier"
		ok "$name: a recording came back" test -s "$tmp/out/$tier.$qdisc.dat" || continue
		figures "$tmp/out/$tier.$qdisc.dat" va
		ok "$name: no event is lost" same lost 0
		ok "$name: the books balance" same balance 0
		ok "$name: none is uncertain" same uncertain 0
		ok "$name: none started twice" same restarted 0
		ok "$name: none is left" same in_device_at_end 0
		ok "$name: the ring's capacity" same capacity_packets 256
		ok "$name: it was full, and not fuller" same max 256
		ok "$name: the report calls it packed" says findings ring-packed
		if refuses $qdisc; then
			ok "$name: it refused" at_least busy 1
			ok "$name: every packet, and once more for each refusal" \
				same started $((count + is[busy]))
			ok "$name: none is dropped" same dropped 0
			ok "$name: all were handed over" same handed_over $count
		else
			ok "$name: every packet is started" same started $count
			ok "$name: it dropped" at_least dropped 1
			ok "$name: the rest was handed over" same handed_over $((count - is[dropped]))
		fi
	done
done
tap_end
