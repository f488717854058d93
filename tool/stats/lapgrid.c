// SPDX-License-Identifier: GPL-2.0-only
/* lapgrid.c - laps counted by the occupancy at their start and by their length. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "lapgrid.h"

static unsigned int bin_of(uint64_t v)
{
	unsigned int octave;

	if (v < 4)
		return (unsigned int)v;
	octave = 61 - (unsigned int)__builtin_clzll(v);
	return 4 * octave + (unsigned int)(v >> octave);
}

static uint64_t first_of(unsigned int bin)
{
	unsigned int octave = bin < 8 ? 0 : bin / 4 - 1;

	return (uint64_t)(bin - 4 * octave) << octave;
}

static uint64_t last_of(unsigned int bin)
{
	unsigned int octave = bin < 8 ? 0 : bin / 4 - 1;

	return first_of(bin) + ((uint64_t)1 << octave) - 1;
}

static uint64_t *row_of(struct txr_lapgrid *g, unsigned int i)
{
	if (!g->row[i])
		g->row[i] = calloc(TXR_LAPGRID_BINS, sizeof(*g->row[i]));
	return g->row[i];
}

int txr_lapgrid_add(struct txr_lapgrid *g, uint32_t inside, uint64_t lap_ns)
{
	uint64_t *row = row_of(g, bin_of(inside));

	if (!row)
		return -ENOMEM;
	row[bin_of(lap_ns)]++;
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
					(uint32_t)first_of(i), (uint32_t)last_of(i),
					first_of(k), last_of(k), g->row[i][k],
				};
	return 0;
}
