#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_pktgen.t [OPTION of tests/vm/run]...
#
# txring against pktgen's own counts. Patched, and by probes on the driver's xmit:
# every packet is seen, the books balance. Stock: pktgen's packets pass the events
# by, and the report says so. In queue_xmit mode every tier sees them. With the
# companion pktgen, which tells of its own packets, so does each tier in each mode.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

ring=256
make_module()	# KDIR
{
	make -s -C "$top/kernel-patches/pktgen-module" KDIR="$1" OUT="$tmp/module" >&2
}

take=()
for option; do
	case $option in
	--distro*)
		kernel=$("$here/build" "$option") || exit 1
		headers=/lib/modules/$(ls "$kernel/root/lib/modules")/build
		if [ -d "$headers" ]; then
			ok "the companion builds" make_module "$headers" || { tap_end; exit 1; }
			take=(--take "$tmp/module/pktgen.ko")
		fi ;;
	esac
done
ok "the guest runs" "$here/run" "$@" --strict --timeout 560 \
	--append 'ipv6.disable=1' \
	--e1000e \
	--take "$here/guest.sh" --take "$TXRING" "${take[@]}" --tool ethtool \
	--out "$tmp/out" "$here/txring_pktgen.guest" $ring "$tiers"

if [ -e "$tmp/out/refused" ]; then
	ok "--xmit-func without BTF is refused" test "$(cat "$tmp/out/refused.status")" = 125
	ok "in one line that names BTF" \
		test "$(grep -c 'xmit-func: .*CONFIG_DEBUG_INFO_BTF$' "$tmp/out/refused")" = 1
	ok "and no other" test "$(wc -l < "$tmp/out/refused")" = 1
fi

labels=$tiers
[ ${#take[@]} -eq 0 ] || labels+=" ${tiers// /-companion }-companion"
for mode in plain burst clone queue skb_burst; do
	for label in $labels; do
		tier=${label%-companion}
		name="$label, $mode"
		file=$tmp/out/$tier.$mode
		[ "$label" = "$tier" ] || file=$tmp/out/companion-$tier.$mode
		if [ ! -e "$file.dat" ]; then
			# a pktgen that is not ours has no such mode
			case $label.$mode in
			probe.skb_burst | stock.skb_burst) ;;
			*) ok "$name: a recording came back" false ;;
			esac
			continue
		fi
		read -r sofar errors < "$file.sent"
		figures "$file.dat"
		echo "# pktgen: sofar $sofar, errors $errors"
		ok "$name: the tier" value tier $tier
		ok "$name: no event is lost" same lost 0
		ok "$name: pktgen sent" test "$sofar" -ge 3000
		if [ $mode != queue ] && { [ $tier = stock ] ||
		   ! grep -q 'netdev_start_xmit\|:xmit0' "$file.err"; } &&
		   [ "$label" = "$tier" ]; then
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
			# more than fit with two descriptors each, and an eighth
			[ "${is[max]}" -le 131 ] || ok "$name: what the ring holds of them" \
				same capacity_packets $((ring - 22))
		fi
		# in queue mode the errors are packets that the qdisc dropped
		started=$((sofar + is[busy]))
		[ $mode = queue ] || started=$((started + errors))
		ok "$name: started is what pktgen counts" same started $started
		case $label.$mode in
		# how often one is shared is told by the patched tier and by the companion
		stock*.* | probe.burst | probe.clone) ;;
		*)	ok "$name: all came back" same completed $((started - is[busy]))
			ok "$name: none started twice" same restarted 0 ;;
		esac
		case $label.$mode in
		stock*.queue)
			ok "$name: pktgen's own reference is told" says findings shared-skb ;;
		probe.burst | probe.clone)
			ok "$name: said to be shared" says reasons shared-skb
			ok "$name: and found so" says findings shared-skb
			ok "$name: and no low ceiling is claimed" \
				test "${is[max_high]}" = unknown -o "${is[max_high]}" -ge $((ring - 22)) ;;
		esac
		# pktgen frees what it holds, which is no reset
		ok "$name: no reset" same reset_released 0
		[ "${is[restarted]}" != 0 ] || ok "$name: every one that came back has a lap" \
			same lap_count "${is[completed]}"
		[ "${is[busy]}" = 0 ] || ok "$name: refusals are found" says findings tx-busy
		case $label in
		patched) ;;
		probe-companion)
			[ $mode = queue ] || [ -n "$missed" ] ||
				ok "$name: exact" value exact true
			continue ;;
		*) continue ;;
		esac
		ok "$name: exact" value exact true
		ok "$name: nobody's reference is in doubt" says_not findings shared-skb
		ok "$name: the driver's counter agrees" says_not findings counter-mismatch
	done
done
ok "no trace instance and no probe is left" test ! -s "$tmp/out/left" || cat "$tmp/out/left"
tap_end
