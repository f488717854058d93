// SPDX-License-Identifier: GPL-2.0-only
/*
 * world_xmit.c - a packet's way into a driver: dequeue, ndo_start_xmit of each
 * kind of device, and what becomes of a refusal.
 */
#include <stdlib.h>
#include "world.h"

static int emit_start(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct txr_event e = {
		.kind = TXR_START, .dev = f->dev->id, .queue = f->q,
		.skbaddr = f->skb->addr,
		.origin = w->c.tier == W_PATCHED ? TXR_O_NETDEV_START_XMIT :
						   TXR_O_NET_DEV_START_XMIT,
		.start = { f->skb->len, f->skb->segs, f->skb->segs_low, f->skb->segs_high },
	};

	if (w->c.tier == W_PATCHED) {
		e.refs = f->skb->refs;
		if (f->skb->shared ? f->skb->more : rng_pct(&w->r, 30))
			e.flags |= TXR_EVF_XMIT_MORE;
	}
	if (f->skb->hwts)
		e.flags |= TXR_EVF_HW_TSTAMP;
	return w_emit(w, c, t, f->ctx, &e);
}

static void emit_result(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct txr_event e = {
		.kind = TXR_RESULT, .dev = f->dev->id, .queue = f->q, .skbaddr = f->skb->addr,
		.origin = w->c.tier == W_PATCHED ? TXR_O_NETDEV_XMIT_DONE : TXR_O_NET_DEV_XMIT,
		.result = { .rc = f->rc },
	};

	if (w->c.tier == W_NORESULT) {
		t_result(w, f->lap, f->rc, -1);
		return;
	}
	if (w->c.tier == W_PATCHED) {
		e.flags = TXR_EVF_QSTATE;
		e.result.qstate = f->dev->q[f->q].stopped ? TXR_QSTATE_DRV_XOFF : 0;
	}
	t_result(w, f->lap, f->rc, w_emit(w, c, t, f->ctx, &e));
}

static void emit_handover(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f,
			  enum txr_origin o)
{
	struct txr_event e = { .kind = TXR_HANDOVER, .origin = o, .dev = f->dev->id,
			       .queue = TXR_QUEUE_NONE, .skbaddr = f->skb->addr };

	if (w->c.handover_events)
		t_handover(w, c, t, f->ctx, f->skb, w_emit(w, c, t, f->ctx, &e));
}

static void place(struct world *w, struct frame *f)
{
	struct wqueue *q = &f->dev->q[f->q];
	struct slot *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	s->skb = f->skb;
	s->lap = f->lap;
	if (f->skb->hwts && !f->skb->shared) {	/* skb_get() for the time stamp */
		f->skb->refs++;
		vec_push(&w->tstamps, f->skb);
	}
	vec_push(&q->ring, s);
	if (f->dev->stop_mode && q->ring.n >= f->dev->cap)
		q->stopped = true;
}

static bool drop_inside(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	int32_t reason = rng_pct(&w->r, 50) ? WR_NOT_SPECIFIED : WR_DRIVER;

	if (f->skb->shared || !rng_pct(&w->r, f->dev->drop_pct))
		return false;
	f->rc = rng_pct(&w->r, 70) ? 0 : 1;
	w_push_rel(w, c, t, f, f->skb, f->lap, WH_KFREE, reason);
	return true;
}

static void body_ring(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wqueue *q = &f->dev->q[f->q];
	bool full = q->ring.n >= f->dev->cap;

	if (drop_inside(w, c, t, f))
		return;
	if (f->dev->kind == WK_TAP && full) {
		f->rc = 1;
		w_push_rel(w, c, t, f, f->skb, f->lap, WH_KFREE, WR_FULL_RING);
	} else if (f->dev->kind == WK_VNAPI && full && !w->c.k72) {
		w_push_rel(w, c, t, f, f->skb, f->lap, WH_KFREE, WR_NOT_SPECIFIED);
	} else if (full || rng_pct(&w->r, f->dev->busy_pct)) {
		f->rc = TXR_NETDEV_TX_BUSY;
	} else {
		place(w, f);
		if (rng_pct(&w->r, f->dev->cn_pct))
			f->rc = 2;	/* NET_XMIT_CN, the skb is alive */
	}
}

static void clean_lazily(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wqueue *q = &f->dev->q[f->q];
	struct slot *s = q->ring.n ? q->ring.v[0] : NULL;

	/* One cleaner at a time: the poll, or an xmit. */
	if (!s || !s->done || (f->n == 0 && f->dev->polling)) {
		if (f->n)
			f->dev->polling = false;
		f->nest = false;
		return;
	}
	f->n = 1;
	f->dev->polling = true;
	vec_shift(&q->ring);
	w_push_rel(w, c, t, f, s->skb, s->lap, WH_CONSUME, 0);
	free(s);
}

static void body_handover(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wcpu *to = c;

	if (f->sub++ == 0) {
		emit_handover(w, c, t, f, TXR_O_NETIF_RX);
		return;
	}
	f->nest = false;
	if (f->dev->rps)
		to = &w->cpu[rng_below(&w->r, w->c.cpus)];
	if (to->backlog.n >= w->c.backlog_max)
		w_push_rel(w, c, t, f, f->skb, f->lap, WH_KFREE, WR_CPU_BACKLOG);
	else
		vec_push(&to->backlog, f->skb);
}

static void body_stacked(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wdev *low = &w->c.dev[f->dev->lower];
	int q = rng_below(&w->r, low->nq);
	struct frame *n;

	if (rng_pct(&w->r, f->dev->qdrop_pct)) {
		f->rc = 1;
		w_push_rel(w, c, t, f, f->skb, f->lap, WH_KFREE, WR_QDISC_DROP);
		return;
	}
	if (rng_pct(&w->r, f->dev->cn_pct))
		f->rc = 2;
	if (f->dev->kind == WK_STACKQ || low->q[q].stopped || low->q[q].qdisc.n) {
		vec_push(&low->q[q].qdisc, f->skb);
		return;
	}
	n = w_push(w, c, t, WF_TX, f->ctx);
	n->bh_off = true;
	n->dev = low;
	n->q = q;
	n->skb = f->skb;
}

/* What ndo_start_xmit does. f->nest: not done yet. */
static void body(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	f->nest = false;
	switch (f->dev->kind) {
	case WK_RING:
	case WK_IRQRING:
	case WK_TAP:
	case WK_VNAPI:
		if (f->dev->lazy && f->sub == 0) {
			f->nest = true;
			clean_lazily(w, c, t, f);
			if (f->nest)
				return;
			f->sub = 1;
		}
		body_ring(w, c, t, f);
		break;
	case WK_DUMMY:
		w_push_rel(w, c, t, f, f->skb, f->lap, WH_CONSUME, 0);
		break;
	case WK_OLDDUMMY:
		w_push_rel(w, c, t, f, f->skb, f->lap, WH_KFREE, WR_NOT_SPECIFIED);
		break;
	case WK_LO:
		f->nest = true;
		body_handover(w, c, t, f);
		break;
	case WK_STACK:
	case WK_STACKQ:
		body_stacked(w, c, t, f);
		break;
	}
}

int w_step_xmit(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	switch (f->step) {
	case 0:
		if (!f->skb->shared && (f->dev->kind == WK_RING || f->dev->kind == WK_IRQRING) &&
		    f->skb->refs == 1)
			f->skb->hwts = rng_pct(&w->r, f->dev->hwts_pct);
		f->lap = t_start(w, c, t, f, emit_start(w, c, t, f));
		f->step = 1;
		return W_AGAIN;
	case 1:
		body(w, c, t, f);
		/* body may have pushed a frame: f is still valid, it is an array */
		if (!f->nest)
			f->step = 2;
		return W_AGAIN;
	case 2:			/* time for others between the ring and the result */
		f->step = 3;
		return W_AGAIN;
	case 3:
		emit_result(w, c, t, f);
		c->last_rc = f->rc;
		f->step = 4;
		t->f[t->n - 2].rc = f->rc;
		return W_DONE;
	}
	return W_DONE;
}

static int after_busy(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	if (f->skb->shared) {		/* pktgen tries again by itself */
		t->f[t->n - 2].rc = TXR_NETDEV_TX_BUSY;
		return W_DONE;
	}
	if (w->c.purge && rng_pct(&w->r, 30)) {
		w_push_rel(w, c, t, f, f->skb, -1, rng_pct(&w->r, 60) ? WH_KFREE : WH_CONSUME,
			   WR_QUEUE_PURGE);
		f->step = 2;
		return W_AGAIN;
	}
	vec_insert(&f->dev->q[f->q].qdisc, 0, f->skb);
	return W_DONE;
}

static void tap_clone(struct world *w, struct wcpu *c)
{
	if (rng_pct(&w->r, w->c.clone_pct))
		vec_push(&w->clones, w_alloc(w, c));
}

int w_step_tx(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wqueue *q = &f->dev->q[f->q];
	struct frame *n;

	switch (f->step) {
	case 0:
		if (q->frozen || q->stopped) {
			if (f->skb->shared) {
				t->f[t->n - 2].rc = TXR_NETDEV_TX_BUSY;
				return W_DONE;
			}
			vec_insert(&q->qdisc, 0, f->skb);
			return W_DONE;
		}
		if (!f->dev->lltx && q->locked)
			return W_WAIT;
		if (!f->dev->lltx)
			q->locked = true;
		tap_clone(w, c);
		n = w_push(w, c, t, WF_XMIT, f->ctx);
		n->bh_off = true;
		n->dev = f->dev;
		n->q = f->q;
		n->skb = f->skb;
		f->step = 1;
		return W_AGAIN;
	case 1:
		if (!f->dev->lltx)
			q->locked = false;
		if (f->rc == TXR_NETDEV_TX_BUSY)
			return after_busy(w, c, t, f);
		return W_DONE;
	}
	return W_DONE;
}
