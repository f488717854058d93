// SPDX-License-Identifier: GPL-2.0-only
/*
 * loss.c - events were lost: what is still certain, and what ages out.
 *
 * Also the memory cap, the other way in which a lap ends without an event.
 */
#include "pair_impl.h"

static void note_window(struct txr_loss *l, uint64_t until_ns, uint64_t near_ns)
{
	if (l->count) {
		unsigned int i = l->count - 1;
		uint64_t first = l->pending[i].first_ns;

		if (until_ns <= l->pending[i].last_ns)
			return;
		if (until_ns - first <= near_ns || l->count == LOSS_WINDOWS) {
			l->pending[i].last_ns = until_ns;
			return;
		}
	}
	l->pending[l->count].first_ns = until_ns;
	l->pending[l->count++].last_ns = until_ns;
}

void txr_pair_lost(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_loss *l = &p->loss;

	l->any = true;
	if (ev->lost.until_ns > l->until_ns)
		l->until_ns = ev->lost.until_ns;
	note_window(l, ev->lost.until_ns, p->cfg.loss_age_ns / 16);
	txr_xmit_lost(p, ev->cpu, ev->ts_ns);
	p->sink.event(p->sink.ctx, ev);
}

static bool is_open(const struct txr_lap *lap)
{
	return lap->state == LAP_XMIT || lap->state == LAP_DEVICE;
}

/* The release of a lap that is given up is still to come, and may close another. */
static void leaves_a_release(struct txr_pair *p, uint32_t i)
{
	const struct txr_lap *lap = txr_lap_at(&p->laps, i);
	struct txr_slot *s = txr_table_find(&p->table, lap->skbaddr);

	s->unseen |= !!(lap->flags & TXR_LAP_SHARED);
	if (lap->next != i)
		txr_chain_taint(p, s, lap->dev);
}

/* End every open lap that started by then. */
static void end_started_by(struct txr_pair *p, uint64_t start_ns, uint32_t flag,
			   uint64_t *count, uint64_t now_ns)
{
	uint32_t i;

	for (i = 1; i < p->laps.next_fresh; i++) {
		struct txr_lap *lap = txr_lap_at(&p->laps, i);

		if (!is_open(lap) || lap->start_ns > start_ns)
			continue;
		lap->flags |= flag;
		if (lap->flags & TXR_LAP_SHARED || lap->next != i)
			leaves_a_release(p, i);
		txr_chain_remove(p, i);
		++*count;
		txr_lap_end_checked(p, i, TXR_UNCERTAIN, now_ns);
	}
}

void txr_loss_age(struct txr_pair *p, uint64_t now_ns)
{
	struct txr_loss *l = &p->loss;
	uint64_t start_ns = 0;
	unsigned int n = 0, i;

	while (n < l->count && now_ns > l->pending[n].last_ns &&
	       now_ns - l->pending[n].last_ns > p->cfg.loss_age_ns)
		start_ns = l->pending[n++].last_ns;
	l->count -= n;
	for (i = 0; i < l->count; i++)
		l->pending[i] = l->pending[i + n];
	end_started_by(p, start_ns, TXR_LAP_AGED, &p->counts.aged, now_ns);
}

/* Give up the late frees of laps that are done: they only cost memory. */
static void drop_marks(struct txr_pair *p)
{
	size_t i;

	for (i = 0; i <= p->table.mask; i++)
		if (p->table.slot[i].mark >= MARK_LAP)
			txr_mark_set(p, &p->table.slot[i], MARK_NONE);
	txr_table_sweep(&p->table);
}

static uint64_t oldest_start(const struct txr_pair *p)
{
	uint64_t oldest = p->now_ns;
	uint32_t i;

	for (i = 1; i < p->laps.next_fresh; i++) {
		const struct txr_lap *lap = txr_lap_at(&p->laps, i);

		if (is_open(lap) && lap->start_ns < oldest)
			oldest = lap->start_ns;
	}
	return oldest;
}

/* Make room for a sixteenth of the cap: the cost is spread over many starts. */
void txr_pair_evict(struct txr_pair *p)
{
	size_t limit = p->cfg.max_open - p->cfg.max_open / 16;
	uint64_t oldest;
	int shift;

	drop_marks(p);
	oldest = oldest_start(p);
	for (shift = 4; shift >= 0 && p->laps.used >= limit; shift--)
		end_started_by(p, oldest + ((p->now_ns - oldest) >> shift),
			       TXR_LAP_EVICTED, &p->counts.evicted, p->now_ns);
}
