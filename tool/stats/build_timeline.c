// SPDX-License-Identifier: GPL-2.0-only
/* build_timeline.c - what was kept for pictures becomes part of a row. */
#include <errno.h>
#include <stdlib.h>
#include "build_device.h"

static uint64_t relative(const struct txr_rowx *x, uint64_t ts_ns)
{
	return ts_ns > x->b->first_ns ? ts_ns - x->b->first_ns : 0;
}

static void add_levels(struct txr_timeline *t, const struct txr_levels *l, uint32_t most)
{
	size_t i;

	for (i = 0; i < t->nr; i++) {
		const struct txr_level_bin *b = &l->bin[i];

		if (b->min > b->max)
			continue;
		t->bin[i].min = b->min < most ? b->min : most;
		t->bin[i].max = b->max < most ? b->max : most;
		t->bin[i].max_ns = b->max_ns;
		t->bin[i].max_bytes = b->max_bytes;
		t->bin[i].flags |= b->doubt ? TXR_BIN_DOUBT : 0;
	}
}

/* nospec: the drops that may be completions are. */
static void add_counts(struct txr_time_bin *b, const uint64_t n[TXR_C_COUNTS], bool nospec)
{
	uint64_t moved = nospec ? n[TXR_C_NOSPEC] : 0;

	b->started += n[TXR_C_STARTED];
	b->completed += n[TXR_COMPLETED] + moved;
	b->dropped += n[TXR_DROPPED] - moved;
	b->busy += n[TXR_BUSY];
	b->handed_over += n[TXR_HANDED_OVER];
	b->unclear += n[TXR_RESTARTED] + n[TXR_UNCERTAIN];
}

static void add_queue(struct txr_timeline *t, const struct txr_course *c, bool nospec)
{
	size_t i;

	for (i = 0; i < t->nr; i++) {
		struct txr_time_bin *b = &t->bin[i];

		add_counts(b, c->count[i], nospec);
		b->lap_ns += txr_binsum_ns(&c->laps, i);
		b->doubt_ns += txr_binsum_ns(&c->doubt, i);
		b->open_ns += txr_binsum_ns(&c->open, i);
		b->flags |= c->levels.bin[i].doubt ? TXR_BIN_DOUBT : 0;
	}
	t->carried_in += c->carried_in;
}

static void add_spans(struct txr_timeline *t, const struct txr_packed_bins *p,
		      enum txr_packed_kind kind)
{
	size_t i;

	for (i = 0; i < t->nr; i++) {
		t->bin[i].bql_ns = txr_binsum_ns(&p->kind[TXR_P_BQL], i);
		if (kind < TXR_P_NR)
			t->bin[i].packed_ns = txr_binsum_ns(&p->kind[kind], i);
	}
}

/*
 * Time at the row's maximum, where that is the ceiling; as the report's, up to the
 * queue's last event.
 */
static void add_ceiling(struct txr_timeline *t, const struct txr_rowx *x,
			const struct txr_levels *l)
{
	struct txr_timegrid grid = x->b->st->grid;
	struct txr_binsum tail = { 0 };
	size_t i;

	if (l->level == x->packed_level)
		txr_binsum_add(&tail, &grid, x->q->last_ns, x->b->traced_ns);
	txr_binsum_settle(&tail, &grid);
	for (i = 0; i < t->nr; i++)
		if (l->bin[i].max == x->packed_level)
			t->bin[i].packed_ns = l->bin[i].max_ns - txr_binsum_ns(&tail, i);
	x->b->error |= tail.failed ? -ENOMEM : 0;
	txr_binsum_free(&tail);
}

static void add_packed(struct txr_timeline *t, const struct txr_rowx *x,
		       const struct txr_row_sources *from)
{
	const struct txr_u64 *f = &x->row->packed_ns;

	add_spans(t, from->packed, x->packed_kind);
	if (x->packed_kind < TXR_P_NR) {
		t->packed_known = true;
	} else if (x->packed_level && x->packed_level == x->q->occ.max) {
		add_ceiling(t, x, from->levels);
		t->packed_known = true;
	} else {
		t->packed_known = f->trust == TXR_FIG_EXACT && !f->value;
	}
}

static void add_doubts(struct txr_timeline *t, const struct txr_rowx *x)
{
	const struct txr_gaps *g = x->b->st->gaps;
	uint64_t warm_ns = txr_row_tells(x->row, "warm-start") ? relative(x, txr_warm_until(x)) : 0;
	size_t i;

	t->lost_apart = x->b->lost_apart;
	for (i = 0; i < t->nr; i++) {
		uint64_t from_ns = t->start_ns + i * t->bin_ns;

		t->bin[i].lost = g->lost[i];
		t->bin[i].flags |= g->flags[i];
		if (from_ns + t->bin_ns <= t->first_ns)
			t->bin[i].flags |= TXR_BIN_UNSEEN;
		else if (from_ns < warm_ns)
			t->bin[i].flags |= TXR_BIN_WARM;
		if (t->lost_apart)
			t->bin[i].flags |= TXR_BIN_DOUBT;
	}
}

/*
 * Above several rings packets do not come back in order: that one which started later
 * is back says nothing of those whose start was lost.
 */
static void doubt_goes_on(struct txr_timeline *t, const struct txr_rowx *x)
{
	bool since = false;
	size_t i;

	if (x->row->kind != TXR_KIND_STACKED)
		return;
	for (i = 0; i < t->nr; i++) {
		since |= (t->bin[i].flags & TXR_BIN_DOUBT) != 0;
		t->bin[i].flags |= since ? TXR_BIN_DOUBT : 0;
	}
}

/* What the row shows as its maximum: less than was met where the ring has no room for it. */
static uint32_t most_inside(const struct txr_rowx *x)
{
	const struct txr_u64 *max = &x->row->in_device.max;

	return max->trust != TXR_FIG_UNKNOWN && max->value < x->q->occ.max ?
	       (uint32_t)max->value : UINT32_MAX;
}

static void fill(struct txr_timeline *t, const struct txr_rowx *x,
		 const struct txr_row_sources *from)
{
	size_t i;

	t->levels_known = x->row->in_device.max.trust != TXR_FIG_UNKNOWN;
	add_levels(t, from->levels, most_inside(x));
	for (i = 0; i < from->nr; i++)
		add_queue(t, from->q[i].course, x->nospec_laps != NULL);
	add_packed(t, x, from);
	add_doubts(t, x);
	doubt_goes_on(t, x);
}

static struct txr_timeline *new_timeline(const struct txr_rowx *x)
{
	struct txr_timegrid *g = &x->b->st->grid;
	struct txr_timeline *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->nr = txr_timegrid_bin(g, x->b->traced_ns) + 1;
	t->bin = calloc(t->nr, sizeof(*t->bin));
	if (!t->bin) {
		free(t);
		return NULL;
	}
	t->bin_ns = (uint64_t)1 << g->shift;
	t->start_ns = relative(x, g->origin_ns);
	t->first_ns = relative(x, x->q->first_ns);
	t->end_ns = relative(x, x->b->traced_ns);
	return t;
}

static struct txr_lap_grid *new_lap_grid(const struct txr_rowx *x,
					 const struct txr_row_sources *from)
{
	struct txr_lap_grid *grid = calloc(1, sizeof(*grid));
	struct txr_lapgrid sum = { 0 };
	int err = !grid;
	size_t i;

	for (i = 0; i < from->nr && !err; i++) {
		err |= txr_lapgrid_merge(&sum, &from->q[i].kept->sure);
		/* What is not decided by the end is no reset. */
		err |= txr_lapgrid_merge(&sum, &from->q[i].kept->run);
	}
	if (!err && most_inside(x) != UINT32_MAX)
		err = txr_lapgrid_cap(&sum, most_inside(x));
	if (!err)
		err = txr_lapgrid_read(&sum, grid);
	txr_lapgrid_free(&sum);
	if (!err)
		return grid;
	free(grid);
	return NULL;
}

/* More queues than are kept over time: what is missing would be missed in the sum. */
static bool have_courses(const struct txr_row_sources *from)
{
	size_t i;

	for (i = 0; i < from->nr; i++)
		if (!from->q[i].course)
			return false;
	return from->levels;
}

void txr_row_pictures(const struct txr_rowx *x, const struct txr_row_sources *from)
{
	unsigned int wants = x->b->st->wants;

	if ((wants & TXR_WANT_TIMELINE) && have_courses(from)) {
		x->row->timeline = new_timeline(x);
		if (x->row->timeline)
			fill(x->row->timeline, x, from);
		else
			x->b->error = -ENOMEM;
	}
	if (wants & TXR_WANT_LAP_GRID) {
		x->row->lap_grid = new_lap_grid(x, from);
		if (!x->row->lap_grid)
			x->b->error = -ENOMEM;
	}
}

void txr_row_free_pictures(struct txr_row *row)
{
	if (row->timeline)
		free(row->timeline->bin);
	if (row->lap_grid)
		free(row->lap_grid->cell);
	free(row->timeline);
	free(row->lap_grid);
}
