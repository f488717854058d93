/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * warm.h - packets older than the recording may be in a queue until its first
 * traced lap is released. A ring gives packets back in order, so their frees
 * come before that release, among those that matched nothing. Those freed before
 * the queue's first start were no longer inside when its figures begin.
 */
#ifndef TXRING_STATS_WARM_H
#define TXRING_STATS_WARM_H

#include <stdbool.h>
#include <stdint.h>

struct txr_warm {
	bool over;		/* a traced lap was released */
	uint64_t until_ns;	/* when */
	uint64_t base;		/* frees that had matched nothing at the first start */
	uint64_t unmatched;	/* and at that release */
	uint32_t max_before;	/* maximum in the queue before that */
};

static inline void txr_warm_release(struct txr_warm *w, uint64_t ts_ns,
				    uint64_t unmatched, uint32_t max)
{
	if (__builtin_expect(w->over, 1))
		return;
	*w = (struct txr_warm){ true, ts_ns, w->base, unmatched, max };
}

/* Frees since the first start that may be of packets inside then. */
uint64_t txr_warm_unseen(const struct txr_warm *w, uint64_t unmatched_now);
/* Of a device: warm until the last of its queues is. */
void txr_warm_add(struct txr_warm *to, const struct txr_warm *from, bool first);
/* Still warm at some time from from_ns on? */
bool txr_warm_counts(const struct txr_warm *w, uint64_t from_ns);

#endif
