#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_defer.t [OPTION of tests/vm/run]...
#
# Packets that are completed on another CPU than the one that made them. Since 7.x
# the kernel gives them back to that one, which frees them later, or with no event
# when its list is full: the patched and the probe tier see the release all the same.
# The stock tier says that it does not, and its bounds hold; with
# net.core.skb_defer_max=0 it sees as much.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

count=3000
ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
# (a hubport with nothing behind it would leave virtio-net's packets uncompleted)
ok "the guest runs" "$here/run" "$@" --strict --timeout 180 --cpus 2 \
	--append 'ipv6.disable=1' \
	--device '-device virtio-net-pci,netdev=n0 -netdev user,id=n0,restrict=on' \
	--take "$tmp/flood" --take "$here/guest.sh" --take "$TXRING" --tool ip \
	--out "$tmp/out" "$here/txring_defer.guest" $count "$tiers" || { tap_end; exit 1; }

# 7.x is the first whose napi_consume_skb() puts frees off
defers()
{
	jq -e '.source.kernel | split(".") | .[0] | tonumber >= 7' "$tmp/report.json" > /dev/null
}

sees_all()
{
	ok "$name: every packet came back" same completed $count
	ok "$name: none is left" same in_device_at_end 0
	ok "$name: none is started twice" same restarted 0
	ok "$name: no finding of packets that did not" says_not findings never-completed
}

# What it cannot see is said, and nothing that it says is wrong.
sees_late()
{
	local low=${is[completed]} high=${is[completed_high]-${is[completed]}}
	ok "$name: not exact" value exact false
	ok "$name: the reason" says reasons skb-defer
	ok "$name: the truth is not below what is said" test "$low" -le $count
	ok "$name: nor above" test "$high" = unknown -o "$high" -ge $count
	ok "$name: no stall is claimed" says_not classes stalled
	ok "$name: at least 0 are left" test "${is[in_device_at_end_low]-${is[in_device_at_end]}}" = 0
}

while read -r setting; do
	for tier in $tiers; do
		name="$setting, $tier"
		ok "$name: a recording came back" test -s "$tmp/out/$tier.$setting.dat" || continue
		figures "$tmp/out/$tier.$setting.dat"
		ok "$name: no event is lost" same lost 0
		ok "$name: every packet is started" same started $count
		ok "$name: the books balance" same balance 0
		ok "$name: none is uncertain" same uncertain 0
		if [ "$tier" = stock ] && defers; then
			sees_late
			[ "$setting" != off ] || sees_all
		else
			sees_all
		fi
	done
done < "$tmp/out/settings"
tap_end
