/* SPDX-License-Identifier: GPL-2.0-only */
/* levels.h - lowest and highest occupancy in each bin of time. */
#ifndef TXRING_STATS_LEVELS_H
#define TXRING_STATS_LEVELS_H

#include "timegrid.h"

struct txr_level_bin {
	uint32_t min, max;	/* min above max: not reached yet */
	bool doubt;
	uint64_t max_ns, max_bytes;
};

struct txr_levels {
	struct txr_level_bin bin[TXR_TIME_BINS];
	unsigned int shift;
	uint32_t at;		/* bin of last_ns */
	uint64_t last_ns;	/* the level is as below since then */
	uint64_t bytes;
	uint32_t level;
	bool begun;
	bool doubt;		/* mark what follows as doubtful */
};

void txr_levels_clear(struct txr_levels *l);
/* The first level, from ts_ns on. */
void txr_levels_begin(struct txr_levels *l, struct txr_timegrid *g, uint64_t ts_ns,
		      uint32_t level, uint64_t bytes);
/* Time goes by at the same level; nothing before it began, or if ts_ns is not later. */
void txr_levels_pass(struct txr_levels *l, struct txr_timegrid *g, uint64_t ts_ns);
void txr_levels_step(struct txr_levels *l, struct txr_timegrid *g, uint64_t ts_ns,
		     uint32_t level, uint64_t bytes);
/* What follows is doubtful, or is no more. */
void txr_levels_doubt(struct txr_levels *l, bool doubt);
/* Follow the grid without time going by. */
void txr_levels_settle(struct txr_levels *l, const struct txr_timegrid *g);

#endif
