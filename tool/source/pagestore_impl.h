/* SPDX-License-Identifier: GPL-2.0-only */
/* pagestore_impl.h - the store's inside, for pagestore*.c only. */
#ifndef TXRING_PAGESTORE_IMPL_H
#define TXRING_PAGESTORE_IMPL_H

#include <stdatomic.h>
#include "pagestore.h"

struct txr_block {
	struct txr_block *next;
	atomic_uint holders;	/* the store, and whoever writes it to a file */
	uint64_t end_ns;	/* of its last record */
	uint32_t size;		/* bytes of data */
	bool closed;		/* nothing can be put behind its data */
	_Alignas(8) uint8_t page[];
};

struct txr_store_cpu {
	struct txr_block *first, *last;
};

struct txr_pagestore {
	struct txr_page_shape shape;
	uint64_t keep_ns, since_ns;
	uint64_t blocks, blocks_max;
	struct txr_block *spare;	/* one that was given up, for the next */
	unsigned int cpus;
	struct txr_store_cpu cpu[];
};

/* One holder less; the last one frees it. */
void txr_block_let_go(struct txr_block *b);

#endif
