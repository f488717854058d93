#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Recording begun and ended many times: nothing is left open, in memory or in the
# kernel. CYCLES sets how many times (default 40; tests/long/README.md asks for 1000).
. "$(dirname "$0")/lib.sh"
plan 13
n=${CYCLES:-40}
# All that a recorder sets in tracefs, but for instances that others have.
state() {
	(cd "$TRACEFS" && grep -H . buffer_size_kb tracing_on current_tracer trace_clock \
		set_event kprobe_events dynamic_events events/enable 2>/dev/null
	 ls instances | grep "txring.*$1")
}
state '' | grep -v txring >"$tmp/before"
for how in tracefs live perf; do
	"$TOOLS/cycles" $how "$n" "$tmp/c.dat" >"$tmp/$how" 2>"$tmp/$how.err" &
	pid=$!
	wait "$pid"
	status=$?
	if [ $how = perf ] && grep -q "built without libperf" "$tmp/$how.err"; then
		skip 4 "built without libperf"
		continue
	fi
	is "$how: $n times" "$status,$(cat "$tmp/$how.err"),$(jq .runs "$tmp/$how")" "0,,$n"
	is "$how: no file left open" "$(jq '.fds[1] - .fds[0]' "$tmp/$how")" 0
	# The allocator's own fragments: less than a page a run, whatever the number.
	check "$how: memory does not grow" test "$(jq '.rss_kb[1] - .rss_kb[0]' "$tmp/$how")" -le 1024
	state "[^0-9]$pid[^0-9]" >"$tmp/after"
	check "$how: tracing is as it was" cmp -s "$tmp/before" "$tmp/after" ||
		diag "$(diff "$tmp/before" "$tmp/after")"
done
finish
