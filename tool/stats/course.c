// SPDX-License-Identifier: GPL-2.0-only
/* course.c - what a queue did over time. */
#include <stdlib.h>
#include <string.h>
#include "course.h"

struct txr_course *txr_course_new(struct txr_timegrid *grid)
{
	struct txr_course *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->grid = c->packed.grid = grid;
	txr_levels_clear(&c->levels);
	return c;
}

struct txr_course *txr_course_copy(const struct txr_course *c)
{
	struct txr_course *n = malloc(sizeof(*n));
	int err;

	if (!n)
		return NULL;
	*n = *c;
	err = txr_packed_bins_copy(&n->packed, &c->packed);
	txr_binsum_copy(&n->laps, &c->laps);
	txr_binsum_copy(&n->doubt, &c->doubt);
	txr_binsum_copy(&n->open, &c->open);
	if (!err && !n->laps.failed && !n->doubt.failed && !n->open.failed)
		return n;
	txr_course_free(n);
	return NULL;
}

static void free_sums(struct txr_course *c)
{
	txr_packed_bins_free(&c->packed);
	txr_binsum_free(&c->laps);
	txr_binsum_free(&c->doubt);
	txr_binsum_free(&c->open);
}

void txr_course_free(struct txr_course *c)
{
	if (!c)
		return;
	free_sums(c);
	free(c);
}

void txr_course_begin(struct txr_course *c, uint64_t carried_in)
{
	struct txr_timegrid *grid = c->grid;
	struct txr_warm sure = c->sure;
	bool doubt = c->levels.doubt, evicted = c->evicted;

	free_sums(c);
	memset(c, 0, sizeof(*c));
	c->grid = c->packed.grid = grid;
	txr_levels_clear(&c->levels);
	c->levels.doubt = doubt;
	c->sure = sure;
	c->evicted = evicted;
	c->carried_in = carried_in;
}

static void follow(struct txr_course *c)
{
	uint32_t i, k, half = TXR_TIME_BINS / 2;

	if (!c->count_shift)
		c->count_shift = c->grid->shift;
	for (; c->count_shift < c->grid->shift; c->count_shift++) {
		for (i = 0; i < half; i++)
			for (k = 0; k < TXR_C_COUNTS; k++)
				c->count[i][k] = c->count[2 * i][k] + c->count[2 * i + 1][k];
		memset(c->count[half], 0, half * sizeof(c->count[0]));
	}
}

static void count(struct txr_course *c, uint64_t ts_ns, unsigned int what)
{
	uint32_t i = txr_timegrid_bin(c->grid, ts_ns);

	if (c->count_shift != c->grid->shift)
		follow(c);
	c->count[i][what]++;
}

void txr_course_start(struct txr_course *c, uint64_t ts_ns)
{
	count(c, ts_ns, TXR_C_STARTED);
}

void txr_course_end(struct txr_course *c, const struct txr_lap *lap, uint64_t ts_ns)
{
	count(c, ts_ns, lap->outcome);
	if (lap->outcome == TXR_DROPPED && (lap->flags & TXR_LAP_NOSPEC_OK))
		count(c, ts_ns, TXR_C_NOSPEC);
	if (lap->flags & TXR_LAP_EVICTED ||
	    (lap->outcome == TXR_UNCERTAIN && lap->flags & TXR_LAP_UNTOLD)) {
		c->evicted = true;
		txr_levels_doubt(&c->levels, true);
	}
	if (!(lap->flags & TXR_LAP_ENTERED))
		return;
	if (lap->outcome == TXR_RESTARTED || lap->outcome == TXR_UNCERTAIN)
		txr_binsum_add(&c->doubt, c->grid, lap->start_ns, ts_ns);
	else if (lap->outcome != TXR_DROPPED)
		txr_binsum_add(&c->laps, c->grid, lap->start_ns, lap->release_ns);
	/* Without results a dropped one had to count as accepted: it is no lap. */
}

void txr_course_gap(struct txr_course *c, uint64_t ts_ns)
{
	txr_levels_pass(&c->levels, c->grid, ts_ns);
	txr_levels_doubt(&c->levels, true);
	c->sure = (struct txr_warm){ 0 };
}

void txr_course_sure(struct txr_course *c, const struct txr_lap *lap, uint32_t inside)
{
	struct txr_warm_end end = { .over = true, .at_ns = lap->release_ns };

	txr_warm_release(&c->sure, lap, &end, inside);
	if (c->sure.sure.over)
		txr_levels_doubt(&c->levels, false);
}

void txr_course_open(struct txr_course *c, const struct txr_lap *lap, uint64_t end_ns)
{
	if (lap->flags & TXR_LAP_ENTERED)
		txr_binsum_add(&c->open, c->grid, lap->start_ns, end_ns);
}

void txr_course_settle(struct txr_course *c, uint64_t end_ns)
{
	txr_levels_pass(&c->levels, c->grid, end_ns);
	txr_levels_settle(&c->levels, c->grid);
	follow(c);
	txr_binsum_settle(&c->laps, c->grid);
	txr_binsum_settle(&c->doubt, c->grid);
	txr_binsum_settle(&c->open, c->grid);
	txr_packed_bins_settle(&c->packed);
}
