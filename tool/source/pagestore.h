/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pagestore.h - the last seconds of raw pages, in memory of a fixed size.
 *
 * Pages that the kernel gave half full are put together, so that the memory
 * holds events and not room. The oldest go first.
 */
#ifndef TXRING_PAGESTORE_H
#define TXRING_PAGESTORE_H

#include "page.h"

struct txr_pagestore;

/* bytes: of all pages; ns: none older than that, 0: no such limit. NULL: -ENOMEM. */
struct txr_pagestore *txr_pagestore_new(const struct txr_page_shape *shape,
					unsigned int cpus, uint64_t bytes, uint64_t ns);
void txr_pagestore_free(struct txr_pagestore *s);	/* accepts NULL */

/* One whole page of the CPU, in its order. 0 or -ENOMEM. */
int txr_pagestore_add(struct txr_pagestore *s, unsigned int cpu, const uint8_t *page);

/* Time from which on nothing is missing (0: never was anything given up). */
uint64_t txr_pagestore_since(const struct txr_pagestore *s);
uint64_t txr_pagestore_bytes(const struct txr_pagestore *s);	/* held now */
uint64_t txr_pagestore_bytes_before(const struct txr_pagestore *s, uint64_t ns);

/*
 * The pages of one CPU with its records after after_ns (and txr_pagestore_since())
 * up to until_ns. They are shared with the store, which goes on to take others, and
 * do not change; it may give them up meanwhile, and be in use by another thread.
 */
struct txr_block;
struct txr_held {
	char **page;		/* count of them, one after the other */
	size_t count;
	uint64_t lost;		/* events that they tell to be lost */
	bool lost_unknown;	/* and some whose number they do not tell */
	struct txr_block **block;	/* the store's, or NULL: page is a copy */
};

/* 0 or -ENOMEM. */
int txr_pagestore_hold(struct txr_pagestore *s, unsigned int cpu, uint64_t after_ns,
		       uint64_t until_ns, struct txr_held *h);
void txr_held_free(struct txr_held *h);	/* leaves it as if none were held */

#endif
