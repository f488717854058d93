#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_ring.t [OPTION of tests/vm/run]...
#
# What ring.t shows from the trace, from txring: the device owned as many packets
# as its ring can hold, exactly, on the patched and the probe tier; the stock tier
# says that its number is not exact, why, and between what bounds the truth lies.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

rings="80 128 256 512"
count=5000

ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
# shellcheck disable=SC2086 # one word a ring
ok "the guest runs" "$here/run" "$@" --strict --timeout 560 \
	--append 'ipv6.disable=1' \
	--e1000e \
	--take "$tmp/flood" --take "$here/guest.sh" --take "$TXRING" --tool ethtool --tool ip \
	--out "$tmp/out" "$here/txring_ring.guest" $count 100 "$tiers" $rings

check_common()	# NAME
{
	ok "$1: no event is lost" same lost 0
	ok "$1: every packet sent is started" same started $count
	ok "$1: the books balance" same balance 0
	ok "$1: none is uncertain" same uncertain 0
	ok "$1: none started twice" same restarted 0
	ok "$1: the ring's size is known" same ring_descriptors "$ring"
	ok "$1: and its capacity" same capacity_packets $capacity
}

check_exact()	# NAME
{
	ok "$1: $capacity packets in the device, the ring's capacity" same max $capacity
	ok "$1: as an exact figure" test "${is[max_low]-$capacity}${is[max_high]-$capacity}" = \
		"$capacity$capacity"
	ok "$1: the report is exact" value exact true
	ok "$1: all came back" same completed $count
	ok "$1: nothing of a stock release" says_not reasons stock-release
	ok "$1: nor of a late one" says_not findings late-release
	# 5000 packets of one kind, counted by the hardware
	ok "$1: the driver's counter agrees" says_not findings counter-mismatch
}

# Fprobes where the kernel makes them, for kprobes can miss one another.
check_probes()	# NAME
{
	local kind=p
	[ "$(cat "$tmp/out/fprobes")" = 0 ] || kind=f
	ok "$1: two probes at least, all of the kind $kind" test \
		"$(grep -c "^${kind}[0-9]*:txring_" "$tmp/out/$tier.$ring.probes")" -ge 2 -a \
		"$(grep -c ":txring_" "$tmp/out/$tier.$ring.probes")" = \
		"$(grep -c "^${kind}[0-9]*:txring_" "$tmp/out/$tier.$ring.probes")"
}

check_packed()	# NAME
{
	ok "$1: the ring is called packed" says findings ring-packed
	# the probe of the wake needs the kernel's BTF
	grep -q netif_tx_wake_queue "$tmp/out/$tier.$ring.err" || return 0
	ok "$1: by the queue's own stops" value packed_source driver
	ok "$1: for some time" at_least packed_ns 1
}

check_stock()	# NAME
{
	ok "$1: $capacity or more" at_least max $capacity
	ok "$1: not exact" value exact false
	ok "$1: the reason" says reasons stock-release
	ok "$1: the truth is not below the bounds" at_most max_low $capacity
	ok "$1: nor above" at_least "max" "${is[max_low]-999999}"
	# clearly more than the ring holds: only frees that come late can be that
	[ "${is[max]-0}" -le $((capacity + capacity / 8)) ] ||
		ok "$1: called a late release" says findings late-release
}

for ring in $rings; do
	capacity=$(((ring - 22 + 1) / 2))
	for tier in $tiers; do
		name="$tier, ring $ring"
		ok "$name: a recording came back" test -s "$tmp/out/$tier.$ring.dat" || continue
		sed 's/^/# /' "$tmp/out/$tier.$ring.err"
		figures "$tmp/out/$tier.$ring.dat"
		ok "$name: the tier" value tier "$tier"
		check_common "$name"
		if [ "$tier" = stock ]; then
			check_stock "$name"
			continue
		fi
		[ "$tier" != probe ] || check_probes "$name"
		check_exact "$name"
		[ "$ring" -lt 256 ] || check_packed "$name"
	done
done
ok "no trace instance and no probe is left" test ! -s "$tmp/out/left" || cat "$tmp/out/left"
tap_end
