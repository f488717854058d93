#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Recording begun and ended many times: nothing is left open, in memory or in the
# kernel. CYCLES sets how many times (default 40; tests/long/README.md has the figures
# of 1000).
. "$(dirname "$0")/lib.sh"
plan 21
n=${CYCLES:-40}
# Many take long, and disturb no other test.
[ -z "${CYCLES:-}" ] || flock -u 9
# All that a recorder sets in tracefs, but for instances that others have.
state() {
	(cd "$TRACEFS" && grep -H . buffer_size_kb per_cpu/cpu*/buffer_size_kb tracing_on \
		current_tracer trace_clock set_event set_event_pid kprobe_events uprobe_events \
		dynamic_events events/enable trace_options tracing_cpumask 2>/dev/null
	 ls instances | grep "txring.*$1")
}
state '' | grep -v txring >"$tmp/before"
as_it_was() {	# as_it_was WHAT PIDS: a regular expression
	state "[^0-9]$2[^0-9]" >"$tmp/after"
	check "$1: tracing is as it was" cmp -s "$tmp/before" "$tmp/after" ||
		diag "$(diff "$tmp/before" "$tmp/after")"
}
without_libperf() { [ "$1" = perf ] && grep -q "built without libperf" "$2"; }

# In one process.
for how in tracefs live perf; do
	began=$SECONDS
	"$TOOLS/cycles" $how "$n" "$tmp/c.dat" >"$tmp/$how" 2>"$tmp/$how.err" &
	pid=$!
	wait "$pid"
	status=$?
	if without_libperf $how "$tmp/$how.err"; then
		skip 4 "built without libperf"
		continue
	fi
	is "$how: $n times" "$status,$(cat "$tmp/$how.err"),$(jq .runs "$tmp/$how")" "0,,$n"
	is "$how: no file left open" "$(jq '.fds[1] - .fds[0]' "$tmp/$how")" 0
	# The allocator's own fragments: less than a page a run, whatever the number.
	check "$how: memory does not grow" test "$(jq '.rss_kb[1] - .rss_kb[0]' "$tmp/$how")" -le 1024
	diag "$how: $((SECONDS - began)) s, $(cat "$tmp/$how")"
	as_it_was "$how" "$pid"
done

# And each in a process of its own, as a user has it.
for how in tracefs perf; do
	began=$SECONDS bad=0
	: >"$tmp/pids"
	for ((i = 0; i < n; i++)); do
		"$TXRING" record -q --backend $how -b 256 -o "$tmp/p.dat" -- \
			sh -c 'echo $PPID >>"$0"' "$tmp/pids" 2>"$tmp/p.err" || { bad=1; break; }
	done
	if without_libperf $how "$tmp/p.err"; then
		skip 4 "built without libperf"
		continue
	fi
	is "record --backend $how: $n times" "$bad,$(cat "$tmp/p.err"),$(sort -u "$tmp/pids" | wc -l)" "0,,$n"
	diag "record --backend $how: $((SECONDS - began)) s"
	report "$tmp/p.dat"
	is "record --backend $how: the last file is whole" "$? $(total "$tmp/p.dat" .source.truncated)" "0 false"
	is "record --backend $how: two files are there" "$(ls "$tmp" | grep -c '^p\.dat\(\.old\)\?$')" 2
	rm "$tmp"/p.dat "$tmp"/p.dat.old
	as_it_was "record --backend $how" "\($(paste -sd'|' "$tmp/pids" | sed 's/|/\\|/g')\)"
done
finish
