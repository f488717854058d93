#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# record --backend perf: the stock perf reads the file, without a warning, and
# counts the same events; pipe, filter, loss, statuses, an older file.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 43
command -v perf >/dev/null || skip_all "needs the program perf"
new_ns a
hold_ring a tapb 118
script="mark; cycle 30 200; send 200; sleep 10ms; read all; send 9"
rec() {		# rec FILE ARGS...: by perf events
	local f=$1
	shift
	record a "$f" --backend perf "$@"
}
f=$tmp/a.data
rec "$f" true
status=$?
if [ $status != 0 ]; then
	grep -q libperf "$f.err" && skip_all "$(head -1 "$f.err")"
	diag "$(cat "$f.err")"
fi
is "status" $status 0

# What the ring itself counted.
rec "$f" -- "$TOOLS/tapring" -c "$ring_socket" "$script" >"$tmp/truth"
is "with a command: status" $? 0
check "an older file is kept" test -s "$f.old"
check "the closing line" has_line "$f.err" "^txring: [0-9,]+ events in .*, none lost$"
report "$f"
is "report: status" $? 0
is "nothing on stderr" "$(cat "$f.report.err")" ""
is "started, completed, dropped, left, most" \
	"$(dev "$f" tapb '[.started, .completed, .dropped, .in_device_at_end, .in_device.max] | @csv')" \
	"$(truth "$tmp/truth" '[.sent, .read, .dropped, .left, .max] | @csv')"
lossless "$f" tapb
check "the books balance" books_balance "$f"
is "the clock has one order" "$(total "$f" '[.source.clock, .source.clock_ordered] | @csv')" '"mono",true'
is "the device's state came along" "$(dev "$f" tapb '[.driver, .capacity_packets] | @csv')" '"tun",118'
is "command" "$(total "$f" .source.recording.command | cut -d' ' -f3)" "$ring_socket"

# The stock perf on the same file.
quiet_perf() {	# quiet_perf NAME COMMAND...: it says nothing beside its answer
	local n=$1
	shift
	"$@" >"$tmp/$n.out" 2>"$tmp/$n.err" </dev/null && [ ! -s "$tmp/$n.err" ]
}
samples() { awk '/^[a-z_]+:[a-z_]+ stats:/ { next } /SAMPLE events:/ && !n++ { print $3 }' "$1"; }
check "perf report --stats: no warning" quiet_perf stats perf report --stats -i "$f"
is "perf report --stats: as many samples" "$(samples "$tmp/stats.out")" "$(total "$f" .source.events)"
check "perf script: no warning" quiet_perf script perf script -i "$f"
is "perf script: starts on the ring" "$(grep -c 'net_dev_start_xmit: dev=tapb' "$tmp/script.out")" \
	"$(truth "$tmp/truth" .sent)"
check "perf script: tasks have names" has_line "$tmp/script.out" "^ *tapring +[0-9]+ "
check "perf evlist -v: no warning" quiet_perf evlist perf evlist -v -i "$f"
check "perf evlist -v: clock and layout" has_line "$tmp/evlist.out" \
	"net:net_dev_start_xmit: .*sample_type: TID\|TIME\|CPU\|RAW\|IDENTIFIER.*use_clockid: 1"
check "perf report --header-only: no warning" quiet_perf header perf report --header-only -i "$f"
for what in "hostname : $(uname -n)" "os release : $(uname -r)" "perf version : txring" "arch : $(uname -m)" \
		"nrcpus online : " "cmdline : .*--backend perf" "event : name = net:net_dev_xmit" \
		"time of first sample : [0-9]+" "clockid: monotonic"; do
	check "header: $what" has_line "$tmp/header.out" "^# ${what/ : / ?: ?}"
done

# A pipe, read while it is written; COMMAND's own output goes elsewhere.
"$TOOLS/tapring" -c "$ring_socket" "read all" >/dev/null
in_ns a "$TXRING" record -q --backend perf -o - -- "$TOOLS/tapring" -c "$ring_socket" "$script" \
	2>"$tmp/truth" | tee "$tmp/pipe" | "$TXRING" report -i - --json >"$tmp/p.data.json"
is "pipe: statuses" "${PIPESTATUS[*]}" "0 0 0"
f=$tmp/p.data
is "pipe: started, completed, dropped" "$(dev "$f" tapb '[.started, .completed, .dropped] | @csv')" \
	"$(truth "$tmp/truth" '[.sent, .read, .dropped] | @csv')"
is "pipe: the device's state came along" "$(dev "$f" tapb '[.driver, (.state.end != null)] | @csv')" '"tun",true'
perf script -i - <"$tmp/pipe" >"$tmp/script.out" 2>"$tmp/script.err"
is "pipe: perf script reads it" "$?,$(cat "$tmp/script.err")" "0,"
is "pipe: perf script: starts" "$(grep -c 'net_dev_start_xmit: dev=tapb' "$tmp/script.out")" \
	"$(truth "$tmp/truth" .sent)"

# -d: other devices' starts are not taken; frees name none and are.
f=$tmp/d.data
rec "$f" -d 'tapb' -- "$TOOLS/tapring" -c "$ring_socket" "read all; cycle 3 10" >/dev/null
report "$f"
is "-d: its packets, and no other device" "$(total "$f" '[.devices[] | .name, .started] | @csv')" '"tapb",30'
f=$tmp/e.data
rec "$f" -d 'nosuch*' -- "$TOOLS/tapring" -c "$ring_socket" "cycle 3 10" >/dev/null
report "$f"
is "-d of another: none" "$(total "$f" '.devices | length')" 0

# The smallest buffer, and a reader that is stopped: lost, and counted as perf counts.
f=$tmp/l.data
rec "$f" -b 4 -- sh -c 'kill -STOP $PPID; "$1" -c "$2" "mark; cycle 50 100"; kill -CONT $PPID' - \
	"$TOOLS/tapring" "$ring_socket" >"$tmp/truth"
report "$f"
perf report --stats -i "$f" >"$tmp/stats.out" 2>/dev/null
lost=$(awk '/LOST_SAMPLES events:/ && !/%/ { s += $3 } END { print s + 0 }' "$tmp/stats.out")
check "loss: there is some" test "$(total "$f" .source.lost_events)" -gt 0
is "loss: as perf report counts it" "$(total "$f" .source.lost_events)" "$lost"
check "loss: said at the end" has_line "$f.err" "LOST [0-9,]+ events"
check "loss: the truth is within what is shown" bounds_hold "$f" tapb completed "$(truth "$tmp/truth" .read)"

# A command's own status; a limit of file size: what fits is kept.
rec "$tmp/s.data" -- sh -c 'exit 7'
is "status of the command" $? 7
finish
