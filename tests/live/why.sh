#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# record --why: of a tap ring the laps end by its reader, and a token bucket before it
# lets packets through at a known rate; by each recorder, and by the stock perf. Each ns
# of each lap is in one part.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 35
new_ns a
hold_ring a tapw 118
# A packet of 1000 bytes is 1 ms; the bucket holds one.
in_ns a tc qdisc replace dev tapw root tbf rate 8mbit burst 1600 latency 1s 2>"$tmp/err" ||
	skip_all "no token bucket here: $(tail -1 "$tmp/err")"
packets=20
script="mark; size 1000; send $packets; sleep 100ms; read all; print"
events=(-e net:net_dev_start_xmit -e net:net_dev_xmit -e skb:consume_skb -e skb:kfree_skb
	-e net:net_dev_queue -e irq:irq_handler_entry -e irq:irq_handler_exit
	-e irq:softirq_raise -e irq:softirq_entry -e irq:softirq_exit -e napi:napi_poll)
parts='["device", "to_napi", "cleaning", "after_interrupt", "in_xmit", "task", "unattributed"]'

# Of every row that tells: the parts add up to the laps, in ns and in number.
adds_up() {
	holds "$1" "[.devices[], .devices[].queues[] | select(.why)] | length > 0 and all(. as \$r |
		([$parts[] | \$r.why[. + \"_ns\"].sum // 0] | add) == (\$r.lap_ns.sum // 0) and
		([$parts[2:][] | \$r.why[. + \"_ns\"].count] | add) == \$r.lap_ns.count and
		([\$r.why.unattributed_by[].laps] | add) == \$r.why.unattributed_ns.count)"
}

judge() {	# judge FILE NAME
	local f=$1 d=tapw
	report "$f"
	is "$2: report's status" $? 0
	is "$2: started, completed" "$(dev "$f" $d '[.started, .completed] | @csv')" \
		"$(truth "$f.truth" '[.sent, .read] | @csv')"
	is "$2: nothing lost" "$(total "$f" .source.lost_events)" 0
	check "$2: the parts add up" adds_up "$f"
	is "$2: every lap ended by a task" "$(dev "$f" $d '[.why.task_ns.count, .why.task_ns.sum == .lap_ns.sum, .why.largest] | @csv')" \
		"$packets,true,\"task\""
	is "$2: the way of every packet through the qdisc is known" \
		"$(dev "$f" $d '[.why.qdisc_wait_ns.count, .why.qdisc_unknown] | @csv')" "$packets,0"
	# The i-th waits for those before it: the bucket never lets them through sooner.
	between "$2: they waited for the bucket" "$(dev "$f" $d .why.qdisc_wait_ns.sum)" \
		$(((packets - 2) * (packets - 1) / 2 * 1000000)) 60000000000
	between "$2: the last one for all" "$(dev "$f" $d .why.qdisc_wait_ns.max)" \
		$(((packets - 2) * 1000000)) 60000000000
	check "$2: the schema" schema_holds "$f.json"
}

# A virtual machine has been seen to give perf no events while a CPU's idle task was
# current, and to count none as lost (README, Limits); starts in a timer's softirq, as
# these, come under whatever task. tracefs had them all.
perf_saw_all() {	# perf_saw_all FILE: else why, in $missed
	local n
	report "$1"
	n=$(dev "$1" tapw .started)
	missed="the kernel gave perf ${n:-0} of $packets starts, and told of no loss"
	[ "$n" = "$packets" ] || [ "$(total "$1" .source.lost_events)" != 0 ]
}

f=$tmp/w.dat
record a "$f" --why -d tapw -- "$TOOLS/tapring" -c "$ring_socket" "$script" >"$f.truth"
is "tracefs: status" $? 0
judge "$f" tracefs
"$TXRING" report -i "$f" >"$tmp/text"
check "tracefs: the text tells" has_line "$tmp/text" '^             task +100% +20 '
check "tracefs: and of the qdisc" has_line "$tmp/text" '^             qdisc, before +20 '
# The kernel's filter: no softirq but those of packets.
strings_of() { trace-cmd report "$1" 2>/dev/null | grep -oE 'softirq_[a-z]+: +vec=[0-9]+' | grep -oE '[0-9]+$' | sort -u | tr '\n' ' '; }
if command -v trace-cmd >/dev/null; then
	vecs=$(strings_of "$f")
	[ "$vecs" = "2 3 " ] || [ "$vecs" = "2 " ]
	ok "tracefs: softirqs of packets alone" $? || diag "got $vecs"
else
	skip 1 "no trace-cmd"
fi

f=$tmp/w.data
record a "$f" --why --backend perf -- "$TOOLS/tapring" -c "$ring_socket" "$script" >"$f.truth"
status=$?
if [ $status = 125 ] && grep -q libperf "$f.err"; then
	skip 10 "$(sed 's/^txring: //' "$f.err" | head -1)"
else
	is "perf events: status" $status 0
	if perf_saw_all "$f"; then
		judge "$f" "perf events"
	else
		skip 9 "$missed"
	fi
fi

f=$tmp/stock.data
if command -v perf >/dev/null && in_ns a perf record -q -a -k mono -m 4M "${events[@]}" -o "$f" -- \
	"$TOOLS/tapring" -c "$ring_socket" "$script" >"$f.truth" 2>"$f.err"; then
	if perf_saw_all "$f"; then
		judge "$f" "stock perf"
	else
		skip 9 "$missed"
	fi
else
	skip 9 "perf record does not work here"
fi

# Sooner over than the first interrupt comes: the recording says that it would have
# shown one, so that nothing is missing.
f=$tmp/soon.dat
in_ns a tc qdisc del dev tapw root 2>/dev/null
record a "$f" --why -d tapw -- "$TOOLS/tapring" -c "$ring_socket" "mark; send 20; read all" >"$f.truth"
report "$f"
is "no interrupt: all laps are a task's, none is unattributed" \
	"$(dev "$f" tapw '[.why.task_ns.count, .why.unattributed_ns.count, .why.task_ns.sum == .lap_ns.sum] | @csv')" \
	"20,0,true"

# Without it nothing is said, and nothing asked of the kernel.
f=$tmp/n.dat
record a "$f" -v -d tapw -- "$TOOLS/tapring" -c "$ring_socket" "$script" >"$f.truth"
report "$f"
is "without --why: no such member" "$(dev "$f" tapw 'has("why")')" false
finish
