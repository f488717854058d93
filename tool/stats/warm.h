/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warm.h - packets older than the recording may be in a queue until its first
 * traced lap is released. A ring gives packets back in order, so their frees
 * come before that release, among those that matched nothing. Those freed before
 * the queue's first start were no longer inside when its figures begin.
 *
 * Where only the free of a packet is seen, that order holds less: a softirq frees
 * what a hard IRQ gave back last first (net_tx_action() takes the completion_queue
 * whole, __dev_kfree_skb_irq() pushes on its head). All of such a batch is free
 * before a packet is that started after the first of its frees.
 */
#ifndef TXRING_STATS_WARM_H
#define TXRING_STATS_WARM_H

#include <stdbool.h>
#include <stdint.h>

struct txr_warm_end {		/* no older packet is inside any more */
	bool over;
	uint64_t at_ns;		/* since then */
	uint64_t unmatched;	/* frees that had matched nothing by then */
	uint32_t max_before;	/* maximum in the queue by then */
};

struct txr_warm {
	uint64_t base;		/* frees that had matched nothing at the first start */
	struct txr_warm_end first;	/* a traced lap was released */
	struct txr_warm_end sure;	/* one that started after that */
};

void txr_warm_step(struct txr_warm *w, uint64_t start_ns, uint64_t release_ns,
		   uint64_t unmatched, uint32_t max);

static inline void txr_warm_release(struct txr_warm *w, uint64_t start_ns,
				    uint64_t release_ns, uint64_t unmatched, uint32_t max)
{
	if (__builtin_expect(!w->sure.over, 0))
		txr_warm_step(w, start_ns, release_ns, unmatched, max);
}

/* Of a device: warm until the last of its queues is. */
void txr_warm_add(struct txr_warm *to, const struct txr_warm *from, bool first);
/* How many frees since the first start can be of packets that were inside then. */
uint64_t txr_warm_unseen(const struct txr_warm *w, const struct txr_warm_end *end,
			 uint64_t unmatched_now);

#endif
