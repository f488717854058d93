// SPDX-License-Identifier: GPL-2.0-only
/* check_outlived.c - laps of shared skbs that no rule can know of after a loss. */
#include "check.h"

/* The end of the window that an event of the world was lost in. */
static uint64_t window_end(const struct stream *s, const struct txr_event *e)
{
	int i;

	for (i = 0; i < s->n; i++)
		if (s->ev[i].kind == TXR_LOST && s->ev[i].cpu == e->cpu &&
		    s->ev[i].ts_ns <= e->ts_ns && e->ts_ns <= s->ev[i].lost.until_ns)
			return s->ev[i].lost.until_ns;
	return UINT64_MAX;
}

/* The first event of this kind and address that is shown behind one of the world. */
static int first_behind(const struct stream *s, int kind, uint64_t skb, int orig)
{
	int i;

	for (i = 0; i < s->n; i++)
		if (s->orig[i] > orig && s->ev[i].kind == kind && s->ev[i].skbaddr == skb)
			return i;
	return -1;
}

/*
 * A lap of this skb whose start was lost stayed in the ring for longer than laps
 * are taken to, and its first start that is shown came after that time. Then its
 * references may be the sender's own: the FIFO is one release off until the skb
 * is freed.
 */
bool outlived_its_loss(const struct run *run, const struct world *w,
			      const struct stream *s, const int *to, const struct xlap *t)
{
	uint64_t age_ns = run->cfg.loss_age_ns ? run->cfg.loss_age_ns : TXR_LOSS_AGE_DEFAULT_NS;
	int i, f, gone;

	for (i = 0; i < w->laps.n; i++) {
		const struct xlap *u = &w->laps.v[i];
		uint64_t end_ns;

		if (u->skb != t->skb || u->start_at >= t->start_at || to[u->start_at] >= 0)
			continue;
		f = first_behind(s, TXR_START, u->skb, u->start_at);
		if (f < 0 || (u->end_at >= 0 && u->end_at < s->orig[f]))
			continue;
		gone = first_behind(s, TXR_FREE, u->skb, s->orig[f]);
		end_ns = window_end(s, &w->ev[u->start_at]);
		if (end_ns < s->ev[f].ts_ns && (gone < 0 || s->orig[gone] > t->start_at) &&
		    s->ev[f].ts_ns - end_ns > age_ns)
			return true;
	}
	return false;
}
