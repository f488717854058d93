#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# txring_why.t [OPTION of tests/vm/run]...
#
# Where the lap went, on an e1000e: its interrupts come at most RATE a second, and with
# paced packets a lap waits half of that time for one, whether the handler cleans
# (MSI-X) or NAPI does (MSI). So the part of the device follows the rate, and no other
# does. Each ns of each lap is in one part.

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/txring.sh"

count=2000 pps=10000
rates="1000 4000"
modes="2 1"

# One processor whose time is the instructions it ran: the host's load is not in it.
# shellcheck disable=SC2086 # one word a rate
ok "the guest runs" "$here/run" "$@" --strict --icount --timeout 900 \
	--append 'ipv6.disable=1' \
	--e1000e \
	--take "$here/guest.sh" --take "$TXRING" --tool ip \
	--out "$tmp/out" "$here/txring_why.guest" $count $pps "$tiers" "$modes" $rates

# Of eth0 in REPORT: sum, laps, mean in us of a part, and what is not in any.
part()	# FILE
{
	python3 - "$1" <<-'EOF'
	import json, sys
	dev = [d for d in json.load(open(sys.argv[1]))["devices"] if d["name"] == "eth0"][0]
	why, laps = dev["why"], dev["lap_ns"]
	parts = ["device", "to_napi", "cleaning", "after_interrupt", "in_xmit", "task",
	         "unattributed"]
	print("laps", laps["count"])
	print("left", laps["sum"] - sum(why[p + "_ns"]["sum"] or 0 for p in parts))
	print("missing", laps["count"] - sum(why[p + "_ns"]["count"] for p in parts[2:]))
	for p in parts + ["qdisc_wait", "deferred_free"]:
	    print(p, int((why[p + "_ns"]["avg"] or 0) / 1000))
	    print(p + "_laps", why[p + "_ns"]["count"])
	print("device_max", int(why["device_ns"]["max"] / 1000))
	print("started", dev["started"])
	print("qdisc_known", why["qdisc_wait_ns"]["count"])
	print("qdisc_all", why["qdisc_wait_ns"]["count"] + why["qdisc_unknown"])
	print("largest", why["largest"])
	EOF
}

where()	# NAME: the figures of that recording, as the array of tap.sh
{
	local key value
	is=()
	"$TXRING" report -i "$tmp/out/$1.dat" --json > "$tmp/$1.json" || return 1
	while read -r key value; do
		is[$key]=$value
	done < <(part "$tmp/$1.json")
	echo "# $1: laps=${is[laps]-} device=${is[device]-}us (max ${is[device_max]-})" \
		"to_napi=${is[to_napi]-} cleaning=${is[cleaning]-}" \
		"after_interrupt=${is[after_interrupt_laps]-} laps" \
		"unattributed=${is[unattributed_laps]-} laps qdisc=${is[qdisc_wait]-}us"
}

# Within half of the half of the time from interrupt to interrupt.
follows()	# RATE
{
	local half=$((500000 / $1))
	[ "${is[device]-0}" -ge $((half / 2)) ] && [ "${is[device]-0}" -le $((half * 3 / 2)) ] || {
		echo "# device ${is[device]-none} us, expected about $half"
		return 1
	}
}

for tier in $tiers; do
	for mode in $modes; do
		declare -A device=()
		for rate in $rates; do
			name=$tier.$mode.$rate
			ok "$name: a recording came back" test -s "$tmp/out/$name.dat" || continue
			ok "$name: it tells where the time went" where "$name" || continue
			ok "$name: every lap is there" at_least laps $count
			ok "$name: the parts add up to the laps" same left 0
			ok "$name: each lap is in one" same missing 0
			ok "$name: nearly all are attributed" at_most unattributed_laps $((count / 100))
			ok "$name: most to the device" value largest device
			ok "$name: about half the time between interrupts" follows "$rate"
			# a packet that just missed an interrupt waits for the next
			ok "$name: none much longer than that time" at_most device_max $((1100000 / rate))
			ok "$name: the rest is short" at_most to_napi 50
			ok "$name: so is cleaning" at_most cleaning 50
			ok "$name: every start is known in the qdisc or not" same qdisc_all started
			ok "$name: nearly all are" at_least qdisc_known $((count - 1))
			device[$rate]=${is[device]}
		done
		echo "# $tier.$mode: device ${device[1000]-} us at 1000, ${device[4000]-} us at 4000"
		ok "$tier.$mode: four times the rate, a quarter of the time" test \
			"$((${device[1000]-0} * 10))" -ge "$((${device[4000]-1} * 30))" -a \
			"$((${device[1000]-0} * 10))" -le "$((${device[4000]-1} * 50))"
	done
done
ok "no trace instance is left" test ! -s "$tmp/out/left" || cat "$tmp/out/left"
tap_end
