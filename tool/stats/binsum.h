/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * binsum.h - how much of each bin of time do spans cover. They may overlap, and come
 * in any order; to add one takes the same time however many bins it goes through.
 */
#ifndef TXRING_STATS_BINSUM_H
#define TXRING_STATS_BINSUM_H

#include "timegrid.h"

struct txr_binsum {			/* zero is an empty one */
	struct txr_binsum_bins *bins;	/* owned; NULL: no span yet */
	unsigned int shift;		/* as the grid's when it was touched last */
	bool failed;			/* memory was short: what is here is not all */
};

void txr_binsum_add(struct txr_binsum *b, struct txr_timegrid *g, uint64_t from_ns,
		    uint64_t to_ns);
/* Follow the grid; then each bin can be read. */
void txr_binsum_settle(struct txr_binsum *b, const struct txr_timegrid *g);
uint64_t txr_binsum_ns(const struct txr_binsum *b, size_t bin);
/* *to is one of its own; failed if memory is short. */
void txr_binsum_copy(struct txr_binsum *to, const struct txr_binsum *from);
void txr_binsum_free(struct txr_binsum *b);	/* leaves an empty one */

#endif
