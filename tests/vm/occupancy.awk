# SPDX-License-Identifier: GPL-2.0-only
#
# A plain reading of a trace of one device, as an oracle: the greatest number of
# packets that the device owned at once, and what else a test wants to know.
#
#	awk -v tier=patched|probe|pktgen|stock -f occupancy.awk TRACE
#
# A packet counts from the result of its xmit (rc 0) to its release. A release
# that comes before the result, from another CPU or in an interrupt, counts the
# packet for that moment. One release per start; others are no news. Fits drivers
# that release in an interrupt or in NAPI.
#
# No word of it is shared with tool/: the two must agree on their own.

BEGIN {
	if (tier == "patched") {
		start = "netdev_start_xmit:"; done = "netdev_xmit_done:"
	} else if (tier == "pktgen") {
		start = "pktgen_start_xmit:"; done = "pktgen_xmit_done:"
	} else {
		start = "net_dev_start_xmit:"; done = "net_dev_xmit:"
	}
	# the others have an event of this name, of the kernel or of a probe
	if (tier == "stock") {
		released["consume_skb:"] = 1
	} else {
		released["dev_kfree_skb_irq:"] = 1
		released["napi_consume_skb:"] = 1
	}
}

/^# (sent|ring|lost|sofar|errors):/ { print substr($2, 1, length($2) - 1), $3; next }
/^#/ { next }

{
	event = ""
	# the name of a task can hold blanks: the event is the word after the time
	for (i = 1; i < NF; i++)
		if ($i ~ /^[0-9]+\.[0-9]+:$/) { event = $(i + 1); break }
	addr = value("skbaddr")
	sub(/^0x/, "", addr)
}

event == start {
	started++
	if (value("ip_summed") != 3)
		one_descriptor++
	if (value("xmit_more") == 1)
		more++
	last_more = value("xmit_more")
	refs = value("refs")
	if (refs > 1)
		shared++
	# one skb can be in the device several times only with several references
	if (refs <= 1 && pending[addr] + owned[addr] > 0) {
		restarted++
		step(-owned[addr])
		pending[addr] = owned[addr] = 0
	}
	pending[addr]++
}

event == done {
	state = value("state")
	# names, or bits where the event has no names for them
	xoff = state ~ /DRV_XOFF/ || state ~ /^0x.*[13579bdf]$/
	stopped += xoff
	if (early[addr] > 0) {
		early[addr]--
	} else if (pending[addr] > 0) {
		pending[addr]--
		if (value("rc") != 0) {
			busy++
		} else {
			owned[addr]++
			step(1)
		}
	}
}

event in released {
	if (owned[addr] > 0) {
		owned[addr]--
		step(-1)
		completed++
	} else if (pending[addr] > 0) {
		pending[addr]--
		early[addr]++
		step(1)
		step(-1)
		completed++
	}
}

event == "netif_tx_wake_queue:" { woken++ }

function step(n)
{
	inside += n
	if (inside > max)
		max = inside
}

function value(name,	i)
{
	for (i = 1; i <= NF; i++)
		if (index($i, name "=") == 1)
			return substr($i, length(name) + 2)
	return ""
}

END {
	print "started", started + 0
	print "completed", completed + 0
	print "busy", busy + 0
	print "restarted", restarted + 0
	print "left", inside + 0
	print "max", max + 0
	print "one_descriptor", one_descriptor + 0
	print "stopped", stopped + 0
	print "woken", woken + 0
	print "shared", shared + 0
	print "more", more + 0
	print "last_more", last_more + 0
	print "last_xoff", xoff + 0
}
