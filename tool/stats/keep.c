// SPDX-License-Identifier: GPL-2.0-only
/*
 * keep.c - what is kept beside the figures, when it was asked for: which transition
 * of a lap moves what of it.
 */
#include <errno.h>
#include <stdlib.h>
#include "stats_impl.h"

void txr_stats_want(struct txr_stats *s, unsigned int what)
{
	s->wants |= what;
	if (!(what & TXR_WANT_TIMELINE) || s->gaps)
		return;
	s->gaps = calloc(1, sizeof(*s->gaps));
	if (!s->gaps)
		s->error = -ENOMEM;
}

int txr_keep_queue(struct txr_stats *s, struct txr_queue *q)
{
	if (s->wants & TXR_WANT_TIMELINE) {
		q->history = txr_history_new(&s->grid);
		if (!q->history)
			return -ENOMEM;
		q->packed.bins = &q->history->packed;
		txr_levels_doubt(&q->history->levels, s->loss.any);
	}
	if (s->wants & TXR_WANT_LAP_GRID) {
		q->kept = calloc(1, sizeof(*q->kept));
		if (!q->kept)
			return -ENOMEM;
		q->reset.kept = q->kept;
	}
	return 0;
}

static void begin_spans(struct txr_stats *s, struct txr_device_stats *d)
{
	int k;

	d->history->packed = (struct txr_packed_bins){ .grid = &s->grid };
	for (k = 0; k < TXR_P_NR; k++) {
		d->spans.kind[k].bins = &d->history->packed.kind[k];
		d->spans.kind[k].grid = &s->grid;
	}
}

int txr_keep_device(struct txr_stats *s, struct txr_device_stats *d)
{
	if (!(s->wants & TXR_WANT_TIMELINE))
		return 0;
	d->history = calloc(1, sizeof(*d->history));
	if (!d->history)
		return -ENOMEM;
	txr_levels_clear(&d->history->levels);
	begin_spans(s, d);
	return 0;
}

void txr_keep_whole(struct txr_device_stats *d)
{
	if (d->history && d->list[0]->history)
		d->history->levels = d->list[0]->history->levels;
}

void txr_keep_first_start(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns)
{
	if (!q->history)
		return;
	if (!s->grid.set)
		txr_timegrid_begin(&s->grid, ts_ns);
	txr_levels_begin(&q->history->levels, &s->grid, ts_ns, q->occ.cur, q->occ.bytes);
}

void txr_keep_device_start(struct txr_stats *s, struct txr_device_stats *d, uint64_t ts_ns)
{
	if (d->history && d->whole)
		txr_levels_begin(&d->history->levels, &s->grid, ts_ns, d->whole->occ.cur,
				 d->whole->occ.bytes);
}

void txr_keep_start(struct txr_queue *q, const struct txr_lap *lap)
{
	if (q->history)
		txr_history_start(q->history, lap->start_ns);
}

/* What is inside, and `more` packets of so many bytes. */
static void step(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns, uint32_t more,
		 uint32_t bytes)
{
	struct txr_device_stats *d = q->dev;

	txr_levels_step(&q->history->levels, &s->grid, ts_ns, q->occ.cur + more,
			q->occ.bytes + bytes);
	if (d->history && d->whole)
		txr_levels_step(&d->history->levels, &s->grid, ts_ns,
				d->whole->occ.cur + more, d->whole->occ.bytes + bytes);
}

void txr_keep_enter(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		    uint64_t ts_ns)
{
	if (q->history)
		step(s, q, ts_ns, 1, lap->len_bytes);
}

/* Every packet that is counted inside is so for certain, and none was given up. */
static bool all_certain(const struct txr_queue *q)
{
	return q->loss.cur == q->occ.cur && !q->loss.given_up;
}

void txr_keep_end(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		  uint64_t ts_ns)
{
	struct txr_history *h = q->history;

	if (!h)
		return;
	txr_history_end(h, lap, ts_ns);
	if (!(lap->flags & TXR_LAP_ENTERED))
		return;
	step(s, q, ts_ns, 0, 0);
	if (h->levels.doubt && lap->start_ns > s->loss.until_ns && all_certain(q))
		txr_history_sure(h, lap, q->occ.cur);
}

static void gap(void *arg, struct txr_queue *q)
{
	const struct txr_event *ev = arg;

	if (q->history)
		txr_history_gap(q->history, ev->ts_ns);
}

void txr_keep_gap(struct txr_stats *s, const struct txr_event *ev)
{
	if (!s->gaps)
		return;
	txr_gaps_note(s->gaps, &s->grid, ev);
	txr_stats_each(s, gap, (void *)ev);
}

static void begin_levels(struct txr_stats *s, struct txr_device_stats *d, uint64_t ts_ns)
{
	size_t i;

	for (i = 0; i < d->count; i++)
		if (d->list[i]->history && d->list[i]->history->carried_in)
			txr_keep_first_start(s, d->list[i], ts_ns);
	if (d->first_ns != TXR_NEVER)
		txr_keep_device_start(s, d, ts_ns);
}

void txr_keep_begin(struct txr_stats *s, uint64_t ts_ns)
{
	size_t i;

	if (!s->gaps)
		return;
	s->grid.set = false;
	for (i = 0; i < s->devs; i++) {
		if (!s->dev[i] || !s->dev[i]->history)
			continue;
		txr_levels_clear(&s->dev[i]->history->levels);
		begin_spans(s, s->dev[i]);
		begin_levels(s, s->dev[i], ts_ns);
	}
	txr_gaps_begin(s->gaps, &s->grid, &s->loss, ts_ns);
}
