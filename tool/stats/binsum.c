// SPDX-License-Identifier: GPL-2.0-only
/* binsum.c - how much of each bin of time do spans cover. */
#include <string.h>
#include "binsum.h"

/* Whole bins become parts like any other. */
static void resolve(struct txr_binsum *b)
{
	int64_t spans = 0;
	uint32_t i;

	for (i = 0; i < TXR_TIME_BINS; i++) {
		spans += b->step[i];
		b->part_ns[i] += (uint64_t)spans << b->shift;
		b->step[i] = 0;
	}
}

static void halve(uint64_t ns[TXR_TIME_BINS])
{
	uint32_t i, half = TXR_TIME_BINS / 2;

	for (i = 0; i < half; i++)
		ns[i] = ns[2 * i] + ns[2 * i + 1];
	memset(ns + half, 0, half * sizeof(*ns));
}

void txr_binsum_settle(struct txr_binsum *b, const struct txr_timegrid *g)
{
	if (b->shift)
		resolve(b);
	for (; b->shift && b->shift < g->shift; b->shift++)
		halve(b->part_ns);
	b->shift = g->shift;
}

void txr_binsum_add(struct txr_binsum *b, struct txr_timegrid *g, uint64_t from_ns,
		    uint64_t to_ns)
{
	uint32_t first, last;

	if (from_ns < g->origin_ns)
		from_ns = g->origin_ns;
	if (to_ns <= from_ns)
		return;
	last = txr_timegrid_bin(g, to_ns);
	first = txr_timegrid_bin(g, from_ns);
	if (b->shift != g->shift)
		txr_binsum_settle(b, g);
	if (first == last) {
		b->part_ns[first] += to_ns - from_ns;
		return;
	}
	b->part_ns[first] += txr_timegrid_start(g, first + 1) - from_ns;
	b->part_ns[last] += to_ns - txr_timegrid_start(g, last);
	b->step[first + 1]++;
	b->step[last]--;
}
