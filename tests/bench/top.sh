# SPDX-License-Identifier: GPL-2.0-only
# top.sh - what `txring top` costs: the packet rate of the same senders without and
# with it, its share of the CPUs, its memory, and one refresh with 64 queues.

declare -A top_pps
top_cpu= top_rss= top_lost=

run_top() {	# the senders, with top beside them
	"$TXRING" top -q --json --cumulative --interval 1 >"$tmp/top.json" 2>"$tmp/top.err" &
	local pid=$! begin end ticks
	pids+=("$pid")
	sleep 1.5
	begin=$(ticks_of "$pid")
	in_a_flood >"$tmp/rate"
	end=$(ticks_of "$pid")
	ticks=$((end - begin))
	top_cpu+=" $(awk -v t=$ticks -v hz="$(getconf CLK_TCK)" -v s="$SECONDS_PER_RUN" \
		'BEGIN { printf "%.1f", 100 * t / hz / s }')"
	top_rss+=" $(awk '/VmHWM/ { print $2 }' "/proc/$pid/status")"
	sleep 1.2
	kill "$pid"
	wait "$pid"
	top_lost+=" $(tail -n 1 "$tmp/top.json" | jq .source.recording.dropped_events)"
}
# User and system time of a process, all threads, in ticks.
ticks_of() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }

# Eight devices of eight queues on a terminal of 200x60, all unfolded, a picture
# every 0.1 s.
refresh_of_64_queues() {
	local i load=() rings=()
	for i in 0 1 2 3 4 5 6 7; do
		ip netns exec "${prefix}a" "$TOOLS/tapring" -q 8 -s "$tmp/q$i.sock" "txq$i" 100 &
		rings+=($!)
		"$TOOLS/tapring" -c "$tmp/q$i.sock" "print" >/dev/null
		"$TOOLS/tapring" -c "$tmp/q$i.sock" "cycle 3000 400" >/dev/null &
		load+=($!)
	done
	script -qec "stty cols 200 rows 60; TERM=xterm LC_ALL=C.UTF-8 timeout --foreground -s TERM 8 \
		'$TXRING' top -v -Q -a --interval 0.1" "$tmp/typescript" >/dev/null </dev/null
	kill "${load[@]}" "${rings[@]}" 2>/dev/null
	wait "${load[@]}" "${rings[@]}" 2>/dev/null
	tr -d '\r' <"$tmp/typescript" | grep -aoE '[0-9]+ pictures, .* at most [0-9.a-z]+' | tail -1
}

measure_top() {
	local i mode
	learn_setup
	port=9
	for ((i = 0; i < RUNS; i++)); do
		say "top, run $((i + 1)) of $RUNS"
		for mode in untraced floor top; do
			run_$mode top
			top_pps[$mode]+=" $(jq -r .pps "$tmp/rate")"
		done
	done
	printf '\ntxring top beside senders on CPUs %s over veth, %s s a run\n' "$cpus" "$SECONDS_PER_RUN"
	printf '  %-34s %12s %12s\n' "" "packets/s" "of untraced"
	local untraced m
	untraced=$(printf '%s\n' ${top_pps[untraced]} | median)
	for mode in untraced floor top; do
		m=$(printf '%s\n' ${top_pps[$mode]} | median)
		printf '  %-34s %12.0f %12s\n' "$mode" "$m" "$(ratio "$m" "$untraced")"
	done
	printf '  its share of one CPU %s %%, memory %s MiB, lost events %s\n' \
		"$(printf '%s\n' $top_cpu | median)" \
		"$(mib "$(printf '%s\n' $top_rss | median)")" "$(printf '%s\n' $top_lost | median)"
	printf '  64 queues on 200x60: %s\n' "$(refresh_of_64_queues)"
}
