// SPDX-License-Identifier: GPL-2.0-only
/* finding_kinds.c - every finding that there is. */
#include <string.h>
#include "txring/finding.h"

/*
 * Weights: what hurts most comes first. Of rings that are too large the queue that
 * used most does: it says how far the ring can shrink.
 */
static const struct txr_finding_kind kinds[TXR_F_NR] = {
	[TXR_F_BOOKS_UNBALANCED] = { "books-unbalanced", TXR_ERROR,
		"the outcomes do not add up to the starts: a fault of txring itself",
		{ "difference" } },
	[TXR_F_QUEUE_STALLED] = { "queue-stalled", TXR_ERROR,
		"a queue gives nothing back though it should",
		{ "stalled_ns", "open_packets" } },
	[TXR_F_NEVER_COMPLETED] = { "never-completed", TXR_WARNING,
		"packets went into the device and did not come back",
		{ "oldest_age_ns", "open_packets" } },
	[TXR_F_LOST_EVENTS] = { "lost-events", TXR_WARNING,
		"events were lost, so that figures have bounds",
		{ "lost_events" } },
	[TXR_F_CLOCK_UNFIT] = { "clock-unfit", TXR_WARNING,
		"the clock has no order across CPUs, or counts no nanoseconds",
		{ "releases_before_start" } },
	[TXR_F_AMBIGUOUS_NAME] = { "ambiguous-name", TXR_WARNING,
		"several devices have one name, and their figures are together",
		{ "devices", "queues_seen" } },
	[TXR_F_INVISIBLE_TRAFFIC] = { "invisible-traffic", TXR_WARNING,
		"the device counted far more packets than the events show",
		{ "unseen" } },
	[TXR_F_COUNTER_MISMATCH] = { "counter-mismatch", TXR_WARNING,
		"the driver's tx_packets and the events disagree",
		{ "off_by" } },
	[TXR_F_RING_PACKED] = { "ring-packed", TXR_WARNING,
		"the ring could take no more",
		{ "packed_ns", "visits" } },
	[TXR_F_DROPS_IN_XMIT] = { "drops-in-xmit", TXR_WARNING,
		"packets were dropped inside xmit instead of sent",
		{ "dropped" } },
	[TXR_F_TX_BUSY] = { "tx-busy", TXR_WARNING,
		"the driver refused packets with NETDEV_TX_BUSY",
		{ "busy" } },
	[TXR_F_IMBALANCED_QUEUES] = { "imbalanced-queues", TXR_WARNING,
		"one tx queue is at its limit while others have nothing to do",
		{ "started_there" } },
	[TXR_F_LATE_RELEASE] = { "late-release", TXR_INFO,
		"packets seem to be in the device longer than they are",
		{ "max_packets" } },
	[TXR_F_SHARED_SKB] = { "shared-skb", TXR_INFO,
		"packets are held by somebody else beside the device",
		{ "started" } },
	[TXR_F_BURSTY_COMPLETION] = { "bursty-completion", TXR_INFO,
		"packets come back in large bursts, with long waits between",
		{ "long_wait_avg_ns", "packets_in_burst" } },
	[TXR_F_RING_OVERSIZED] = { "ring-oversized", TXR_INFO,
		"the ring is much larger than what was ever used of it",
		{ "descriptors_used" } },
};

const struct txr_finding_kind *txr_finding_kind(enum txr_finding_id which)
{
	return which < TXR_F_NR ? &kinds[which] : NULL;
}

enum txr_finding_id txr_finding_find(const char *id)
{
	unsigned int i;

	for (i = 0; i < TXR_F_NR; i++)
		if (!strcmp(kinds[i].id, id))
			break;
	return i;
}
