// SPDX-License-Identifier: GPL-2.0-only
/* history.c - what a queue did over time. */
#include <stdlib.h>
#include <string.h>
#include "history.h"

struct txr_history *txr_history_new(struct txr_timegrid *grid)
{
	struct txr_history *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->grid = h->packed.grid = grid;
	txr_levels_clear(&h->levels);
	return h;
}

struct txr_history *txr_history_copy(const struct txr_history *h)
{
	struct txr_history *n = malloc(sizeof(*n));

	if (n)
		*n = *h;
	return n;
}

void txr_history_begin(struct txr_history *h, uint64_t carried_in)
{
	struct txr_timegrid *grid = h->grid;
	struct txr_warm sure = h->sure;
	bool doubt = h->levels.doubt;

	memset(h, 0, sizeof(*h));
	h->grid = h->packed.grid = grid;
	txr_levels_clear(&h->levels);
	h->levels.doubt = doubt;
	h->sure = sure;
	h->carried_in = carried_in;
}

static void follow(struct txr_history *h)
{
	uint32_t i, k, half = TXR_TIME_BINS / 2;

	if (!h->count_shift)
		h->count_shift = h->grid->shift;
	for (; h->count_shift < h->grid->shift; h->count_shift++) {
		for (i = 0; i < half; i++)
			for (k = 0; k < TXR_H_COUNTS; k++)
				h->count[i][k] = h->count[2 * i][k] + h->count[2 * i + 1][k];
		memset(h->count[half], 0, half * sizeof(h->count[0]));
	}
}

static void count(struct txr_history *h, uint64_t ts_ns, unsigned int what)
{
	uint32_t i = txr_timegrid_bin(h->grid, ts_ns);

	if (h->count_shift != h->grid->shift)
		follow(h);
	h->count[i][what]++;
}

void txr_history_start(struct txr_history *h, uint64_t ts_ns)
{
	count(h, ts_ns, TXR_H_STARTED);
}

void txr_history_end(struct txr_history *h, const struct txr_lap *lap, uint64_t ts_ns)
{
	count(h, ts_ns, lap->outcome);
	if (lap->outcome == TXR_DROPPED && (lap->flags & TXR_LAP_NOSPEC_OK))
		count(h, ts_ns, TXR_H_NOSPEC);
	/* Given up for memory: it may be inside for ever. */
	if (lap->flags & TXR_LAP_EVICTED)
		txr_levels_doubt(&h->levels, true);
	if (!(lap->flags & TXR_LAP_ENTERED))
		return;
	if (lap->outcome == TXR_RESTARTED || lap->outcome == TXR_UNCERTAIN)
		txr_binsum_add(&h->doubt, h->grid, lap->start_ns, ts_ns);
	else if (lap->outcome != TXR_DROPPED)
		txr_binsum_add(&h->laps, h->grid, lap->start_ns, lap->release_ns);
	/* Without results a dropped one had to count as accepted: it is no lap. */
}

void txr_history_gap(struct txr_history *h, uint64_t ts_ns)
{
	txr_levels_pass(&h->levels, h->grid, ts_ns);
	txr_levels_doubt(&h->levels, true);
	h->sure = (struct txr_warm){ 0 };
}

void txr_history_sure(struct txr_history *h, const struct txr_lap *lap, uint32_t inside)
{
	struct txr_warm_end end = { .over = true, .at_ns = lap->release_ns };

	txr_warm_release(&h->sure, lap->start_ns, &end, inside);
	if (h->sure.sure.over)
		txr_levels_doubt(&h->levels, false);
}

void txr_history_open(struct txr_history *h, const struct txr_lap *lap, uint64_t end_ns)
{
	if (lap->flags & TXR_LAP_ENTERED)
		txr_binsum_add(&h->open, h->grid, lap->start_ns, end_ns);
}

void txr_history_settle(struct txr_history *h, uint64_t end_ns)
{
	int k;

	txr_levels_pass(&h->levels, h->grid, end_ns);
	txr_levels_settle(&h->levels, h->grid);
	follow(h);
	txr_binsum_settle(&h->laps, h->grid);
	txr_binsum_settle(&h->doubt, h->grid);
	txr_binsum_settle(&h->open, h->grid);
	for (k = 0; k < TXR_P_NR; k++)
		txr_binsum_settle(&h->packed.kind[k], h->grid);
}
