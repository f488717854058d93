/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warm.h - packets older than the recording may be in a queue until its first
 * traced lap is released. A ring gives packets back in order, so their frees
 * come before that release, among those that matched nothing. Those freed before
 * the queue's first start were no longer inside when its figures begin.
 *
 * Where only the free of a packet is seen, that order holds less: a softirq frees
 * last what a hard IRQ gave back first (__dev_kfree_skb_irq() pushes on the head
 * of the completion_queue, net_tx_action() takes it whole), and softirqs of several
 * CPUs are late by different times. Nor does it where several tasks read from a tap.
 * There it is over when all that was inside at
 * the first release is free, and then one that started later still, which no reset
 * freed ahead of them. Where softirqs of several CPUs free, one of them may be late by
 * more than that: older packets are then all that the recording has of such frees.
 */
#ifndef TXRING_STATS_WARM_H
#define TXRING_STATS_WARM_H

#include <stdbool.h>
#include <stdint.h>
#include "txring/pair.h"

struct txr_warm_end {		/* no older packet is inside any more */
	bool over;
	uint64_t at_ns;		/* since then */
	uint64_t unmatched;	/* frees that had matched nothing by then */
	uint32_t max_before;	/* maximum in the queue by then */
};

struct txr_warm {
	uint64_t base;		/* frees that had matched nothing at the first start */
	struct txr_warm_end first;	/* a traced lap was released */
	uint32_t pending;	/* inside then, and not free yet */
	uint64_t free_ns;	/* when the last of these was */
	struct txr_warm_end sure;	/* a lap that started after that was released */
	bool freed, spread;	/* in a softirq; on more than one CPU */
	uint16_t cpu;		/* on that one */
	bool consumes;		/* it gives packets back otherwise than by kfree_skb */
	bool settled;		/* sure is over, whatever comes */
};

/*
 * A traced lap was released, while it is not settled. end: as it is now; inside:
 * traced packets left in the queue.
 */
void txr_warm_release(struct txr_warm *w, const struct txr_lap *lap,
		      const struct txr_warm_end *end, uint32_t inside);

/* Of a device: warm until the last of its queues is. */
void txr_warm_add(struct txr_warm *to, const struct txr_warm *from, bool first);
#endif
