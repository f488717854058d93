/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timegrid.h - which bin of time a moment is in. One grid for all that is kept over
 * time: it grows coarser for all, and each array follows when it is next touched.
 */
#ifndef TXRING_STATS_TIMEGRID_H
#define TXRING_STATS_TIMEGRID_H

#include <stdbool.h>
#include <stdint.h>
#include "txring/timeline.h"

#define TXR_BIN_SHIFT_MIN 10	/* 1.024 us */

struct txr_timegrid {
	uint64_t origin_ns;	/* bin 0 begins; of use only once set */
	unsigned int shift;	/* a bin is 1 << shift ns wide */
	bool set;
};

static inline void txr_timegrid_begin(struct txr_timegrid *g, uint64_t ts_ns)
{
	*g = (struct txr_timegrid){ ts_ns, TXR_BIN_SHIFT_MIN, true };
}

/* Bin of a moment; the grid is made coarser if it lies behind the last one. */
static inline uint32_t txr_timegrid_bin(struct txr_timegrid *g, uint64_t ts_ns)
{
	uint64_t ns = ts_ns > g->origin_ns ? ts_ns - g->origin_ns : 0;

	while (__builtin_expect(ns >> g->shift >= TXR_TIME_BINS, 0))
		g->shift++;
	return (uint32_t)(ns >> g->shift);
}

static inline uint64_t txr_timegrid_start(const struct txr_timegrid *g, uint32_t bin)
{
	return g->origin_ns + ((uint64_t)bin << g->shift);
}

#endif
