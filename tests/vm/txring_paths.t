#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_paths.t [OPTION of tests/vm/run]...
#
# Each way by which a packet comes to a driver, against the sender's own count. The
# patched tier sees all, exactly; the probe tier with the driver's xmit too; the
# others say what passed them by. A packet whose driver waits for a hardware
# timestamp is back when its slot is, which a stock event tells too late, and says.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

count=1000
tapring=$(dirname "$TXRING")/tests/tools/tapring
[ -x "$tapring" ] || { echo "1..0 # SKIP no $tapring: run make test-tools"; exit 0; }
[ "$tiers" != "probe stock" ] || tiers="xmit probe stock"

takes=(--take "$here/guest.sh" --take "$TXRING" --take "$tapring")
for program in bypass xdpsend stamp; do
	ok "$program builds" "${CC:-cc}" -O2 -Wall -o "$tmp/$program" "$here/$program.c" ||
		{ tap_end; exit 1; }
	takes+=(--take "$tmp/$program")
done
ok "the guest runs" "$here/run" "$@" --strict --timeout 560 \
	--append 'ipv6.disable=1' \
	--e1000e \
	"${takes[@]}" --tool ip --out "$tmp/out" "$here/txring_paths.guest" $count "$tiers"

sees_all()
{
	ok "$name: every packet is started" same started "$sent"
	ok "$name: and came back" same completed "$sent"
	ok "$name: the books balance" same balance 0
	ok "$name: none is uncertain" same uncertain 0
	ok "$name: no talk of packets not seen" says_not findings invisible-traffic
	ok "$name: no more inside than the ring has" at_most max $((256 - 22))
	# the release in an interrupt that a probe missed is seen by its free
	case ${is[reasons]} in *,missed-probes,*) return ;; esac
	ok "$name: exact" value exact true
}

sees_none()
{
	ok "$name: none is seen" same started 0
	ok "$name: the report says so" says findings invisible-traffic
	ok "$name: and is not exact" says source_reasons invisible-traffic
}

# The stamp of one is waited for a second and more, which is no time in the ring.
stamped()
{
	ok "$name: every packet is started" same started "$sent"
	ok "$name: and came back" same completed "$sent"
	ok "$name: the books balance" same balance 0
	ok "$name: a stamp given up is no reset" same reset_released 0
	if [ "$tier" = stock ]; then
		ok "$name: the wait shows" at_least lap_max 900000000
		ok "$name: the reason" says reasons hw-timestamp
		ok "$name: not exact" value exact false
		ok "$name: the truth is within the bounds" at_most max_low 1
	else
		ok "$name: the wait does not show" at_most lap_max 899999999
		ok "$name: no word of it" says_not reasons hw-timestamp
	fi
}

tun()
{
	read -r sent completed dropped left most < <(jq -r \
		'[.sent, .read, .dropped, .left, .max] | join(" ")' "$file.sent")
	figures "$file.dat" tapx
	ok "$name: no event is lost" same lost 0
	ok "$name: started" same started "$sent"
	ok "$name: completed" same completed "$completed"
	ok "$name: dropped" same dropped "$dropped"
	ok "$name: left inside" same in_device_at_end "$left"
	ok "$name: the maximum" same max "$most"
	ok "$name: the books balance" same balance 0
	ok "$name: the ring's capacity" same capacity_packets "$most"
	# it drops, and never stops its queue
	ok "$name: packed, five times" same packed_visits 5
	ok "$name: by the drops" value packed_source inferred
	ok "$name: the report says so" says findings ring-packed
}

for tier in $tiers; do
	for way in packet xdp netpoll stamp tun; do
		name="$tier, $way" file=$tmp/out/$tier.$way
		if [ "$tier" = xmit ] && [ ! -e "$file.dat" ]; then
			ok "$name # SKIP no BTF" true
			continue
		fi
		ok "$name: a recording came back" test -s "$file.dat" || continue
		if [ $way = tun ]; then
			tun
			continue
		fi
		sent=$(cat "$file.sent")
		figures "$file.dat"
		ok "$name: packets were sent" test "$sent" -ge 60
		ok "$name: no event is lost" same lost 0
		case $way.$tier in
		stamp.*) stamped ;;
		*.patched | *.xmit) sees_all ;;
		*) sees_none ;;
		esac
	done
done
ok "no trace instance and no probe is left" test ! -s "$tmp/out/left" || cat "$tmp/out/left"
tap_end
