#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# pktgen.t [OPTION of tests/vm/run]...
#
# Every packet of pktgen is seen at the driver, in each of its modes, and each one
# once. Its packets ask for no checksum and take one descriptor, so e1000e owns
# ring - 22 of them at most. On the distribution's kernel (--distro), which lacks
# the patches, the companion module tells of them instead; it needs the package
# linux-headers-amd64.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/tap.sh"

ring=256
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

make_module()	# KDIR
{
	make -s -C "$here/../../kernel-patches/pktgen-module" \
		KDIR="$1" OUT="$tmp/module" >&2
}

tier=patched
take=("$here/guest.sh")
for option; do
	case $option in
	--distro*)
		tier=pktgen
		kernel=$("$here/build" "$option") || exit 1
		release=$(ls "$kernel/root/lib/modules")
		if [ ! -d "/lib/modules/$release/build" ]; then
			echo "1..0 # SKIP no headers of $release; install linux-headers-${release}"
			exit 0
		fi
		ok "the module builds against the headers of $release" \
			make_module "/lib/modules/$release/build" ||
			{ tap_end; exit 1; }
		take+=("$tmp/module/pktgen.ko") ;;
	esac
done

ok "the guest runs" "$here/run" "$@" --strict --timeout 240 \
	--append 'ipv6.disable=1 no_hash_pointers' \
	--e1000e \
	"${take[@]/#/--take=}" --tool ethtool --out "$tmp/out" "$here/pktgen.guest" $ring

for mode in plain burst clone queue skb_burst skb_burst_1 skb_burst_frags \
	skb_burst_delay skb_burst_stop skb_burst_threads; do
	trace=$tmp/out/trace.$mode
	if [ $mode = skb_burst_threads ] && [ -e "$tmp/out/one_cpu" ]; then
		ok "$mode # SKIP one processor" true
		continue
	fi
	ok "$mode: a trace came back" test -s "$trace" || continue
	if [ $tier$mode = pktgenqueue ]; then
		# the stack sends these, and its own events tell of them
		occupancy "$trace" probe
	else
		occupancy "$trace" $tier
	fi
	ok "$mode: packets were sent" at_least sofar 1000
	ok "$mode: no event is lost" same lost 0
	# in queue mode the errors are packets that the qdisc dropped
	started=$((is[sofar] + is[busy]))
	[ $mode = queue ] || started=$((started + is[errors]))
	ok "$mode: started are all that pktgen counts" same started $started
	ok "$mode: every start that was taken is released" \
		same completed $((is[started] - is[busy]))
	ok "$mode: none is left" same left 0
	ok "$mode: the device owned no more than it can" at_most max $((ring - 22))

	case $mode in
	plain)	ok "$mode: the count is the one asked for" same sofar 10000 ;;
	burst)	ok "$mode: the skbs are shared" same shared started
		ok "$mode: more followed" at_least more 1000 ;;
	clone)	ok "$mode: the skbs are shared" same shared started ;;
	skb_burst*)
		ok "$mode: no skb is shared" same shared 0
		ok "$mode: no skb is twice in the device" same restarted 0
		# a driver rings the doorbell by itself when it stops its queue
		ok "$mode: the last packet ends its burst" \
			test "${is[last_more]}" = 0 -o "${is[last_xoff]}" = 1 ;;
	esac
	case $mode in
	skb_burst)
		ok "$mode: the count is exact" same sofar 10007
		ok "$mode: more followed" at_least more 9000
		[ "$slow" != 1 ] ||
			ok "$mode: the ring was full" same max $((ring - 22)) ;;
	skb_burst_1)
		ok "$mode: no burst" same more 0 ;;
	skb_burst_frags)
		ok "$mode: the count is exact" same sofar 5003 ;;
	skb_burst_delay)
		ok "$mode: the count is exact" same sofar 1003
		ok "$mode: bursts keep together" at_least more 900 ;;
	skb_burst_threads)
		ok "$mode: the counts are exact" same sofar 10002 ;;
	esac
done

ok "skb_burst is shown among the parameters" \
	grep -q '^ *skb_burst: 8$' "$tmp/out/show"
ok "parameters that exclude each other are refused" \
	test ! -e "$tmp/out/not_refused" || sed 's/^/# /' "$tmp/out/not_refused"
ok "each of them is taken alone" \
	test ! -e "$tmp/out/not_taken" || sed 's/^/# /' "$tmp/out/not_taken"
[ $tier = patched ] ||
	ok "the module is not loaded beside the kernel's own" test ! -e "$tmp/out/beside"
tap_end
