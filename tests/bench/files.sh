# SPDX-License-Identifier: GPL-2.0-only
# files.sh - the recordings that readers are measured on, made here and now.
#
#   veth.dat, veth4.dat  veth under a sender on every CPU; four times as long
#   laps.dat             $OPEN packets stay in a ring that is read on another CPU
#   *.data               the same loads, recorded by perf for its own script

record_one() {	# record_one FILE COMMAND...
	local f=$1
	shift
	say "recording $(basename "$f") by txring"
	in_a "$TXRING" record -q -a -b $MAX_BUFFER_KB -o "$f" -- "$@" >"$f.out" 2>"$f.err" || {
		say "txring record failed: $(cat "$f.err")"
		return 1
	}
}
perf_one() {
	command -v perf >/dev/null || return 0
	say "recording $(basename "$1") by perf"
	perf_record "$1" ip netns exec "${prefix}a" "${@:2}" >"$1.out"
}

# Real packets: $OPEN of them first, then as many more go in on CPU 0 as a
# reader on the last CPU takes, and all is taken by that reader at the end.
laps_command() {
	local each=$((OPEN / 10)) i
	echo "#!/bin/sh"
	printf 'exec "%s" -c "%s" "cpu 0; mark; send %d; ' "$TOOLS/tapring" "$tmp/ring.sock" "$OPEN"
	for ((i = 0; i < 55; i++)); do
		printf 'stream %d %d; ' "$each" $(($(nproc) - 1))
	done
	printf 'cpu %d; read all"\n' $(($(nproc) - 1))
}

make_files() {
	local flood="$TOOLS/udpflood -c $cpus -b 16"
	record_one "$tmp/veth.dat" $flood -n "$PACKETS" 192.0.2.2 9 || return 1
	record_one "$tmp/veth4.dat" $flood -n $((4 * PACKETS)) 192.0.2.2 9 || return 1
	perf_one "$tmp/veth.data" $flood -n "$PACKETS" 192.0.2.2 9
	ip netns exec "${prefix}a" "$TOOLS/tapring" -s "$tmp/ring.sock" bigtap $((OPEN + OPEN / 2)) &
	pids+=($!)
	laps_command >"$tmp/send-laps"
	chmod +x "$tmp/send-laps"
	record_one "$tmp/laps.dat" "$tmp/send-laps" || return 1
	perf_one "$tmp/laps.data" "$tmp/send-laps"
	kill "${pids[-1]}"
}
