// SPDX-License-Identifier: GPL-2.0-only
/* books.c - how many starts had which outcome. */
#include <stddef.h>
#include "books.h"

void txr_books_add(struct txr_books *to, const struct txr_books *from)
{
	int o;

	to->started += from->started;
	for (o = 0; o <= TXR_UNCERTAIN; o++)
		to->by_outcome[o] += from->by_outcome[o];
	to->completed_in_xmit += from->completed_in_xmit;
	to->nospec += from->nospec;
	to->kfree_done += from->kfree_done;
	to->handed_in_xmit += from->handed_in_xmit;
	to->hw_tstamp += from->hw_tstamp;
	to->shared += from->shared;
	to->evicted += from->evicted;
	to->aged += from->aged;
	to->untold += from->untold;
	to->bytes += from->bytes;
	to->wire += from->wire;
	to->wire_less += from->wire_less;
	to->wire_more += from->wire_more;
}

uint64_t txr_books_open(const struct txr_books *b)
{
	uint64_t sum = 0;
	int o;

	for (o = TXR_COMPLETED; o <= TXR_UNCERTAIN; o++)
		sum += b->by_outcome[o];
	return b->started - sum;
}

int64_t txr_books_check(const struct txr_books *b, uint64_t open)
{
	return (int64_t)(txr_books_open(b) - open);
}
