/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * binsum.h - how much of each bin of time do spans cover. They may overlap, and come
 * in any order; to add one takes the same time however many bins it goes through.
 */
#ifndef TXRING_STATS_BINSUM_H
#define TXRING_STATS_BINSUM_H

#include "timegrid.h"

struct txr_binsum {
	uint64_t part_ns[TXR_TIME_BINS];	/* of spans that do not fill the bin */
	int64_t step[TXR_TIME_BINS];	/* spans that fill bins: from here on, more or less */
	unsigned int shift;		/* as the grid's when it was touched last; 0: never */
};

void txr_binsum_add(struct txr_binsum *b, struct txr_timegrid *g, uint64_t from_ns,
		    uint64_t to_ns);
/* Follow the grid; then part_ns is the answer, for each bin. */
void txr_binsum_settle(struct txr_binsum *b, const struct txr_timegrid *g);

#endif
