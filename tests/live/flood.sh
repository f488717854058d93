#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A recording begun and ended in the middle of a flood: the books balance, what
# was there before is a warm start, what is there at the end is counted so.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 21
new_ns a b
f=$tmp/tap.dat

# A ring of 118 in the middle of fill and drain all the time.
hold_ring a tapf 118
# It ends with what it can keep of 4 million packets, seconds of a fast machine: so at
# once when the first is sent.
( ring "cycle 100000000 150" >/dev/null 2>&1 ) &
pids+=($!)
wait_for 60 grep -qE 'tapf:( +[0-9]+){8} +[1-9]' "/proc/$ring_pid/net/dev"
record a "$f" --duration 1
is "tap: record's status" $? 0
report "$f"
is "tap: report's status" $? 0
between "tap: packets went through" "$(dev "$f" tapf .started)" 1000 100000000
check "tap: the books balance" books_balance "$f"
lossless "$f" tapf
check "tap: 118 lies within the bounds" bounds_hold "$f" tapf in_device.max 118
between "tap: never fuller than full" "$(dev "$f" tapf .in_device.max)" 100 118
between "tap: in device at the end" "$(dev "$f" tapf .in_device_at_end)" 0 118
check "tap: no result was missed but by the edges" \
	test "$(total "$f" '.source.missing_results + .source.unmatched_results')" -le 2
is "tap: no anomaly" "$(total "$f" .source.anomalies)" 0
kill "$ring_pid"

# veth under senders on every CPU.
veth_pair a va b vb
background b "$TOOLS/udpsink" -t 300 192.0.2.2 9000 >"$tmp/sink"
wait_for 10 grep -q ready "$tmp/sink"
cpus=$(seq -s, 0 $(($(nproc) - 1)))
background a "$TOOLS/udpflood" -c "$cpus" -t 300 -b 16 192.0.2.2 9000 >"$tmp/flood.out"
flood=$bg
wait_for 10 grep -qE ' va:( +[0-9]+){8} +[1-9]' "/proc/$flood/net/dev"
f=$tmp/veth.dat
record a "$f" --duration 1
is "veth: record's status" $? 0
stop_bg "$flood"
report "$f"
is "veth: report's status" $? 0
between "veth: packets went through" "$(dev "$f" va .started)" 1000 100000000
check "veth: the books balance" books_balance "$f"
is "veth: nothing lost" "$(total "$f" .source.lost_events)" 0
is "veth: no anomaly" "$(total "$f" .source.anomalies)" 0
is "veth: no lap is uncertain or restarted" "$(dev "$f" va '[.uncertain, .restarted] | @csv')" "0,0"
between "veth: only what was under way is open" "$(dev "$f" va .in_device_at_end)" 0 "$(nproc)"

# A COMMAND that ends at once, in the quiet: an empty recording is a good one.
f=$tmp/none.dat
record a "$f" -- true
report "$f"
is "nothing sent: report's status" $? 0
finish
