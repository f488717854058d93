// SPDX-License-Identifier: GPL-2.0-only
/* lapgrid.c - laps counted by the occupancy at their start and by their length. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "lapgrid.h"

static uint64_t *row_of(struct txr_lapgrid *g, unsigned int i)
{
	if (!g->row[i])
		g->row[i] = calloc(TXR_LAPGRID_BINS, sizeof(*g->row[i]));
	return g->row[i];
}

int txr_lapgrid_add(struct txr_lapgrid *g, uint32_t inside, uint64_t lap_ns)
{
	uint64_t *row = row_of(g, txr_loglin_bin(inside, TXR_LAPGRID_BITS));

	if (!row)
		return -ENOMEM;
	row[txr_loglin_bin(lap_ns, TXR_LAPGRID_BITS)]++;
	g->count++;
	return 0;
}

int txr_lapgrid_merge(struct txr_lapgrid *to, const struct txr_lapgrid *from)
{
	unsigned int i, k;
	uint64_t *row;

	for (i = 0; i < TXR_LAPGRID_ROWS; i++) {
		if (!from->row[i])
			continue;
		row = row_of(to, i);
		if (!row)
			return -ENOMEM;
		for (k = 0; k < TXR_LAPGRID_BINS; k++)
			row[k] += from->row[i][k];
	}
	to->count += from->count;
	return 0;
}

int txr_lapgrid_cap(struct txr_lapgrid *g, uint32_t most)
{
	unsigned int last = txr_loglin_bin(most, TXR_LAPGRID_BITS), i, k;
	uint64_t *row;

	for (i = last + 1; i < TXR_LAPGRID_ROWS; i++) {
		if (!g->row[i])
			continue;
		row = row_of(g, last);
		if (!row)
			return -ENOMEM;
		for (k = 0; k < TXR_LAPGRID_BINS; k++)
			row[k] += g->row[i][k];
		free(g->row[i]);
		g->row[i] = NULL;
	}
	return 0;
}

void txr_lapgrid_clear(struct txr_lapgrid *g)
{
	unsigned int i;

	for (i = 0; i < TXR_LAPGRID_ROWS; i++)
		if (g->row[i])
			memset(g->row[i], 0, TXR_LAPGRID_BINS * sizeof(*g->row[i]));
	g->count = 0;
}

void txr_lapgrid_free(struct txr_lapgrid *g)
{
	unsigned int i;

	for (i = 0; i < TXR_LAPGRID_ROWS; i++)
		free(g->row[i]);
	memset(g, 0, sizeof(*g));
}

void txr_kept_laps_clear(struct txr_kept_laps *k)
{
	if (!k)
		return;
	txr_lapgrid_clear(&k->sure);
	txr_lapgrid_clear(&k->run);
}

void txr_kept_laps_free(struct txr_kept_laps *k)
{
	if (!k)
		return;
	txr_lapgrid_free(&k->sure);
	txr_lapgrid_free(&k->run);
	free(k);
}

static size_t cells_in(const struct txr_lapgrid *g)
{
	unsigned int i, k;
	size_t n = 0;

	for (i = 0; i < TXR_LAPGRID_ROWS; i++)
		for (k = 0; g->row[i] && k < TXR_LAPGRID_BINS; k++)
			n += g->row[i][k] > 0;
	return n;
}

int txr_lapgrid_read(const struct txr_lapgrid *g, struct txr_lap_grid *to)
{
	unsigned int i, k;

	*to = (struct txr_lap_grid){ .count = g->count };
	to->cell = calloc(cells_in(g) + 1, sizeof(*to->cell));
	if (!to->cell)
		return -ENOMEM;
	for (i = 0; i < TXR_LAPGRID_ROWS; i++)
		for (k = 0; g->row[i] && k < TXR_LAPGRID_BINS; k++)
			if (g->row[i][k])
				to->cell[to->nr++] = (struct txr_lap_cell){
					(uint32_t)txr_loglin_first(i, TXR_LAPGRID_BITS),
					(uint32_t)txr_loglin_last(i, TXR_LAPGRID_BITS),
					txr_loglin_first(k, TXR_LAPGRID_BITS),
					txr_loglin_last(k, TXR_LAPGRID_BITS), g->row[i][k],
				};
	return 0;
}
