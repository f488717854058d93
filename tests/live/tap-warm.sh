#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Packets older than the recording are in the ring: until the first traced one
# comes back, the figures are bounds, and the truth lies within them.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 32
new_ns a
f=$tmp/warm.dat t=$tmp/warm.truth

# 50 before the recording, 30 in it: 80 were there at most, 30 are seen.
hold_ring a tapw 118
ring "send 50" >/dev/null
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "mark; send 30; sleep 10ms; read all; print" >"$t"
is "record's status" $? 0
report "$f"
is "report's status" $? 0
is "the truth: most in the ring" "$(truth "$t" .max)" 80
is "started and completed" "$(dev "$f" tapw '[.started, .completed] | @csv')" "30,30"
is "the warm start makes it inexact" "$(dev "$f" tapw .exact)" false
check "a reason says so" holds "$f" '[.devices[] | select(.name == "tapw").reasons[].code] |
	any(test("warm"))'
between "warm for the sleep at least" "$(dev "$f" tapw .warm_ns)" 10000000 600000000000
check "the truth lies within the bounds" bounds_hold "$f" tapw in_device.max 80
check "the books balance" books_balance "$f"
lossless "$f" tapw
stop_bg "$ring_pid"

# They come back before the first start: no part of the occupancy, but the device
# counts them, and that is no contradiction.
hold_ring a tapb 118
ring "send 50" >/dev/null
f=$tmp/before.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "sleep 1s; read all; mark; send 30; read all; sleep 1s" >"$t"
report "$f"
is "gone before the first start: what was inside is exact" \
	"$(dev "$f" tapb '[.started, .completed, .in_device.max, .exact] | @csv')" "30,30,30,true"
is "gone before the first start: the counter grew by both" \
	"$(dev "$f" tapb '.state.end.tx_packets - .state.start.tx_packets')" 80
is "gone before the first start: no counter-mismatch" \
	"$(total "$f" '[.findings[] | select(.device == "tapb" and .id == "counter-mismatch")] | length')" 0
stop_bg "$ring_pid"

# An empty ring at the start, but the recorder cannot know it until a packet
# has come back: no free that matched nothing means exact.
hold_ring a tapc 118
f=$tmp/cold.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "send 30; read all" >"$t"
is "empty at the start: record's status" $? 0
report "$f" -d tapc
is "empty at the start: most in the ring" "$(dev "$f" tapc .in_device.max)" 30
check "empty at the start: the truth lies within the bounds" bounds_hold "$f" tapc in_device.max 30
stop_bg "$ring_pid"

# A ring of 64 with 40 older ones refuses, and is read at once; the next packet comes
# 20 ms later. That it had room in between no traced packet shows.
hold_ring a tapp 64
ring "send 40" >/dev/null
f=$tmp/packed.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" \
	"send 40; read 20; sleep 20ms; send 4; read all; read all" >"$t"
report "$f"
is "full, then read unseen: refused" "$(dev "$f" tapp '[.dropped, .packed_visits] | @csv')" "16,1"
check "full, then read unseen: packed may be far less than it seems" holds "$f" \
	'[.devices[] | select(.name == "tapp")][0] | .packed_ns >= 20000000 and
	 .packed_ns_low < .packed_ns - 19000000 and .packed_ns_high >= .packed_ns'
"$TXRING" report -i "$f" -d tapp >"$tmp/packed.txt"
check "full, then read unseen: text has the bounds" has_line "$tmp/packed.txt" \
	'^  packed +<?[0-9.]+%\.\.[0-9.]+%: '
stop_bg "$ring_pid"
# Filled to the last place by older ones and its own: full, and nothing refused.
hold_ring a tapp 64
ring "send 40" >/dev/null
f=$tmp/brim.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "send 24; sleep 10ms; read all; read all" >"$t"
report "$f"
is "full to the brim, refused" "$(dev "$f" tapp '[.started, .dropped] | @csv')" "24,0"
check "full to the brim: packed may be up to all of that time" holds "$f" \
	'[.devices[] | select(.name == "tapp")][0] | .packed_ns == 0 and .packed_ns_high >= 10000000'
stop_bg "$ring_pid"

# Packets left in the device: counted, the oldest listed with their age.
hold_ring a tape 118
f=$tmp/left.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "send 20; read 5; sleep 30ms" >"$t"
report "$f"
is "left in the device" "$(dev "$f" tape .in_device_at_end)" 15
check "the oldest are listed" holds "$f" '[.devices[] | select(.name == "tape").oldest[]] |
	length > 0 and all(.age_ns >= 30000000)'
check "the books balance" books_balance "$f"
stop_bg "$ring_pid"

# The device goes away with packets in it: released, but not by its work.
hold_ring a tapz 118
f=$tmp/reset.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "send 20; read 5; close" >"$t"
sleep 0.1
report "$f"
is "closed: started, completed, left" "$(dev "$f" tapz '[.started, .completed + .in_device_at_end] | @csv')" "20,20"
is "closed: what the reset released" "$(dev "$f" tapz '.reset_released + .in_device_at_end')" 15
is "closed: no part of the lap times" "$(dev "$f" tapz .lap_ns.count)" 5
check "closed: the books balance" books_balance "$f"

# A device that COMMAND makes and takes away again: nothing older can be in it.
f=$tmp/brief.dat
record a "$f" -- "$TOOLS/tapring" tapz 40 "cycle 3 60; send 10" >/dev/null
report "$f"
is "a device of COMMAND: most, and its bounds" \
	"$(dev "$f" tapz '[.started, .in_device.max, .in_device.max_high] | @csv')" "190,40,40"
is "a device of COMMAND: no older packets are feared" \
	"$(dev "$f" tapz '[.reasons[].code | select(. == "warm-start")] | length')" 0
finish
