#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# How the flight recorder ends, what goes with it, and what it refuses.
needs_tun=1
. "$(dirname "$0")/lib.sh"
. "$root/tests/live/flight_lib.inc"
plan 49
new_ns a
hold_ring a tape 118
mine() { instances | grep -E "(^|[^0-9])$1([^0-9]|\$)"; }

# What has triggered and was not written yet is written; nothing else is.
f=$tmp/nothing
fly a "$f"
ring "send 20; read all" >/dev/null
stop_bg "$flight"
is "nothing asked: status, files" "$? $(count_of "$f")" "0 0"
check "nothing asked: the closing line" has_line "$f.err" '^txring: ended after .*: 0 files written; of '
f=$tmp/pending
fly a "$f" --trigger signal
ring "send 20; read all" >/dev/null
kill -USR1 "$flight"
sleep 0.2
stop_bg "$flight"
is "SIGUSR1 and SIGTERM: status, files" "$? $(count_of "$f")" "0 1"
d=$(newest_of "$f")
sound_file "SIGUSR1 and SIGTERM" "$d"
is "SIGUSR1 and SIGTERM: what happened before is there" "$(dev "$d" tape .completed)" 20
# The kernel hands out the lower number first, whichever came first.
f=$tmp/both
fly a "$f" --trigger signal
kill -STOP "$flight"
kill -USR1 "$flight"
kill -INT "$flight"
kill -CONT "$flight"
wait "$flight" 2>/dev/null
is "SIGUSR1 and SIGINT at one moment: files" "$(count_of "$f")" 1

# kill -9: an instance is left, no part of a file; the next one removes it.
f=$tmp/killed
fly a "$f" --trigger signal
kill -USR1 "$flight"
sleep 0.2
check "an instance of its own" mine "$flight"
stop_bg "$flight" KILL
check "kill -9 leaves the instance" mine "$flight"
is "kill -9: no file, nor a part of one" "$(ls -A "$tmp" | grep -c '^killed-')" 0
killed=$flight
f=$tmp/next
fly a "$f" --trigger signal -v
mine "$killed" >/dev/null
is "the next one removed it" $? 1
check "the next one says so with -v" has_line "$f.err" '^txring: removed 1 trace instance'
stop_bg "$flight"

# COMMAND and --duration end it, and statuses are record's.
status_of() {	# status_of LABEL EXPECTED OPTION...
	local what=$1 want=$2
	shift 2
	in_ns a "$TXRING" record --flight 1 --trigger signal -o "$tmp/c" "$@" >"$tmp/out" 2>"$tmp/err"
	is "$what: status" $? "$want"
}
status_of "COMMAND" 7 -- sh -c 'exit 7'
status_of "COMMAND that asks for a file" 0 -- sh -c 'kill -USR1 $PPID; sleep 2'
is "COMMAND that asks for a file: it is there" "$(count_of "$tmp/c")" 1
is "COMMAND that asks for a file: and names it" \
	"$("$TXRING" report --json -i "$(newest_of "$tmp/c")" | jq -r .source.recording.command)" \
	'sh -c kill -USR1 $PPID; sleep 2'
status_of "COMMAND's signals are as before" 138 -- sh -c 'kill -USR1 $$'
status_of "--duration" 0 --duration 0.5
status_of "--duration ends COMMAND" 0 --duration 0.5 -- sleep 60
status_of "no such COMMAND" 127 -- "$tmp/no-such"
status_of "-q" 0 -q --duration 0.3
check "-q: nothing on stderr" test ! -s "$tmp/err"

# -d and -e: what is recorded.
hold_ring a tapo 64
f=$tmp/only
fly a "$f" --trigger signal -d tape -e sched:sched_process_exit -b 256 -v
check "-b" has_line "$f.err" '^txring: tier .*, 256 KiB per CPU$'
ring "send 12; read all" >/dev/null	# of tapo
"$TOOLS/tapring" -c "$tmp/tape.sock" "send 9; read all" >/dev/null
kill -USR1 "$flight"
written "$f" 1
d=$(newest_of "$f")
sound_file "-d" "$d"
is "-d: its packets, not those of others" "$(dev "$d" tape .started) $(dev "$d" tapo .started)" "9 null"
if command -v trace-cmd >/dev/null; then
	between "-e: the other event is in the file" \
		"$(trace-cmd report -i "$d" 2>/dev/null | grep -c 'sched_process_exit:')" 1 100000
else
	skip 1 "trace-cmd is not installed"
fi
stop_bg "$flight"

# A device that is made while it flies.
f=$tmp/new
fly a "$f" --trigger ring-packed
hold_ring a tapm 40
ring "send 60; read all" >/dev/null
check "a device that is new: it triggers" written "$f" 1
check "a device that is new: its line" has_line "$f.err" ' tapm queue 0: ring-packed: '
report "$(newest_of "$f")"
is "a device that is new: its ring is known" \
	"$(dev "$(newest_of "$f")" tapm '[.capacity_packets, .started, .dropped] | @csv')" "40,60,20"
stop_bg "$flight"

# Usage.
refuses() {	# refuses REGEX OPTION...
	local why=$1
	shift
	"$TXRING" record "$@" >"$tmp/out" 2>"$tmp/err"
	is "$*: status" $? 2
	check "$*: one line says why" has_line "$tmp/err" "^txring: $why"
}
refuses '--flight: reads tracefs; ' --flight 2 --backend perf
refuses '--flight: needs the clock mono; ' --flight 2 --clock boot
refuses '--flight: not between 1 second and 24 hours; ' --flight 0
refuses '--keep: goes with --flight ' --keep 3
refuses '--keep 0: no file could be kept; ' --flight 2 --keep 0
refuses '--max-size: not between 8M and 1024T; ' --flight 2 --max-size 1M
refuses '--trigger signal,nothing: there is no such; ' --flight 2 --trigger signal,nothing
finish
