#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The state of devices as txring sees it, against ip, ethtool and sysfs, with
# real devices in namespaces; entered with and without a /sys of its own.
needs_tun=1
. "$(dirname "$0")/lib.sh"

command -v ethtool >/dev/null || skip_all "needs the program ethtool"
plan 27
chmod 755 "$tmp"
cp "$TXRING" "$tmp/txring"
new_ns a b
look() { in_ns a "$TXRING" doctor --json >"$tmp/out"; }
get() {		# get DEVICE EXPRESSION
	jq -r --arg d "$1" "[.devices[] | select(.name == \$d)][0] | $2" "$tmp/out"
}

ip link add v0 netns "${prefix}a" type veth peer name v1 netns "${prefix}a"
ip link add far netns "${prefix}a" type veth peer name near netns "${prefix}b"
ipn a tuntap add dev tap0 mode tap
ipn a link set tap0 txqueuelen 118
for d in v0 v1 far; do ipn a link set $d up; done
look
is "status" $? 0
is "every device, each once" "$(jq -r '[.devices[].name] | sort | join(" ")' "$tmp/out")" \
	"$(ipn a -j link | jq -r '[.[].ifname] | sort | join(" ")')"
is "ifindex as ip says" "$(get v0 .ifindex)" "$(ipn a -j link show v0 | jq '.[0].ifindex')"
is "the namespace's inode" "$(get lo .netns_inode)" "$(stat -c %i -L "/run/netns/${prefix}a")"
is "tap: driver, kind" "$(get tap0 '[.driver, .kind, .figures] | join(" ")')" "tun ring exact"
is "tap: capacity is the txqueuelen" \
	"$(get tap0 '[.capacity_packets, .capacity_source] | join(" ")')" "118 tun: txqueuelen"
ipn a link set tap0 txqueuelen 60
look
is "tap: and follows it" "$(get tap0 .capacity_packets)" 60
is "tx queues in use, not those allocated" "$(get v0 .tx_queues)" \
	"$(in_ns a sh -c 'ls -d /sys/class/net/v0/queues/tx-* | wc -l')"

# veth: a ring only while the peer polls, and TSO is off here.
is "veth: handed on" "$(get v0 '[.kind, .capacity_packets] | @csv')" '"handover",'
in_ns a ethtool -K v1 gro on >/dev/null
look
is "veth: peer has GRO, TSO on here: not known" "$(get v0 '[.kind, .capacity_packets] | @csv')" '"unknown",'
in_ns a ethtool -K v0 tso off >/dev/null
look
is "veth: peer has GRO, TSO off here: a ring" "$(get v0 '[.kind, .capacity_packets] | @csv')" '"ring",256'
is "veth: the other way round is none" "$(get v1 '[.kind, .capacity_packets] | @csv')" '"handover",'
is "veth: a peer in another namespace is not known" \
	"$(get far '[.kind, .capacity_packets] | @csv')" '"unknown",'
is "down, and up without carrier" "$(get tap0 .up) $(get far '[.up, .carrier] | @csv')" \
	"false true,false"

# Stacked kinds, where the kernel has them.
stack() {	# stack DEVICE ADD...
	local d=$1
	shift
	if ! ipn a link add "$@" 2>/dev/null; then
		skip 1 "this kernel has no $d device"
		return
	fi
	look
	is "$d is stacked" "$(get "$d" .kind)" stacked
}
stack macvlan link v0 name macvlan type macvlan
stack bridge name bridge type bridge
stack vlan link v0 name vlan type vlan id 5
stack bond name bond type bond
stack vxlan name vxlan type vxlan id 7 dstport 4789 local 192.0.2.1 remote 192.0.2.9
ipn a link set v1 master bridge 2>/dev/null
look
is "a port of a bridge is not stacked" "$(get v1 .kind)" handover

# setns() without a new /sys: /sys shows the old namespace.
in_ns a sh -c 'ip link add ifbx type ifb' 2>/dev/null
queue_facts='[.devices[] | [.name, .ifindex, .tx_queues, .bql]]'
look
own=$(jq -c "$queue_facts" "$tmp/out")
check "per-queue facts are known" test "$own" != "[]"
is "entered without /sys: root sees the same" \
	"$(nsenter --net="/run/netns/${prefix}a" "$TXRING" doctor --json | jq -c "$queue_facts")" "$own"
if command -v setpriv >/dev/null; then
	nsenter --net="/run/netns/${prefix}a" setpriv --reuid 65534 --regid 65534 \
		--clear-groups -- "$tmp/txring" doctor --json >"$tmp/out"
	is "entered without /sys, as nobody: BQL is not known, never another's" \
		"$(jq -c '[.devices[].bql] | unique' "$tmp/out")" "[null]"
	is "and the rest is" "$(get v0 '[.driver, .capacity_packets] | @csv')" '"veth",256'
	setpriv --reuid 65534 --regid 65534 --clear-groups -- "$tmp/txring" doctor --json >"$tmp/out"
	is "nobody, at home: queues are known" \
		"$(jq -c '[.devices[].tx_queues > 0] | unique' "$tmp/out")" "[true]"
else
	skip 3 "needs the program setpriv"
fi

# Many devices, and names that are no text.
name=$(printf 'x\377\001y')
if ipn a link add name "$name" type ifb 2>/dev/null; then
	look
	is "any bytes in a name" "$(jq -r '[.devices[].name] | any(. == "x\\xff\\x01y")' "$tmp/out")" true
else
	skip 1 "this kernel makes no device of such a name"
fi
finish
