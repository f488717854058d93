#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_pktgen.t [OPTION of tests/vm/run]...
#
# txring against pktgen's own counts. Patched, and by probes on the driver's xmit:
# every packet is seen, the books balance. Stock: pktgen's packets pass the events
# by, and the report says so. In queue_xmit mode every tier sees them.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

ring=256
ok "the guest runs" "$here/run" "$@" --strict --timeout 280 \
	--append 'ipv6.disable=1' \
	--device '-device e1000e,netdev=n0 -netdev hubport,id=n0,hubid=0' \
	--take "$here/guest.sh" --take "$TXRING" --tool ethtool \
	--out "$tmp/out" "$here/txring_pktgen.guest" $ring "$tiers"

if [ -e "$tmp/out/refused" ]; then
	ok "--xmit-func without BTF is refused" test "$(cat "$tmp/out/refused.status")" = 125
	ok "in one line that names BTF" \
		test "$(grep -c 'xmit-func: .*CONFIG_DEBUG_INFO_BTF$' "$tmp/out/refused")" = 1
	ok "and no other" test "$(wc -l < "$tmp/out/refused")" = 1
fi

for mode in plain burst clone queue skb_burst; do
	for tier in $tiers; do
		name="$tier, $mode"
		file=$tmp/out/$tier.$mode
		[ -e "$file.dat" ] || continue	# this pktgen has no such mode
		read -r sofar errors < "$file.sent"
		figures "$file.dat"
		echo "# pktgen: sofar $sofar, errors $errors"
		ok "$name: the tier" value tier $tier
		ok "$name: no event is lost" same lost 0
		ok "$name: pktgen sent" test "$sofar" -ge 3000
		if [ $mode != queue ] && { [ $tier = stock ] ||
		   ! grep -q 'netdev_start_xmit\|:xmit0' "$file.err"; }; then
			ok "$name: pktgen's packets are not seen" same started 0
			ok "$name: the report says so" says findings invisible-traffic
			ok "$name: and is not exact" says source_reasons invisible-traffic
			continue
		fi
		ok "$name: no talk of packets not seen" says_not findings invisible-traffic
		ok "$name: the books balance" same balance 0
		ok "$name: none is uncertain" same uncertain 0
		missed=
		case ${is[reasons]} in *,missed-probes,*) missed=1 ;; esac
		if [ $tier = stock ] || [ -n "$missed" ]; then
			ok "$name: not exact" value exact false
			ok "$name: at least is below what the ring has" \
				at_most max_low $((ring - 22))
		else
			ok "$name: in the device no more than the ring has" \
				at_most max $((ring - 22))
		fi
		# in queue mode the errors are packets that the qdisc dropped
		started=$((sofar + is[busy]))
		[ $mode = queue ] || started=$((started + errors))
		ok "$name: started is what pktgen counts" same started $started
		case $tier.$mode in
		# a reference that is dropped in between shows on the patched tier alone
		stock.* | probe.burst | probe.clone) ;;
		*)	ok "$name: all came back" same completed $((started - is[busy]))
			ok "$name: none started twice" same restarted 0 ;;
		esac
		case $tier.$mode in
		stock.queue)
			ok "$name: pktgen's own reference is told" says findings shared-skb ;;
		probe.burst | probe.clone)
			ok "$name: said to be shared" says reasons shared-skb
			ok "$name: and found so" says findings shared-skb
			ok "$name: and no low ceiling is claimed" \
				test "${is[max_high]}" = unknown -o "${is[max_high]}" -ge $((ring - 22)) ;;
		esac
		[ "${is[busy]}" = 0 ] || ok "$name: refusals are found" says findings tx-busy
		[ $tier = patched ] || continue
		ok "$name: exact" value exact true
		ok "$name: nobody's reference is in doubt" says_not findings shared-skb
		ok "$name: the driver's counter agrees" says_not findings counter-mismatch
	done
done
ok "no trace instance and no probe is left" test ! -s "$tmp/out/left" || cat "$tmp/out/left"
tap_end
