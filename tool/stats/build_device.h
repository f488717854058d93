/* SPDX-License-Identifier: GPL-2.0-only */
/* build_device.h - the row of a device and those of its queues. */
#ifndef TXRING_STATS_BUILD_DEVICE_H
#define TXRING_STATS_BUILD_DEVICE_H

#include "rowx.h"
#include "stats_impl.h"

/* Add the device's row to the report if it had a packet. Errors in b->error. */
void txr_build_device(struct txr_building *b, struct txr_device_stats *d);
/* The sum of the bottom devices. */
void txr_build_total(struct txr_building *b);
void txr_row_free(struct txr_row *row);

/* What a row's timeline and lap grid are made of. */
struct txr_row_sources {
	const struct txr_queue *q;	/* of the row: one, or several */
	size_t nr;
	/* Of all of them together; NULL: no timeline was wanted. */
	const struct txr_levels *levels;
	const struct txr_packed_bins *packed;
};
/* build_timeline.c; nothing if they were not wanted. Errors in x->b->error. */
void txr_row_pictures(const struct txr_rowx *x, const struct txr_row_sources *from);
void txr_row_free_pictures(struct txr_row *row);

#endif
