#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# bypass.t [OPTION of tests/vm/run]...
#
# Packets that never pass net:net_dev_start_xmit are seen at the driver boundary,
# each with its result and its release, under the device that sends them.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/tap.sh"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

for program in flood bypass; do
	ok "$program builds" "${CC:-cc}" -O2 -Wall -o "$tmp/$program" \
		"$here/$program.c" || { tap_end; exit 1; }
done
ok "the guest runs" "$here/run" "$@" --strict --timeout 120 \
	--append 'ipv6.disable=1 no_hash_pointers' \
	--e1000e \
	--take "$tmp/flood" --take "$tmp/bypass" --take "$here/guest.sh" \
	--tool ip --tool tc --out "$tmp/out" "$here/bypass.guest"

events()	# TRACE EVENT: how many of eth0
{
	grep -cE " $2: dev=eth0 " "$1"
}

for sender in packet:100 netpoll:50 teql:100; do
	trace=$tmp/out/trace.${sender%:*}
	count=${sender#*:}
	sender=${sender%:*}
	ok "$sender: a trace came back" test -s "$trace" || continue
	n=$(events "$trace" netdev_start_xmit)
	stock=$(events "$trace" net_dev_start_xmit)
	results=$(grep -cE ' netdev_xmit_done: dev=eth0 .* rc=0 ' "$trace")
	releases=$(grep -cE ' (dev_kfree_skb_irq|napi_consume_skb): ' "$trace")
	echo "# $sender: $n starts, $results results, $releases releases; stock $stock"
	ok "$sender: $count packets at the driver" test "$n" -eq "$count"
	ok "$sender: with a result each" test "$results" -eq "$count"
	ok "$sender: with a release each" test "$releases" -eq "$count"
	ok "$sender: none in the stock events" test "$stock" -eq 0
done
# it is busy when the slave is, and starts the packet again
own=$(grep -cE ' netdev_xmit_done: dev=teql0 .* rc=0 ' "$tmp/out/trace.teql")
ok "teql: its own device is seen too" test "$own" -eq 100 || echo "# $own results"
tap_end
