/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lane.h - the events of one CPU, decoded in batches from ring-buffer pages.
 *
 * Where the pages come from is the container's: those of a file (tracedat_lane.c),
 * or those that the kernel has just now (live.c).
 */
#ifndef TXRING_LANE_H
#define TXRING_LANE_H

#include "page.h"
#include "source_impl.h"

/* From a clock that counts to nanoseconds; mult 0: it has them. */
struct txr_lane_clock {
	uint32_t mult, shift;
	uint64_t offset;
};

struct txr_lane {
	struct txr_source *s;		/* whose decoder decodes, whose info counts */
	struct txr_lane_clock clock;
	/*
	 * The next page into l->page (with bad where it makes no sense): 1, 0 at the
	 * end, or a negative errno.
	 */
	int (*turn)(struct txr_lane *l, struct txr_err *err);
	struct txr_page page;
	uint16_t cpu;
	bool big_endian;
	bool cut;			/* set by turn(): the file ends within a page */
	bool ended;
	uint64_t last;			/* time of the last record, of whatever event,
					 * or up to which none is missing; 0: none yet */
	bool gap;			/* a loss to tell at the next record */
	bool gap_unknown;		/* its count is not known */
	uint64_t gap_count;
	uint64_t until;			/* txr_lane_read_until(): the watermark */
};

/* A loss of count events (0: not known) after what was read so far. */
void txr_lane_note_gap(struct txr_lane *l, uint64_t count);

/* For txr_merge_add(): ctx is the lane. Up to the end of its pages. */
int txr_lane_read(void *ctx, struct txr_event *ev, int max, struct txr_err *err);
/*
 * The same up to l->until, of pages that go on to come. The caller knows that
 * no event up to then is missing from them. Returns 0 when the lane has given all
 * of it; more may be there for a later until.
 */
int txr_lane_read_until(void *ctx, struct txr_event *ev, int max, struct txr_err *err);

#endif
