// SPDX-License-Identifier: GPL-2.0-only
/* start.c - a skb is about to be handed to a driver: a new lap. */
#include <errno.h>
#include "pair_impl.h"

/*
 * The same skb starts again while the innermost xmit of it is open: that device
 * is stacked on this one.
 */
static void learn_stacking(struct txr_pair *p, const struct txr_event *ev)
{
	const struct txr_xmit *x = txr_xmit_innermost(p, ev);
	const struct txr_lap *outer;

	if (!x || x->skbaddr != ev->skbaddr || x->dev == ev->dev)
		return;
	outer = txr_lap_at(&p->laps, x->lap);
	/* handed over and forwarded at once (netkit): that is no stacking */
	if (outer->state == LAP_XMIT && !(outer->flags & TXR_LAP_HANDED))
		txr_pair_set_stacked(p, x->dev);
}

/* What the new start says of an older lap of the skb. */
static enum txr_outcome verdict(const struct txr_pair *p, const struct txr_lap *old,
				const struct txr_event *ev)
{
	if (old->dev == ev->dev)
		return ev->refs > 1 ? TXR_OPEN : TXR_RESTARTED;
	if (old->flags & TXR_LAP_HANDED)
		return TXR_HANDED_OVER;
	return txr_pair_is_stacked(p, old->dev) ? TXR_OPEN : TXR_RESTARTED;
}

static void end_older(struct txr_pair *p, uint32_t i, enum txr_outcome o,
		      const struct txr_event *ev)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, i);

	if (o == TXR_HANDED_OVER)
		lap->flags |= TXR_LAP_IN_XMIT;
	else if (p->ghost)	/* its free may just be told of too late */
		o = TXR_UNCERTAIN;
	txr_lap_end_checked(p, i, o, ev->ts_ns);
}

/*
 * End the laps of the skb that this start shows to be over. Returns what the
 * others mean for the new lap.
 */
static uint32_t sort_out_older(struct txr_pair *p, struct txr_slot *s,
			       const struct txr_event *ev)
{
	uint32_t i = txr_lap_at(&p->laps, s->tail)->next, next, last = s->tail;
	const struct txr_lap *newest = txr_lap_at(&p->laps, last);
	uint32_t flags = 0;

	/* a shared skb once more: its last start has sorted out the others */
	if (ev->refs > 1 && newest->dev == ev->dev && !(newest->flags & LAP_F_UNSORTED))
		return txr_lap_tainted(p, newest) ? LAP_F_TAINTED : 0;
	for (;; i = next) {
		const struct txr_lap *old = txr_lap_at(&p->laps, i);
		enum txr_outcome o = verdict(p, old, ev);

		next = old->next;
		if (o != TXR_OPEN) {
			if (o == TXR_RESTARTED && p->ghost)
				flags |= LAP_F_RACED;
			txr_chain_unlink(p, s, i);
			end_older(p, i, o, ev);
		} else if (old->dev == ev->dev && txr_lap_tainted(p, old)) {
			flags |= LAP_F_TAINTED;
		}
		if (i == last)
			return flags;
	}
}

/* Freed just before, on another CPU: or in truth just after? */
static bool suspect(const struct txr_pair *p, const struct txr_event *ev)
{
	const struct txr_ghost *g;
	int i;

	if (!p->ghost)
		return false;
	g = txr_ghost_at(p, ev->skbaddr);
	if (g->crowd_ns && ev->ts_ns - g->crowd_ns <= GHOST_WINDOW_NS)
		return true;		/* it may have been of this one */
	for (i = 0; i < 2 && g->addr == ev->skbaddr; i++)
		if (g->seen[i].ts_ns && g->seen[i].cpu != ev->cpu &&
		    ev->ts_ns - g->seen[i].ts_ns <= GHOST_WINDOW_NS)
			return true;
	return false;
}

static uint32_t start_flags(const struct txr_pair *p, const struct txr_event *ev)
{
	uint32_t f = 0;

	if (ev->refs > 1)
		f |= TXR_LAP_SHARED;
	if (ev->flags & TXR_EVF_HW_TSTAMP)
		f |= TXR_LAP_HW_TSTAMP;
	if (ev->ctx & TXR_CTX_HARDIRQ)
		f |= LAP_F_HARDIRQ;
	if (suspect(p, ev))
		f |= LAP_F_SUSPECT;
	if (txr_is_untold(p, ev))
		f |= TXR_LAP_UNTOLD;
	return f;
}

/*
 * A shared skb has the sender's own reference, one for this start, and one for
 * each lap still open. More, soon after a loss, may mean laps whose start was
 * lost: their releases come first. That lasts until a start shows no more.
 */
static bool has_unseen_laps(const struct txr_pair *p, struct txr_slot *s,
			    const struct txr_event *ev)
{
	if (!p->loss.count && !s->unseen)
		return false;
	s->unseen = ev->refs > 2 && ev->refs > 2 + txr_chain_count(p, s);
	return s->unseen;
}

static uint32_t new_lap(struct txr_pair *p, const struct txr_event *ev)
{
	uint32_t i = txr_laps_get(&p->laps);

	if (!i)
		return 0;
	*txr_lap_at(&p->laps, i) = (struct txr_lap){
		.skbaddr = ev->skbaddr, .start_ns = ev->ts_ns,
		.len_bytes = ev->start.len_bytes,
		.segs = ev->start.segs, .segs_low = ev->start.segs_low,
		.segs_high = ev->start.segs_high,
		.dev = ev->dev, .queue_index = ev->queue,
		.start_cpu = ev->cpu, .start_pid = ev->pid,
		.start_origin = ev->origin, .flags = start_flags(p, ev),
		.state = LAP_XMIT,
	};
	p->counts.open++;
	return i;
}

void txr_pair_start(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_slot *s;
	struct txr_lap *lap;
	bool unseen;
	uint32_t i;

	if (p->laps.used >= p->cfg.max_open || p->table.used >= 2 * p->cfg.max_open)
		txr_pair_evict(p);
	if (p->cfg.has_result)
		learn_stacking(p, ev);
	s = txr_table_insert(&p->table, ev->skbaddr);
	i = s ? new_lap(p, ev) : 0;
	if (!i) {
		p->error = -ENOMEM;
		return;
	}
	if (s->mark != MARK_NONE)
		txr_mark_set(p, s, MARK_NONE);
	lap = txr_lap_at(&p->laps, i);
	if (s->tail) {
		txr_untold_look(p, s, ev);
		lap->flags |= sort_out_older(p, s, ev);
	}
	unseen = has_unseen_laps(p, s, ev);
	txr_chain_append(p, s, i);
	if (unseen)
		txr_chain_taint(p, s, ev->dev);
	p->sink.start(p->sink.ctx, lap, ev);
	if (p->cfg.has_result) {
		txr_xmit_push(p, ev, i);
	} else {
		lap->state = LAP_DEVICE;
		txr_lap_enter(p, lap, ev->ts_ns);
	}
}
