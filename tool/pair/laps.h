/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * laps.h - the pool that laps live in, by index; 0 is no lap.
 *
 * Chunks never move, so a pointer to a lap is valid as long as the lap.
 */
#ifndef TXRING_PAIR_LAPS_H
#define TXRING_PAIR_LAPS_H

#include <stddef.h>
#include <stdint.h>
#include "txring/pair.h"

#define LAPS_CHUNK_BITS 10
#define LAPS_CHUNK (1u << LAPS_CHUNK_BITS)

struct txr_laps {
	struct txr_lap **chunk;
	size_t chunks;
	uint32_t next_fresh;	/* first index never used */
	uint32_t free;		/* list by next */
	size_t used;
};

void txr_laps_init(struct txr_laps *p);
void txr_laps_free(struct txr_laps *p);

static inline struct txr_lap *txr_lap_at(const struct txr_laps *p, uint32_t i)
{
	return &p->chunk[i >> LAPS_CHUNK_BITS][i & (LAPS_CHUNK - 1)];
}

/* A lap with undefined content, or 0 when memory is short. */
uint32_t txr_laps_get(struct txr_laps *p);
void txr_laps_put(struct txr_laps *p, uint32_t i);

#endif
