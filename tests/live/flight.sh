#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The flight recorder: what triggers it, once for each time it begins, and that its
# files hold the moment, what came before and what came after.
needs_tun=1
. "$(dirname "$0")/lib.sh"
. "$root/tests/live/flight_lib.inc"
plan 67
new_ns a
hold_ring a tapp 118
f=$tmp/packed
p=$tmp/packets

# A ring that is packed in the middle of traffic; others' rings trigger nothing.
fly a "$f" --trigger ring-packed -d tapp
ring "mark; $(repeat 10 'send 5; read all; sleep 50ms') send 200; sleep 20ms; read all; $(
	repeat 50 'send 5; read all; sleep 50ms') packets" >"$p"
check "packed: it writes a file" written "$f" 1
d=$(newest_of "$f")
check "packed: one line: when, where, what, which file, how much of the time" has_line "$f.err" \
	"^txring: 20[0-9-]{8} [0-9:]{8}\.[0-9]{3} tapp queue 0: ring-packed: the ring was packed .* times?; up to 1[01][0-9] packets inside \(from FULL_RING drops\); wrote $d: [0-9.]+[KM]B, [1-9][0-9.]*m?s before and [1-9][0-9.]*m?s after, none lost\$"
sound_file "packed" "$d"
compare "$d" tapp "$p"
is "packed: every lap is a packet, every packet of that time is there" \
	"$(truth "$d.truth" '[.strange, .missing] | @csv')" "0,0"
is "packed: the drops, all of them" "$(truth "$d.truth" .dropped)" "$(truth "$p" .dropped)"
is "packed: the report counts them" "$(dev "$d" tapp .dropped)" "$(truth "$p" .dropped)"
between "packed: what came before it" "$(truth "$d.truth" .before)" 148 168
between "packed: what came after it" "$(truth "$d.truth" .after)" 1 250
is "packed: the finding" \
	"$(total "$d" '[.findings[] | select(.id == "ring-packed") | .device, .queue] | @csv')" '"tapp",0'
is "packed: the file says why it was written" \
	"$(total "$d" '.source.recording.trigger | test("^20[-0-9: .]+ tapp queue 0: ring-packed: the ring was packed")')" true

# It ended, and lasts then for longer than the recorder looks back: one more file.
sleep 3.5
ring "mark; send 150; $(repeat 25 'send 10; sleep 200ms')" >/dev/null
check "it begins anew" written "$f" 2
sleep 1.5
is "it lasts: no other file" "$(said "$f" '; wrote ')" 2
ring "read all" >/dev/null
sleep 3.5
ring "mark; send 150; read all" >/dev/null
check "it ended and began anew: one more" written "$f" 3

# Asked for.
ring "mark; send 7; read all; packets" >"$p"
kill -USR1 "$flight"
check "SIGUSR1: it writes a file" written "$f" 4
check "SIGUSR1: its line" has_line "$f.err" '^txring: 20[-0-9: .]+ SIGUSR1; wrote .*, none lost$'
d=$(newest_of "$f")
sound_file "SIGUSR1" "$d"
compare "$d" tapp "$p"
is "SIGUSR1: the packets are there" "$(truth "$d.truth" '[.missing, .matched >= 7] | @csv')" "0,true"
stop_bg "$flight"
is "SIGTERM: status" $? 0
check "SIGTERM: how many were written" has_line "$f.err" \
	'^txring: ended after .*: 4 files written, [0-9.]+[KM]B; of [0-9,]+ events none lost$'
is "four files" "$(count_of "$f")" 4

# A reader that stops while the sender goes on: the default.
hold_ring a taps 118
f=$tmp/stalled
fly a "$f" -d taps
ring "mark; $(repeat 10 'send 5; read all; sleep 50ms')$(repeat 25 'send 2; sleep 200ms') packets" >"$p"
check "stalled: it writes a file" written "$f" 1
check "stalled: its line" has_line "$f.err" \
	' taps queue 0: queue-stalled: nothing was given back for [1-9][0-9.]* s; .* packets are inside, .*; wrote '
d=$(newest_of "$f")
sound_file "stalled" "$d"
compare "$d" taps "$p"
is "stalled: every lap is a packet, every packet of that time is there" \
	"$(truth "$d.truth" '[.strange, .missing] | @csv')" "0,0"
is "stalled: what was given back before it" "$(truth "$d.truth" .given_back)" "$(truth "$p" .read)"
between "stalled: what is inside, with what came after" "$(truth "$d.truth" .inside)" 8 50
is "stalled: the report says the same" "$(dev "$d" taps .in_device_at_end)" "$(truth "$d.truth" .inside)"
is "stalled: its finding" \
	"$(total "$d" '[.findings[] | select(.id == "queue-stalled") | .device, .queue, .evidence.state] | @csv')" \
	'"taps",0,"now"'
is "stalled: as long as it lasts, no other file" "$(said "$f" '; wrote ')" 1
stop_bg "$flight"
is "stalled: status" $? 0

# In the middle of traffic, sent on one CPU and given back on another: the file ends
# on both at one moment.
hold_ring a tapr 1000
f=$tmp/busy
fly a "$f" --trigger signal -d tapr
ring "mark; cpu 0; reader on $(($(nproc) - 1)) 300" >/dev/null
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
	[ $i != 3 ] || kill -USR1 "$flight"
	ring "$(repeat 150 'send 20; sleep 1ms')" >/dev/null
done
ring "sleep 50ms; reader off; read all; packets" >"$p"
check "busy: it writes a file" written "$f" 1
d=$(newest_of "$f")
sound_file "busy" "$d"
compare "$d" tapr "$p"
is "busy: every lap is a packet, every packet of that time is there" \
	"$(truth "$d.truth" '[.strange, .missing, .matched > 3000] | @csv')" "0,0,true"
is "busy: the report says the same" \
	"$(dev "$d" tapr '[.started, .completed, .in_device_at_end, .restarted] | @csv')" \
	"$(truth "$d.truth" '[.matched, .given_back, .inside, 0] | @csv')"
stop_bg "$flight"

ring_socket=$tmp/tapp.sock
# Signals alone: nothing is paired, and a full ring writes nothing.
f=$tmp/signal
fly a "$f" --trigger signal
ring "mark; send 150; read all; sleep 2500ms" >/dev/null
is "signal alone: no trigger" "$(count_of "$f")" 0
kill -USR1 "$flight"
check "signal alone: SIGUSR1 writes" written "$f" 1
d=$(newest_of "$f")
sound_file "signal alone" "$d"
is "signal alone: the report finds what happened" \
	"$(total "$d" '[.findings[] | select(.id == "ring-packed" and .device == "tapp")] | length')" 1
stop_bg "$flight"
is "signal alone: status" $? 0

# Asked for again just before the file is written, and once more while it waits for
# that: what comes after each is there, in the same file or in one of its own.
told() { sed -nE 's/.* SIGUSR1( \(and ([0-9]+) more\))?; wrote .*/\2/p' "$1.err" |
	awk '{ n += 1 + $1 } END { print n + 0 }'; }
all_told() { [ "$(told "$1")" -ge 3 ]; }
f=$tmp/again
fly a "$f" --trigger signal --keep 1
check "one file: its grammar" has_line "$f.err" ", at most 1 file and 1G, on SIGUSR1 to $flight\$"
kill -USR1 "$flight"
for i in 2 3; do
	sleep 0.8
	again_ns=$(date +%s%N)
	kill -USR1 "$flight"
done
check "again: each is told of" wait_for 15 all_told "$f"
d=$(newest_of "$f")
report "$d"
is "again: the last file goes on for a second after the last one" \
	"$(total "$d" "(.source.recording.end_real_ns | tonumber) - $again_ns >= 1e9")" true
stop_bg "$flight"

# Drops, and two triggers at once: one file.
hold_ring a tapd 16
f=$tmp/drops
fly a "$f" --trigger drops-in-xmit,ring-packed -d tapd
ring "mark; send 40; read all" >"$p"
check "drops: it writes a file" written "$f" 1
check "drops: its line, and that the other trigger is in it" has_line "$f.err" \
	'tapd queue 0: (drops-in-xmit: [0-9]+ packets?|ring-packed: ).* \(and 1 more\); wrote '
d=$(newest_of "$f")
sound_file "drops" "$d"
is "drops: as many as there were" "$(dev "$d" tapd '.drops | map("\(.reason)=\(.count)") | join(" ")')" \
	"FULL_RING=$(truth "$p" .dropped)"
sleep 2
is "drops: one file" "$(count_of "$f")" 1
stop_bg "$flight" INT
is "SIGINT: status" $? 0
finish
