// SPDX-License-Identifier: GPL-2.0-only
/*
 * world_skb.c - skbs: addresses that come back youngest first, and the ways in
 * which a reference is dropped (net/core/skbuff.c, net/core/dev.c).
 */
#include <stdlib.h>
#include "world.h"

struct skb *w_alloc(struct world *w, struct wcpu *c)
{
	struct skb *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	if (c->free.n)
		s->addr = (uint64_t)(uintptr_t)vec_pop(&c->free);
	else
		s->addr = w->next_addr += 256;
	s->refs = 1;
	s->alloc_cpu = c->id;
	s->len = rng_range(&w->r, 60, 1514);
	s->segs = s->segs_low = s->segs_high = 1;
	if (rng_pct(&w->r, w->c.gso_pct)) {
		s->segs = rng_range(&w->r, 2, 44);
		s->len = 1448 * s->segs;
		s->segs_low = s->segs - rng_below(&w->r, 2);
		s->segs_high = s->segs + rng_below(&w->r, 2);
	}
	s->zerocopy = rng_pct(&w->r, w->c.zerocopy_pct);
	vec_push(&w->skbs, s);
	return s;
}

/* kmem_cache_free: to the list of the CPU that frees. */
static void give_back(struct wcpu *c, struct skb *s)
{
	vec_push(&c->free, (void *)(uintptr_t)s->addr);
}

void w_push_rel(struct world *w, struct wcpu *c, struct wtask *t, struct frame *from,
		struct skb *s, int lap, enum w_how how, int32_t reason)
{
	struct frame *f = w_push(w, c, t, WF_REL, from->ctx);

	f->bh_off = from->bh_off;
	f->skb = s;
	f->lap = lap;
	f->how = how;
	f->reason = reason;
	f->drop = how == WH_KFREE;
	/* dev_kfree_skb_any(): in hard IRQ context the IRQ variant. */
	if ((how == WH_KFREE || how == WH_CONSUME) && from->ctx & TXR_CTX_HARDIRQ)
		f->how = WH_IRQ;
	if (s->olddone && f->how == WH_IRQ) {
		f->drop = false;
		f->mine = true;
	}
}

static int emit_release(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f,
			enum txr_origin o)
{
	struct txr_event e = { .kind = TXR_RELEASE, .origin = o, .dev = TXR_DEV_NONE,
			       .queue = TXR_QUEUE_NONE, .skbaddr = f->skb->addr };
	int at;

	if (w->c.tier != W_PATCHED)
		return -1;
	if (o == TXR_O_SKB_UNREF)
		e.refs = f->skb->refs;
	if (o == TXR_O_DEV_KFREE_SKB_IRQ && f->drop) {
		e.flags = TXR_EVF_DROPPED |
			  (f->reason == WR_NOT_SPECIFIED ? TXR_EVF_NOT_SPECIFIED : 0);
		e.free.reason = f->reason;
	}
	at = w_emit(w, c, t, f->ctx, &e);
	if (f->lap >= 0)
		t_visible(w, c, t, f->ctx, f->lap, at, f->drop && o == TXR_O_DEV_KFREE_SKB_IRQ,
			  f->reason == WR_NOT_SPECIFIED);
	return at;
}

static void emit_free(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f,
		      bool kfree)
{
	struct txr_event e = { .kind = TXR_FREE, .dev = TXR_DEV_NONE, .queue = TXR_QUEUE_NONE,
			       .skbaddr = f->skb->addr, .origin = TXR_O_CONSUME_SKB };
	bool nospec = f->reason == WR_NOT_SPECIFIED;
	int at;

	if (kfree) {
		e.origin = TXR_O_KFREE_SKB;
		e.free.reason = f->reason;
		e.flags = nospec ? TXR_EVF_NOT_SPECIFIED :
			  f->reason == WR_FULL_RING ? TXR_EVF_FULL_RING :
			  f->reason == WR_QUEUE_PURGE ? TXR_EVF_QUEUE_PURGE : 0;
	}
	at = w_emit(w, c, t, f->ctx, &e);
	t_free(w, c, t, f->ctx, f->skb, at, kfree, nospec);
	give_back(c, f->skb);
}

/*
 * A reference that is not the driver's goes while the ring still has the skb:
 * the event does not tell whose it was.
 */
static void foreign_unref(struct world *w, struct skb *s)
{
	int i;

	for (i = 0; i < s->nr_laps; i++)
		if (!w->laps.v[s->lap[i]].outcome && w->c.tier == W_PATCHED)
			s->fuzzy = true;
	for (i = 0; s->fuzzy && i < s->nr_laps; i++)
		if (!w->laps.v[s->lap[i]].outcome)
			w->laps.v[s->lap[i]].fuzzy = w->laps.v[s->lap[i]].fuzzy_outcome = true;
}

/* skb_unref(): true if that was the last reference. */
static bool unref(struct frame *f)
{
	return --f->skb->refs == 0;
}

/*
 * consume_skb(), kfree_skb(): the patched kernel shows the drop with the number
 * of references before it; when it is the last one, the free follows and says
 * more, so that is the release then.
 */
static void show_unref(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct frame quiet = *f;

	if (f->lap < 0 && f->skb->refs > 1)
		foreign_unref(w, f->skb);
	if (f->skb->refs == 1)
		quiet.lap = -1;
	emit_release(w, c, t, &quiet, TXR_O_SKB_UNREF);
}

static bool step_irq(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	emit_release(w, c, t, f, TXR_O_DEV_KFREE_SKB_IRQ);
	if (--f->skb->refs)
		return true;
	f->skb->dropped = f->drop || f->mine;
	f->skb->reason = f->drop || f->mine ? f->reason : 0;
	vec_push(&c->completion, f->skb);
	c->net_tx = true;
	return true;
}

/* 7.2: an skb of another CPU goes back there, or without a word. */
static bool defer_free(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	struct wcpu *home = &w->cpu[f->skb->alloc_cpu];

	if (!w->c.k72 || home == c)
		return false;
	if (home->defer.n >= w->c.defer_max || f->skb->zerocopy) {
		t_free(w, c, t, f->ctx, f->skb, -1, false, false);
		give_back(c, f->skb);
	} else {
		f->skb->refs = 1;
		vec_push(&home->defer, f->skb);
	}
	return true;
}

bool w_step_rel(struct world *w, struct wcpu *c, struct wtask *t, struct frame *f)
{
	bool first = f->step++ == 0;

	switch (f->how) {
	case WH_IRQ:
		return step_irq(w, c, t, f);
	case WH_NAPI:
		if (first) {
			emit_release(w, c, t, f, TXR_O_NAPI_CONSUME_SKB);
			return false;
		}
		if (unref(f) && !defer_free(w, c, t, f))
			emit_free(w, c, t, f, false);
		return true;
	case WH_CONSUME:
	case WH_KFREE:
		if (first) {
			show_unref(w, c, t, f);
			return false;
		}
		if (unref(f))
			emit_free(w, c, t, f, f->how == WH_KFREE);
		return true;
	case WH_NETTX:		/* net_tx_action() frees without a drop */
		emit_free(w, c, t, f, f->drop);
		return true;
	}
	return true;
}
