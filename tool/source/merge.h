/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * merge.h - the CPUs of a recording in one order of time.
 *
 * One lane per CPU, each with a small batch of decoded events. At equal times
 * the lane that was added first comes first; within a lane the order is kept.
 * Steps back in time within a lane are counted, and put right where the events
 * are still at hand.
 */
#ifndef TXRING_MERGE_H
#define TXRING_MERGE_H

#include <stdint.h>
#include "txring/err.h"
#include "txring/event.h"

/*
 * Decode up to max more events of one CPU to ev[], in the order of its buffer.
 * Returns their number, 0 at the end, or a negative errno.
 */
typedef int (*txr_lane_fill)(void *ctx, struct txr_event *ev, int max,
			     struct txr_err *err);

struct txr_merge;

/* lanes: how many will be added; batches are smaller when there are many. */
struct txr_merge *txr_merge_new(unsigned int lanes);
void txr_merge_free(struct txr_merge *m);	/* accepts NULL; not the ctxs */
/*
 * Add a lane, in the order of CPU numbers. hold: how many events are held back
 * to sort late ones in; 0: none until the first step back is seen.
 */
int txr_merge_add(struct txr_merge *m, txr_lane_fill fill, void *ctx, unsigned int hold);

/*
 * At most max events in order; they stay valid until the next call. Returns
 * their number, 0 at the end, or a negative errno. *lost grows by the TXR_LOST
 * among them.
 */
int txr_merge_read(struct txr_merge *m, const struct txr_event **ev, int max,
		   uint64_t *lost, struct txr_err *err);

/* Before the first read: events up to that time were given already, by whoever. */
void txr_merge_begin_at(struct txr_merge *m, uint64_t ns);

/* After the end: lanes may have more now (pages of a running kernel). */
void txr_merge_again(struct txr_merge *m);

/* Steps back in time within a lane, so far. */
uint64_t txr_merge_out_of_order(const struct txr_merge *m);

#endif
