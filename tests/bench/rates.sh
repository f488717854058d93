# SPDX-License-Identifier: GPL-2.0-only
# rates.sh - packets a second of the same senders: untraced, with the events on
# and nobody reading, under txring record, under perf record.

declare -A pps lost

# The events, the clock and the buffer of txring record are asked from it.
learn_setup() {
	cat >"$tmp/ask" <<SH
#!/bin/bash
i=\$(ls -d $TRACEFS/instances/txring-\$PPID-* | head -1)
cat "\$i/set_event" >$tmp/set_event
sed 's/.*\[\(.*\)\].*/\1/' "\$i/trace_clock" >$tmp/trace_clock
cat "\$i/per_cpu/cpu0/buffer_size_kb" >$tmp/buffer_size_kb
SH
	chmod +x "$tmp/ask"
	"$TXRING" record -q -a -o "$tmp/ask.dat" -- "$tmp/ask" 2>/dev/null
	[ -s "$tmp/set_event" ] || printf '%s\n' $events >"$tmp/set_event"
	events=$(tr '\n' ' ' <"$tmp/set_event")
	say "events: $events"
}

in_a_flood() { in_a "$TOOLS/udpflood" -c "$cpus" -t "$SECONDS_PER_RUN" 192.0.2.2 "$port"; }

run_untraced() { in_a_flood >"$tmp/rate"; }
run_floor() {	# events on, nobody reads: the ring buffer overwrites itself
	local i=$TRACEFS/instances/$prefix e
	mkdir "$i" && cat "$tmp/trace_clock" >"$i/trace_clock" &&
		cat "$tmp/buffer_size_kb" >"$i/buffer_size_kb"
	for e in $events; do echo "$e" >>"$i/set_event"; done
	in_a_flood >"$tmp/rate"
	echo 0 >"$i/tracing_on"
	rmdir "$i"
}
run_txring() {
	in_a "$TXRING" record -q -a -o "$tmp/rate.dat" -- \
		"$TOOLS/udpflood" -c "$cpus" -t "$SECONDS_PER_RUN" 192.0.2.2 "$port" >"$tmp/rate" 2>"$tmp/rate.err"
	lost[$1:txring]+=" $(lost_of "$tmp/rate.dat")"
	rm -f "$tmp/rate.dat" "$tmp/rate.dat.old"
}
run_perf() {
	perf_record "$tmp/rate.data" ip netns exec "${prefix}a" \
		"$TOOLS/udpflood" -c "$cpus" -t "$SECONDS_PER_RUN" 192.0.2.2 "$port" >"$tmp/rate"
	lost[$1:perf]+=" $(perf_count "$tmp/rate.data" lost)"
	rm -f "$tmp/rate.data" "$tmp/rate.data.old"
}

rate_round() {	# rate_round LOAD: one run of each, alternated
	local mode
	for mode in untraced floor txring perf; do
		[ $mode != perf ] || command -v perf >/dev/null || continue
		run_$mode "$1"
		pps[$1:$mode]+=" $(jq -r .pps "$tmp/rate")"
	done
}

rate_row() {	# rate_row LOAD MODE LABEL
	local m l
	[ -n "${pps[$1:$2]:-}" ] || { printf '  %-34s not here\n' "$3"; return; }
	m=$(printf '%s\n' ${pps[$1:$2]} | median)
	[ "$2" != floor ] || floor=$m
	l=${lost[$1:$2]:-}
	printf '  %-34s %12.0f %10s %12s\n' "$3" "$m" \
		"$([ "$2" = untraced ] && echo - || ratio "$m" "$floor")" \
		"$([ -n "$l" ] && printf '%s\n' $l | median || echo -)"
}
print_rates() {	# print_rates LOAD TITLE
	printf '\n%s, %s s a run\n' "$2" "$SECONDS_PER_RUN"
	printf '  %-34s %12s %10s %12s\n' "" "packets/s" "of floor" "lost events"
	rate_row "$1" untraced "untraced"
	rate_row "$1" floor "events on, no reader (the floor)"
	rate_row "$1" txring "txring record"
	rate_row "$1" perf "perf record"
}

measure_rates() {
	local i
	learn_setup
	for ((i = 0; i < RUNS; i++)); do
		say "rates, run $((i + 1)) of $RUNS"
		port=9
		rate_round send
	done
	# Heavy receive traffic: every packet is taken by a socket as well.
	ip netns exec "${prefix}b" "$TOOLS/udpsink" 192.0.2.2 9000 >/dev/null &
	pids+=($!)
	for ((i = 0; i < RUNS; i++)); do
		say "rates with receivers, run $((i + 1)) of $RUNS"
		port=9000
		rate_round receive
	done
	kill "${pids[-1]}"
	print_rates send "senders on CPUs $cpus over veth"
	print_rates receive "the same, each packet received by a socket"
}
