# SPDX-License-Identifier: GPL-2.0-only
# perf.sh - perf.data: how fast it is read, and packets a second of the same
# senders under txring record --backend perf and under perf record.

perf_reader_row() {	# perf_reader_row LABEL KEY EVENTS
	local t c
	[ -n "${sample[$2]:-}" ] || { printf '  %-34s not here\n' "$1"; return; }
	case ${sample[$2]} in *failed*) printf '  %-34s failed\n' "$1"; return ;; esac
	t=$(printf '%s\n' ${sample[$2]} | median)
	c=$(printf '%s\n' ${cpu_time[$2]} | median)
	printf '  %-32s %9.3f %10s %10s %8s %8s\n' "$1" "$t" "$(millions "$(per_s "$3" "$t")")" \
		"$(millions "$(per_s "$3" "$c")")" "$(mib ${memory[$2]% *})" "$(mib ${memory[$2]#* })"
}

measure_perf_file() {
	local f=$tmp/veth.data i n
	[ -s "$f" ] || perf_one "$f" "$TOOLS/udpflood" -c "$cpus" -b 16 -n "$PACKETS" 192.0.2.2 9
	[ -s "$f" ] || { say "perf.data: perf record does not work here"; return 0; }
	for ((i = 0; i < RUNS; i++)); do
		say "perf.data, run $((i + 1)) of $RUNS"
		measure report perf "$TXRING" report -i "$f" --json
		measure script perf perf script -i "$f"
		measure bytes perf sh -c 'cat "$1" | cat >/dev/null' sh "$f"
	done
	peak report perf "$TXRING" report -i "$f" --json
	peak bytes perf sh -c 'cat "$1" | cat >/dev/null' sh "$f"
	peak script perf perf script -i "$f"
	n=$(perf_count "$f" samples)
	printf '\nperf.data: %s samples, %s MiB, %s lost\n' "$n" "$(file_mib "$f")" "$(perf_count "$f" lost)"
	printf '  %-32s %9s %10s %10s %8s %8s\n' "" seconds samples/s "per CPU-s" "peak MiB" unmapped
	perf_reader_row "txring report --json" report:perf "$n"
	perf_reader_row "perf script" script:perf "$n"
	perf_reader_row "cat | cat" bytes:perf "$n"
}

# The same events, the same buffer.
perf_rate() {	# perf_rate txring|perf
	local f=$tmp/rate.data flood=("$TOOLS/udpflood" -c "$cpus" -t "$SECONDS_PER_RUN" 192.0.2.2 9)
	if [ "$1" = perf ]; then
		perf_record "$f" ip netns exec "${prefix}a" "${flood[@]}" >"$tmp/rate"
	else
		in_a "$TXRING" record -q --backend perf -b $MAX_BUFFER_KB -o "$f" -- "${flood[@]}" >"$tmp/rate" 2>/dev/null
	fi
	pps[backend:$1]+=" $(jq -r .pps "$tmp/rate")"
	lost[backend:$1]+=" $(perf_count "$f" lost)"
	rm -f "$f" "$f.old"
}

measure_perf_rates() {
	local i mode base
	"$TXRING" record -q --backend perf -o "$tmp/ask.data" -- true 2>/dev/null ||
		{ say "record --backend perf: not in this build"; return 0; }
	events=$(perf evlist -i "$tmp/ask.data" | grep -E '^[a-z_]+:[a-z_]+$' | tr '\n' ' ')
	for ((i = 0; i < RUNS; i++)); do
		say "perf events, run $((i + 1)) of $RUNS"
		for mode in perf txring; do perf_rate $mode; done
	done
	base=$(printf '%s\n' ${pps[backend:perf]} | median)
	printf '\nperf events under senders on CPUs %s over veth, %s s a run\n' "$cpus" "$SECONDS_PER_RUN"
	printf '  %-34s %12s %10s %12s\n' "" "packets/s" "of perf" "lost events"
	for mode in perf txring; do
		printf '  %-34s %12.0f %10s %12s\n' \
			"$([ $mode = perf ] && echo "perf record" || echo "txring record --backend perf")" \
			"$(printf '%s\n' ${pps[backend:$mode]} | median)" \
			"$(ratio "$(printf '%s\n' ${pps[backend:$mode]} | median)" "$base")" \
			"$(printf '%s\n' ${lost[backend:$mode]} | median)"
	done
}

measure_perf() { measure_perf_file && measure_perf_rates; }
