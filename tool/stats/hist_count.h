/* SPDX-License-Identifier: GPL-2.0-only */
/* hist_count.h - txr_hist_add() for the place that runs for every packet. */
#ifndef TXRING_STATS_HIST_COUNT_H
#define TXRING_STATS_HIST_COUNT_H

#include "txring/hist.h"

#define TXR_HIST_SUB (1u << TXR_HIST_SUB_BITS)

static inline unsigned int txr_hist_octave(uint64_t v)
{
	return 63 - TXR_HIST_SUB_BITS - __builtin_clzll(v | (2 * TXR_HIST_SUB - 1));
}

static inline unsigned int txr_hist_slot(uint64_t v, unsigned int octave)
{
	return octave ? (v >> octave) & (TXR_HIST_SUB - 1) : v;
}

/* The octave of v was not hit before. 0 or -ENOMEM. */
int txr_hist_grow(struct txr_hist *h, unsigned int octave);

static inline int txr_hist_count(struct txr_hist *h, uint64_t ns)
{
	unsigned int k = txr_hist_octave(ns);

	if (__builtin_expect(!h->octave[k], 0) && txr_hist_grow(h, k))
		return -1;
	h->octave[k][txr_hist_slot(ns, k)]++;
	h->count++;
	h->sum_ns += ns;
	if (ns < h->min_ns)
		h->min_ns = ns;
	if (ns > h->max_ns)
		h->max_ns = ns;
	return 0;
}

#endif
