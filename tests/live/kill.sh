#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A recorder that is killed leaves an instance; the next one finds and removes
# it. SIGTERM and SIGINT end a recording well, with tracing as it was.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 27
new_ns a
hold_ring a tapk 118

mine() {	# instances of a process
	instances | grep -E "(^|[^0-9])$1([^0-9]|\$)"
}
guard_of() {	# the child of that recorder that no COMMAND is
	local p
	for p in $(cat /proc/"$1"/task/*/children); do
		[ "$(readlink /proc/"$p"/exe)" = "$(readlink /proc/"$1"/exe)" ] && echo "$p"
	done
}
start() {	# start FILE: a recorder in the background, tracing
	background a "$TXRING" record -o "$1" 2>"$1.err"
	recorder=$bg
	wait_for 10 recording "$recorder" && wait_for 10 guarded "$recorder"
}
# It traces before it has looked at the devices, and its guard comes after that.
guarded() { [ -n "$(guard_of "$1")" ]; }
recording() {
	local i
	i=$(mine "$1") && [ "$(cat "$TRACEFS/instances/$i/tracing_on")" = 1 ]
}

# What was recorded until then is kept, by the guard, and nothing stays behind.
f=$tmp/kept.dat
start "$f"
ring "cycle 30 100; send 50; read all" >"$tmp/kept.truth"
stop_bg "$recorder" KILL
gone() { ! mine "$recorder" >/dev/null; }
check "kill -9: its instance goes" wait_for 10 gone
check "kill -9: the file comes" wait_for 10 test -e "$f"
report "$f"
is "kill -9: the file is whole" "$? $(total "$f" '[.source.truncated, .source.lost_events] | @csv')" "0 false,0"
is "kill -9: all packets until then are in it" "$(dev "$f" tapk '[.started, .completed, .dropped, .in_device.max] | @csv')" \
	"$(truth "$tmp/kept.truth" '[.sent, .read, .dropped, .max] | @csv')"
check "kill -9: the books balance" books_balance "$f"
check "kill -9: said" has_line "$f.err" '^txring: the recorder was killed; .* events until then are in '

# Its guard killed too: an instance is left, and the next run removes it.
f=$tmp/killed.dat
start "$f"
check "an instance of its own while it records" mine "$recorder"
ring "send 50; read all" >/dev/null
guard=$(guard_of "$recorder")
kill -STOP "$recorder"	# or it would see the guard's end
kill -KILL "$guard"
stop_bg "$recorder" KILL
check "kill -9 of both leaves the instance" mine "$recorder"
killed=$recorder
f=$tmp/next.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "mark; send 60; read all" >"$tmp/next.truth"
is "the next one: record's status" $? 0
mine "$killed" >/dev/null
is "the next one removed what was left" $? 1
report "$f"
is "the next one: started" "$(dev "$f" tapk .started)" 60
check "the next one: the books balance" books_balance "$f"

for signal in TERM INT; do
	f=$tmp/$signal.dat
	start "$f"
	ring "send 70; read 66; sleep 20ms" >/dev/null
	stop_bg "$recorder" $signal
	is "SIG$signal: status" $? 0
	mine "$recorder" >/dev/null
	is "SIG$signal: its instance is gone" $? 1
	report "$f"
	is "SIG$signal: the file is whole" "$? $(total "$f" .source.truncated)" "0 false"
	is "SIG$signal: started" "$(dev "$f" tapk .started)" 70
	check "SIG$signal: the books balance" books_balance "$f"
	ring "read all" >/dev/null
done

# The command's status is the recorder's; a command that a signal ended too.
record a "$tmp/s.dat" -- sh -c 'exit 7'
is "the command's status" $? 7
record a "$tmp/s.dat" -- sh -c 'kill -USR1 $$'
is "the command's signal" $? 138
record a "$tmp/s.dat" -- "$tmp/no-such-program"
is "no such command" $? 127
record a "$tmp/s.dat" -- "$tmp"
is "a command that cannot be run" $? 126
finish
