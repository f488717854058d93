# SPDX-License-Identifier: GPL-2.0-only
# live.sh - what `txring top` and the flight recorder cost: the packet rate of the
# same senders without and with each, its share of the CPUs, its memory; and what one
# refresh of top with 64 queues takes, with every CPU busy and with one.

declare -A live_pps live_cpu live_rss live_lost
live_modes="untraced floor top flight signal"

run_top() {
	run_beside top "$TXRING" top -q --json --cumulative --interval 1
	live_lost[top]+=" $(tail -n 1 "$tmp/beside.out" | jq .source.recording.dropped_events)"
}
# Looking for every trigger, and with none but SIGUSR1, which pairs nothing.
run_flight() { run_flying flight ring-packed,queue-stalled,drops-in-xmit; }
run_signal() { run_flying signal signal; }

run_flying() {	# run_flying NAME TRIGGERS
	run_beside "$1" "$TXRING" record --flight 10 --trigger "$2" -o "$tmp/fly" --keep 1
	live_lost[$1]+=" $(sed -nE 's/.* events none lost$/0/p; s/.* events ([0-9,]+) LOST.*/\1/p' \
		"$tmp/beside.err" | tr -d ,)"
	rm -f "$tmp"/fly-*.dat
}

# The senders, with COMMAND beside them; its own file is asked for when they are done.
run_beside() {	# run_beside NAME COMMAND...
	local name=$1 pid begin end
	shift
	"$@" >"$tmp/beside.out" 2>"$tmp/beside.err" &
	pid=$!
	pids+=("$pid")
	sleep 1.5
	begin=$(ticks_of "$pid")
	in_a_flood >"$tmp/rate"
	end=$(ticks_of "$pid")
	live_cpu[$name]+=" $(awk -v t=$((end - begin)) -v hz="$(getconf CLK_TCK)" \
		-v s="$SECONDS_PER_RUN" 'BEGIN { printf "%.1f", 100 * t / hz / s }')"
	live_rss[$name]+=" $(awk '/VmHWM/ { print $2 }' "/proc/$pid/status")"
	sleep 1.2
	kill "$pid"
	wait "$pid"
}
# User and system time of a process, all threads, in ticks.
ticks_of() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }

# Eight devices of eight queues on a terminal of 200x60, all unfolded, a picture
# every 0.1 s; their senders keep the CPUs of LIST busy.
refresh_of_64_queues() {	# refresh_of_64_queues LIST
	local i load=() rings=()
	for i in 0 1 2 3 4 5 6 7; do
		ip netns exec "${prefix}a" taskset -c "$1" "$TOOLS/tapring" -q 8 -s "$tmp/q$i.sock" "txq$i" 100 &
		rings+=($!)
		"$TOOLS/tapring" -c "$tmp/q$i.sock" "print" >/dev/null
		taskset -c "$1" "$TOOLS/tapring" -c "$tmp/q$i.sock" "cycle 3000 400" >/dev/null &
		load+=($!)
	done
	script -qec "stty cols 200 rows 60; TERM=xterm LC_ALL=C.UTF-8 timeout --foreground -s TERM 8 \
		'$TXRING' top -v -Q -a --interval 0.1" "$tmp/typescript" >/dev/null </dev/null
	kill "${load[@]}" "${rings[@]}" 2>/dev/null
	wait "${load[@]}" "${rings[@]}" 2>/dev/null
	tr -d '\r' <"$tmp/typescript" | grep -aoE '[0-9]+ pictures, .* at most [0-9.a-z]+' | tail -1
}

live_row() {	# live_row MODE LABEL
	local m untraced
	m=$(printf '%s\n' ${live_pps[$1]} | median)
	untraced=$(printf '%s\n' ${live_pps[untraced]} | median)
	printf '  %-34s %12.0f %12s' "$2" "$m" "$(ratio "$m" "$untraced")"
	if [ -n "${live_cpu[$1]:-}" ]; then
		printf ' %7s %% %7s MiB %12s' "$(printf '%s\n' ${live_cpu[$1]} | median)" \
			"$(mib "$(printf '%s\n' ${live_rss[$1]} | median)")" \
			"$(printf '%s\n' ${live_lost[$1]} | median)"
	fi
	echo
}

measure_live() {
	local i mode
	learn_setup
	port=9
	for ((i = 0; i < RUNS; i++)); do
		say "top and flight recorder, run $((i + 1)) of $RUNS"
		for mode in $live_modes; do
			run_$mode live
			live_pps[$mode]+=" $(jq -r .pps "$tmp/rate")"
		done
	done
	printf '\ntop and the flight recorder beside senders on CPUs %s over veth, %s s a run\n' \
		"$cpus" "$SECONDS_PER_RUN"
	printf '  %-34s %12s %12s %9s %11s %12s\n' "" "packets/s" "of untraced" "of a CPU" \
		"memory" "lost events"
	live_row untraced "untraced"
	live_row floor "events on, no reader (the floor)"
	live_row top "txring top"
	live_row flight "record --flight 10, all triggers"
	live_row signal "record --flight 10, signal alone"
	printf '  top, 64 queues on 200x60, every CPU busy: %s\n' "$(refresh_of_64_queues "$cpus")"
	printf '  the same, one CPU busy: %s\n' "$(refresh_of_64_queues 0)"
}
