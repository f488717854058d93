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
	if ((s->wants & TXR_WANT_TIMELINE) && s->courses < TXR_TIMELINES_MAX) {
		s->courses++;
		q->course = txr_course_new(&s->grid);
		if (!q->course)
			return -ENOMEM;
		q->packed.bins = &q->course->packed;
		txr_levels_doubt(&q->course->levels, s->loss.any);
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

	txr_packed_bins_free(&d->course->packed);
	d->course->packed.grid = &s->grid;
	for (k = 0; k < TXR_P_NR; k++) {
		d->spans.kind[k].bins = &d->course->packed.kind[k];
		d->spans.kind[k].grid = &s->grid;
	}
}

int txr_keep_device(struct txr_stats *s, struct txr_device_stats *d)
{
	if (!(s->wants & TXR_WANT_TIMELINE))
		return 0;
	d->course = calloc(1, sizeof(*d->course));
	if (!d->course)
		return -ENOMEM;
	begin_spans(s, d);
	return 0;
}

int txr_keep_whole(struct txr_device_stats *d)
{
	if (!d->course || !d->list[0]->course)
		return 0;
	d->course->levels = malloc(sizeof(*d->course->levels));
	if (!d->course->levels)
		return -ENOMEM;
	*d->course->levels = d->list[0]->course->levels;
	return 0;
}

void txr_keep_free_device(struct txr_device_stats *d)
{
	if (!d->course)
		return;
	txr_packed_bins_free(&d->course->packed);
	free(d->course->levels);
	free(d->course);
	d->course = NULL;
}

/* Levels of the whole device, or NULL. */
static struct txr_levels *whole_of(const struct txr_device_stats *d)
{
	return d->course && d->whole ? d->course->levels : NULL;
}

void txr_keep_first_start(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns)
{
	if (!q->course)
		return;
	if (!s->grid.set)
		txr_timegrid_begin(&s->grid, ts_ns);
	txr_levels_begin(&q->course->levels, &s->grid, ts_ns, q->occ.cur, q->occ.bytes);
}

void txr_keep_device_start(struct txr_stats *s, struct txr_device_stats *d, uint64_t ts_ns)
{
	if (whole_of(d))
		txr_levels_begin(whole_of(d), &s->grid, ts_ns, d->whole->occ.cur,
				 d->whole->occ.bytes);
}

void txr_keep_start(struct txr_queue *q, const struct txr_lap *lap)
{
	if (q->course)
		txr_course_start(q->course, lap->start_ns);
}

/* What is inside, and `more` packets of so many bytes. */
static void step(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns, uint32_t more,
		 uint32_t bytes)
{
	struct txr_device_stats *d = q->dev;

	txr_levels_step(&q->course->levels, &s->grid, ts_ns, q->occ.cur + more,
			q->occ.bytes + bytes);
	if (whole_of(d))
		txr_levels_step(whole_of(d), &s->grid, ts_ns, d->whole->occ.cur + more,
				d->whole->occ.bytes + bytes);
}

void txr_keep_enter(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		    uint64_t ts_ns)
{
	if (q->course)
		step(s, q, ts_ns, 1, lap->len_bytes);
}

/*
 * Every packet that is counted inside is so for certain, and none waits for a result
 * that was lost. One that was given up by age is behind those that came back since.
 */
static bool all_certain(const struct txr_queue *q)
{
	return q->loss.cur == q->occ.cur && txr_books_open(&q->books) == q->occ.cur &&
	       !q->course->evicted;
}

void txr_keep_end(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		  uint64_t ts_ns)
{
	struct txr_course *c = q->course;

	if (!c)
		return;
	txr_course_end(c, lap, ts_ns);
	if (!(lap->flags & TXR_LAP_ENTERED))
		return;
	step(s, q, ts_ns, 0, 0);
	if (c->levels.doubt && lap->start_ns > s->loss.until_ns && all_certain(q)) {
		c->sure.consumes |= q->warm.consumes;
		txr_course_sure(c, lap, q->occ.cur);
	}
}

static void gap(void *arg, struct txr_queue *q)
{
	const struct txr_event *ev = arg;

	if (q->course)
		txr_course_gap(q->course, ev->ts_ns);
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
		if (d->list[i]->course && d->list[i]->course->carried_in)
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
		if (!s->dev[i] || !s->dev[i]->course)
			continue;
		if (whole_of(s->dev[i]))
			txr_levels_clear(whole_of(s->dev[i]));
		begin_spans(s, s->dev[i]);
		begin_levels(s, s->dev[i], ts_ns);
	}
	txr_gaps_begin(s->gaps, &s->grid, &s->loss, ts_ns);
}
