#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Devices driven into the states that findings tell of, and devices that are well.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 52
new_ns a b c

# ids FILE DEVICE: of the findings about that device, in the order shown.
ids() { total "$1" "[.findings[] | select(.device == \"$2\").id] | join(\" \")"; }
# what FILE DEVICE ID EXPRESSION: of that finding
what() {
	jq -r --arg d "$2" --arg i "$3" \
		"[.findings[] | select((.device // \"\") == \$d and .id == \$i)][0] | $4" "$1.json"
}
# recorded FILE DEVICE COMMAND...: of that device alone, in $ns; a report is made
ns=a
recorded() {
	local f=$1 d=$2
	shift 2
	record $ns "$f" -d "$d" -- "$@" >"$f.truth"
	is "$d: record's status" $? 0
	report "$f"
}
tap() { printf '%s\n' "$TOOLS/tapring" -c "$ring_socket" "$1"; }

# Well: one in and one out, with some inside; loopback; veth.
hold_ring a fwell 118
mapfile -t cmd < <(tap "hold 3000 5; read all")
recorded "$tmp/well.dat" fwell "${cmd[@]}"
is "a ring that keeps up: all came back" "$(dev "$tmp/well.dat" fwell '[.completed, .dropped] | @csv')" "3005,0"
is "a ring that keeps up: no finding" "$(ids "$tmp/well.dat" fwell)" ""
recorded "$tmp/lo.dat" lo "$TOOLS/udpflood" -n 2000 127.0.0.1 9
between "loopback: was seen" "$(dev "$tmp/lo.dat" lo .handed_over)" 2000 1000000
# every namespace has a lo, and another's may send meanwhile
is "loopback: no finding of its own" "$(ids "$tmp/lo.dat" lo | sed 's/^ambiguous-name$//')" ""
veth_pair c fva b fvb || skip_all "no veth devices here"
ns=c
recorded "$tmp/veth.dat" fva "$TOOLS/udpflood" -n 2000 192.0.2.2 9
is "veth: was seen" "$(dev "$tmp/veth.dat" fva .handed_over)" 2000
is "veth: no finding" "$(ids "$tmp/veth.dat" fva)" ""
ns=a

# Filled beyond full, and drained at once, 20 times: packed, dropping, bursty.
hold_ring a ffull 100
f=$tmp/full.dat
mapfile -t cmd < <(tap "cycle 20 130")
recorded "$f" ffull "${cmd[@]}"
is "full: what is found, the gravest first" "$(ids "$f" ffull)" \
	"ring-packed drops-in-xmit bursty-completion"
is "full: drops are those made" "$(what "$f" ffull drops-in-xmit '.evidence | [.dropped, .started, .reasons] | @csv')" \
	"$(truth "$f.truth" '[.dropped, .sent] | @csv'),\"FULL_RING 600\""
if [ -r /proc/kallsyms ] && grep -q ' tun_net_xmit' /proc/kallsyms; then
	is "full: where" "$(what "$f" ffull drops-in-xmit .evidence.first_in)" tun_net_xmit
else
	skip 1 "no symbol of the driver's xmit here"
fi
is "full: severity" "$(what "$f" ffull drops-in-xmit .severity)" warning
is "full: the ceiling, how often it stood there, drops meanwhile" \
	"$(what "$f" ffull ring-packed '.evidence | [.ceiling_packets, .visits, .full_ring_drops, .capacity_packets] | @csv')" \
	"100,20,600,100"
is "full: packed as the row has it" "$(what "$f" ffull ring-packed .evidence.packed_ns)" \
	"$(dev "$f" ffull .packed_ns)"
check "full: the advice has a command for this device" \
	has_line <(what "$f" ffull ring-packed .advice) 'ip link set ffull txqueuelen 200$'
is "full: bursts as large as the ring, batch by batch" \
	"$(what "$f" ffull bursty-completion '.evidence | [.batches, .batch_max_packets] | @csv')" "20,100"
between "full: packets in a burst" "$(what "$f" ffull bursty-completion .evidence.packets_in_burst)" 50 100
"$TXRING" report -i "$f" --fail-on ring-packed >"$tmp/text" 2>/dev/null
is "full: --fail-on" $? 3
check "full: the text has finding and advice" has_line "$tmp/text" '^  try        .*ffull'
"$TXRING" report -i "$tmp/well.dat" -d fwell --fail-on ring-packed,drops-in-xmit >/dev/null 2>&1
is "full: --fail-on, a device that is well" $? 0
ipn a link set ffull txqueuelen 200	# as advised
mapfile -t cmd < <(tap "cycle 20 130")
recorded "$f" ffull "${cmd[@]}"
is "as advised: nothing dropped, not packed" "$(dev "$f" ffull '[.dropped, .completed] | @csv')|$(ids "$f" ffull | grep -cE 'ring-packed|drops')" \
	"0,2600|0"

# One flow on one of four queues, which overflows; then all four do.
hold_ring a fmany 100 -q 4
f=$tmp/many.dat
ipn a addr add 198.51.100.1/24 dev fmany
ipn a neigh replace 198.51.100.2 lladdr 02:00:00:00:00:02 nud permanent dev fmany
recorded "$f" fmany "$TOOLS/udpflood" -c 0 -n 1500 198.51.100.2 9
busiest=$(dev "$f" fmany '.queues | max_by(.started)')
is "one flow: imbalanced" "$(ids "$f" fmany | grep -ow imbalanced-queues)" imbalanced-queues
is "one flow: the queue, and how many there are" \
	"$(what "$f" fmany imbalanced-queues '.evidence | [.queue, .started_there, .tx_queues] | @csv')" \
	"$(jq -r '[.queue, .started, 4] | @csv' <<<"$busiest")"
ring "read all" >/dev/null
mapfile -t cmd < <(tap "cycle 20 500")
recorded "$f" fmany "${cmd[@]}"
is "all four: packed, not imbalanced" "$(ids "$f" fmany | grep -cw imbalanced-queues)" 0

# Past the stock events: a packet socket that bypasses the qdisc.
cat >"$tmp/bypass.py" <<'PY'
import socket, sys, time
s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
s.setsockopt(263, 20, 1)			# SOL_PACKET, PACKET_QDISC_BYPASS
s.bind((sys.argv[1], 0))
frame = bytes.fromhex("ffffffffffff0200000000010800") + bytes(100)
for count in map(int, sys.argv[2:]):
    for i in range(count):
        s.send(frame)
    time.sleep(0.3)
PY
if command -v python3 >/dev/null && in_ns c python3 "$tmp/bypass.py" fva 1 2>/dev/null; then
	ns=c
	f=$tmp/bypass.dat
	recorded "$f" fva python3 "$tmp/bypass.py" fva 0 2000
	is "past the events: found" "$(ids "$f" fva)" invisible-traffic
	is "past the events: how many" "$(what "$f" fva invisible-traffic '.evidence | [.tx_packets_growth, .seen] | @csv')" "2000,0"
	"$TXRING" report -i "$f" -d fva >"$tmp/text" 2>/dev/null
	check "past the events: the text tells, though there is no row" has_line "$tmp/text" \
		'^  warning    fva: 2000 packets were sent and not seen'
	# too few to be sure by themselves; the driver's rule is known
	cat >"$tmp/few" <<-SH
		#!/bin/sh
		sleep 0.3
		"$TOOLS/udpflood" -n 100 192.0.2.2 9
		python3 "$tmp/bypass.py" fva 7
	SH
	chmod +x "$tmp/few"
	recorded "$f" fva "$tmp/few"
	is "7 more than the events: found" "$(ids "$f" fva)" counter-mismatch
	is "7 more than the events: the sums" \
		"$(what "$f" fva counter-mismatch '.evidence | [.tx_packets_growth, .expected_low, .expected_high, .started] | @csv')" \
		"107,100,100,100"
else
	skip 7 "needs python3 and packet sockets"
fi
ns=a

# veth whose peer polls is a ring of 256; its poller gets no time beside the sender.
thread_of() { grep -lsE "^napi/$1-" /proc/[0-9]*/comm | head -1 | tr -dc 0-9; }
slow_poller() {
	in_ns b ethtool -K fvb gro on && in_ns c ethtool -K fva tso off gso off &&
		in_ns c tc qdisc replace dev fva root pfifo limit 1000 &&
		in_ns b sh -c 'echo 1 >/sys/class/net/fvb/threaded' &&
		wait_for 5 thread_of fvb && poller=$(thread_of fvb) && [ -n "$poller" ] &&
		taskset -pc 0 "$poller" && renice 19 -p "$poller"
}
f=$tmp/poll.dat ns=c
if slow_poller >/dev/null 2>&1; then
	cat >"$tmp/flood" <<-SH
		#!/bin/sh
		exec "$TOOLS/udpflood" -c 0 -n 3000 -b 32 192.0.2.2 9
	SH
	chmod +x "$tmp/flood"
	for try in 1 2 3; do	# the poller may get its time after all
		record c "$f" -d fva -- "$tmp/flood" >/dev/null
		status=$?
		report "$f"
		[ "$(dev "$f" fva '.busy > 0')" != true ] || break
	done
	is "a full veth: record's status" $status 0
else
	skip 1 "no threaded NAPI of veth here"
	echo '{"devices":[],"findings":[]}' >"$f.json"
fi
if [ "$(dev "$f" fva '.busy > 0')" = true ]; then
	is "a full veth: tx-busy, as often as refused" "$(what "$f" fva tx-busy .evidence.busy)" \
		"$(dev "$f" fva .busy)"
	is "a full veth: it is its way" "$(what "$f" fva tx-busy '[.severity, .advice[:7]] | join(" ")')" "info nothing"
	# a ptr_ring gives slots back in batches of 16
	between "a full veth: packed at its ring" "$(what "$f" fva ring-packed .evidence.ceiling_packets)" 241 256
else
	skip 3 "this kernel's veth refuses nothing (6.16 and later do)"
fi
is "veth that keeps up: never refused" "$(dev "$tmp/veth.dat" fva .busy)|$(ids "$tmp/veth.dat" fva)" "0|"
ns=a

# Two devices of a name, both sending.
hold_ring b ftwin 40
twin=$tmp/twin.sock
mv "$ring_socket" "$twin"
hold_ring a ftwin 30
f=$tmp/twin.dat
recorded "$f" ftwin sh -c "$TOOLS/tapring -c $twin 'send 20; read all' &&
	$TOOLS/tapring -c $ring_socket 'send 10; read all'"
is "two of a name: found" "$(ids "$f" ftwin)" ambiguous-name
is "two of a name: two" "$(what "$f" ftwin ambiguous-name .evidence.devices)" 2
recorded "$f" ftwin "$TOOLS/tapring" -c "$ring_socket" "send 10; read all"
is "one of them silent: none" "$(ids "$f" ftwin)" ""

# Of the recording: a clock without order, and none lost.
f=$tmp/clock.dat
record a "$f" --clock local -d fwell -- "$TOOLS/tapring" -c "$tmp/fwell.sock" "send 10; read all" >/dev/null
report "$f"
if [ "$(nproc)" -gt 1 ]; then
	is "clock local: unfit" "$(what "$f" "" clock-unfit '[.severity, .evidence.clock] | join(" ")')" "warning local"
else
	skip 1 "one CPU: every clock is in order"
fi
is "clock mono: fit" "$(total "$tmp/well.dat" '[.findings[] | select(.id == "clock-unfit" or .id == "lost-events")] | length')" 0
cat >"$tmp/load" <<SH
#!/bin/bash
kill -STOP \$PPID
"$TOOLS/tapring" -c "$tmp/fwell.sock" "hold 20000 0"
kill -CONT \$PPID
SH
chmod +x "$tmp/load"
f=$tmp/lost.dat
record a "$f" -b 64 -d fwell -- "$tmp/load" >/dev/null
report "$f"
is "a recorder that was stopped: lost-events" "$(what "$f" "" lost-events .severity)" warning
is "a recorder that was stopped: as many as the source has" \
	"$(what "$f" "" lost-events .evidence.lost_events)" "$(total "$f" .source.lost_events)"
"$TXRING" report -i "$f" --fail-on lost-events >/dev/null 2>&1
is "a recorder that was stopped: --fail-on" $? 3
finish
