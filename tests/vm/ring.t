#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# ring.t [OPTION of tests/vm/run]...
#
# e1000e owns as many packets as its ring can hold, and not one more. It stops
# its queue below 22 unused descriptors of ring - 1 usable ones, and a UDP packet
# whose checksum it makes takes two: so (ring - 22) / 2, rounded up.
# On a kernel without the patches, probes show the same; its own events tell the
# release late, and so a number that can be greater.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/tap.sh"

rings="80 128 256 512"
count=10000
[ "$slow" = 1 ] || count=2000

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

tier=patched
for option; do
	case $option in
	--unpatched | --distro*) tier=probe ;;
	esac
done

ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
# shellcheck disable=SC2086 # one word a ring
ok "the guest runs" "$here/run" "$@" --strict --timeout 240 \
	--append 'ipv6.disable=1 no_hash_pointers' \
	--e1000e \
	--take "$tmp/flood" --take "$here/guest.sh" --tool ethtool --tool ip --out "$tmp/out" \
	"$here/ring.guest" $count $rings

for ring in $rings; do
	capacity=$(((ring - 22 + 1) / 2))
	trace=$tmp/out/trace.$ring
	ok "$ring: a trace came back" test -s "$trace" || continue
	occupancy "$trace" "$tier"
	ok "$ring: the ring has that size" same ring "$ring"
	ok "$ring: no event is lost" same lost 0
	ok "$ring: every packet sent is started" same started "$count"
	ok "$ring: every packet has its checksum made" same one_descriptor 0
	ok "$ring: every start is released" same completed started
	ok "$ring: none is left" same left 0
	if [ "$slow" != 1 ] && [ "$ring" -gt 80 ]; then
		ok "$ring: the device owned no more packets than it can" at_most max $capacity
		continue
	fi
	ok "$ring: the device owned $capacity packets, the ring's capacity" \
		same max $capacity
	if [ $tier = patched ]; then
		ok "$ring: the queue was stopped" at_least stopped 1
		# a wake from another CPU can come before the result shows the stop
		ok "$ring: each stop has its wake" at_least woken stopped
	else
		occupancy "$trace" stock
		ok "$ring: stock events show $capacity or more" at_least max $capacity
	fi
done
tap_end
