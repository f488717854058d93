# SPDX-License-Identifier: GPL-2.0-only
# lib.sh - what every live test uses. A test is a bash script that sources this
# file, states its plan, makes its own network namespaces, and ends with finish.
# Output is TAP. Nothing outside the namespaces of the test carries traffic.
#
#   BUILD   the build directory (default: build in the tree)
#   TXRING  the program under test (default: $BUILD/txring)

set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-$root/build}
TXRING=${TXRING:-$BUILD/txring}
TOOLS=$BUILD/tests/tools
TRACEFS=/sys/kernel/tracing
tmp=$(mktemp -d "${TMPDIR:-/tmp}/txring-live.XXXXXX")
prefix=txl$$

planned=0 done_count=0 failed=0
namespaces=() pids=()

plan() { planned=$1; echo "1..$1"; }
# skip_all REASON: all of the plan, or what is left of it
skip_all() {
	if [ $planned = 0 ]; then
		echo "1..0 # SKIP $*"
	else
		skip $((planned - done_count)) "$*"
	fi
	exit 0
}

# ok DESCRIPTION STATUS: one line of TAP.
ok() {
	done_count=$((done_count + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $done_count - $1"
	else
		failed=$((failed + 1))
		echo "not ok $done_count - $1"
	fi
	return "$2"
}
diag() { printf '%s\n' "$@" | sed 's/^/# /'; }
skip() {	# skip COUNT REASON: the next COUNT of the plan
	local i
	for ((i = 0; i < $1; i++)); do
		done_count=$((done_count + 1))
		echo "ok $done_count # SKIP $2"
	done
}
check() {	# check DESCRIPTION COMMAND...
	local what=$1
	shift
	"$@" >/dev/null
	ok "$what" $? || diag "failed: $*"
}
is() {		# is DESCRIPTION GOT EXPECTED
	[ "$2" = "$3" ]
	ok "$1" $? || diag "got '$2', expected '$3'"
}
# between DESCRIPTION VALUE LOW HIGH: integers, or numbers with a point
between() {
	awk -v v="$2" -v l="$3" -v h="$4" 'BEGIN {
		n = "^-?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?$"
		exit !(v ~ n && l ~ n && h ~ n && v + 0 >= l + 0 && v + 0 <= h + 0) }'
	ok "$1" $? || diag "got '$2', expected it between '$3' and '$4'"
}
# has_line FILE REGEX: what is there instead is told (wait_for tells nothing)
has_line() { grep -qE -- "$2" "$1" || { tail -n 25 -- "$1" | sed 's/^/# there: /'; false; }; }
lacks_line() { ! grep -qE -- "$2" "$1"; }
one_line() { [ "$(wc -l <"$1")" = 1 ]; }

new_ns() {	# new_ns SHORT...
	local n
	for n; do
		ip netns add "$prefix$n" || return 1
		namespaces+=("$prefix$n")
		ip -n "$prefix$n" link set lo up
	done
}
in_ns() { local n=$1; shift; ip netns exec "$prefix$n" "$@"; }
ipn() { local n=$1; shift; ip -n "$prefix$n" "$@"; }

# background SHORT COMMAND...: in that namespace; its process id is in $bg, and
# ip replaces itself by the command, so that the id is the command's own.
background() {
	local n=$1
	shift
	ip netns exec "$prefix$n" "$@" &
	bg=$!
	pids+=("$bg")
}
stop_bg() {	# stop_bg PID [SIGNAL]: end it and return its status
	kill -"${2:-TERM}" "$1" 2>/dev/null
	wait "$1" 2>/dev/null
}
wait_for() {	# wait_for SECONDS COMMAND...: until it is true
	local end=$((SECONDS + $1))
	shift
	until "$@" >/dev/null 2>&1; do
		[ $SECONDS -lt $end ] || return 1
		sleep 0.02
	done
}

# veth_pair NS1 DEV1 NS2 DEV2: 192.0.2.1 and .2, no ARP, no IPv6, no stray packet
veth_pair() {
	local m1 m2
	ip link add "$2" netns "$prefix$1" type veth peer name "$4" netns "$prefix$3" || return 1
	quiet_dev "$1" "$2"
	quiet_dev "$3" "$4"
	ipn "$1" addr add 192.0.2.1/24 dev "$2"
	ipn "$3" addr add 192.0.2.2/24 dev "$4"
	ipn "$1" link set "$2" up
	ipn "$3" link set "$4" up
	m1=$(mac_of "$1" "$2") m2=$(mac_of "$3" "$4")
	ipn "$1" neigh replace 192.0.2.2 lladdr "$m2" nud permanent dev "$2"
	ipn "$3" neigh replace 192.0.2.1 lladdr "$m1" nud permanent dev "$4"
	wait_for 5 is_up "$1" "$2" && wait_for 5 is_up "$3" "$4"
}
quiet_dev() {	# quiet_dev NS DEV: no router and listener reports
	in_ns "$1" sh -c "echo 1 >/proc/sys/net/ipv6/conf/$2/disable_ipv6" 2>/dev/null
	ipn "$1" link set "$2" arp off
}
mac_of() { ipn "$1" -j link show dev "$2" | jq -r '.[0].address'; }
is_up() { [ "$(ipn "$1" -j link show dev "$2" | jq -r '.[0].operstate')" = UP ]; }

# hold_ring NS DEV LEN [OPTION...]: a tap ring that lives until the test ends;
# ring SCRIPT talks to the last one and prints the truth as JSON.
hold_ring() {
	local ns=$1 dev=$2 len=$3
	shift 3
	ring_socket=$tmp/$dev.sock
	background "$ns" "$TOOLS/tapring" "$@" -s "$ring_socket" "$dev" "$len"
	ring_pid=$bg
	ring "print" >"$tmp/$dev.begin"
}
ring() { "$TOOLS/tapring" -c "$ring_socket" "$1"; }
truth() { jq -r "$2" "$1"; }	# truth FILE EXPRESSION

# record NS FILE ARGS...: in that namespace; stderr is kept in FILE.err
record() {
	local ns=$1 file=$2
	shift 2
	in_ns "$ns" "$TXRING" record -o "$file" "$@" 2>"$file.err"
}
# report FILE [ARGS...]: FILE.json
report() {
	local file=$1
	shift
	"$TXRING" report -i "$file" --json "$@" >"$file.json" 2>"$file.report.err"
}
total() { jq -r "$2" "$1.json"; }	# total FILE EXPRESSION: on the whole object
dev() {		# dev FILE DEVICE EXPRESSION: on one device
	jq -r --arg d "$2" "[.devices[] | select(.name == \$d)][0] | $3" "$1.json"
}

holds() {	# holds FILE [JQ OPTION...] EXPRESSION: it is true of FILE's report
	local file=$1
	shift
	[ "$(jq "$@" "$file.json" 2>/dev/null)" = true ]
}

# Every queue and device of the report, and the total.
rows='[.devices[], (.devices[] | .queues[]?), .total]'
books_balance() {
	holds "$1" "$rows | any(.started > 0) and all((.started | type) == \"number\" and
		.started == .completed + .dropped + .busy + .handed_over + .restarted + .uncertain + .in_device_at_end)"
}
bounds_hold() {	# bounds_hold FILE DEVICE FIGURE TRUTH: low <= truth <= high (or exact)
	holds "$1" --arg d "$2" --argjson t "$4" "[.devices[] | select(.name == \$d)][0] |
		(.$3) as \$v | (.$3_low) as \$l | (.$3_high) as \$h |
		if \$l == null and \$h == null then \$v == \$t
		else (\$l // \$v) <= \$t and (\$h == null or \$t <= \$h) end"
}
# schema_holds FILE [SCHEMA]: its lines of JSON keep to Documentation/SCHEMA
schema_holds() {
	python3 "$root/tests/cli/schema.py" "$root/Documentation/${2:-report.schema.json}" "$1" \
		>"$tmp/schema" 2>&1 || { diag "$(cat "$tmp/schema")"; return 1; }
}
# The books of a recording without loss: nothing that is not known.
lossless() {	# lossless FILE DEVICE: two checks
	is "$2: nothing lost" "$(total "$1" .source.lost_events)" 0
	is "$2: no lap is uncertain or restarted" \
		"$(dev "$1" "$2" '[.uncertain, .restarted] | @csv')" "0,0"
}

# Tracefs not to be written for this command, wherever it is mounted: debugfs, if
# somebody mounted it, has another one in it, which a look mounts.
tracefs_read_only() {
	unshare -m sh -c 'ls /sys/kernel/debug/tracing >/dev/null 2>&1
		for at in $(awk "\$3 == \"tracefs\" { print \$2 }" /proc/self/mounts); do
			mount -o remount,ro,bind "$at" || exit 99
		done
		exec "$@"' - "$@"
}
instances() { ls "$TRACEFS/instances" 2>/dev/null | grep -i txring; }

left_behind() {
	local n p
	for n in "${namespaces[@]}"; do
		[ ! -e "/run/netns/$n" ] || echo "namespace $n"
	done
	for p in "${pids[@]}"; do
		[ ! -d "/proc/$p" ] || echo "process $p"
	done
	for n in $(instances); do
		p=$(grep -oE '[0-9]+' <<<"$n" | head -1)
		[ -z "$p" ] || [ -d "/proc/$p" ] || echo "instance $n"
	done
}
# Gone, or a zombie that only wait is missing.
is_gone() { ! grep -qE '^State:[[:space:]]*[^Z]' "/proc/$1/status" 2>/dev/null; }
clean_up() {
	local p n
	for p in "${pids[@]}"; do
		kill "$p" 2>/dev/null && { kill -CONT "$p"; } 2>/dev/null
	done
	for p in "${pids[@]}"; do
		wait_for 5 is_gone "$p" || kill -KILL "$p" 2>/dev/null
		wait "$p" 2>/dev/null
	done
	for n in "${namespaces[@]}"; do
		ip netns del "$n" 2>/dev/null
	done
}
# finish: the last check of every plan, then the exit status.
finish() {
	local left
	clean_up
	left=$(left_behind)
	[ -z "$left" ]
	ok "leaves nothing behind" $? || diag "$left"
	[ "$planned" = "$done_count" ] || { diag "planned $planned, ran $done_count"; failed=1; }
	[ "$failed" = 0 ] || keep_failed
	exit $((failed > 0))
}
keep_failed() {
	if [ -n "${TXRING_KEEP:-}" ]; then
		diag "files kept in $tmp"
		tmp=
	fi
}
on_exit() { clean_up; [ -z "$tmp" ] || rm -rf "$tmp"; }
trap on_exit EXIT
trap 'exit 130' INT TERM

[ "$(id -u)" = 0 ] || skip_all "needs root to make namespaces and to trace"
# Recordings are system-wide: one live test at a time on a machine.
mkdir -p /run/lock && exec 9>/run/lock/txring-live && flock 9
[ -x "$TXRING" ] || { echo "Bail out! $TXRING is not built"; exit 1; }
for tool in ip jq; do
	command -v $tool >/dev/null || skip_all "needs the program $tool"
done
[ -c /dev/net/tun ] || [ -z "${needs_tun:-}" ] || skip_all "no /dev/net/tun here"
grep -q tracefs /proc/filesystems || skip_all "this kernel has no tracefs"
