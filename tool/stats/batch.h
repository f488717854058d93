/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * batch.h - how releases come: in batches (runs of them with no start between on
 * the queue), and with gaps. A lap is not wire time where batches are long.
 *
 * A gap is the time from one release to the next, as far as the packet that ended it
 * was inside meanwhile: while nothing waits, no release is missing.
 */
#ifndef TXRING_STATS_BATCH_H
#define TXRING_STATS_BATCH_H

#include "hist_count.h"

/* Releases of packets that all waited, no further apart, are of one burst. */
#define TXR_BURST_GAP_NS 10000

struct txr_batch {
	uint64_t run;		/* releases since the last start */
	uint64_t followed;	/* releases in the middle of a burst */
	struct txr_hist size;	/* of runs that ended, in packets */
	struct txr_hist gap_ns;
};

static inline void txr_batch_init(struct txr_batch *b)
{
	b->run = b->followed = 0;
	txr_hist_init(&b->size);
	txr_hist_init(&b->gap_ns);
}

static inline void txr_batch_free(struct txr_batch *b)
{
	txr_hist_free(&b->size);
	txr_hist_free(&b->gap_ns);
}

/* Statistics begin: a run that goes on counts with what is still to come of it. */
static inline void txr_batch_begin(struct txr_batch *b)
{
	b->run = b->followed = 0;
	txr_hist_clear(&b->size);
	txr_hist_clear(&b->gap_ns);
}

/* Each returns 0 or not, when memory is short. */
static inline int txr_batch_start(struct txr_batch *b)
{
	uint64_t run = b->run;

	b->run = 0;
	return run ? txr_hist_count(&b->size, run) : 0;
}

/* before_ns: the release before, 0: none. lap_ns: of this one's packet. */
static inline int txr_batch_release(struct txr_batch *b, uint64_t before_ns,
				    uint64_t release_ns, uint64_t lap_ns)
{
	uint64_t ns = release_ns > before_ns ? release_ns - before_ns : 0;

	b->run++;
	if (!before_ns)
		return 0;
	b->followed += ns < TXR_BURST_GAP_NS && ns <= lap_ns;
	return txr_hist_count(&b->gap_ns, ns < lap_ns ? ns : lap_ns);
}

/* With the run that has not ended. */
static inline int txr_batch_sizes(const struct txr_batch *b, struct txr_hist *to)
{
	int err = txr_hist_merge(to, &b->size);

	return b->run ? err | txr_hist_add(to, b->run) : err;
}

static inline int txr_batch_add(struct txr_batch *to, const struct txr_batch *from)
{
	to->followed += from->followed;
	return txr_batch_sizes(from, &to->size) | txr_hist_merge(&to->gap_ns, &from->gap_ns);
}

#endif
