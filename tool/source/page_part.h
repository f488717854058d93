/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * page_part.h - a page made shorter, at its beginning or at its end.
 *
 * For pages of this machine's byte order.
 */
#ifndef TXRING_PAGE_PART_H
#define TXRING_PAGE_PART_H

#include "page.h"

/* The page's commit word: bytes of data, no flags. */
void txr_page_set_commit(const struct txr_page_shape *shape, uint8_t *page, uint32_t bytes);

/* Make the page begin with its first record after ns; false: it has none. */
bool txr_page_trim(const struct txr_page_shape *shape, uint8_t *page, uint64_t ns);
/*
 * Make the page end with its last record up to ns; false: it has none. Of one that
 * tells of a loss the first record stays whatever its time: the loss may be before ns.
 */
bool txr_page_end(const struct txr_page_shape *shape, uint8_t *page, uint64_t ns);

#endif
