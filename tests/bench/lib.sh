# SPDX-License-Identifier: GPL-2.0-only
# lib.sh - what the parts of the benchmark share. Nothing here asserts on time.
set -u
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BUILD=${BUILD:-$root/build}
TXRING=${TXRING:-$BUILD/txring}
TOOLS=$BUILD/tests/tools
TRACEFS=/sys/kernel/tracing
RUNS=${BENCH_RUNS:-5}
SECONDS_PER_RUN=${BENCH_SECONDS:-30}
PACKETS=${BENCH_PACKETS:-250000}	# from each CPU, over veth
OPEN=${BENCH_OPEN:-100000}		# packets that stay in the ring
MAX_BUFFER_KB=8192			# per CPU, for every recorder
tmp=$(mktemp -d "${BENCH_DIR:-${TMPDIR:-/tmp}}/txring-bench.XXXXXX")
prefix=txb$$
pids=()
cpus=$(seq -s, 0 $(($(nproc) - 1)))
events="net:net_dev_start_xmit net:net_dev_xmit skb:consume_skb skb:kfree_skb"

clean_up() {
	local p
	for p in "${pids[@]}"; do kill "$p" 2>/dev/null; done
	for p in "${pids[@]}"; do wait "$p" 2>/dev/null; done
	pids=()
	rmdir "$TRACEFS/instances/$prefix" 2>/dev/null
	ip netns del "${prefix}a" 2>/dev/null
	ip netns del "${prefix}b" 2>/dev/null
	rm -rf "$tmp"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# Not for the background: there $! would be a shell's, and not the command's.
in_a() { ip netns exec "${prefix}a" "$@"; }
say() { printf '%s\n' "$*" >&2; }

# veth_up: 192.0.2.1 on va in namespace a, 192.0.2.2 on vb in b, no ARP
veth_up() {
	local n d
	ip netns add "${prefix}a" && ip netns add "${prefix}b" || return 1
	ip link add va netns "${prefix}a" type veth peer name vb netns "${prefix}b" || return 1
	for n in a b; do
		d=v$n
		ip netns exec "$prefix$n" sh -c "echo 1 >/proc/sys/net/ipv6/conf/$d/disable_ipv6" 2>/dev/null
		ip -n "$prefix$n" link set lo up
		ip -n "$prefix$n" link set "$d" arp off
		ip -n "$prefix$n" addr add "192.0.2.$([ $n = a ] && echo 1 || echo 2)/24" dev "$d"
		ip -n "$prefix$n" link set "$d" up
	done
	ip -n "${prefix}a" neigh replace 192.0.2.2 dev va nud permanent \
		lladdr "$(ip -n "${prefix}b" -j link show dev vb | jq -r '.[0].address')"
	ip -n "${prefix}b" neigh replace 192.0.2.1 dev vb nud permanent \
		lladdr "$(ip -n "${prefix}a" -j link show dev va | jq -r '.[0].address')"
}

median() { sort -g | awk '{ v[NR] = $1 } END { if (NR) print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2; else print "nan" }'; }
ratio() { awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.3f", a / b; else printf "-" }'; }
per_s() { awk -v n="$1" -v t="$2" 'BEGIN { printf "%.0f", (t > 0 ? n / t : 0) }'; }
millions() { awk -v v="$1" 'BEGIN { printf "%.2f M", v / 1e6 }'; }
mib() { awk -v kb="$1" 'BEGIN { printf "%.1f", kb / 1024 }'; }
file_mib() { awk -v b="$(stat -c %s "$1")" 'BEGIN { printf "%.1f", b / 1048576 }'; }
events_of() { "$TXRING" report -i "$1" --json 2>/dev/null | jq -r .source.events; }
lost_of() { "$TXRING" report -i "$1" --json 2>/dev/null | jq -r .source.lost_events; }

perf_record() {	# perf_record FILE COMMAND...: the same events, the same buffer at most
	local f=$1 e args=()
	shift
	for e in $events; do args+=(-e "$e"); done
	perf record -q -a -m "${MAX_BUFFER_KB}K" "${args[@]}" -o "$f" -- "$@" 2>"$f.err"
}
perf_count() { "$TOOLS/perfcount" "$1" | jq -r ".$2"; }	# samples or lost
