# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
#
# What the guest's scripts share. Sourced there, not run.

t=/sys/kernel/tracing

wait_carrier()	# DEVICE
{
	i=0
	while [ "$(cat "/sys/class/net/$1/carrier")" != 1 ]; do
		i=$((i + 1))
		[ $i -lt 100 ] || { echo "$1: no carrier" >&2; return 1; }
		usleep 100000
	done
}

wait_until()	# COMMAND...: a minute at most, for the host may be busy
{
	i=0
	until "$@" 2>/dev/null; do
		i=$((i + 1))
		[ $i -lt 600 ] || { echo "not so after a minute: $*" >&2; return 1; }
		usleep 100000
	done
}

records()	# PROCESS ID: its instance traces
{
	[ "$(cat $t/instances/txring-"$1"-*/tracing_on)" = 1 ]
}

setup_trace()
{
	echo mono > $t/trace_clock
	echo 65536 > $t/buffer_size_kb
	[ ! -d $t/events/skb/dev_kfree_skb_irq ] || return 0
	# Without the patches, probes tell the release where it happens.
	symbol=dev_kfree_skb_irq_reason
	grep -q " $symbol\$" /proc/kallsyms || symbol=__dev_kfree_skb_irq
	{
		echo "p:vm/dev_kfree_skb_irq $symbol skbaddr=%di:x64"
		echo "p:vm/napi_consume_skb napi_consume_skb skbaddr=%di:x64 budget=%si:s32"
	} > $t/kprobe_events || return 1
	echo 'skbaddr != 0 && budget != 0' > $t/events/vm/napi_consume_skb/filter
}

what_is_left()	# of recordings: trace instances, and probes of either kind
{
	ls $t/instances
	if [ -e $t/dynamic_events ]; then
		cat $t/dynamic_events
	else
		cat $t/kprobe_events
	fi
}

start_trace()
{
	echo > $t/trace
	# each kernel has some of these
	for e in skb/netdev_start_xmit skb/netdev_xmit_done skb/dev_kfree_skb_irq \
		skb/napi_consume_skb skb/netif_tx_wake_queue skb/skb_unref \
		skb/consume_skb skb/kfree_skb net/net_dev_start_xmit \
		net/net_dev_xmit txring_pktgen vm; do
		[ ! -d $t/events/$e ] || echo 1 > $t/events/$e/enable
	done
}

stop_trace()	# FILE: the trace, and in front of it what was lost
{
	# the last interrupt
	sleep 1
	echo 0 > $t/events/enable
	echo "# lost: $(cat $t/per_cpu/cpu*/stats |
		awk '/overrun|dropped/ { n += $NF } END { print n }')" >> "$1"
	cat $t/trace >> "$1"
}
