#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What can go wrong under a recording: tracefs unmounted, the device taken away, a
# directory that cannot be written, little memory; and what report does with little.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 17
new_ns a
hold_ring a tapf 118

recording() { [ "$(cat "$TRACEFS"/instances/txring-"$1"-*/tracing_on 2>/dev/null)" = 1 ]; }

# In a mount namespace of its own tracefs is unmounted while it records.
f=$tmp/unmounted.dat
background a unshare -m sh -c 'mount -t tracefs none "$2" && exec "$0" record -o "$1" 2>"$1.err"' \
	"$TXRING" "$f" "$TRACEFS"
recorder=$bg
check "it records" wait_for 10 recording "$recorder"
ring "send 50; read all" >/dev/null
nsenter -t "$recorder" -m umount -l "$TRACEFS"
is "tracefs unmounted underneath: it is" "$?" 0
ring "cycle 10 100; send 50; read all" >/dev/null
stop_bg "$recorder" INT
is "tracefs unmounted underneath: status, and no word but the closing line" \
	"$?,$(grep -vc '^txring: .* none lost' "$f.err")" "0,0"
report "$f"
is "tracefs unmounted underneath: all packets" "$(dev "$f" tapf '[.started, .completed] | @csv')" "1100,1100"
check "tracefs unmounted underneath: the books balance" books_balance "$f"
check "tracefs unmounted underneath: its instance is gone" \
	sh -c "! ls '$TRACEFS/instances' | grep -q 'txring-$recorder-'"

# The device goes away, and one of its name comes again.
f=$tmp/gone.dat
background a "$TXRING" record -q -o "$f" -d 'tap*'
recorder=$bg
wait_for 10 recording "$recorder"
ring "send 30; read 20" >"$tmp/gone.truth"
kill "$ring_pid"
wait "$ring_pid" 2>/dev/null
hold_ring a tapf 60
ring "send 70; read all" >"$tmp/again.truth"
stop_bg "$recorder" INT
is "the device goes and comes: status" $? 0
report "$f"
is "the device goes and comes: started" "$(total "$f" '[.devices[] | select(.name == "tapf").started] | add')" 100
is "the device goes and comes: dropped by the second" "$(total "$f" '[.devices[] | select(.name == "tapf").dropped] | add')" 10
is "the device goes and comes: nothing stays inside" "$(total "$f" '[.devices[].in_device_at_end] | add')" 0
check "the device goes and comes: the books balance" books_balance "$f"

# A file system that cannot be written: told before anything is traced or run.
mkdir "$tmp/ro"
mount -t tmpfs -o ro none "$tmp/ro"
trap 'umount "$tmp/ro" 2>/dev/null; on_exit' EXIT
in_ns a "$TXRING" record -o "$tmp/ro/x.dat" -- touch "$tmp/ran" 2>"$tmp/err"
is "read-only: status" $? 125
check "read-only: one line that says so" has_line "$tmp/err" '^txring: .*ro/x.dat: Read-only file system; '
check "read-only: the command did not run" test ! -e "$tmp/ran"
umount "$tmp/ro"

# Little memory: one line, or the figures; never others.
f=$tmp/many.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "cycle 200 60" >/dev/null
"$TXRING" report --csv -Q -i "$f" >"$tmp/want"
if [ -n "${TXRING_COVERAGE:-}" ]; then
	skip 2 "a build for coverage needs memory of its own to write its counts"
	finish
fi
bad=0 refused=0
for kb in 3000 5000 6000 7000 8000 10000 12000 16000 24000 40000 80000; do
	(ulimit -v $kb; "$TXRING" report --csv -Q -i "$f" >"$tmp/out" 2>"$tmp/err")
	status=$?
	if [ $status = 0 ]; then
		cmp -s "$tmp/out" "$tmp/want" || bad=$((bad + 1))
	elif grep -q '^txring: ' "$tmp/err"; then
		refused=$((refused + 1))
		[ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" = 1 ] && [ $status = 1 ] || bad=$((bad + 1))
	elif [ $status -gt 127 ]; then	# a signal
		bad=$((bad + 1))
		diag "$kb KiB: status $status" "$(head -3 "$tmp/err")"
	fi
done
is "little memory: its figures, or one line" $bad 0
check "little memory: it was too little at times" test $refused -gt 0
finish
