#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# load_pktgen.t [OPTION of tests/vm/run]...
#
# txring load pktgen drives a real pktgen: each mode sends what was asked for, each
# refusal is one line with its cause, nothing is left on pktgen's threads, and a
# burst makes packets cheaper. BUILD: the build directory (default: build).

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/tap.sh"

build=${BUILD:-$here/../../build}
for need in jq ip ethtool; do
	PATH=$PATH:/sbin:/usr/sbin command -v $need >/dev/null || { echo "1..0 # SKIP needs $need"; exit 0; }
done
[ -x "$build/txring" ] || { echo "1..0 # SKIP $build/txring is not built"; exit 0; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
out=$tmp/out
# busybox' own ip knows neither neighbours nor namespaces.
cp "$(PATH=$PATH:/sbin:/usr/sbin command -v ip)" "$tmp/realip"
take=("$here/guest.sh" "$build/txring" "$tmp/realip")
tier=patched
for option; do
	case $option in
	--unpatched) tier=stock ;;
	--distro*)
		tier=companion
		kernel=$("$here/build" "$option") || exit 1
		release=$(ls "$kernel/root/lib/modules")
		if [ ! -d "/lib/modules/$release/build" ]; then
			echo "1..0 # SKIP no headers of $release; install linux-headers-${release}"
			exit 0
		fi
		make -s -C "$here/../../kernel-patches/pktgen-module" \
			KDIR="/lib/modules/$release/build" OUT="$tmp/module" >&2 || exit 1
		take+=("$tmp/module/pktgen.ko") ;;
	esac
done

guest()	# [OPTION of run]... -- ARGUMENT...
{
	"$here/run" "$@"
}
ok "the guest runs" guest "$@" --timeout 560 --memory 768 --append 'ipv6.disable=1' \
	--e1000e "${take[@]/#/--take=}" --tool ethtool --out "$out" \
	"$here/load_pktgen.guest" || { tap_end; exit 1; }

true_of()	# NAME EXPRESSION
{
	[ "$(jq -r "$2" "$out/$1.json" 2>/dev/null)" = true ] && return 0
	echo "# not true: $2"
	head -c 600 "$out/$1.json" | sed 's/^/# /'
	sed 's/^/# /' "$out/$1.err"
	return 1
}
status()	{ [ "$(cat "$out/$1.status")" = "$2" ]; }
nothing_left()	{ [ "$(cat "$out/$1.left")" = 0 ]; }
done_well()	# NAME EXPRESSION
{
	ok "$1: status 0" status "$1" 0
	ok "$1: $(tr -s '\n\t' ' ' <<< "$2")" true_of "$1" "$2"
	ok "$1: nothing is left on a thread" nothing_left "$1"
}
complains()	# NAME TEXT
{
	ok "$1: status 1" status "$1" 1
	ok "$1: one line, '$2'" grep -qE -- "^txring: .*$2" "$out/$1.err"
	ok "$1: no other line" test "$(wc -l < "$out/$1.err")" = 1
}

done_well plain '.total.packets == 10000 and .total.errors == 0 and .total.pps > 0'
done_well two '.total.packets == 4000 and (.threads | map(.name)) == ["eth0@0", "eth0@1"]'
# a burst that has begun is sent to its end
done_well burst '.total.packets >= 9600 and .total.packets < 9632 and .burst == 32'
done_well clone '.total.packets == 5000 and .clone_skb == 100'
done_well queue '.total.packets == 5000 and .xmit_mode == "queue_xmit"'
done_well receive '.total.packets == 2000'
done_well timed '.total.packets > 100 and .total.elapsed_ns > 5e8'
done_well many '.total.packets == 999 and .packet_bytes == 1000 and .total.errors == 0'
done_well ipv6 '.total.packets == 500'
done_well ring '(.rows | map(.value)) == [256, 80] and (.rows | all(.errors == 0 and .last.total.packets == 2000))'
ok "ring: it is as it was" test "$(sed -n 2p "$out/ring.after")" = 256
done_well threads '(.rows | length) == 2 and (.rows | all(.pps | length == 3)) and
	(.rows | all(.pps == (.pps | sort) and .pps_median == .pps[1])) and .rows[1].last.total.packets == 2000'
ok "classic: in pktgen's own words" grep -qE '^Result: OK: [0-9]+\(c[0-9]+\+d[0-9]+\) usec, 1000 \(60byte,0frags\)$' \
	"$out/classic.json"
if [ $tier = stock ]; then
	complains skb_burst '--skb-burst: this pktgen has none; load the companion'
else
	done_well skb_burst '.total.packets == 5003 and .skb_burst == 16'
fi

# What the ring's report says is what pktgen counted, where it can be seen.
case $tier in
patched)
	done_well recorded '.ring.started == 3000 and .ring.completed == 3000 and .ring.exact'
	done_well recorded_burst '.ring.started == .total.packets and .ring.completed == .total.packets'
	done_well recorded_skb_burst '.ring.started == 3008 and .ring.completed == 3008'
	for m in plain queue burst; do
		ok "$m: nothing to warn of" test ! -s "$out/$m.warned" -o -z "$(grep -- --record: "$out/$m.warned")"
	done ;;
companion)
	done_well recorded '.ring.started == 3000'
	done_well recorded_skb_burst '.ring.started == 3008'
	ok "burst: said that it cannot be paired" grep -q -- '--record: .*cannot be paired' "$out/burst.warned" ;;
stock)
	done_well recorded '.total.packets == 3000 and (.ring.started // 0) == 0'
	ok "plain: said that it is not seen, and what is" \
		grep -q -- '--record: .*start_xmit at all; --xmit-mode queue_xmit can be seen' "$out/plain.warned" ;;
esac
done_well recorded_queue '.ring.started == 3000 and .ring.completed + .ring.dropped == 3000'
ok "receive: said that no ring takes part" grep -q -- '--record: .*no tx ring takes part' "$out/receive.warned"
[ $tier = patched ] || ok "queue: said what is inexact, or gave its reference away" \
	test ! -s "$out/queue.warned" -o -n "$(grep -- '--record: .*keeps a reference' "$out/queue.warned")"

done_well int '.total.packets > 0 and .threads[0].packets == .total.packets'
ok "killed: it had sent, and sends no more" \
	awk 'NR > 1 && $1 <= first { bad = 1 } NR == 1 { first = $1 } NR == 2 { then = $1 }
	     NR == 3 && $1 != then { bad = 1 } END { exit bad || NR != 3 }' "$out/killed.sent"
ok "killed: its instance is left, and the next recording removes it" \
	test "$(tr '\n' ' ' < "$out/killed.instances")" = '1 1 0 '
complains killed_left 'kpktgend_[0-9]+ has eth0@0 already; .*reset'
done_well killed_next '.total.packets == 10'
complains veth_burst '--burst on v0: its driver .*no skb sharing'
complains veth_clone '--clone-skb on v0: its driver .*no skb sharing'
done_well veth_plain '.total.packets == 10'
complains no_carrier '-d v0: no carrier'
complains down '-d v0: the device is down; ip link set v0 up'
complains unknown '-d eth9: no such device in this network namespace'
complains no_neighbour 'the link address of 192.0.2.77 is not known; ping it once, or give --dst-mac'
complains no_thread 'kpktgend_77: pktgen has a thread for each CPU'
complains no_node '--node 900: no such NUMA node'
ok "no_node: nothing is left on a thread" nothing_left no_node
ok "no_queue: one line" grep -q '^txring: --queues 0-63: eth0 has .* tx queue' "$out/no_queue.err"
complains digits 'pktgen reads ten digits'
complains netns '-d eth0: no such device in this network namespace.*ip netns exec'
complains used 'kpktgend_1 has eth0@1 already; .*reset'
done_well unused '.total.packets == 10'
complains missing '/proc/net/pktgen: not there: this kernel has no pktgen module'

ok "gso without checksum offload: status 0" status gso 0
if jq -e '.mode_used == "sendmmsg"' "$out/gso.json" >/dev/null 2>&1; then
	ok "gso was refused: said, counted, and sent otherwise" true_of gso \
		'.gso_refused == "Input/output error" and .refused_by_kind.EIO > 0 and
		 .refused == .refused_by_kind.EIO and .accepted == 19 * 44'
	ok "gso was refused: one line" grep -q '^txring: --mode gso: refused with Input/output error.*sent by sendmmsg instead' "$out/gso.err"
else
	ok "gso was taken: the kernel computes the checksum itself" true_of gso \
		'.gso_refused == null and .accepted == 20 * 44'
fi

# Counting instructions, so that the same comes out each time.
ok "the guest sweeps" guest "$@" --icount --timeout 200 --append 'ipv6.disable=1' \
	--e1000e "${take[@]/#/--take=}" --out "$tmp/sweep" \
	"$here/load_pktgen.guest" sweep
out=$tmp/sweep
# never more than the rate, and not far from it
done_well paced '.total.packets <= 2001 and .total.packets > 1900'
done_well rated '.total.packets <= 2001 and .total.packets > 1900'
done_well sweep '(.rows | map(.value)) == [1, 2, 4, 8, 16, 32]'
ok "a burst makes packets cheaper, the longer the cheaper" true_of sweep \
	'.rows | map(.ns_per_packet) | .[0] > .[1] and .[1] > .[2] and .[2] > .[4] and .[0] > .[5]'
sed 's/^/# /' "$out/sweep.txt"
tap_end
