// SPDX-License-Identifier: GPL-2.0-only
/* binsum.c - how much of each bin of time do spans cover. */
#include <stdlib.h>
#include <string.h>
#include "binsum.h"

struct txr_binsum_bins {
	uint64_t part_ns[TXR_TIME_BINS];	/* of spans that do not fill the bin */
	int64_t step[TXR_TIME_BINS];	/* spans that fill bins: from here on, more or less */
};

/* Whole bins become parts like any other. */
static void resolve(struct txr_binsum *b)
{
	int64_t spans = 0;
	uint32_t i;

	for (i = 0; i < TXR_TIME_BINS; i++) {
		spans += b->bins->step[i];
		b->bins->part_ns[i] += (uint64_t)spans << b->shift;
		b->bins->step[i] = 0;
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
	if (!b->bins)
		return;
	resolve(b);
	for (; b->shift < g->shift; b->shift++)
		halve(b->bins->part_ns);
}

/* Bins that are as wide as the grid's. */
static struct txr_binsum_bins *bins_of(struct txr_binsum *b, const struct txr_timegrid *g)
{
	if (!b->bins) {
		b->bins = calloc(1, sizeof(*b->bins));
		b->failed |= !b->bins;
		b->shift = g->shift;
	} else if (b->shift != g->shift) {
		txr_binsum_settle(b, g);
	}
	return b->bins;
}

void txr_binsum_add(struct txr_binsum *b, struct txr_timegrid *g, uint64_t from_ns,
		    uint64_t to_ns)
{
	struct txr_binsum_bins *n;
	uint32_t first, last;

	if (from_ns < g->origin_ns)
		from_ns = g->origin_ns;
	if (to_ns <= from_ns)
		return;
	last = txr_timegrid_bin(g, to_ns);
	first = txr_timegrid_bin(g, from_ns);
	n = bins_of(b, g);
	if (!n)
		return;
	if (first == last) {
		n->part_ns[first] += to_ns - from_ns;
		return;
	}
	n->part_ns[first] += txr_timegrid_start(g, first + 1) - from_ns;
	n->part_ns[last] += to_ns - txr_timegrid_start(g, last);
	n->step[first + 1]++;
	n->step[last]--;
}

uint64_t txr_binsum_ns(const struct txr_binsum *b, size_t bin)
{
	return b->bins ? b->bins->part_ns[bin] : 0;
}

void txr_binsum_copy(struct txr_binsum *to, const struct txr_binsum *from)
{
	*to = *from;
	if (!from->bins)
		return;
	to->bins = malloc(sizeof(*to->bins));
	if (to->bins)
		*to->bins = *from->bins;
	else
		to->failed = true;
}

void txr_binsum_free(struct txr_binsum *b)
{
	free(b->bins);
	*b = (struct txr_binsum){ 0 };
}
