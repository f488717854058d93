// SPDX-License-Identifier: GPL-2.0-only
/*
 * chain.c - the open laps of one skb, and how a lap ends.
 *
 * A skb has more than one open lap when devices are stacked, or when it is sent
 * several times at once (shared). They form a ring by next, oldest first; the
 * slot points at the newest.
 */
#include "pair_impl.h"

void txr_chain_append(struct txr_pair *p, struct txr_slot *s, uint32_t lap)
{
	struct txr_lap *l = txr_lap_at(&p->laps, lap);

	if (s->tail) {
		struct txr_lap *tail = txr_lap_at(&p->laps, s->tail);

		l->next = tail->next;
		l->seq = tail->seq + 1;
		tail->next = lap;
	} else {
		l->next = lap;
		l->seq = 0;
	}
	s->tail = lap;
}

uint32_t txr_chain_count(const struct txr_pair *p, const struct txr_slot *s)
{
	const struct txr_lap *tail = s->tail ? txr_lap_at(&p->laps, s->tail) : NULL;

	return tail ? tail->seq - txr_lap_at(&p->laps, tail->next)->seq + 1 : 0;
}

void txr_chain_taint(struct txr_pair *p, const struct txr_slot *s, uint16_t dev)
{
	uint32_t i = s->tail;

	do {
		struct txr_lap *lap = txr_lap_at(&p->laps, i);

		if (lap->dev == dev)
			lap->flags |= LAP_F_TAINTED;
		i = lap->next;
	} while (i != s->tail);
}

void txr_chain_unsorted(struct txr_pair *p, const struct txr_slot *s)
{
	uint32_t i = s->tail;

	do {
		txr_lap_at(&p->laps, i)->flags |= LAP_F_UNSORTED;
		i = txr_lap_at(&p->laps, i)->next;
	} while (i != s->tail);
}

void txr_chain_unlink(struct txr_pair *p, struct txr_slot *s, uint32_t lap)
{
	struct txr_lap *l = txr_lap_at(&p->laps, lap);
	uint32_t prev = s->tail;

	if (l->next == lap) {
		s->tail = 0;
		return;
	}
	while (txr_lap_at(&p->laps, prev)->next != lap)
		prev = txr_lap_at(&p->laps, prev)->next;
	txr_lap_at(&p->laps, prev)->next = l->next;
	if (s->tail == lap)
		s->tail = prev;
}

void txr_slot_drop_if_idle(struct txr_pair *p, struct txr_slot *s)
{
	if (!s->tail && s->mark == MARK_NONE && !s->unseen)
		txr_table_erase(&p->table, s);
}

void txr_chain_remove(struct txr_pair *p, uint32_t lap)
{
	struct txr_slot *s = txr_table_find(&p->table, txr_lap_at(&p->laps, lap)->skbaddr);

	txr_chain_unlink(p, s, lap);
	txr_slot_drop_if_idle(p, s);
}

void txr_mark_set(struct txr_pair *p, struct txr_slot *s, uint32_t mark)
{
	uint32_t old = s->mark;

	s->mark = mark & INT32_MAX;	/* 31 bits */
	if (mark >= MARK_LAP)
		txr_lap_at(&p->laps, mark - MARK_LAP)->refs_held |= HELD_MARK;
	if (old >= MARK_LAP)
		txr_lap_unhold(p, old - MARK_LAP, HELD_MARK);
}

/*
 * Windows that were told of while the lap was open, or that it started in. The
 * stream tells of a window at its beginning, so the latest end is enough: a lap
 * that started by then was open at some moment of the window.
 */
bool txr_lap_tainted(const struct txr_pair *p, const struct txr_lap *lap)
{
	return (p->loss.any && lap->start_ns <= p->loss.until_ns) ||
	       (lap->flags & (LAP_F_TAINTED | TXR_LAP_UNTOLD));
}

void txr_lap_enter(struct txr_pair *p, struct txr_lap *lap, uint64_t ts_ns)
{
	lap->flags |= TXR_LAP_ENTERED;
	if (txr_lap_tainted(p, lap))
		lap->flags |= TXR_LAP_TAINTED;
	p->sink.enter(p->sink.ctx, lap, ts_ns);
}

static void gone_if_free(struct txr_pair *p, uint32_t lap)
{
	struct txr_lap *l = txr_lap_at(&p->laps, lap);

	if (l->refs_held || l->state != LAP_DONE)
		return;
	if (p->sink.gone)
		p->sink.gone(p->sink.ctx, l);
	txr_laps_put(&p->laps, lap);
}

void txr_lap_end(struct txr_pair *p, uint32_t lap, enum txr_outcome o, uint64_t ts_ns)
{
	struct txr_lap *l = txr_lap_at(&p->laps, lap);

	l->outcome = o;
	l->state = LAP_DONE;
	p->counts.open--;
	p->sink.end(p->sink.ctx, l, ts_ns);
	gone_if_free(p, lap);
}

void txr_lap_end_checked(struct txr_pair *p, uint32_t lap, enum txr_outcome o,
			 uint64_t ts_ns)
{
	struct txr_lap *l = txr_lap_at(&p->laps, lap);

	if (txr_lap_tainted(p, l)) {
		l->flags |= TXR_LAP_TAINTED;
		o = TXR_UNCERTAIN;
	}
	txr_lap_end(p, lap, o, ts_ns);
}

void txr_lap_unhold(struct txr_pair *p, uint32_t lap, uint8_t who)
{
	txr_lap_at(&p->laps, lap)->refs_held &= ~who;
	gone_if_free(p, lap);
}

void txr_lap_set_release(struct txr_lap *lap, const struct txr_event *ev)
{
	lap->release_ns = ev->ts_ns;
	lap->release_cpu = ev->cpu;
	lap->release_pid = ev->pid;
	lap->release_origin = ev->origin;
	lap->release_ctx = ev->ctx;
	if (ev->kind == TXR_FREE)
		lap->free_ns = ev->ts_ns;
	lap->release_location = ev->kind == TXR_HANDOVER ? 0 : ev->free.location;
	if (ev->origin == TXR_O_KFREE_SKB) {
		lap->reason = ev->free.reason;
		lap->flags |= TXR_LAP_REASON;
	}
	if (ev->flags & TXR_EVF_FULL_RING)
		lap->flags |= TXR_LAP_FULL_RING;
}
