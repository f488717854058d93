# SPDX-License-Identifier: GPL-2.0-only
# load_lib.sh - what the tests of txring load share: a veth pair with both
# families, a sink, and a count of what is on the wire. Sourced after lib.sh.

v4=192.0.2.2 v6=2001:db8::2 port=8000

# Both families, and no neighbour or router is asked for anything.
load_pair() {
	local m1 m2 d
	ip link add va netns "${prefix}a" type veth peer name vb netns "${prefix}b" || return 1
	for d in a b; do
		in_ns $d sh -c "cd /proc/sys/net/ipv6/conf/v$d &&
			echo 0 >accept_ra; echo 0 >router_solicitations; echo 0 >accept_dad" 2>/dev/null
	done
	ipn a addr add 192.0.2.1/24 dev va && ipn b addr add $v4/24 dev vb
	ipn a -6 addr add 2001:db8::1/64 dev va nodad && ipn b -6 addr add $v6/64 dev vb nodad
	ipn a link set va up && ipn b link set vb up
	m1=$(mac_of a va) m2=$(mac_of b vb)
	ipn a neigh replace $v4 lladdr "$m2" nud permanent dev va
	ipn b neigh replace 192.0.2.1 lladdr "$m1" nud permanent dev vb
	ipn a neigh replace $v6 lladdr "$m2" nud permanent dev va
	ipn b neigh replace 2001:db8::1 lladdr "$m1" nud permanent dev vb
	# What leaves the stack are packets of the wire, not GSO packets.
	in_ns a ethtool -K va tx-udp-segmentation off >/dev/null 2>&1
	wait_for 5 is_up a va && wait_for 5 is_up b vb
}

# sink FILE [OPTION...]: its process id is in $sink_pid
sink() {
	local file=$1
	shift
	background b "$TXRING" load udp --sink --json "$@" >"$file" 2>"$file.err"
	sink_pid=$bg
	wait_for 5 bound
}
bound() { in_ns b ss -Hlun "sport = :$port" | grep -q .; }

wire_begin() {
	background b python3 "$root/tests/live/load_wire.py" vb $port >"$tmp/wire"
	wire_pid=$bg
	wait_for 10 grep -q ready "$tmp/wire"
}
wire_end() { stop_bg "$wire_pid"; }
wire() { sed -n 2p "$tmp/wire" | jq -r "$1"; }

# load FILE OPTION...: FILE has the JSON, FILE.err the rest
load() {
	local file=$1
	shift
	in_ns a "$TXRING" load udp --json -q "$@" >"$file" 2>"$file.err"
}
of() { jq -r "$2" "$1" 2>/dev/null; }	# of FILE EXPRESSION
says() {	# says DESCRIPTION EXPRESSION FILE: true of its JSON
	[ "$(jq -r "$2" "$3" 2>/dev/null)" = true ]
	ok "$1" $? || diag "not true: $2" "$(head -c 1500 "$3")" "$(head -5 "$3.err" 2>/dev/null)"
}
