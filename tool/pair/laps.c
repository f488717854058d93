// SPDX-License-Identifier: GPL-2.0-only
/* laps.c - the pool that laps live in. */
#include <stdlib.h>
#include "pair_impl.h"

void txr_laps_init(struct txr_laps *p)
{
	*p = (struct txr_laps){ .next_fresh = 1 };
}

void txr_laps_free(struct txr_laps *p)
{
	size_t i;

	for (i = 0; i < p->chunks; i++)
		free(p->chunk[i]);
	free(p->chunk);
	txr_laps_init(p);
}

static int add_chunk(struct txr_laps *p)
{
	struct txr_lap **c = reallocarray(p->chunk, p->chunks + 1, sizeof(*c));
	struct txr_lap *laps;

	if (!c)
		return -1;
	p->chunk = c;
	laps = calloc(LAPS_CHUNK, sizeof(*laps));
	if (!laps)
		return -1;
	p->chunk[p->chunks++] = laps;
	return 0;
}

uint32_t txr_laps_get(struct txr_laps *p)
{
	uint32_t i = p->free;

	if (i) {
		p->free = txr_lap_at(p, i)->next;
	} else {
		if (p->next_fresh >> LAPS_CHUNK_BITS >= p->chunks && add_chunk(p))
			return 0;
		i = p->next_fresh++;
	}
	p->used++;
	return i;
}

void txr_laps_put(struct txr_laps *p, uint32_t i)
{
	struct txr_lap *lap = txr_lap_at(p, i);

	lap->state = LAP_UNUSED;
	lap->next = p->free;
	p->free = i;
	p->used--;
}
