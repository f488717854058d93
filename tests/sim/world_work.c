// SPDX-License-Identifier: GPL-2.0-only
/*
 * world_work.c - what CPUs do beside sending: completion, receive work, readers,
 * resets, and which of it comes next.
 */
#include <stdlib.h>
#include <string.h>
#include "world.h"

static bool has_ring(const struct wdev *d)
{
	return d->kind == WK_RING || d->kind == WK_IRQRING || d->kind == WK_TAP ||
	       d->kind == WK_VNAPI;
}

static void emit_handover(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f,
			  struct skb *s, uint16_t dev, enum txr_origin o)
{
	struct txr_event e = { .kind = TXR_HANDOVER, .origin = o, .dev = dev,
			       .queue = TXR_QUEUE_NONE, .skbaddr = s->addr };

	if (w->c.handover_events)
		t_handover(w, c, t, f->ctx, s, w_emit(w, c, t, f->ctx, &e));
}

static void wake(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f,
		 struct wdev *d)
{
	struct txr_event e = { .kind = TXR_WAKE, .origin = TXR_O_TX_WAKE_QUEUE, .dev = d->id };
	int i;

	for (i = 0; i < d->nq; i++) {
		if (!d->q[i].stopped || d->q[i].ring.n >= d->cap || d->q[i].frozen)
			continue;
		d->q[i].stopped = false;
		e.queue = i;
		if (w->c.tier == W_PATCHED)
			w_emit(w, c, t, f->ctx, &e);
	}
}

/* The oldest slot that the hardware has finished with. */
static struct slot *take_done(struct world *w, struct wdev *d)
{
	int i, first = rng_below(&w->r, d->nq);

	for (i = 0; i < d->nq; i++) {
		struct wqueue *q = &d->q[(first + i) % d->nq];
		struct slot *s = q->ring.n ? q->ring.v[0] : NULL;

		if (s && s->done && !q->frozen)
			return vec_shift(&q->ring);
	}
	return NULL;
}

static int step_complete(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wdev *d = f->dev;
	bool irq = f->type == WF_IRQ;
	struct slot *s;

	if (f->i == 0) {
		if (d->polling)
			return W_WAIT;
		d->polling = true;
		f->n = rng_range(&w->r, 1, 12);
	}
	s = ++f->i > f->n ? NULL : take_done(w, d);
	if (!s) {
		d->polling = false;
		wake(w, c, t, f, d);
		return W_DONE;
	}
	if (d->kind == WK_VNAPI) {
		emit_handover(w, c, t, f, s->skb, 100 + d->id, TXR_O_NAPI_GRO_RECEIVE);
		w_push_rel(w, c, t, f, s->skb, s->lap, WH_CONSUME, 0);
	} else if (irq) {
		s->skb->olddone = d->old_kfree;
		w_push_rel(w, c, t, f, s->skb, s->lap, WH_IRQ, WR_NOT_SPECIFIED);
	} else if (d->old_kfree) {
		w_push_rel(w, c, t, f, s->skb, s->lap, WH_KFREE, WR_NOT_SPECIFIED);
	} else {
		w_push_rel(w, c, t, f, s->skb, s->lap, rng_pct(&w->r, 80) ? WH_NAPI :
			   WH_CONSUME, 0);
	}
	free(s);
	return W_AGAIN;
}

static bool dispatch(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx)
{
	int i, first = rng_below(&w->r, w->c.ndev);
	struct frame *n;

	for (i = 0; i < w->c.ndev; i++) {
		struct wdev *d = &w->c.dev[(first + i) % w->c.ndev];
		int k = rng_below(&w->r, d->nq);
		struct wqueue *q = &d->q[k];

		if (!q->qdisc.n || q->stopped || q->locked)
			continue;
		n = w_push(w, c, t, WF_TX, ctx);
		n->bh_off = true;
		n->dev = d;
		n->q = k;
		n->skb = vec_shift(&q->qdisc);
		return true;
	}
	return false;
}

/* net_tx_action(): the completion queue youngest first, then the qdiscs. */
static int step_nettx(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct skb *s;

	if (f->i++ == 0) {
		f->list = c->completion;
		memset(&c->completion, 0, sizeof(c->completion));
		c->net_tx = false;
		f->n = rng_below(&w->r, 4);
	}
	s = vec_pop(&f->list);
	if (s) {
		w_push_rel(w, c, t, f, s, -1, WH_NETTX, s->reason);
		t->f[t->n - 1].drop = s->dropped;
		return W_AGAIN;
	}
	if (f->n-- > 0 && dispatch(w, c, t, f->ctx))
		return W_AGAIN;
	return W_DONE;
}

static int step_defer(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct skb *s = vec_shift(&c->defer);

	if (!s)
		return W_DONE;
	s->refs = 1;
	w_push_rel(w, c, t, f, s, -1, WH_NAPI, 0);
	return W_AGAIN;
}

static int step_backlog(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wdev *d = &w->c.dev[rng_below(&w->r, w->c.ndev)];
	struct frame *n;

	if (f->i++ == 0) {
		f->skb = vec_shift(&c->backlog);
		if (!f->skb)
			return W_DONE;
		emit_handover(w, c, t, f, f->skb, 90, TXR_O_NETIF_RECEIVE_SKB);
		return W_AGAIN;
	}
	if (f->i > 2)
		return W_DONE;
	if (w->draining || rng_pct(&w->r, 70) || f->skb->nr_laps > W_SKB_LAPS) {
		w_push_rel(w, c, t, f, f->skb, -1, WH_CONSUME, 0);
		return W_AGAIN;
	}
	n = w_push(w, c, t, WF_TX, f->ctx);		/* forwarded */
	n->bh_off = true;
	n->dev = d;
	n->q = rng_below(&w->r, d->nq);
	n->skb = f->skb;
	return W_AGAIN;
}

static int step_netpoll(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wdev *d = &w->c.dev[rng_below(&w->r, w->c.ndev)];
	int q = rng_below(&w->r, d->nq);
	struct frame *n;

	if (f->i++ || d->kind == WK_STACK || d->kind == WK_STACKQ || d->kind == WK_LO ||
	    d->q[q].locked || d->q[q].stopped || d->lazy)
		return W_DONE;
	n = w_push(w, c, t, WF_TX, f->ctx);
	n->bh_off = true;
	n->dev = d;
	n->q = q;
	n->skb = w_alloc(w, c);
	return W_AGAIN;
}

static int step_reset(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wqueue *q = &f->dev->q[f->q];
	struct slot *s;

	if (f->i == 0) {
		if (q->locked)
			return W_DONE;
		q->locked = q->frozen = true;
	}
	f->i++;
	s = vec_shift(&q->ring);
	if (!s) {
		q->locked = q->frozen = false;
		wake(w, c, t, f, f->dev);
		return W_DONE;
	}
	w_push_rel(w, c, t, f, s->skb, s->lap, WH_KFREE, WR_NOT_SPECIFIED);
	free(s);
	return W_AGAIN;
}

static int step_read(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wqueue *q = &f->dev->q[f->q];
	struct slot *s;

	(void)w;
	if (f->n-- <= 0 || !q->ring.n || q->frozen)
		return W_DONE;
	s = vec_shift(&q->ring);
	q->stopped = false;
	w_push_rel(w, c, t, f, s->skb, s->lap, WH_CONSUME, 0);
	free(s);
	return W_AGAIN;
}

static int step_rx(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	if (f->i++ == 0) {
		f->skb = w_alloc(w, c);
		return W_AGAIN;
	}
	if (f->i > 2)
		return W_DONE;
	w_push_rel(w, c, t, f, f->skb, -1, rng_pct(&w->r, 40) ? WH_NAPI :
		   rng_pct(&w->r, 80) ? WH_CONSUME : WH_KFREE, WR_NOT_SPECIFIED);
	return W_AGAIN;
}

static void pktgen_send(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct frame *n;

	if (!f->burst) {	/* pktgen_xmit() takes the references of a burst ahead */
		f->burst = rng_pct(&w->r, 60) ? 1 : (int)rng_range(&w->r, 2, 6);
		if (f->burst > f->n)
			f->burst = f->n;
		f->skb->refs += f->burst;
	}
	f->skb->more = f->burst > 1;
	f->sub = 1;
	n = w_push(w, c, t, WF_TX, TXR_CTX_BH_OFF);
	n->bh_off = true;
	n->dev = f->dev;
	n->q = f->q;
	n->skb = f->skb;
}

/* One skb sent many times, as with clone_skb or burst. */
static int step_pktgen(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wqueue *q = &f->dev->q[f->q];

	if (f->i == 0) {
		f->skb = w_alloc(w, c);
		f->skb->shared = true;
		f->skb->zerocopy = false;
		f->i = 1;
	}
	if (f->sub && f->rc != TXR_NETDEV_TX_BUSY) {
		f->burst--;
		f->n--;
	}
	f->sub = 0;
	f->rc = 0;
	if (f->n > 0 && !w->draining) {
		if (q->stopped || q->locked)
			return W_WAIT;
		pktgen_send(w, c, t, f);
		return W_AGAIN;
	}
	if (f->i == 1) {
		f->skb->refs -= f->burst;
		f->burst = 0;
		if (!w->c.pktgen_early && f->skb->refs > 1)
			return W_WAIT;
		f->i = 2;
		w_push_rel(w, c, t, f, f->skb, -1, WH_KFREE, WR_NOT_SPECIFIED);
		return W_AGAIN;
	}
	return W_DONE;
}

int w_step_work(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	switch (f->type) {
	case WF_NETTX:
		return step_nettx(w, c, t, f);
	case WF_NAPI:
	case WF_IRQ:
		return step_complete(w, c, t, f);
	case WF_DEFER:
		return step_defer(w, c, t, f);
	case WF_BACKLOG:
		return step_backlog(w, c, t, f);
	case WF_NETPOLL:
		return step_netpoll(w, c, t, f);
	case WF_RESET:
		return step_reset(w, c, t, f);
	case WF_READ:
		return step_read(w, c, t, f);
	case WF_RX:
		return step_rx(w, c, t, f);
	case WF_PKTGEN:
		return step_pktgen(w, c, t, f);
	}
	abort();
}

bool w_softirq_pending(const struct wcpu *c)
{
	return c->net_tx || c->napi || c->defer.n || c->backlog.n;
}

void w_start_softirq(struct world *w, struct wcpu *c, struct wtask *t)
{
	struct frame *f;
	int i, type = 0;

	while (!type) {
		switch (rng_below(&w->r, 4)) {
		case 0: type = c->net_tx ? WF_NETTX : 0; break;
		case 1: type = c->napi ? WF_NAPI : 0; break;
		case 2: type = c->defer.n ? WF_DEFER : 0; break;
		case 3: type = c->backlog.n ? WF_BACKLOG : 0; break;
		}
	}
	f = w_push(w, c, t, type, TXR_CTX_SOFTIRQ);
	f->bh_off = true;
	if (type == WF_NAPI) {
		for (i = 0; !(c->napi & 1U << i); i++)
			;
		c->napi &= ~(1U << i);
		f->dev = &w->c.dev[i];
	}
}

static void start_read(struct world *w, struct wcpu *c, struct wtask *t, struct wdev *d)
{
	struct frame *f = w_push(w, c, t, WF_READ, 0);

	f->dev = d;
	f->q = rng_below(&w->r, d->nq);
	f->n = w->draining || rng_pct(&w->r, 30) ? 1000 : rng_range(&w->r, 1, 8);
}

static bool old_references(struct world *w, struct wcpu *c, struct wtask *t)
{
	struct vec *v = rng_pct(&w->r, 50) ? &w->clones : &w->tstamps;
	struct frame f = { 0 };

	if (!v->n)
		return false;
	w_push_rel(w, c, t, &f, vec_shift(v), -1, WH_CONSUME, 0);
	return true;
}

static struct wdev *choose(struct world *w, bool ring)
{
	int tries;

	for (tries = 0; tries < 8; tries++) {
		struct wdev *d = &w->c.dev[rng_below(&w->r, w->c.ndev)];

		if (rng_pct(&w->r, d->weight) && (!ring || has_ring(d)))
			return d;
	}
	return NULL;
}

static void start_send(struct world *w, struct wcpu *c, struct wtask *t)
{
	struct wdev *d = choose(w, false);
	struct wqueue *q;
	struct frame *f;
	int k;

	if (!d)
		return;
	k = rng_below(&w->r, d->nq);
	q = &d->q[k];
	if (q->qdisc.n > 30)
		return;
	if (q->stopped || q->qdisc.n) {
		vec_push(&q->qdisc, w_alloc(w, c));
		return;
	}
	f = w_push(w, c, t, WF_TX, TXR_CTX_BH_OFF);
	f->bh_off = true;
	f->dev = d;
	f->q = k;
	f->skb = w_alloc(w, c);
}

static bool start_special(struct world *w, struct wcpu *c, struct wtask *t)
{
	struct frame *f;
	struct wdev *d;
	int type = rng_below(&w->r, 1000) < (unsigned int)w->c.reset_pct ? WF_RESET :
		   rng_below(&w->r, 100) < (unsigned int)w->c.pktgen_pct ? WF_PKTGEN : 0;

	if (!type)
		return false;
	d = choose(w, true);
	if (!d || d->kind == WK_VNAPI || (type == WF_RESET && d->kind == WK_TAP) ||
	    (type == WF_PKTGEN && d->kind == WK_TAP))
		return false;
	f = w_push(w, c, t, type, 0);
	f->dev = d;
	f->q = rng_below(&w->r, d->nq);
	f->n = rng_range(&w->r, 1, 40);
	return true;
}

void w_start_activity(struct world *w, struct wcpu *c, struct wtask *t)
{
	int i = rng_below(&w->r, w->c.ndev);

	if (!w->c.rt)
		t->pid = 100 + 10 * c->id + rng_below(&w->r, 3);
	if (rng_pct(&w->r, 25) && dispatch(w, c, t, TXR_CTX_BH_OFF))
		return;
	if (w->c.dev[i].kind == WK_TAP && rng_pct(&w->r, w->draining ? 90 : 15)) {
		start_read(w, c, t, &w->c.dev[i]);
		return;
	}
	if (rng_pct(&w->r, 10) && old_references(w, c, t))
		return;
	if (w->draining)
		return;
	if (rng_pct(&w->r, w->c.rx_pct)) {
		w_push(w, c, t, WF_RX, rng_pct(&w->r, 50) ? TXR_CTX_SOFTIRQ : 0)->bh_off = true;
		return;
	}
	if (start_special(w, c, t))
		return;
	start_send(w, c, t);
}

/* The devices themselves: packets leave on the wire, an interrupt is raised. */
void w_hardware(struct world *w)
{
	struct wdev *d = &w->c.dev[rng_below(&w->r, w->c.ndev)];
	struct wqueue *q = &d->q[rng_below(&w->r, d->nq)];
	int i, k, to;

	if (!has_ring(d) || d->kind == WK_TAP || q->frozen ||
	    !rng_pct(&w->r, w->draining ? 60 : w->c.hw_pct))
		return;
	k = rng_pct(&w->r, 20) ? q->ring.n : (int)rng_range(&w->r, 1, 6);
	for (i = 0; i < q->ring.n && k; i++) {
		struct slot *s = q->ring.v[i];

		if (s->done)
			continue;
		s->done = true;
		k--;
	}
	if (d->lazy && !w->draining && q->ring.n < d->cap)
		return;
	to = d->spread_irq ? (int)rng_below(&w->r, w->c.cpus) : d->irq_cpu % w->c.cpus;
	if (d->kind == WK_IRQRING)
		w->cpu[to].irq |= 1U << (d - w->c.dev);
	else
		w->cpu[to].napi |= 1U << (d - w->c.dev);
}

bool w_idle(const struct world *w)
{
	int i, j;

	for (i = 0; i < w->c.cpus; i++) {
		const struct wcpu *c = &w->cpu[i];

		for (j = 0; j < W_TASKS; j++)
			if (c->task[j].n)
				return false;
		if (w_softirq_pending(c) || c->irq || c->completion.n)
			return false;
	}
	for (i = 0; i < w->c.ndev; i++)
		for (j = 0; j < w->c.dev[i].nq; j++)
			if (w->c.dev[i].q[j].ring.n || w->c.dev[i].q[j].qdisc.n)
				return false;
	return !w->clones.n && !w->tstamps.n;
}
