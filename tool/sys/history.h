/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * history.h - how the devices were at moments of the time past: a bounded number
 * of them, close together for the last seconds and further apart before.
 */
#ifndef TXRING_SYS_HISTORY_H
#define TXRING_SYS_HISTORY_H

#include "txring/snapshot.h"

struct txr_moment {
	uint64_t begin_ns;	/* before it was taken; snap.clock_ns is after */
	struct txr_snapshot snap;
};

#define TXR_HISTORY_MAX 64

struct txr_history {		/* zero is an empty one */
	struct txr_moment at[TXR_HISTORY_MAX];	/* oldest first */
	unsigned int count;
};

/*
 * One more, which is taken over; later than those before. Moments before since_ns
 * go; if there are too many, one goes that is close to its neighbours for its age.
 */
void txr_history_add(struct txr_history *h, struct txr_moment *m, uint64_t since_ns);
/* The oldest that began at since_ns or later, or NULL. Owned by h. */
struct txr_moment *txr_history_since(struct txr_history *h, uint64_t since_ns);
void txr_history_free(struct txr_history *h);

#endif
