#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The events that tell when a NAPI poll hands packets on cost every received packet, so
# they are on only when a device needs them. A veth whose peer does not poll does not;
# when it begins to, in the middle, packets until the events are on are marked as not
# known, and those after it are exact.
. "$(dirname "$0")/lib.sh"
. "$root/tests/live/top_lib.sh"
plan 77
new_ns a b
veth_pair a va b vb || skip_all "no veth devices here"
background b "$TOOLS/udpsink" -t 300 192.0.2.2 9000 >"$tmp/sink"
wait_for 5 grep -q ready "$tmp/sink"
in_ns a ethtool -K va tso off >/dev/null 2>&1	# else the ring is not used

# poll how on|off: the peer begins or ceases to poll
poll() {
	case $1 in
	gro) in_ns b ethtool -K vb gro "$2" >/dev/null 2>&1 ;;
	xdp) in_ns b python3 "$root/tests/live/xdp_pass.py" vb "$2" 2>"$tmp/xdp.err" ;;
	esac
}
flood() { in_ns a "$TOOLS/udpflood" -n "$1" -r 20000 192.0.2.2 9000 >/dev/null; }
got() { in_ns b sed -n 's/^ *vb: *//p' /proc/net/dev | awk '{ print $2 }'; }
# The events that a recorder of process $bg has switched on in its instance.
has_on() { grep -q 1 "$TRACEFS"/instances/*-"$bg"-*/events/net/"$1"/enable; }
has_perf_events() { readlink /proc/"$bg"/fd/* 2>/dev/null | grep -q perf_event; }
polls_told() { has_on netif_receive_skb && has_on napi_gro_receive_entry; }

poll gro on && poll gro off || skip_all "this veth cannot switch GRO"

# A bridge that is up, say, keeps them on, and nothing is in doubt then.
"$TXRING" record -v -o "$tmp/now.dat" -- true 2>"$tmp/now"
grep -q netif_receive_skb "$tmp/now" && skip_all "another device of this machine needs the events of NAPI polls"

# ---- nothing polls ----
f=$tmp/plain.dat
background a "$TXRING" record -o "$f" 2>"$f.err"
wait_for 20 has_on netif_rx
check "plain: events of NAPI polls are off" eval '! has_on netif_receive_skb && ! has_on napi_gro_receive_entry'
flood 2000
stop_bg "$bg" INT
is "plain: record's status" $? 0
is "plain: none of them in the file" "$(grep -ac 'name: netif_receive_skb' "$f")" 0
report "$f"
is "plain: started, handed over" "$(dev "$f" va '[.started, .handed_over] | @csv')" "2000,2000"
is "plain: exact" "$(dev "$f" va .exact)" true
is "plain: kind" "$(dev "$f" va .kind)" handover
lossless "$f" va
check "plain: the books balance" books_balance "$f"

# ---- it polls from the beginning ----
poll gro on
f=$tmp/gro.dat
background a "$TXRING" record -o "$f" 2>"$f.err"
check "gro: events of NAPI polls are on" wait_for 20 polls_told
flood 1000
stop_bg "$bg" INT
report "$f"
is "gro: started" "$(dev "$f" va .started)" 1000
is "gro: no lap is uncertain" "$(dev "$f" va .uncertain)" 0
is "gro: nothing unseen" "$(dev "$f" va '[.reasons[].code] | contains(["handover-unseen"])')" false
is "gro: a ring" "$(dev "$f" va .kind)" ring
poll gro off

# What must hold of the device when its peer polls since the middle: of SENT packets at
# least KNOWN, those before and well after that, are known, and the peer got GOT. XDP
# makes another skb of one (veth_convert_skb_to_xdp_buff()): that completes.
judge() {	# judge LABEL FILE SENT KNOWN GOT
	is "$1: started" "$(dev "$2" va .started)" "$3"
	between "$1: packets in doubt" "$(dev "$2" va .uncertain)" 0 $(($3 - $4))
	doubts=$((doubts + $(dev "$2" va .uncertain)))
	is "$1: the device is exact without doubts alone" "$(dev "$2" va '.uncertain == 0 or (.exact | not)')" true
	is "$1: the reason and its count" "$(dev "$2" va \
		'([.reasons[] | select(.code == "handover-unseen").count] | add // 0) == .uncertain')" true
	is "$1: none is called restarted" "$(dev "$2" va .restarted)" 0
	between "$1: as many as are known went on" "$(dev "$2" va '.handed_over + .completed')" "$4" "$5"
	between "$1: and its bounds have all" "$5" "$(dev "$2" va '.handed_over + .completed')" \
		"$(dev "$2" va '(.handed_over_high // .handed_over) + .completed')"
	between "$1: completed by XDP alone" "$(dev "$2" va .completed)" 0 "$6"
}

doubts=0	# of all these: a look may come between a switch and the packets, not each time
# in_the_middle HOW BACKEND: 500 packets before, 300 at once after, 400 when it is told
in_the_middle() {
	local how=$1 f=$tmp/$1.$2.dat before xdp_completes=0
	[ "$how" = xdp ] && xdp_completes=700
	before=$(got)
	background a "$TXRING" record --backend "$2" -o "$f" 2>"$f.err"
	if [ "$2" = tracefs ]; then
		wait_for 20 has_on netif_rx
	else
		wait_for 20 has_perf_events
		sleep 1
	fi
	flood 500
	poll "$how" on
	flood 300
	if [ "$2" = tracefs ]; then
		check "$how, $2: events come on" wait_for 30 polls_told
	else
		sleep 5		# nothing of perf shows when they are
		check "$how, $2: it records still" kill -0 "$bg"
	fi
	flood 400
	sleep 0.2
	stop_bg "$bg" INT
	is "$how, $2: record's status" $? 0
	poll "$how" off
	report "$f"
	judge "$how, $2" "$f" 1200 900 $(($(got) - before)) $xdp_completes
	check "$how, $2: the books balance" books_balance "$f"
	if [ "$(dev "$f" va .uncertain)" = 0 ]; then
		skip 2 "it was seen before the first packet"
		return
	fi
	# What comes after the last one in doubt is exact.
	"$TXRING" script -q -i "$f" --json | jq -s 'map(select(.device == "va" and .outcome == "uncertain")) |
		max_by(.start_ns).start_ns' >"$tmp/last"
	"$TXRING" report -i "$f" --json --time "$(jq -n --argjson s "$(jq '.source.first_ns | tonumber' "$f.json")" \
		--argjson l "$(cat "$tmp/last")" '($s + $l + 100000) / 1e9')," >"$f.json"
	is "$how, $2: exact again, a ring" \
		"$(dev "$f" va '[.kind, .uncertain, .exact or ([.reasons[].code] == ["warm-start"])] | @csv')" '"ring",0,true'
	between "$how, $2: of the packets since" "$(dev "$f" va .started)" 400 700
}
in_the_middle gro tracefs
if poll xdp on; then
	poll xdp off
	in_the_middle xdp tracefs
else
	skip 13 "no XDP here: $(cat "$tmp/xdp.err")"
fi

if "$TXRING" record --backend perf --duration 1ms -o "$tmp/p" 2>"$tmp/p.err"; then
	in_the_middle gro perf
else
	skip 13 "$(head -1 "$tmp/p.err")"
fi

# ---- the same while it is looked at ----
looked_at() {	# looked_at BACKEND
	local t=$tmp/top.$1 l="top, $1" lines
	background a "$TXRING" top --backend "$1" --json --interval 0.5 >"$t" 2>"$t.err"
	top_pid=$bg
	wait_for 20 test -s "$t"
	flood 500
	more_lines "$t" 2
	poll gro on
	flood 300
	[ "$1" != tracefs ] || wait_for 30 polls_told
	more_lines "$t" 8	# nothing of perf shows when they are on
	check "$l: it goes on" kill -0 "$top_pid"
	lines=$(wc -l <"$t")
	flood 400
	end_top "$t"
	is "$l: status" $? 0
	va() { jq -r --argjson n "$lines" -s ".[$1] | [.[].devices[] | select(.name == \"va\")] | $2" "$t"; }
	is "$l: all packets" "$(va 0: "$started_of")" 1200
	between "$l: in doubt until the events are on" "$(va 0: 'map(.uncertain) | add')" 0 300
	doubts=$((doubts + $(va 0: 'map(.uncertain) | add')))
	is "$l: each interval of those is marked" "$(va 0: 'map(select(.uncertain > 0) | .exact | not) | all')" true
	is "$l: none is called completed or restarted" "$(va 0: 'map(.completed + .restarted) | add')" 0
	is "$l: then no packet is in doubt" "$(va '$n:' "[($started_of), (map(.uncertain) | add)] | @csv")" "400,0"
	is "$l: and each is handed over" "$(va '$n:' 'map(.handed_over) | add')" 400
	is "$l: nothing lost" "$(jq -s 'map(.source.lost_events + .source.lost_gaps_unknown) | add' "$t")" 0
	is "$l: nothing on stderr" "$(cat "$t.err")" ""
	poll gro off
}
looked_at tracefs
if [ -s "$tmp/p" ]; then
	looked_at perf
else
	skip 10 "no perf events here"
fi
# ---- a ring that nobody knew: none of its packets may be in doubt ----
if [ -c /dev/net/tun ]; then
	t=$tmp/new r=$tmp/new.dat
	background a "$TXRING" top --json --cumulative --interval 0.5 >"$t" 2>"$t.err"
	top_pid=$bg
	wait_for 20 test -s "$t"
	background a "$TXRING" record -o "$r" 2>"$r.err"
	record_pid=$bg
	wait_for 20 has_on netif_rx
	hold_ring a tapn 118
	ring "send 30; read 30; send 5" >"$tmp/new.truth"
	end_top "$t"
	stop_bg "$record_pid" INT
	tail -n 1 "$t" >"$tmp/last.json"
	is "a new ring, top: started, completed, now, in doubt" "$(dev "$tmp/last" tapn \
		'[.started, .completed, .in_device.now, .uncertain] | @csv')" "35,30,5,0"
	report "$r"
	is "a new ring, record" "$(dev "$r" tapn \
		'[.started, .completed, .in_device_at_end, .uncertain] | @csv')" "35,30,5,0"
else
	skip 2 "no /dev/net/tun here"
fi
between "some packets were in doubt" "$doubts" 1 9999
finish
