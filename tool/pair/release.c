// SPDX-License-Identifier: GPL-2.0-only
/*
 * release.c - a skb is given back: by one reference (RELEASE), for good (FREE),
 * or alive to a receiver (HANDOVER).
 */
#include "pair_impl.h"

/* Note of a release inside xmit; the lap waits for the result. */
static void pend(struct txr_lap *lap, const struct txr_event *ev)
{
	txr_lap_set_release(lap, ev);
	lap->state = LAP_PENDING;
	lap->release_dropped = ev->origin == TXR_O_KFREE_SKB ||
			       (ev->flags & TXR_EVF_DROPPED);
	lap->release_nospec = ev->flags & TXR_EVF_NOT_SPECIFIED;
}

/* Without results nothing is known to be inside xmit; a reason still tells. */
static bool dropped_by_reason(const struct txr_pair *p, const struct txr_event *ev)
{
	return !p->cfg.has_result && ev->origin == TXR_O_KFREE_SKB &&
	       !(ev->flags & (TXR_EVF_NOT_SPECIFIED | TXR_EVF_QUEUE_PURGE));
}

/* A free that may be that of the lap before, which this one seemed to restart. */
static bool may_be_older_s(const struct txr_lap *lap, const struct txr_event *ev)
{
	return (lap->flags & LAP_F_RACED) && lap->start_cpu != ev->cpu &&
	       ev->ts_ns - lap->start_ns <= GHOST_WINDOW_NS;
}

/* One lap, off its chain, gets its release. */
static void give_back(struct txr_pair *p, uint32_t i, const struct txr_event *ev)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, i);
	enum txr_outcome o = TXR_COMPLETED;

	if (txr_xmit_inside(lap, ev)) {
		pend(lap, ev);
		return;
	}
	if (lap->flags & TXR_LAP_HANDED) {	/* its release was the hand-over */
		lap->flags |= TXR_LAP_IN_XMIT;
		o = TXR_HANDED_OVER;
	} else {
		txr_lap_set_release(lap, ev);
		if (may_be_older_s(lap, ev))
			o = TXR_UNCERTAIN;
		else if (dropped_by_reason(p, ev))
			o = TXR_DROPPED;
		if (!(lap->flags & TXR_LAP_ENTERED))
			txr_lap_enter(p, lap, ev->ts_ns);
	}
	txr_lap_end_checked(p, i, o, ev->ts_ns);
}

/* The oldest lap of the device that the skb was started on last. */
static uint32_t innermost_oldest(const struct txr_pair *p, const struct txr_slot *s)
{
	uint16_t dev = txr_lap_at(&p->laps, s->tail)->dev;
	uint32_t i = txr_lap_at(&p->laps, s->tail)->next;

	while (txr_lap_at(&p->laps, i)->dev != dev)
		i = txr_lap_at(&p->laps, i)->next;
	return i;
}

static void late_free(struct txr_pair *p, struct txr_slot *s, const struct txr_event *ev)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, s->mark - MARK_LAP);

	lap->free_ns = ev->ts_ns;
	lap->flags |= TXR_LAP_LATE_FREED;
	p->sink.late_free(p->sink.ctx, lap);
}

/* Nothing known of the skb: received, or started before the recording. */
static void unmatched(struct txr_pair *p, const struct txr_event *ev, uint64_t *count)
{
	++*count;
	p->sink.unmatched(p->sink.ctx, ev);
}

/* Remember a free of a skb without an open lap, where clocks have no order. */
static void note_ghost(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_ghost *g;

	if (!p->ghost)
		return;
	g = txr_ghost_at(p, ev->skbaddr);
	if (g->addr != ev->skbaddr)
		*g = (struct txr_ghost){ .addr = ev->skbaddr, .crowd_ns = g->seen[0].ts_ns };
	else if (g->seen[0].cpu != ev->cpu)
		g->seen[1] = g->seen[0];
	g->seen[0].ts_ns = ev->ts_ns;
	g->seen[0].cpu = ev->cpu;
}

/* A reference drop of a skb without an open lap. */
static void release_of_closed(struct txr_pair *p, struct txr_slot *s,
			      const struct txr_event *ev)
{
	note_ghost(p, ev);
	if (!s || s->mark == MARK_NONE) {
		unmatched(p, ev, &p->counts.unmatched_releases);
		return;
	}
	if (s->mark == MARK_BUSY)
		p->counts.expected_frees++;
	/* 7.2: skb_defer_free_flush() calls napi_consume_skb() a second time */
	else if (s->mark >= MARK_LAP && ev->origin == TXR_O_NAPI_CONSUME_SKB)
		late_free(p, s, ev);
	txr_mark_set(p, s, MARK_EXPECT);
}

/* Was that lap's release its own? If not, it is still there, and out of sight. */
static void doubt_after(const struct txr_pair *p, struct txr_slot *s, uint32_t i)
{
	const struct txr_lap *lap = txr_lap_at(&p->laps, i);

	if (lap->flags & TXR_LAP_SHARED && txr_lap_tainted(p, lap))
		s->unseen = 1;
}

void txr_pair_release(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_slot *s = txr_table_find(&p->table, ev->skbaddr);
	uint32_t i;

	/* the last reference: consume_skb or kfree_skb follows and says which */
	if (ev->origin == TXR_O_SKB_UNREF && ev->refs == 1)
		return;
	if (!s || !s->tail) {
		release_of_closed(p, s, ev);
		return;
	}
	i = innermost_oldest(p, s);
	txr_chain_unlink(p, s, i);
	if (p->loss.any)
		doubt_after(p, s, i);
	txr_mark_set(p, s, MARK_LAP + i);
	give_back(p, i, ev);
}

static void free_without_lap(struct txr_pair *p, struct txr_slot *s,
			     const struct txr_event *ev)
{
	note_ghost(p, ev);
	if (!s || s->mark == MARK_NONE)
		unmatched(p, ev, &p->counts.unmatched_frees);
	if (!s)
		return;
	if (s->mark == MARK_BUSY)
		p->counts.expected_frees++;
	else if (s->mark >= MARK_LAP)
		late_free(p, s, ev);
	txr_mark_set(p, s, MARK_NONE);
	txr_table_erase(&p->table, s);
}

/* The last reference is gone: no lap of the skb can be open any longer. */
void txr_pair_free_event(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_slot *s = txr_table_find(&p->table, ev->skbaddr);
	uint32_t i, last, next;

	if (!s || !s->tail) {
		free_without_lap(p, s, ev);
		return;
	}
	if (s->mark >= MARK_LAP)
		late_free(p, s, ev);
	if (s->mark != MARK_NONE)
		txr_mark_set(p, s, MARK_NONE);
	txr_untold_look(p, s, ev);
	last = s->tail;
	i = txr_lap_at(&p->laps, last)->next;
	txr_table_erase(&p->table, s);
	for (;; i = next) {
		next = txr_lap_at(&p->laps, i)->next;
		give_back(p, i, ev);
		if (i == last)
			break;
	}
}

/* A hand-over of one lap; true if its result is to decide. */
static bool hand_over(struct txr_pair *p, struct txr_slot *s, uint32_t i,
		      const struct txr_event *ev)
{
	struct txr_lap *lap = txr_lap_at(&p->laps, i);

	if (txr_xmit_inside(lap, ev)) {
		if (!(lap->flags & TXR_LAP_HANDED))
			txr_lap_set_release(lap, ev);
		lap->flags |= TXR_LAP_HANDED;
		lap->flags &= ~(uint32_t)TXR_LAP_UNTOLD;	/* it is told */
		return true;
	}
	if (lap->flags & TXR_LAP_HANDED)	/* a later layer of the receiver */
		return false;
	txr_chain_unlink(p, s, i);
	txr_lap_set_release(lap, ev);
	if (!(lap->flags & TXR_LAP_ENTERED))
		txr_lap_enter(p, lap, ev->ts_ns);
	txr_lap_end_checked(p, i, TXR_HANDED_OVER, ev->ts_ns);
	return false;
}

void txr_pair_handover(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_slot *s = txr_table_find(&p->table, ev->skbaddr);
	uint32_t i, last, next;
	bool pending = false;

	if (!s || !s->tail)
		return;
	txr_untold_look(p, s, ev);
	last = s->tail;
	i = txr_lap_at(&p->laps, last)->next;
	for (;; i = next) {
		next = txr_lap_at(&p->laps, i)->next;
		pending |= hand_over(p, s, i, ev);
		if (i == last)
			break;
	}
	if (pending)
		txr_chain_unsorted(p, s);
	txr_slot_drop_if_idle(p, s);
}
