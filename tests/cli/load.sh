#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# txring load: what is refused before anything is sent, in one line each.
. "$(dirname "$0")/lib.sh"
cd "$tmp" || exit 1

refused() {	# refused TEXT ARGS...
	local text=$1
	shift
	complains "load $*" 2 "$text" load "$@"
}
d=192.0.2.2

refused "load: which workload? give \`txring load udp DEST\` or \`txring load pktgen -d DEV\`"
refused "load tcp: no such workload; give udp or pktgen" tcp $d
refused "load udp: no destination; give an address, or --sink to receive" udp
refused "load pktgen: no device; give -d DEV" pktgen
refused "b: one word too many; see txring load udp --help" udp a b
refused "eth0: one word too many; see txring load pktgen --help" pktgen eth0
refused "--burst: an option of \`txring load pktgen\`; see txring load udp --help" udp $d --burst 2
refused "--mode: an option of \`txring load udp\`; see txring load pktgen --help" pktgen -d x -m gso
refused "--zerocopy: an option of \`txring load udp\`; see txring load pktgen --help" pktgen -d x -z
refused "-m: 'tcp' is no mode; give one of send, sendmmsg, gso, fragment" udp $d -m tcp

# Two options that exclude each other: both are named.
for o in "mode send" "compare" "segment 100" "rate 1M" "pps 1" "unconnected" "zerocopy" "timestamps"; do
	# shellcheck disable=SC2086
	refused "--sink and --${o%% *}: a sink sends nothing; leave one away" udp --sink --$o
done
refused "--sink and --size: a sink takes any size; leave one away" udp --sink --size 9
refused "--sink and --record: a sink loads no ring; record with txring record" udp --sink --record f
refused "--compare and --mode: --compare runs every mode; leave one away" udp $d --compare -m gso
refused "--count and --duration: one of them ends it; leave one away" udp $d -n 1 -t 1
refused "--rate and --pps: one limit at a time; leave one away" udp $d --rate 1M --pps 1
refused "--ipv4 and --ipv6: one family at a time; leave one away" udp $d -4 -6
refused "--mode fragment and --segment: a message is one datagram, and the MTU cuts it; give --size" \
	udp $d -m fragment --segment 99
refused "--segment 100 and --size 99: a message smaller than its datagrams; give a larger --size" \
	udp $d --segment 100 --size 99
refused "--busy-poll and --mode: a sender waits for nothing to poll for; give --sink, --zerocopy or --timestamps too" \
	udp $d --busy-poll 50
refused "--threads 1 and --cpus 0,1: 2 CPUs for fewer senders; give as many --threads, or none" \
	udp $d --threads 1 -c 0,1
refused "--burst and --skb-burst: one packet many times, or many packets; leave one away" \
	pktgen -d x -b 2 --skb-burst 2
refused "--clone-skb and --skb-burst: skb-burst sends each packet once; leave one away" \
	pktgen -d x --clone-skb 2 --skb-burst 2
refused "--rate and --delay: both set the time between packets; leave one away" \
	pktgen -d x --rate 1M --delay 1ms
refused "--json and --classic: only one form at a time; leave one away" pktgen -d x --json --classic
refused "--xmit-mode queue_xmit and --burst: the qdisc makes the bursts; leave one away" \
	pktgen -d x --xmit-mode queue_xmit -b 2
refused "--xmit-mode netif_receive and --clone-skb: the stack takes each packet; give --burst" \
	pktgen -d x --xmit-mode netif_receive --clone-skb 2
refused "--threads 3 and --cpus 0,1: pktgen has one thread for each CPU; give as many CPUs, or no --threads" \
	pktgen -d x --threads 3 -c 0,1
refused "--cpus 0-1,1: CPU 1 is there twice, and pktgen has one thread for each; give it once" \
	pktgen -d x -c 0-1,1

# Ranges and forms.
refused "--duration 0: nothing could be sent; give seconds, or 500ms" udp $d -t 0
refused "--count 0: out of range; give 1 to 18446744073709551615" udp $d -n 0
refused "--port 65536: out of range; give 1 to 65535" udp $d -p 65536
refused "--segment 0: out of range; give 1 to 65527 bytes" udp $d --segment 0
refused "--size 41: out of range; give 42 to 65535 bytes" pktgen -d x -s 41
refused "--vlan 4095: out of range; give 0 to 4094" pktgen -d x --vlan 4095
refused "--skb-burst 1025: out of range; give 0 to 1024" pktgen -d x --skb-burst 1025
refused "--cpus: '' is empty; give LIST" udp $d --cpus=
refused "--rate: '' is empty; give BITS" udp $d --rate=
for c in , 0, 1-0 a 0-9999 -1; do
	refused "--cpus: '$c' is no list of CPUs; give one like 0,2-3, of at most 256" udp $d --cpus="$c"
done
for r in 0 M 1T 1.5M -1M 99999999999999999999; do
	refused "--rate: '$r' is no rate; give bits a second like 500000, 300M or 10G" udp $d --rate="$r"
done
for s in "" burst burst= burst=, burst=1, burst=x frob=1 =1; do
	run "$TXRING" load pktgen -d x --sweep="$s"
	is "--sweep '$s': usage, one line" "$status|$(wc -l <err)|$(grep -c '^txring: --sweep: ' err)" "2|1|1"
done
refused "--sweep burst and --burst: the sweep sets it; leave one away" pktgen -d x -b 2 --sweep burst=1,2
refused "--xmit-mode queue_xmit and --burst: the qdisc makes the bursts; leave one away" \
	pktgen -d x --xmit-mode queue_xmit --sweep burst=1,2
refused "--size 20: out of range; give 42 to 65535 bytes" pktgen -d x --sweep size=60,20
refused "--sweep and --classic: pktgen's own words have no table; leave one away" \
	pktgen -d x --classic --sweep burst=1
for q in 3-1 x 1-x 70000 1-2-3; do
	run "$TXRING" load pktgen -d x --queues $q
	is "--queues $q: usage, one line" "$status|$(wc -l <err)|$(grep -c '^txring: --queues: ' err)" "2|1|1"
done
run "$TXRING" load pktgen -d x --dst-mac 02:00:00:00:00
is "--dst-mac: usage, one line" "$status|$(cat err)" \
	"2|txring: --dst-mac: '02:00:00:00:00' is no link address; give one like 02:00:00:00:00:01"

for words in "" udp pktgen; do
	# shellcheck disable=SC2086
	run "$TXRING" load $words --help
	is "load $words --help: status, silence on stderr, 80 columns" \
		"$status|$(cat err)|$(awk 'length > 80' out)" "0||"
done
run "$TXRING" load udp --help
is "udp --help shows no options of pktgen" "$(grep -c -e --clone-skb -e --dst-mac out)|$(grep -c -e --zerocopy out)" "0|1"
finish
