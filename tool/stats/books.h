/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * books.h - how many starts had which outcome. Each counter is moved by its own
 * transition; none is worked out from the others, so that the sum is a check.
 */
#ifndef TXRING_STATS_BOOKS_H
#define TXRING_STATS_BOOKS_H

#include <stdint.h>
#include "txring/pair.h"

struct txr_books {
	uint64_t started;
	uint64_t by_outcome[TXR_UNCERTAIN + 1];	/* [TXR_OPEN] is not used */
	uint64_t completed_in_xmit;
	uint64_t nospec;	/* of DROPPED: NOT_SPECIFIED with result OK */
	uint64_t kfree_done;	/* of COMPLETED after xmit: by kfree_skb */
	uint64_t handed_in_xmit;
	uint64_t hw_tstamp, shared, evicted, aged;
	uint64_t untold;	/* of UNCERTAIN: handed on, perhaps, and no event told */
	/* Of COMPLETED. */
	uint64_t bytes, wire;
	uint64_t wire_less, wire_more;	/* how far wire can be off */
};

/* Starts without an outcome. */
uint64_t txr_books_open(const struct txr_books *b);
void txr_books_add(struct txr_books *to, const struct txr_books *from);

/*
 * started - (every outcome + open at the end): 0, or the books are wrong. open
 * is counted by walking the engine's open laps.
 */
int64_t txr_books_check(const struct txr_books *b, uint64_t open);

#endif
