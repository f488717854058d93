#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Names of devices that come and go for days: the live engine forgets them, in bounded
# memory, and goes on with those that are there.
needs_tun=1
. "$(dirname "$0")/lib.sh"
. "$root/tests/live/flight_lib.inc"
plan 9
new_ns a
hold_ring a tapa 118
f=$tmp/names
background a "$TXRING" top --json --cumulative --interval 0.3 >"$tmp/top" 2>"$tmp/top.err"
top_pid=$bg
fly a "$f" --trigger ring-packed
sleep 1

# 3000 names, each with a packet of its own, of one device.
cat >"$tmp/rename.py" <<'PY'
import fcntl, socket, struct
SIOCSIFNAME = 0x8923
control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
send = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
name = "tapb"
for i in range(3000):
    new = "tapb%d" % i
    fcntl.ioctl(control, SIOCSIFNAME, struct.pack("16s16s", name.encode(), new.encode()))
    name = new
    send.sendto(bytes(12) + b"\x08\x00" + bytes(50), (name, 0x800))
PY
hold_ring a tapb 4000
in_ns a python3 "$tmp/rename.py"
is "names were made" $? 0
sleep 1.5
"$TOOLS/tapring" -c "$tmp/tapa.sock" "mark; send 200; read all; send 7" >"$tmp/truth"
check "the flight recorder triggers still" written "$f" 1
check "of the device that it was" has_line "$f.err" ' tapa queue 0: ring-packed: '
sleep 1
stop_bg "$flight"
is "the flight recorder's status" $? 0
stop_bg "$top_pid"
tail -n 1 "$tmp/top" >"$tmp/last.json"
is "top: it began anew: names are forgotten" \
	"$(total "$tmp/last" '[.devices[] | select(.name | startswith("tapb"))] | length <= 1100')" true
# of the whole machine others may send
is "top: not all packets of old names are in its figures" "$(total "$tmp/last" \
	'[.devices[] | select(.name | startswith("tapb")).started] | (add // 0) < 3000')" true
is "top: it goes on with what is there" "$(dev "$tmp/last" tapa '[.started, .dropped, .in_device.now] | @csv')" \
	"$(truth "$tmp/truth" '[.sent, .dropped, .left] | @csv')"
is "top: nothing on stderr" "$(cat "$tmp/top.err")" ""
finish
