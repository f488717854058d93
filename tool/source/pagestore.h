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

/*
 * A copy of one CPU's pages, whole ones, one after the other, that begin after
 * txr_pagestore_since(). malloc'd; *bytes 0 and NULL: none. 0 or -ENOMEM.
 */
int txr_pagestore_copy(const struct txr_pagestore *s, unsigned int cpu, char **pages,
		       uint64_t *bytes);

/*
 * Make the page begin with its first record after ns; false: it has none. For
 * pages of this machine's byte order.
 */
bool txr_page_trim(const struct txr_page_shape *shape, uint8_t *page, uint64_t ns);

#endif
