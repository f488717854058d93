// SPDX-License-Identifier: GPL-2.0-only
/* loss.c - what is certain, and what is possible, once events were lost. */
#include "loss.h"

void txr_loss_note(struct txr_loss_state *s, const struct txr_event *ev)
{
	s->any = true;
	s->epoch++;
	s->gaps++;
	if (ev->lost.count)
		s->events += ev->lost.count;
	else
		s->gaps_unknown++;
	if (ev->lost.until_ns > s->until_ns)
		s->until_ns = ev->lost.until_ns;
}

/*
 * What was lost in a gap that reaches past ts_ns cannot be shared out between
 * before and after: all of it counts.
 */
void txr_loss_begin(struct txr_loss_state *s, uint64_t ts_ns)
{
	if (s->until_ns > ts_ns)
		return;
	s->gaps = s->gaps_unknown = s->events = 0;
}

void txr_loss_track_first(struct txr_loss_track *t, uint32_t max)
{
	t->max = max;
	t->possible_max = max;
}

void txr_loss_track_begin(struct txr_loss_track *t, const struct txr_loss_state *s,
			  uint64_t open)
{
	txr_loss_sync(t, s);
	t->max = t->cur;
	t->possible_max = open + t->given_up;
}
