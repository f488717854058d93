// SPDX-License-Identifier: GPL-2.0-only
/*
 * world_truth.c - what really happened to every start, and what of it the
 * chosen tier can see.
 *
 * The world knows physically which frame runs inside which ndo_start_xmit and
 * which reference is the driver's; no event is looked at here. Where the tier
 * cannot see a fact, the lap is marked fuzzy (its times) or fuzzy_outcome.
 */
#include <stdlib.h>
#include <string.h>
#include "world.h"

enum { P_NONE, P_DONE, P_DROP, P_NOSPEC };

static void grow(struct world *w)
{
	int n = w->laps.cap;

	if (w->cap_open >= n)
		return;
	w->xmit_open = realloc(w->xmit_open, n * sizeof(*w->xmit_open));
	w->xmit_in = realloc(w->xmit_in, n * sizeof(*w->xmit_in));
	w->pend = realloc(w->pend, n);
	w->handed = realloc(w->handed, n);
	if (!w->xmit_open || !w->xmit_in || !w->pend || !w->handed)
		abort();
	w->cap_open = n;
}

static void enter(struct world *w, struct xlap *x, int at)
{
	x->entered = true;
	x->enter_at = at;
	x->enter_ns = w->ev[at].ts_ns;
	x->seq_enter = ++w->seq;
}

static void end(struct world *w, struct xlap *x, enum txr_outcome o, int at)
{
	x->outcome = o;
	x->end_at = at;
	x->end_ns = w->ev[at].ts_ns;
	x->seq_end = ++w->seq;
}

static void release(struct world *w, struct xlap *x, int at)
{
	const struct txr_event *e = &w->ev[at];

	x->released = true;
	x->release_at = at;
	x->release_ns = e->ts_ns;
	x->release_origin = e->origin;
	x->release_cpu = e->cpu;
	x->release_ctx = e->ctx;
	x->release_pid = e->pid;
}

/*
 * A shared skb that starts again before its last reference is gone: where
 * references cannot be seen, the first lap's release was missed.
 */
static void restart_same(struct world *w, struct frame *f, int at)
{
	int i;

	for (i = 0; i < f->skb->nr_laps; i++) {
		int l = f->skb->lap[i];
		struct xlap *x = &w->laps.v[l];

		if (x->outcome || w->pend[l])
			continue;
		if (x->dev == f->dev->id) {
			/* handed over to itself: the rules call it restarted */
			x->fuzzy_outcome |= w->handed[l] && w->xmit_open[l];
			if (w->c.tier != W_PATCHED || f->skb->refs < 2)
				end(w, x, TXR_RESTARTED, at);
		} else if (w->handed[l] && w->xmit_open[l]) {
			x->in_xmit = true;
			end(w, x, TXR_HANDED_OVER, at);
		}
	}
}

int t_start(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f, int at)
{
	const struct txr_event *e = &w->ev[at];
	struct xlap *x;
	int l;

	restart_same(w, f, at);
	x = xlaps_add(&w->laps);
	l = w->laps.n - 1;
	grow(w);
	x->start_at = at;
	x->start_ns = e->ts_ns;
	x->start_cpu = e->cpu;
	x->skb = e->skbaddr;
	x->dev = e->dev;
	x->queue = e->queue;
	x->len_bytes = e->start.len_bytes;
	x->segs = e->start.segs;
	x->segs_low = e->start.segs_low;
	x->segs_high = e->start.segs_high;
	x->fuzzy = x->fuzzy_outcome = f->skb->fuzzy;
	x->shared = f->skb->shared;
	w->xmit_open[l] = true;
	w->xmit_in[l].cpu = c->id;
	w->xmit_in[l].task = t - c->task;
	w->xmit_in[l].hard = f->ctx & TXR_CTX_HARDIRQ;
	w->pend[l] = P_NONE;
	w->handed[l] = 0;
	f->skb->lap = realloc(f->skb->lap, (f->skb->nr_laps + 1) * sizeof(*f->skb->lap));
	if (!f->skb->lap)
		abort();
	f->skb->lap[f->skb->nr_laps++] = l;
	if (w->c.tier == W_NORESULT)
		enter(w, x, at);
	return l;
}

static void decide_pending(struct world *w, struct xlap *x, int pend, int at)
{
	x->in_xmit = true;
	x->nospec_ok = pend == P_NOSPEC && x->rc == 0;
	end(w, x, pend == P_DONE ? TXR_COMPLETED : TXR_DROPPED, at);
}

/* at -1: this tier shows no result. */
void t_result(struct world *w, int lap, int32_t rc, int at)
{
	struct xlap *x = &w->laps.v[lap];

	w->xmit_open[lap] = false;
	if (at < 0)
		return;
	x->has_result = true;
	x->rc = rc;
	x->result_at = at;
	x->result_ns = w->ev[at].ts_ns;
	if (x->outcome)
		return;
	if (w->handed[lap] && w->pend[lap] != P_DROP && w->pend[lap] != P_NOSPEC) {
		x->in_xmit = true;
		end(w, x, TXR_HANDED_OVER, at);
	} else if (w->pend[lap]) {
		decide_pending(w, x, w->pend[lap], at);
	} else if (rc == TXR_NETDEV_TX_BUSY) {
		end(w, x, TXR_BUSY, at);
	} else {
		enter(w, x, at);
	}
}

/* Physically within this lap's ndo_start_xmit: same stack, no IRQ between. */
static bool inside(const struct world *w, const struct wcpu *c, const struct wtask *t,
		   uint8_t ctx, int lap)
{
	if (w->c.tier == W_NORESULT || !w->xmit_open[lap])
		return false;
	return w->xmit_in[lap].cpu == c->id && w->xmit_in[lap].task == t - c->task &&
	       w->xmit_in[lap].hard == !!(ctx & TXR_CTX_HARDIRQ);
}

static void note_reason(struct world *w, struct xlap *x, int at, bool kfree)
{
	if (!kfree)
		return;
	x->has_reason = true;
	x->reason = w->ev[at].free.reason;
	x->full_ring = x->reason == WR_FULL_RING;
}

/* The first thing that this tier shows of the end of the driver's reference. */
void t_visible(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx, int lap,
	       int at, bool drop, bool nospec)
{
	struct xlap *x = &w->laps.v[lap];
	bool kfree = w->ev[at].origin == TXR_O_KFREE_SKB ||
		     w->ev[at].flags & TXR_EVF_DROPPED;

	if (x->outcome || w->pend[lap])
		return;
	if (inside(w, c, t, ctx, lap)) {
		w->pend[lap] = !drop ? P_DONE : nospec ? P_NOSPEC : P_DROP;
		release(w, x, at);
		note_reason(w, x, at, kfree);
		return;
	}
	release(w, x, at);
	note_reason(w, x, at, kfree);
	if (w->c.tier == W_NORESULT) {
		end(w, x, drop && !nospec && x->reason != WR_QUEUE_PURGE ?
		    TXR_DROPPED : TXR_COMPLETED, at);
	} else if (w->xmit_open[lap]) {
		if (w->handed[lap]) {
			x->in_xmit = true;
			end(w, x, TXR_HANDED_OVER, at);
			return;
		}
		enter(w, x, at);
		end(w, x, TXR_COMPLETED, at);
	} else {
		end(w, x, TXR_COMPLETED, at);
	}
}

void t_free(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx, struct skb *s,
	    int at, bool drop, bool nospec)
{
	int i;

	s->gone = true;
	for (i = 0; i < s->nr_laps; i++) {
		struct xlap *x = &w->laps.v[s->lap[i]];

		if (at < 0) {		/* freed without an event */
			if (!x->outcome && !w->pend[s->lap[i]])
				x->fuzzy = x->fuzzy_outcome = true;
			continue;
		}
		t_visible(w, c, t, ctx, s->lap[i], at, drop, nospec);
	}
}

void t_handover(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx,
		struct skb *s, int at)
{
	int i;

	for (i = 0; i < s->nr_laps; i++) {
		int l = s->lap[i];
		struct xlap *x = &w->laps.v[l];

		if (x->outcome || w->pend[l])
			continue;
		if (inside(w, c, t, ctx, l)) {
			w->handed[l] = 1;
			continue;
		}
		if (w->xmit_open[l] && w->c.tier != W_NORESULT) {
			if (w->handed[l])
				continue;
			enter(w, x, at);
		}
		release(w, x, at);
		end(w, x, TXR_HANDED_OVER, at);
	}
}

/* The recording ends: what was freed inside xmit ends as if the result were OK. */
void t_finish(struct world *w)
{
	int i;

	for (i = 0; i < w->laps.n; i++) {
		struct xlap *x = &w->laps.v[i];

		if (x->outcome)
			continue;
		if (w->handed[i] && w->xmit_open[i] && w->pend[i] != P_DROP &&
		    w->pend[i] != P_NOSPEC) {
			x->in_xmit = true;
			end(w, x, TXR_HANDED_OVER, w->nev - 1);
		} else if (w->pend[i]) {
			decide_pending(w, x, w->pend[i], w->nev - 1);
		}
	}
}
