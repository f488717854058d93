/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loss.h - what is certain, and what is possible, once events were lost.
 *
 * Nothing here costs anything before the first gap. From then on each queue has
 * a certain track (packets whose whole stay so far saw no gap; a gap empties it)
 * and a possible one (every open lap, and those that were given up by age or at
 * the memory cap and may still be inside).
 */
#ifndef TXRING_STATS_LOSS_H
#define TXRING_STATS_LOSS_H

#include <stdbool.h>
#include <stdint.h>
#include "txring/event.h"

struct txr_loss_state {		/* of the whole recording */
	bool any;
	uint64_t until_ns;	/* end of the latest gap */
	uint32_t epoch;		/* gaps so far */
	uint64_t gaps, gaps_unknown;	/* since the statistics began */
	uint64_t events;	/* known to be lost, since the statistics began */
};

struct txr_loss_track {		/* of a queue or a device */
	uint32_t epoch;		/* of cur */
	uint32_t cur, max;	/* certain */
	uint64_t possible_max;
	uint64_t given_up;	/* laps ended by age or eviction */
};

void txr_loss_note(struct txr_loss_state *s, const struct txr_event *ev);
/*
 * Statistics begin at ts_ns. Gaps before it do not count any more, one that is
 * still open does; laps that lived through one stay as doubtful as they are.
 */
void txr_loss_begin(struct txr_loss_state *s, uint64_t ts_ns);
/* Before the first gap the track of all packets is the certain one. */
void txr_loss_track_first(struct txr_loss_track *t, uint32_t max);
/* Statistics begin: the maxima are what is inside now. */
void txr_loss_track_begin(struct txr_loss_track *t, const struct txr_loss_state *s,
			  uint64_t open);

static inline void txr_loss_sync(struct txr_loss_track *t, const struct txr_loss_state *s)
{
	if (t->epoch != s->epoch) {
		t->epoch = s->epoch;
		t->cur = 0;
	}
}

static inline void txr_loss_start(struct txr_loss_track *t, uint64_t open)
{
	if (open + t->given_up > t->possible_max)
		t->possible_max = open + t->given_up;
}

static inline void txr_loss_enter(struct txr_loss_track *t, const struct txr_loss_state *s,
				  uint64_t start_ns)
{
	txr_loss_sync(t, s);
	if (start_ns > s->until_ns && ++t->cur > t->max)
		t->max = t->cur;
}

static inline void txr_loss_leave(struct txr_loss_track *t, const struct txr_loss_state *s,
				  uint64_t start_ns)
{
	txr_loss_sync(t, s);
	if (start_ns > s->until_ns && t->cur)
		t->cur--;
}

#endif
