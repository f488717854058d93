#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Files of the stock perf in every form it writes: the same truth in all of them.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 32
command -v perf >/dev/null || skip_all "needs the program perf"
new_ns a
hold_ring a tapv 118
script="mark; cycle 20 200; send 200; sleep 10ms; read all; send 9"
events=(-e net:net_dev_start_xmit -e net:net_dev_xmit -e skb:consume_skb -e skb:kfree_skb)
clear_ring() { "$TOOLS/tapring" -c "$ring_socket" "read all; cycle 1 200" >/dev/null; }

perf_of() {	# perf_of FILE OPTION...
	local f=$1
	shift
	clear_ring
	in_ns a perf record -q -a -k mono -m 4M "${events[@]}" "$@" -o "$f" -- \
		"$TOOLS/tapring" -c "$ring_socket" "$script" >"$f.truth" 2>"$f.err"
}
figures() { dev "$1" tapv '[.started, .completed, .dropped, .in_device_at_end, .in_device.max] | @csv'; }
true_of() { truth "$1" '[.sent, .read, .dropped, .left, .max] | @csv'; }
agrees() {	# agrees NAME FILE: two checks
	report "$2"
	is "$1: started, completed, dropped, left, most" "$(figures "$2")" "$(true_of "$2.truth")"
	is "$1: events lost, undecodable, out of order, duplicates" \
		"$(total "$2" '[.source.lost_events, .source.undecodable, .source.out_of_order] | @csv')" 0,0,0
}

f=$tmp/plain.data
perf_of "$f" || skip_all "perf record does not work here: $(tail -1 "$f.err")"
agrees "plain" "$f"
perf report --stats -i "$f" >"$tmp/stats" 2>/dev/null
is "plain: as many samples as perf counts, or told as duplicates" \
	"$(total "$f" '.source.events + .source.duplicates')" "$(awk '/SAMPLE events:/ { print $3; exit }' "$tmp/stats")"
# Its tail is gone: formats too, which perf writes last.
head -c $(($(stat -c %s "$f") - 100000)) "$f" >"$tmp/cut"
"$TXRING" report -i "$tmp/cut" >"$tmp/out" 2>"$tmp/err"
check "plain, cut: read by this kernel's formats" has_line "$tmp/out" "formats"

# perf record -z (6.1) leaves out the end now and then, and says nothing: until it
# does not, by its own count.
starts() { perf script -i "$1" 2>/dev/null | grep -c 'net_dev_start_xmit: dev=tapv'; }
f=$tmp/z.data
for i in 1 2 3 4 5 6 7 8; do
	perf_of "$f" -z || break
	[ "$(starts "$f")" != "$(truth "$f.truth" .sent)" ] || break
done
n=$(starts "$f")
if grep -q "zstd" "$f.err"; then
	skip 2 "this perf has no zstd"
elif [ "$n" = "$(truth "$f.truth" .sent)" ]; then
	agrees "-z" "$f"
else
	report "$f"
	is "-z, its end left out: as many starts as perf knows" "$(dev "$f" tapv .started)" "$n"
	skip 1 "perf record -z left out the end of what was sent eight times"
fi
perf_of "$tmp/g.data" -g
agrees "-g" "$tmp/g.data"
perf_of "$tmp/mixed.data" -e cpu-clock -c 1000000 --switch-events -e sched:sched_switch -d
agrees "other events between" "$tmp/mixed.data"
perf_of "$tmp/sa.data" --phys-data -W --sample-cpu 2>/dev/null || perf_of "$tmp/sa.data" -d -T
agrees "more in each sample" "$tmp/sa.data"

# Buffers that are written over are in the file newest first.
script="cpu 0; $script" perf_of "$tmp/over.data" --overwrite
report "$tmp/over.data"
# What went on on the other CPU may be as much as fills a buffer, for all that is known.
is "--overwrite: started, completed or not known, dropped, left" \
	"$(dev "$tmp/over.data" tapv '[.started, .completed + .uncertain, .dropped, .in_device_at_end] | @csv')" \
	"$(truth "$tmp/over.data.truth" '[.sent, .read, .dropped, .left] | @csv')"
is "--overwrite: out of order, undecodable" \
	"$(total "$tmp/over.data" '[.source.out_of_order, .source.undecodable] | @csv')" 0,0
# One CPU's hold less time than the other's: before that its frees are not known.
if [ "$(nproc)" -gt 1 ]; then
	f=$tmp/over2.data
	clear_ring
	in_ns a perf record -q -a -k mono -m 8 "${events[@]}" --overwrite -o "$f" -- "$TOOLS/tapring" \
		-c "$ring_socket" "mark; reader on 1 50; cpu 0; send 12; sleep 20ms; reader off; cpu 1; cycle 40 30" \
		>"$f.truth" 2>"$f.err"
	report "$f"
	check "--overwrite, the older ones gone: laps as they were, or not told" holds "$f" \
		--argjson t "$(truth "$f.truth" '[.sent, .lap_ns.max_high]')" '.source as $s | .devices[] |
			select(.name == "tapv") | .started < $t[0] and ($s.exact | not) and
			$s.lost_gaps_unknown > 0 and (.lap_ns.max == null or .lap_ns.max <= $t[1])'
else
	skip 1 "one CPU"
fi

# Some of the events only: nothing can be paired.
perf_of "$tmp/f.data" -F 500
"$TXRING" report -i "$tmp/f.data" >"$tmp/out" 2>"$tmp/err"
is "-F: refused, and why" "$?,$(wc -l <"$tmp/err"),$(grep -c 'without -F and -c' "$tmp/err")" 1,1,1

# Some tasks or CPUs only: their packets would seem to stay.
one_of() {	# one_of NAME REGEX OPTION...: refused in one line
	local name=$1 regex=$2
	shift 2
	in_ns a perf record -q -k mono "$@" -o "$tmp/some.data" -- true 2>"$tmp/some.err"
	"$TXRING" report -i "$tmp/some.data" >"$tmp/out" 2>"$tmp/err"
	is "$name: refused, and why" "$?,$(wc -l <"$tmp/err"),$(wc -c <"$tmp/out"),$(grep -cE "$regex" "$tmp/err")" 1,1,0,1
}
one_of "a task" "events of some tasks .*record with -a" -p $$ "${events[@]}"
one_of "without -a" "events of some tasks .*record with -a" "${events[@]}"
if [ "$(nproc)" -gt 1 ]; then
	one_of "a CPU" "events of 1 of $(nproc) CPUs .*without -C" -C "$(($(nproc) - 1))" "${events[@]}"
else
	skip 1 "one CPU"
fi
one_of "a group's leader" "only some of the events" -a \
	-e '{net:net_dev_start_xmit,net:net_dev_xmit,skb:consume_skb,skb:kfree_skb}:S'

# Through a pipe, read while it is written; kept too.
clear_ring
in_ns a perf record -q -a -k mono -m 4M "${events[@]}" -o - -- sh -c '"$@" >&3' - \
	"$TOOLS/tapring" -c "$ring_socket" "$script" 3>"$tmp/pipe.truth" 2>/dev/null |
	tee "$tmp/pipe" | "$TXRING" report -i - --json >"$tmp/pipe.json"
is "pipe: statuses" "${PIPESTATUS[*]}" "0 0 0"
is "pipe: started, completed, dropped, left, most" "$(figures "$tmp/pipe")" "$(true_of "$tmp/pipe.truth")"
"$TXRING" report -i "$tmp/pipe" --json >"$tmp/kept.json"
is "pipe, as a file: the same" "$(figures "$tmp/kept")" "$(true_of "$tmp/pipe.truth")"
"$TXRING" script -i - <"$tmp/pipe" >"$tmp/laps" 2>/dev/null
is "pipe: script: a line for each packet" "$(grep -c tapv "$tmp/laps")" "$(truth "$tmp/pipe.truth" .sent)"

# Killed: no size, no formats. This kernel still has them; later nobody has.
f=$tmp/killed.data
clear_ring
background a perf record -q -a -k mono -m 4M --no-buffering "${events[@]}" -o "$f" 2>/dev/null
sleep 2		# nothing shows when its events are on
has_all() { report "$f" && [ "$(dev "$f" tapv .started)" = "$(truth "$f.truth" .sent)" ]; }
"$TOOLS/tapring" -c "$ring_socket" "$script" >"$f.truth"
wait_for 20 has_all
stop_bg "$bg" KILL
report "$f"
is "killed: starts" "$(dev "$f" tapv .started)" "$(truth "$f.truth" .sent)"
is "killed: truncated, and not exact" "$(total "$f" '[.source.truncated, .source.exact] | @csv')" true,false
check "killed: says whose formats were taken" holds "$f" '[.source.reasons[].code] | any(. == "formats-assumed")'
bounds_hold "$f" tapv completed "$(truth "$f.truth" .read)"
ok "killed: the truth is within what is shown" $?
touch -d "2001-01-01" "$f"
"$TXRING" report -i "$f" >"$tmp/out" 2>"$tmp/err"
is "killed, older than this kernel's start: refused" "$?,$(wc -c <"$tmp/out")" 1,0
check "in one line" one_line "$tmp/err"
check "that says why" has_line "$tmp/err" "perf was killed before it wrote them"
finish
