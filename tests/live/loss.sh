#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Loss for real: senders on every CPU at full rate over veth, small buffers, and
# recorders that are stopped twice meanwhile: by tracefs, by perf events, and perf
# itself. What is certain is true, by the sender's and the devices' counters; the truth
# lies within the bounds of the rest; and after the loss all is as without one.
. "$(dirname "$0")/lib.sh"
plan 42
new_ns a b
veth_pair a va b vb || skip_all "no veth devices here"
background b "$TOOLS/udpsink" -t 200 192.0.2.2 9000 >"$tmp/sink"
wait_for 5 grep -q ready "$tmp/sink"
# a ring of 256 at the peer, where the kernel has it
in_ns b ethtool -K vb gro on >/dev/null 2>&1
in_ns a ethtool -K va tso off >/dev/null 2>&1

cpus=$(seq -s, 0 $(($(nproc) - 1)))
# A quiet beginning, and two times that the recorder sees nothing of. A gap ends with the
# next event of its CPU: some packets on each. Then nothing for longer than laps that
# span a loss may live (1 s), and a quiet end.
cat >"$tmp/load" <<SH
#!/bin/bash
flood="$TOOLS/udpflood -c $cpus"
\$flood -n 20 192.0.2.2 9000 >"$tmp/sent.1"
for i in 2 3; do
	kill -STOP \$PPID
	\$flood -n 60000 -b 16 192.0.2.2 9000 >"$tmp/sent.\$i"
	kill -CONT \$PPID
	sleep 0.3
done
# on a busy machine the recorder may not have gone on yet
for i in 1 2 3 4 5 6 7 8; do
	\$flood -n 5 192.0.2.2 9000
	sleep 0.2
done >"$tmp/sent.4"
sleep 1.5
\$flood -n 20 192.0.2.2 9000 >"$tmp/sent.5"
SH
chmod +x "$tmp/load"
received() { in_ns b sed -n 's/^ *vb: *//p' /proc/net/dev | awk '{ print $2 }'; }
transmitted() { in_ns a sed -n 's/^ *va: *//p' /proc/net/dev | awk '{ print $10 }'; }

judge() {	# judge LABEL FILE
	local sent got tx last
	sent=$(jq -s 'map(.sent) | add' "$tmp"/sent.[1-5])
	got=$(($(received) - rx)) tx=$(($(transmitted) - tx0))
	last=$(jq .sent "$tmp/sent.5")
	report "$2"
	is "$1: report's status" $? 0
	check "$1: events were lost" holds "$2" '.source | .lost_events + .lost_gaps_unknown > 0'
	is "$1: not exact, the device neither" \
		"$(total "$2" .source.exact),$(dev "$2" va .exact)" "false,false"
	check "$1: the books balance" books_balance "$2"
	check "$1: started" bounds_hold "$2" va started "$sent"
	check "$1: accepted, by the peer" accepted_holds "$2" "$got"
	is "$1: the device counted the same" "$tx" "$got"
	check "$1: dropped or refused" refused_holds "$2" $((sent - got))
	check "$1: at the end nothing is inside" bounds_hold "$2" va in_device_at_end 0
	check "$1: the maximum is what fits" holds "$2" '[.devices[] | select(.name == "va")][0].in_device |
		(.max_low // .max) <= 257'
	# After the loss: as if there had been none.
	"$TXRING" script -i "$2" --json -d va 2>/dev/null | tail -n "$last" >"$2.laps"
	is "$1: after the loss: every packet, none in doubt" \
		"$(jq -s -c '[length, (map(select(.outcome == "handed_over" or .outcome == "completed")) | length)] ' "$2.laps")" \
		"[$last,$last]"
	check "$1: after the loss: none waits for an old one" \
		jq -s -e 'all(.lap_ns == null or .lap_ns < 1e9) and all(.in_device <= 257)' "$2.laps" ||
		diag "$(jq -c '[.outcome, .lap_ns, .in_device]' "$2.laps" | sort | uniq -c | head -5)"
	diag "$1: sent $sent, accepted $got; $(dev "$2" va '"started \(.started_low // .started)..\(if has("started_high") then .started_high else .started end), handed over \(.handed_over_low // .handed_over)..\(if has("handed_over_high") then .handed_over_high else .handed_over end), uncertain \(.uncertain), at the end \(.in_device_at_end), max \(.in_device | .max_low // .max)..\(.in_device | if has("max_high") then .max_high else .max end)"'), lost $(total "$2" '.source | "\(.lost_events), gaps of unknown size \(.lost_gaps_unknown)"')"
}
# The same of two figures together: their low ends are true at once, their high ends too.
sum_holds() {	# sum_holds FILE FIGURE FIGURE TRUTH
	holds "$1" --argjson t "$4" "[.devices[] | select(.name == \"va\")][0] |
		[[.$2, .$2_low, .$2_high, has(\"$2_low\") or has(\"$2_high\")],
		 [.$3, .$3_low, .$3_high, has(\"$3_low\") or has(\"$3_high\")]] |
		(map(.[1] // .[0]) | add) <= \$t and
		(any(.[3] and .[2] == null) or \$t <= (map(.[2] // .[0]) | add))"
}
accepted_holds() { sum_holds "$1" handed_over completed "$2"; }
refused_holds() { sum_holds "$1" dropped busy "$2"; }

before() { rx=$(received) tx0=$(transmitted); }

f=$tmp/tracefs.dat
before
record a "$f" -b 256 -- "$tmp/load"
is "tracefs: status" $? 0
check "tracefs: the closing line says so" has_line "$f.err" 'LOST [0-9,]+ events'
judge tracefs "$f"

f=$tmp/perf.data
before
record a "$f" --backend perf -b 256 -- "$tmp/load"
status=$?
if grep -q "built without libperf" "$f.err"; then
	skip 14 "built without libperf"
else
	is "perf: status" $status 0
	check "perf: the closing line says so" has_line "$f.err" 'LOST [0-9,]+ events'
	judge perf "$f"
fi

f=$tmp/stock.data
if command -v perf >/dev/null; then
	before
	in_ns a perf record -q -a -k mono -m 64 -o "$f" -e net:net_dev_start_xmit -e net:net_dev_xmit \
		-e skb:consume_skb -e skb:kfree_skb -e net:netif_rx -e net:netif_receive_skb \
		-e net:napi_gro_receive_entry -- "$tmp/load" >/dev/null 2>"$f.err" || diag "$(head -3 "$f.err")"
	judge "perf record" "$f"
	perf report --stats -i "$f" >"$tmp/stats" 2>/dev/null
	is "perf record: as many lost as perf counts" "$(total "$f" .source.lost_events)" \
		"$(awk '/LOST_SAMPLES events:/ && !/%/ { s += $3 } END { print s + 0 }' "$tmp/stats")"
else
	skip 13 "needs the program perf"
fi
finish
