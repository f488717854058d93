# SPDX-License-Identifier: GPL-2.0-only
# cost.sh - what each event costs a sender: the CPU time of one packet over veth, by
# which events are on. A CPU time is little touched by what else runs on the machine.

declare -A cost_ns
COST_PACKETS=${BENCH_COST_PACKETS:-100000}
polls="net:netif_receive_skb net:napi_gro_receive_entry"

cost_of_one() {	# ns of one packet, user and system time of the sender
	local t TIMEFORMAT='%U %S'
	t=$({ time in_a "$TOOLS/udpflood" -n "$COST_PACKETS" 192.0.2.2 9 >/dev/null 2>&1; } 2>&1)
	awk -v n="$COST_PACKETS" '{ printf "%.0f", ($1 + $2) * 1e9 / n }' <<<"$t"
}
# cost_with FILTER EVENT...: in an instance, nobody reads; FILTER is of net_dev_xmit
cost_with() {
	local i=$TRACEFS/instances/$prefix filter=$1 e
	shift
	mkdir "$i" && cat "$tmp/trace_clock" >"$i/trace_clock" &&
		cat "$tmp/buffer_size_kb" >"$i/buffer_size_kb"
	[ -z "$filter" ] || echo "$filter" >"$i/events/net/net_dev_xmit/filter"
	for e; do echo "$e" >>"$i/set_event"; done
	cost_of_one
	echo 0 >"$i/tracing_on"
	echo >"$i/set_event"
	rmdir "$i"
}
cost_beside() {	# cost_beside COMMAND...
	local pid
	"$@" >/dev/null 2>&1 &
	pid=$!
	sleep 1.5
	cost_of_one
	kill -INT "$pid"
	wait "$pid"
}
cost_run() {
	case $1 in
	untraced) cost_of_one ;;
	events) cost_with '' $events ;;
	polls) cost_with '' $events $polls ;;
	filtered) cost_with 'rc != 0' $events ;;
	no_result) cost_with '' ${events//net:net_dev_xmit / } ;;
	top) cost_beside "$TXRING" top -q --json --interval 1 ;;
	top_perf) cost_beside "$TXRING" top -q --json --interval 1 --backend perf ;;
	record_perf) cost_beside "$TXRING" record -q --backend perf -o "$tmp/cost.data" ;;
	stock_perf) cost_beside perf record -q -a -k mono -m 8M \
		$(printf -- '-e %s ' $events) -o "$tmp/stock.data" ;;
	record) cost_beside "$TXRING" record -q -o "$tmp/cost.dat" ;;
	before) cost_beside "$BENCH_BEFORE" top -q --json --interval 1 ;;
	esac
}
cost_row() {	# cost_row MODE LABEL
	local m untraced
	[ -n "${cost_ns[$1]:-}" ] || return
	m=$(printf '%s\n' ${cost_ns[$1]} | median)
	untraced=$(printf '%s\n' ${cost_ns[untraced]} | median)
	printf '  %-48s %8.0f %10s %10s\n' "$2" "$m" "$(awk -v a="$m" -v b="$untraced" 'BEGIN { printf "%.0f", a - b }')" \
		"$(ratio "$untraced" "$m")"
}
measure_cost() {
	local i mode
	learn_setup
	for ((i = 0; i < RUNS; i++)); do
		say "cost of events, run $((i + 1)) of $RUNS"
		for mode in untraced events polls filtered no_result top record \
			top_perf record_perf $(command -v perf >/dev/null && echo stock_perf) \
			${BENCH_BEFORE:+before}; do
			cost_ns[$mode]+=" $(cost_run $mode)"
		done
	done
	printf '\nCPU time of one packet over veth, ns\n'
	printf '  %-48s %8s %10s %10s\n' "" "" "more" "untraced/it"
	cost_row untraced "untraced"
	cost_row events "events as record has them, nobody reads"
	cost_row polls "and those of NAPI polls"
	cost_row filtered "net_dev_xmit filtered in the kernel (rc != 0)"
	cost_row no_result "without net_dev_xmit"
	cost_row top "txring top"
	cost_row record "txring record"
	cost_row top_perf "txring top --backend perf"
	cost_row record_perf "txring record --backend perf"
	cost_row stock_perf "perf record, the same events"
	cost_row before "top of BENCH_BEFORE"
}
