# SPDX-License-Identifier: GPL-2.0-only
# Completion of txring for bash. tests/cli/docs.sh compares it with --help.

# Options of a command, one word each.
_txring_options()
{
	local common="-h --help -v --verbose -q --quiet"

	case $1 in
	record)
		echo "$common -a --all-cpus -d --device -o --output -e --event --backend" \
		     "--tier --xmit-func --why -b --buffer --clock --duration --flight --trigger" \
		     "--keep --max-size --memory --stalled-after" ;;
	report)
		echo "$common -i --input -j --jobs -d --device -Q --per-queue --sort --time --json" \
		     "--csv --classic --timeline --histogram --html --by --stalled-after --fail-on" ;;
	script)
		echo "$common -i --input -d --device --time --json --csv --perfetto" ;;
	top)
		echo "$common -d --device --interval -b --batch -n --count --json --cumulative" \
		     "-Q --per-queue -a --all --sort --stalled-after --keep --keep-size --buffer --tier" \
		     "--backend" ;;
	diff)
		echo "$common -d --device -Q --per-queue --json" ;;
	doctor)
		echo "$common -a --all -d --device --json" ;;
	load)
		echo "$common -n --count -t --duration -s --size --threads -c --cpus --rate --pps" \
		     "--record --json -m --mode --segment -p --port -4 --ipv4 -6 --ipv6" \
		     "-u --unconnected -z --zerocopy -T --timestamps --busy-poll --compare" \
		     "--sink --ask -d --device --xmit-mode -b --burst --clone-skb --skb-burst" \
		     "--frags --delay --dst --dst-mac --src-ports --flows --flow-len --queues" \
		     "--vlan --node --sweep --repeat --classic" ;;
	esac
}

_txring_sort_keys()
{
	if [[ ${COMP_WORDS[1]} == top ]]; then
		echo "device pps bit/s now avg max ring lap50 lap99 lapmax drop busy bql oldest"
		return
	fi
	echo "name driver kind started completed dropped busy in_device_at_end" \
	     "packed_ns lap_ns.avg lap_ns.p99 lap_ns.max in_device.avg in_device.p99" \
	     "in_device.max capacity_packets"
}

_txring_findings()
{
	echo "lost-events clock-unfit ambiguous-name counter-mismatch imbalanced-queues" \
	     "late-release shared-skb books-unbalanced queue-stalled never-completed invisible-traffic ring-packed" \
	     "drops-in-xmit tx-busy bursty-completion ring-oversized"
}

# What may follow an option that takes an argument; fails for other words.
_txring_argument()
{
	local cur=$2

	case $1 in
	-i|--input|-o|--output|--record|--html)
		mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
	-d|--device)
		mapfile -t COMPREPLY < <(compgen -W "$(command ls /sys/class/net 2>/dev/null)" -- "$cur") ;;
	--backend)
		mapfile -t COMPREPLY < <(compgen -W "tracefs perf" -- "$cur") ;;
	--tier)
		mapfile -t COMPREPLY < <(compgen -W "auto patched probe stock" -- "$cur") ;;
	--sort)
		mapfile -t COMPREPLY < <(compgen -W "$(_txring_sort_keys)" -- "$cur") ;;
	--by)
		mapfile -t COMPREPLY < <(compgen -W "comm cpu size" -- "$cur") ;;
	--fail-on)
		mapfile -t COMPREPLY < <(compgen -W "$(_txring_findings)" -- "$cur") ;;
	-m|--mode)
		mapfile -t COMPREPLY < <(compgen -W "send sendmmsg gso fragment" -- "$cur") ;;
	--xmit-mode)
		mapfile -t COMPREPLY < <(compgen -W "start_xmit netif_receive queue_xmit" -- "$cur") ;;
	--sweep)
		mapfile -t COMPREPLY < <(compgen -W "burst= skb-burst= size= threads= ring=" -- "$cur") ;;
	-n|--count|-s|--size|--threads|-c|--cpus|--rate|--pps|--segment|-p|--port|--busy-poll|\
	-j|--jobs|--burst|--clone-skb|--skb-burst|--frags|--delay|--dst|--dst-mac|--src-ports|--flows|\
	--flow-len|--queues|--vlan|--node|--repeat)
		COMPREPLY=() ;;
	--trigger)
		mapfile -t COMPREPLY < <(compgen -W "ring-packed queue-stalled drops-in-xmit signal" -- "$cur") ;;
	--flight|--max-size|--memory)
		COMPREPLY=() ;;
	-e|--event|--xmit-func|-b|--buffer|--clock|--duration|--time|--interval|--stalled-after|--keep|--keep-size)
		COMPREPLY=() ;;
	*)
		return 1 ;;
	esac
}

_txring()
{
	local cur=${COMP_WORDS[COMP_CWORD]} cmd=${COMP_WORDS[1]}

	COMPREPLY=()
	if (( COMP_CWORD == 1 )); then
		mapfile -t COMPREPLY < <(compgen -W "record report script top diff doctor load help --version" -- "$cur")
		return
	fi
	if (( COMP_CWORD > 2 )) && _txring_argument "${COMP_WORDS[COMP_CWORD - 1]}" "$cur"; then
		return
	fi
	if [[ $cmd == help ]]; then
		mapfile -t COMPREPLY < <(compgen -W "record report script top diff doctor load" -- "$cur")
	elif [[ $cmd == load && $COMP_CWORD == 2 && $cur != -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "udp pktgen" -- "$cur")
	elif [[ $cur == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$(_txring_options "$cmd")" -- "$cur")
	else
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
	fi
}

complete -F _txring txring
