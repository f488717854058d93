#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# -d filters start and result in the kernel, never frees; -e records more events
# beside ours, which change no figure.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 17
new_ns a
hold_ring a tapone 60
one=$ring_socket.one
mv "$ring_socket" "$one"
hold_ring a taptwo 60
two=$ring_socket
both=(sh -c "$TOOLS/tapring -c $one 'mark; cycle 3 80; send 4' && $TOOLS/tapring -c $two 'mark; cycle 3 90; send 4'")

f=$tmp/one.dat
record a "$f" -d tapone -- "${both[@]}" >/dev/null
is "-d NAME: record's status" $? 0
report "$f"
is "-d NAME: that device alone" "$(total "$f" '[.devices[] | select(.started > 0).name] | @csv')" '"tapone"'
is "-d NAME: its figures are whole" \
	"$(dev "$f" tapone '[.started, .completed, .dropped, .in_device_at_end, .in_device.max] | @csv')" "244,180,60,4,60"
lossless "$f" tapone
check "-d NAME: the books balance" books_balance "$f"

f=$tmp/glob.dat
# tun gives slots back in batches: only a full drain of a full ring empties it.
"$TOOLS/tapring" -c "$one" "read all; cycle 1 80" >/dev/null
"$TOOLS/tapring" -c "$two" "read all; cycle 1 90" >/dev/null
record a "$f" -d 'tap*' -- "${both[@]}" >/dev/null
is "-d GLOB: record's status" $? 0
report "$f"
is "-d GLOB: both" "$(dev "$f" tapone .started) $(dev "$f" taptwo .started)" "244 274"
is "-d GLOB: the total adds them up" "$(total "$f" .total.started)" 518
check "-d GLOB: the books balance" books_balance "$f"
is "report -d: one of them" "$("$TXRING" report -i "$f" -d taptwo --json | jq -r '[.devices[].name] | @csv')" '"taptwo"'

f=$tmp/no.dat
record a "$f" -d no-such-dev -- true 2>/dev/null
in_ns a "$TXRING" record -o "$f" -d no-such-dev --duration 0.1 2>"$tmp/err"
between "-d of no device: told, or an empty recording" "$?" 0 1
check "-d of no device: a line that names it" has_line "$tmp/err" 'no-such-dev'

f=$tmp/more.dat
"$TOOLS/tapring" -c "$one" "read all; cycle 1 80" >/dev/null
record a "$f" -e sched:sched_switch -e 'net:net_dev_q*' -- "$TOOLS/tapring" -c "$one" "mark; cycle 3 80; sleep 20ms" >/dev/null
is "-e: record's status" $? 0
report "$f"
is "-e: no figure changes" "$(dev "$f" tapone '[.started, .completed, .dropped, .in_device.max] | @csv')" "240,180,60,60"
if command -v trace-cmd >/dev/null; then
	trace-cmd report -i "$f" >"$tmp/text" 2>"$tmp/text.err"
	check "-e: the events are in the file" sh -c "grep -q sched_switch: $tmp/text && grep -q 'net_dev_queue: *dev=tapone' $tmp/text && test ! -s $tmp/text.err"
else
	skip 1 "needs the program trace-cmd"
fi
finish
