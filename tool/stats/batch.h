/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * batch.h - releases come in batches: runs of them with no start between on the
 * queue. A lap is not wire time where batches are long.
 */
#ifndef TXRING_STATS_BATCH_H
#define TXRING_STATS_BATCH_H

#include <stdint.h>

struct txr_batch {
	uint64_t batches, max;
	uint64_t run;
};

static inline void txr_batch_start(struct txr_batch *b)
{
	b->run = 0;
}

static inline void txr_batch_release(struct txr_batch *b)
{
	b->batches += !b->run;
	if (++b->run > b->max)
		b->max = b->run;
}

static inline void txr_batch_begin(struct txr_batch *b)
{
	*b = (struct txr_batch){ 0 };
}

static inline void txr_batch_add(struct txr_batch *to, const struct txr_batch *from)
{
	to->batches += from->batches;
	if (from->max > to->max)
		to->max = from->max;
}

#endif
