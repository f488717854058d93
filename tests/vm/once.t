#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# once.t [OPTION of tests/vm/run]...
#
# One packet, one release event: none is missing and none comes twice, also where
# packets are completed on another CPU than the one that sent them (where 7.2 puts
# the free off to the first one), and where some are freed inside the xmit of the
# next one (virtio-net).

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/tap.sh"

count=5000
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# how many starts, and how many had how many releases until the skb's next start
releases()
{
	awk '{
		event = addr = ""; cpu = -1
		for (i = 1; i <= NF; i++)
			if ($i ~ /^[0-9]+\.[0-9]+:$/) event = $(i + 1)
			else if ($i ~ /^skbaddr=/) addr = $i
			else if ($i ~ /^\[[0-9]+\]$/) cpu = $i
	}
	event == "netdev_start_xmit:" {
		if (addr in n) times[n[addr]]++
		n[addr] = 0; from[addr] = cpu; starts++
	}
	event ~ /^(dev_kfree_skb_irq|napi_consume_skb|skb_unref):$/ && addr in n {
		n[addr]++
		kind[event]++
		if (cpu != from[addr]) away++
	}
	# the memory is gone: what comes next at this address is another skb
	event == "consume_skb:" && addr in n { frees++; times[n[addr]]++; delete n[addr] }
	END {
		for (addr in n) times[n[addr]]++
		print "starts", starts + 0
		print "once", times[1] + 0
		print "never", times[0] + 0
		print "away", away + 0
		print "frees", frees + 0
		for (e in kind) print substr(e, 1, length(e) - 1), kind[e]
	}' "$1"
}

ok "flood builds" "${CC:-cc}" -O2 -Wall -o "$tmp/flood" "$here/flood.c" ||
	{ tap_end; exit 1; }
ok "the guest runs" "$here/run" "$@" --strict --timeout 180 \
	--append 'ipv6.disable=1 no_hash_pointers' \
	--device '-device virtio-net-pci,netdev=n0 -netdev user,id=n0,restrict=on' \
	--take "$tmp/flood" --take "$here/guest.sh" --tool ip \
	--out "$tmp/out" "$here/once.guest" $count

# (a hubport with nothing behind it would leave virtio-net's packets uncompleted)
for trace in "$tmp"/out/trace.*; do
	[ -e "$trace" ] || { ok "a trace came back" false; break; }
	name=${trace##*.}
	is=()
	while read -r key value; do
		is[$key]=$value
	done < <(releases "$trace")
	echo "# $name:$(for key in "${!is[@]}"; do printf ' %s=%s' "$key" "${is[$key]}"; done)"
	ok "$name: no event is lost" grep -qx '# lost: 0' "$trace"
	ok "$name: every packet is started" same starts $count
	ok "$name: each is released once" same once $count
	ok "$name: some on another CPU" at_least away 1
done
tap_end
