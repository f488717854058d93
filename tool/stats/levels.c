// SPDX-License-Identifier: GPL-2.0-only
/* levels.c - lowest and highest occupancy in each bin of time. */
#include "levels.h"

static const struct txr_level_bin unreached = { .min = UINT32_MAX };

static bool reached(const struct txr_level_bin *b)
{
	return b->min <= b->max;
}

void txr_levels_clear(struct txr_levels *l)
{
	uint32_t i;

	*l = (struct txr_levels){ 0 };
	for (i = 0; i < TXR_TIME_BINS; i++)
		l->bin[i] = unreached;
}

static struct txr_level_bin both(const struct txr_level_bin *a, const struct txr_level_bin *b)
{
	struct txr_level_bin sum = *a;

	if (!reached(b))
		return *a;
	if (!reached(a))
		return *b;
	if (b->min < sum.min)
		sum.min = b->min;
	if (b->max > sum.max) {
		sum.max = b->max;
		sum.max_ns = b->max_ns;
	} else if (b->max == sum.max) {
		sum.max_ns += b->max_ns;
	}
	if (b->max_bytes > sum.max_bytes)
		sum.max_bytes = b->max_bytes;
	sum.doubt |= b->doubt;
	return sum;
}

static void halve(struct txr_levels *l)
{
	uint32_t i;

	for (i = 0; i < TXR_TIME_BINS / 2; i++)
		l->bin[i] = both(&l->bin[2 * i], &l->bin[2 * i + 1]);
	for (; i < TXR_TIME_BINS; i++)
		l->bin[i] = unreached;
	l->at /= 2;
}

void txr_levels_settle(struct txr_levels *l, const struct txr_timegrid *g)
{
	if (!l->shift)
		l->shift = g->shift;
	for (; l->shift < g->shift; l->shift++)
		halve(l);
}

/* The level is met in bin i, for so long. */
static void meet(struct txr_levels *l, uint32_t i, uint64_t ns)
{
	struct txr_level_bin *b = &l->bin[i];

	if (l->level < b->min)
		b->min = l->level;
	if (l->level > b->max) {
		b->max = l->level;
		b->max_ns = 0;
	}
	if (l->level == b->max)
		b->max_ns += ns;
	if (l->bytes > b->max_bytes)
		b->max_bytes = l->bytes;
	b->doubt |= l->doubt;
}

void txr_levels_begin(struct txr_levels *l, struct txr_timegrid *g, uint64_t ts_ns,
		      uint32_t level, uint64_t bytes)
{
	uint32_t at = txr_timegrid_bin(g, ts_ns);

	txr_levels_settle(l, g);
	l->begun = true;
	l->at = at;
	l->last_ns = ts_ns;
	l->level = level;
	l->bytes = bytes;
	meet(l, at, 0);
}

void txr_levels_pass(struct txr_levels *l, struct txr_timegrid *g, uint64_t ts_ns)
{
	uint32_t to;

	if (!l->begun || ts_ns <= l->last_ns)
		return;
	to = txr_timegrid_bin(g, ts_ns);
	if (l->shift != g->shift)
		txr_levels_settle(l, g);
	for (; l->at < to; l->at++) {
		uint64_t edge_ns = txr_timegrid_start(g, l->at + 1);

		meet(l, l->at, edge_ns - l->last_ns);
		l->last_ns = edge_ns;
	}
	/* That at the beginning of a bin is met in it, for no time if it ends there. */
	meet(l, to, ts_ns - l->last_ns);
	l->last_ns = ts_ns;
}

void txr_levels_step(struct txr_levels *l, struct txr_timegrid *g, uint64_t ts_ns,
		     uint32_t level, uint64_t bytes)
{
	txr_levels_pass(l, g, ts_ns);
	l->level = level;
	l->bytes = bytes;
	meet(l, l->at, 0);
}

void txr_levels_doubt(struct txr_levels *l, bool doubt)
{
	l->doubt = doubt;
	if (l->begun)
		l->bin[l->at].doubt |= doubt;
}
