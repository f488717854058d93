#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# COMMAND and what ends a recording: statuses, signals, time; bad use.
. "$(dirname "$0")/lib.sh"
plan 38
f=$tmp/c.dat

status_of() {	# status_of DESCRIPTION EXPECTED ARGS...
	local what=$1 want=$2
	shift 2
	"$TXRING" record -o "$f" "$@" >"$tmp/out" 2>"$tmp/err"
	is "$what: status" $? "$want"
}
status_of "a command" 0 -- true
check "nothing on stdout" test ! -s "$tmp/out"
check "a closing line" has_line "$tmp/err" '^txring: [0-9,]+ events in .*, none lost$'
status_of "its output passes" 3 -- sh -c 'echo hello; exit 3'
is "its output is its own" "$(cat "$tmp/out")" hello
status_of "-q" 0 -q -- true
check "-q: nothing on stderr" test ! -s "$tmp/err"
# The recorder ignores SIGPIPE; its command does not.
status_of "the command's signals are as before" 141 -- sh -c 'kill -PIPE $$'
status_of "--duration ends the command" 0 --duration 0.3 -- sleep 60
status_of "--duration alone" 0 --duration 300ms
status_of "a command that ends before" 4 --duration 60 -- sh -c 'exit 4'

rm -f "$f"
status_of "not found" 127 -- "$tmp/no-such"
check "not found: one line" one_line "$tmp/err"
check "not found: no file" test ! -e "$f"
status_of "not to be run" 126 -- "$tmp"

for signal in TERM HUP; do	# one for the recorder alone reaches the command
	"$TXRING" record -o "$f" -- sleep 60 2>"$tmp/err" &
	pid=$!
	pids+=($pid)
	wait_for 10 pgrep -P $pid -x sleep
	stop_bg $pid $signal
	is "SIG$signal with a command: its status" $? $((128 + $(kill -l $signal)))
	check "SIG$signal with a command: a file" "$TXRING" report -q --json -i "$f"
	check "SIG$signal with a command: a closing line" has_line "$tmp/err" '^txring: [0-9,]+ events'
done
# A command that does not heed it: the second one ends the recording.
"$TXRING" record -o "$f" -- sh -c "trap '' TERM; echo \$\$ >$tmp/pid; sleep 60" 2>"$tmp/err" &
pid=$!
pids+=($pid)
wait_for 10 test -s "$tmp/pid"
kill $pid
# two that wait to be taken would be one
taken() { grep -qE '^ShdPnd:[[:space:]]*0+$' "/proc/$pid/status"; }
wait_for 10 taken
stop_bg $pid TERM
is "a second signal does not wait" $? 143
kill -KILL "$(pgrep -P "$(cat "$tmp/pid")")" "$(cat "$tmp/pid")"

bad_use() {	# bad_use WHAT ARGS...
	local what=$1
	shift
	status_of "$what" 2 "$@"
	check "$what: one line" one_line "$tmp/err"
}
bad_use "--xmit-func without probes" --tier stock --xmit-func e1000e:e1000_xmit_frame
bad_use "--duration 0" --duration 0
bad_use "an unknown option" --no-such
status_of "an unknown clock" 1 --clock sundial
check "it names the kernel's clocks" has_line "$tmp/err" '^txring: clock sundial: .*mono'
status_of "a clock that counts no time" 1 --clock counter
check "it says why" has_line "$tmp/err" '^txring: clock counter: it counts no nanoseconds, .*; take mono$'
status_of "an unknown event" 125 -e no:such -- true
check "it names the event" has_line "$tmp/err" '^txring: event no:such: '
status_of "no regular file" 1 -o /dev/null

if command -v script >/dev/null; then
	script -qec "$TXRING record -o $f --duration 2.5" /dev/null >"$tmp/tty" </dev/null
	check "a terminal has a status line" grep -qE '[12] s  [0-9,]+ events  .* lost' "$tmp/tty"
else
	skip 1 "needs the program script"
fi
is "no instance is left" "$(left_behind | grep ^instance)" ""
finish
