# SPDX-License-Identifier: GPL-2.0-only
# speed.sh - the table of Documentation/speed.md: what an event costs report and the
# recorder. Instructions are counted by callgrind, and are the same on a busy machine.
# BENCH_BEFORE=PROGRAM adds the same of another txring.

instructions() {	# instructions PROGRAM FILE EVENTS: of each event
	command -v valgrind >/dev/null || { echo -; return; }
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" report --json -i "$2" \
		2>&1 >/dev/null | awk -v n="$3" '/refs:/ { gsub(",", "", $NF); printf "%.0f", $NF / n }'
}

# Programs take turns, so that what else the machine does falls on each.
time_programs() {	# time_programs KEY FILE PROGRAM...
	local key=$1 f=$2 i p
	shift 2
	for ((i = 0; i < RUNS; i++)); do
		for p; do measure "$key$p" speed "$p" report --json -i "$f"; done
	done
}

speed_row() {	# speed_row FILE PROGRAM...
	local f=$1 p n
	n=$("$TXRING" report --json -i "$f" | jq .source.events)
	shift
	say "$(basename "$f"): $n events"
	time_programs "$(basename "$f")" "$f" "$@"
	printf '| %s | %s |' "$(basename "$f")" "$n"
	for p; do
		printf ' %s | %s |' "$(instructions "$p" "$f" "$n")" \
			"$(millions "$(per_s "$n" "$(printf '%s\n' ${cpu_time[$(basename "$f")$p:speed]} | median)")")"
	done
	echo
}

start_up() {	# start_up PROGRAM...: a recording of a few hundred events
	local p
	time_programs start "$root/tests/fixtures/ring.dat" "$@"
	for p; do
		printf 'start-up (%s): %.1f ms\n' "$(basename "$p")" \
			"$(printf '%s\n' ${sample[start$p:speed]} | median | awk '{ print $1 * 1000 }')"
	done
}

# Of all threads, in ns: it is too little to be counted in ticks.
cpu_ns_of() { cat /proc/"$1"/task/*/schedstat | awk '{ ns += $1 } END { print ns }'; }

# The recorder's own time beside the senders, which are no child of it.
measure_recorder() {
	local pid begin end n i f=$tmp/cpu.dat per=() lost_here=()
	for ((i = 0; i < RUNS; i++)); do
		"$TXRING" record -q -a -o "$f" &
		pid=$!
		pids+=("$pid")
		sleep 1.5
		begin=$(cpu_ns_of "$pid")
		in_a_flood >"$tmp/rate"
		sleep 0.5
		end=$(cpu_ns_of "$pid")
		kill -INT "$pid"
		wait "$pid"
		unset "pids[-1]"
		n=$(events_of "$f")
		lost_here+=("$(lost_of "$f")")
		per+=("$(awk -v t=$((end - begin)) -v n="$n" \
			'BEGIN { printf "%.4f", n ? t / n / 1e3 : 0 }')")
		rm -f "$f" "$f.old"
	done
	printf 'txring record, default buffers: %s CPU seconds per million events, %s lost (medians)\n' \
		"$(printf '%s\n' "${per[@]}" | median)" "$(printf '%s\n' "${lost_here[@]}" | median)"
}

measure_speed() {
	local programs=(${BENCH_BEFORE:+"$BENCH_BEFORE"} "$TXRING") f p
	printf '\n| recording | events |'
	for p in "${programs[@]}"; do
		printf ' instructions an event%s | events a CPU second%s |' \
			${BENCH_BEFORE:+"$([ "$p" = "$TXRING" ] && echo ", after" || echo ", before")"}{,}
	done
	printf '\n|---|---|'
	for p in "${programs[@]}"; do printf -- '---|---|'; done
	echo
	for f in veth.dat laps.dat veth.data laps.data; do
		[ ! -s "$tmp/$f" ] || speed_row "$tmp/$f" "${programs[@]}"
	done
	echo
	start_up "${programs[@]}"
	port=9
	measure_recorder
}
