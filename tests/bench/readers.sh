# SPDX-License-Identifier: GPL-2.0-only
# readers.sh - events a second and peak memory of everything that reads a file.

declare -A sample cpu_time memory

# measure NAME FILE COMMAND...: one run; its seconds are added to sample[NAME:FILE]
measure() {
	local key=$1:$2
	shift 2
	"$TOOLS/measure" -o "$tmp/m" "$@" >/dev/null 2>"$tmp/m.err" || {
		sample[$key]+=" failed"
		say "failed: $* ($(head -1 "$tmp/m.err"))"
		return
	}
	sample[$key]+=" $(jq -r .wall_s "$tmp/m")"
	cpu_time[$key]+=" $(jq -r '.user_s + .sys_s' "$tmp/m")"
}
# peak NAME FILE COMMAND...: memory, in a run of its own, not timed
peak() {
	local key=$1:$2
	shift 2
	"$TOOLS/measure" -m -o "$tmp/m" "$@" >/dev/null 2>&1
	memory[$key]=$(jq -r '"\(.max_rss_kb) \(.peak_anon_kb)"' "$tmp/m")
}

each_reader() {	# each_reader measure|peak FILE
	local what=$1 n=$2 f=$tmp/$2.dat
	$what report "$n" "$TXRING" report -i "$f" --json
	[ ! -x "$BUILD/tests/bench/bare_loop" ] || $what bare "$n" "$BUILD/tests/bench/bare_loop" "$f"
	! command -v trace-cmd >/dev/null || $what trace-cmd "$n" trace-cmd report -i "$f"
	[ ! -s "$tmp/$n.data" ] || $what seed "$n" \
		perf script -i "$tmp/$n.data" -s "$root/tests/bench/tx_packets_in_device.py"
	$what bytes "$n" sh -c 'cat "$1" | cat >/dev/null' sh "$f"
}

row() {	# row LABEL KEY EVENTS: a line of the table
	local key=$2 t c rate
	[ -n "${sample[$key]:-}" ] || { printf '  %-32s not here\n' "$1"; return; }
	case ${sample[$key]} in *failed*) printf '  %-32s failed\n' "$1"; return ;; esac
	t=$(printf '%s\n' ${sample[$key]} | median)
	c=$(printf '%s\n' ${cpu_time[$key]} | median)
	rate=$(per_s "$3" "$t")
	[ "${key%%:*}" != report ] || base=$rate
	printf '  %-32s %9.3f %10s %10s %8s %8s %8s\n' "$1" "$t" "$(millions "$rate")" \
		"$(millions "$(per_s "$3" "$c")")" "$(ratio "$base" "$rate")" "$(mib ${memory[$key]% *})" "$(mib ${memory[$key]#* })"
}

print_readers() {	# print_readers FILE TITLE
	local n=$1 ev
	ev=$(events_of "$tmp/$n.dat")
	printf '\n%s: %s events, %s MiB, %s lost\n' "$2" "$ev" "$(file_mib "$tmp/$n.dat")" \
		"$(lost_of "$tmp/$n.dat")"
	printf '  %-32s %9s %10s %10s %8s %8s %8s\n' "" seconds events/s "per CPU-s" report/x "peak MiB" unmapped
	row "txring report --json" report:$n "$ev"
	row "the seed's algorithm, perf script" seed:$n "$([ ! -s "$tmp/$n.data" ] || perf_count "$tmp/$n.data" samples)"
	row "trace-cmd report" trace-cmd:$n "$ev"
	row "bare libtracecmd loop" bare:$n "$ev"
	row "cat | cat" bytes:$n "$ev"
}

measure_readers() {
	local i n
	for ((i = 0; i < RUNS; i++)); do
		for n in veth laps; do
			say "readers, run $((i + 1)) of $RUNS: $n.dat"
			each_reader measure $n
		done
		measure report veth4 "$TXRING" report -i "$tmp/veth4.dat" --json
	done
	for n in veth laps; do each_reader peak $n; done
	peak report veth4 "$TXRING" report -i "$tmp/veth4.dat" --json
	print_readers veth "veth, senders on CPUs $cpus"
	print_readers laps "$OPEN laps open, freed on another CPU"
	n=$(events_of "$tmp/veth4.dat")
	printf '\nfour times as long: %s events, %s MiB, %s lost\n' "$n" "$(file_mib "$tmp/veth4.dat")" \
		"$(lost_of "$tmp/veth4.dat")"
	row "txring report --json" report:veth4 "$n"
	echo "  per CPU-s: events by user and system time of all its processes, in millions"
	echo "  peak MiB: getrusage, with pages of a mapped file; unmapped: without them"
}
