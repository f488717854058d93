#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Events come from every network namespace, so the state of devices must too:
# a ring elsewhere is as exact as one here; equal names are told apart by their
# counters, or said to be one row; whoever records stays where he is.
needs_tun=1
. "$(dirname "$0")/lib.sh"
plan 46
chmod 755 "$tmp"
cp "$TXRING" "$tmp/txring"
new_ns a b c
inode() { stat -L -c %i "/run/netns/$prefix$1"; }
has_reason() {	# has_reason FILE DEVICE CODE
	holds "$1" --arg d "$2" --arg c "$3" '[.devices[] | select(.name == $d).reasons[].code] | any(. == $c)'
}
lacks_reason() { ! has_reason "$@"; }
# row_is_exact WHAT FILE DEVICE; where others send meanwhile, but for what their
# frees leave open
row_is_exact() {
	holds "$2" --arg d "$3" --arg s "${TXRING_SHARED_MACHINE:-}" '[.devices[] | select(.name == $d)][0] |
		.exact or ($s != "" and [.reasons[].code] == ["warm-start"])'
	ok "$1: exact" $? || diag "$(dev "$2" "$3" '.reasons | tostring')"
}

# A ring in another namespace than the recorder's.
hold_ring b nstap 40
f=$tmp/ring.dat
record a "$f" -- "$TOOLS/tapring" -c "$ring_socket" "send 60; read all" >/dev/null
is "ring elsewhere: record's status" $? 0
report "$f"
is "ring elsewhere: report's status" $? 0
is "ring elsewhere: driver, kind" "$(dev "$f" nstap '[.driver, .kind] | join(" ")')" "tun ring"
is "ring elsewhere: capacity" "$(dev "$f" nstap .capacity_packets)" 40
is "ring elsewhere: completed, dropped, max" \
	"$(dev "$f" nstap '[.completed, .dropped, .in_device.max] | @csv')" "40,20,40"
is "ring elsewhere: its namespace" "$(dev "$f" nstap .netns_inode)" "$(inode b)"
row_is_exact "ring elsewhere" "$f" nstap
lossless "$f" nstap
check "ring elsewhere: the books balance" books_balance "$f"

# Two of a name, one idle: the packets can only be the other's.
idle_and_busy() {	# idle_and_busy WHAT FILE DEVICE: the busy one is in b
	check "$1: one device" lacks_reason "$2" "$3" ambiguous-name
	is "$1: the one that sent" "$(dev "$2" "$3" .netns_inode)" "$(inode b)"
}
hold_ring b twin 50
busy_socket=$ring_socket
mv "$busy_socket" "$busy_socket.b"
hold_ring a twin 30
f=$tmp/twin.dat
record a "$f" -- "$TOOLS/tapring" -c "$busy_socket.b" "send 50; read all" >/dev/null
report "$f"
idle_and_busy "idle twin" "$f" twin
is "idle twin: capacity is the other's" "$(dev "$f" twin .capacity_packets)" 50
row_is_exact "idle twin" "$f" twin

# Both send: one row, and it says so. Their sizes differ, so none is known.
f=$tmp/both.dat
record c "$f" -- sh -c "$TOOLS/tapring -c $busy_socket.b 'send 20; read all'
	$TOOLS/tapring -c $ring_socket 'send 10; read all'" >/dev/null
report "$f"
if grep -q net_cookie "$TRACEFS/events/net/net_dev_start_xmit/format"; then
	is "two twins: two rows" "$(total "$f" '[.devices[] | select(.name == "twin").started] | sort | @csv')" "10,20"
	skip 5 "this kernel's events tell the namespace"
else
	is "two twins: the sum" "$(dev "$f" twin '[.started, .completed] | @csv')" "30,30"
	check "two twins: a reason tells" has_reason "$f" twin ambiguous-name
	is "two twins: of how many" "$(dev "$f" twin '.reasons[] | select(.code == "ambiguous-name").count')" 2
	is "two twins: not exact" "$(dev "$f" twin .exact)" false
	is "two twins: what they share is known, the rest is not" \
		"$(dev "$f" twin '[.driver, .capacity_packets, .ifindex == null, .netns_inode] | @csv')" \
		'"tun",,true,'
	check "two twins: the books balance" books_balance "$f"
fi
ipn a link set twin txqueuelen 50
f=$tmp/alike.dat
record c "$f" -- sh -c "$TOOLS/tapring -c $busy_socket.b 'send 45'
	$TOOLS/tapring -c $ring_socket 'send 45; read all'
	$TOOLS/tapring -c $busy_socket.b 'read all'" >/dev/null
report "$f"
if grep -q net_cookie "$TRACEFS/events/net/net_dev_start_xmit/format"; then
	skip 1 "this kernel's events tell the namespace"
else
	is "two alike: what both rings hold together" \
		"$(dev "$f" twin '[.capacity_packets, .in_device.max] | @csv')" "100,90"
fi

# A namespace that comes and goes is in no snapshot: its twin is neither of these.
namespaces+=("${prefix}y")
f=$tmp/came.dat
record a "$f" -- sh -c "ip netns add ${prefix}y
	ip netns exec ${prefix}y $TOOLS/tapring twin 20 'send 10; read all'
	ip netns del ${prefix}y" >/dev/null
report "$f"
is "a twin that came and went: counted" "$(dev "$f" twin .started)" 10
is "a twin that came and went: not taken for another" \
	"$(dev "$f" twin '[.driver, .capacity_packets, .exact] | @csv')" ",,false"

# lo is everywhere.
f=$tmp/lo.dat
lo_others() {	# sums of the other namespaces' lo
	local n
	{ ip -s -j link show lo
	  for n in a c; do ipn $n -s -j link show lo; done; } | jq -s '[.[][].stats64.tx.packets] | add'
}
quiet=$(lo_others)
record a "$f" -- ip netns exec "${prefix}b" "$TOOLS/udpflood" -n 100 127.0.0.1 9 >/dev/null
report "$f"
if [ "$quiet" = "$(lo_others)" ] && [ -z "${TXRING_SHARED_MACHINE:-}" ]; then
	idle_and_busy "lo" "$f" lo
else
	skip 2 "others use a loopback meanwhile"
fi
between "lo: started" "$(dev "$f" lo .started)" 100 1000000

# BQL, queues and all else are those of the right namespace.
ip link add dup0 numtxqueues 4 numrxqueues 4 netns "${prefix}b" type veth peer name dup1 netns "${prefix}b"
ipn a link add dup0 numtxqueues 1 numrxqueues 1 type veth peer name dup1
looks() {	# looks FILE ARGS...: what the doctor says in namespace a
	local out=$1
	shift
	in_ns a "$TXRING" doctor --json "$@" >"$out"
}
looks "$tmp/all" -a
is "doctor -a: status" $? 0
facts='del(.kind, .capacity_packets, .capacity_source, .figures, .why)'
for n in a b c; do
	in_ns $n "$TXRING" doctor --json | jq -c "[.devices[] | $facts] | sort_by(.ifindex)" >"$tmp/own"
	jq -c --argjson i "$(inode $n)" "[.devices[] | select(.netns_inode == \$i) | $facts] |
		sort_by(.ifindex)" "$tmp/all" >"$tmp/seen"
	check "doctor -a sees of $n what one in $n sees" cmp "$tmp/own" "$tmp/seen"
done
is "queues of the right dup0" "$(jq -c --argjson i "$(inode b)" \
	'[.devices[] | select(.name == "dup0" and .netns_inode == $i).tx_queues]' "$tmp/all")" \
	"[$(in_ns b sh -c 'ls -d /sys/class/net/dup0/queues/tx-* | wc -l')]"
check "per-queue facts are known everywhere" \
	jq -e '[.devices[].bql != null] | all' "$tmp/all"
bql=$(for q in /sys/class/net/*/queues/tx-*/byte_queue_limits/limit; do
	[ "$(cat "$q" 2>/dev/null || echo 0)" = 0 ] || { cut -d/ -f5 <<<"$q"; break; }
done)
if [ -n "$bql" ]; then
	ipn c link add "$bql" type dummy 2>/dev/null || ipn c tuntap add dev "$bql" mode tap
	looks "$tmp/all" -a
	is "$bql: BQL here, none at the other of that name" "$(jq -c --arg d "$bql" \
		--argjson c "$(inode c)" --argjson o "$(stat -L -c %i /proc/self/ns/net)" '[.devices[] |
		select(.name == $d and (.netns_inode == $c or .netns_inode == $o)) | .bql] | sort' \
		"$tmp/all")" "[false,true]"
	ipn c link del "$bql"
else
	skip 1 "no device with BQL here"
fi
looks "$tmp/here"
is "doctor without -a: this namespace" "$(jq -c '[.devices[].netns_inode] | unique' "$tmp/here")" "[$(inode a)]"

# A veth's peer elsewhere, though every namespace has the same numbers.
ip link add far netns "${prefix}a" type veth peer name near netns "${prefix}b"
ip link add far netns "${prefix}c" type veth peer name near2 netns "${prefix}b"
peer() { jq -c --arg d "$1" --argjson i "$(inode "$2")" \
	'[.devices[] | select(.name == $d and .netns_inode == $i) | .kind, .capacity_packets]' "$tmp/all"; }
looks "$tmp/all" -a
is "veth: the peer elsewhere does not poll" "$(peer far a)" '["handover",null]'
if command -v ethtool >/dev/null; then
	in_ns b ethtool -K near gro on >/dev/null
	in_ns a ethtool -K far tso off >/dev/null
	looks "$tmp/all" -a
	is "veth: the peer elsewhere polls" "$(peer far a) $(peer far c)" \
		'["ring",256] ["handover",null]'
else
	skip 1 "needs the program ethtool"
fi

# A macvlan in one namespace, its device in another: -d takes both.
if ipn b link add nsmac link nstap type macvlan mode bridge 2>/dev/null &&
   ipn b link set nsmac netns "${prefix}c"; then
	quiet_dev c nsmac
	ipn c addr add 198.51.100.1/24 dev nsmac
	ipn c link set nsmac up
	ipn c neigh replace 198.51.100.2 lladdr 02:00:00:00:00:77 nud permanent dev nsmac
	f=$tmp/mac.dat
	record a "$f" -d nsmac -- ip netns exec "${prefix}c" \
		"$TOOLS/udpflood" -n 25 198.51.100.2 9 >/dev/null
	report "$f"
	is "macvlan: both layers, in two namespaces" \
		"$(dev "$f" nsmac '[.started, .netns_inode] | @csv') $(dev "$f" nstap '[.started, .netns_inode] | @csv')" \
		"25,$(inode c) 25,$(inode b)"
	is "macvlan: kinds" "$(dev "$f" nsmac .kind) $(dev "$f" nstap .kind)" "stacked ring"
	is "macvlan: nothing is restarted" "$(dev "$f" nsmac .restarted)" 0
else
	skip 3 "no macvlan devices here"
fi

# What the user may not enter is not known, and that is said.
if command -v setpriv >/dev/null; then
	in_ns a setpriv --reuid 65534 --regid 65534 --clear-groups "$tmp/txring" \
		doctor -a --json >"$tmp/nobody" 2>"$tmp/err"
	is "nobody: only the own namespace" "$(jq -c '[.namespaces.seen, .namespaces.only_own, ([.devices[].netns_inode] | unique)]' "$tmp/nobody")" \
		"[1,true,[$(inode a)]]"
	check "nobody: the others are counted" jq -e '.namespaces.unseen >= 2' "$tmp/nobody"
else
	skip 2 "needs the program setpriv"
fi

# Namespaces that come and go while they are looked into.
(while :; do
	ip netns add "${prefix}x" && ip -n "${prefix}x" link add v0 type veth peer name v1
	ip netns del "${prefix}x"
done) 2>/dev/null &
churn=$!
pids+=("$churn")
bad=0
for _ in $(seq 40); do
	looks "$tmp/churn" -a && jq -e --argjson i "$(inode b)" \
		'[.devices[] | select(.netns_inode == $i).name] | any(. == "nstap")' \
		"$tmp/churn" >/dev/null || bad=$((bad + 1))
done
is "namespaces come and go: the others are seen" $bad 0
stop_bg $churn
namespaces+=("${prefix}x")

# Many.
for i in $(seq 50); do new_ns "m$i"; done
looks "$tmp/many" -a
check "fifty more: all seen" jq -e '.namespaces.seen >= 53 and .namespaces.unseen == 0' "$tmp/many"
f=$tmp/many.dat
record a "$f" -- "$TOOLS/tapring" -c "$busy_socket.b" "send 5; read all" >/dev/null
report "$f"
is "fifty more: a recording" "$(dev "$f" twin '[.started, .completed, .netns_inode] | @csv')" "5,5,$(inode b)"

# None of it holds a namespace: one that is deleted is gone for good.
gone=$(inode m1)
ip netns del "${prefix}m1"
looks "$tmp/gone" -a
check "a deleted namespace is gone" jq -e --argjson i "$gone" \
	'[.devices[] | select(.netns_inode == $i)] | length == 0' "$tmp/gone"
finish
