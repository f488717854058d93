/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * course.h - what a queue did over time, and a device with several: kept only when
 * it was asked for (txr_stats_want()).
 */
#ifndef TXRING_STATS_COURSE_H
#define TXRING_STATS_COURSE_H

#include "levels.h"
#include "packed.h"
#include "txring/pair.h"
#include "warm.h"

/* What is counted by bin: starts (in TXR_OPEN's place), outcomes, and of the drops
 * those that may be completions (nospec.h). */
#define TXR_C_STARTED	TXR_OPEN
#define TXR_C_NOSPEC	(TXR_UNCERTAIN + 1)
#define TXR_C_COUNTS	(TXR_C_NOSPEC + 1)

struct txr_course {
	struct txr_timegrid *grid;	/* of the statistics */
	struct txr_levels levels;
	uint64_t count[TXR_TIME_BINS][TXR_C_COUNTS];
	unsigned int count_shift;
	struct txr_binsum laps, doubt;
	struct txr_binsum open;		/* made by the report */
	struct txr_packed_bins packed;
	struct txr_warm sure;		/* since the last gap; over: nothing unseen inside */
	uint64_t carried_in;
	bool evicted;			/* a lap was given up for memory, or left untold: it may be
					 * inside for ever */
};

struct txr_course *txr_course_new(struct txr_timegrid *grid);	/* NULL: no memory */
/* NULL also when memory was short for any of it at any time. */
struct txr_course *txr_course_copy(const struct txr_course *c);
void txr_course_free(struct txr_course *c);	/* accepts NULL */
/*
 * Statistics begin with so many laps carried in: all is empty, and waits for
 * txr_levels_begin(). A doubt about the levels goes on.
 */
void txr_course_begin(struct txr_course *c, uint64_t carried_in);

void txr_course_start(struct txr_course *c, uint64_t ts_ns);
/* An outcome was decided. Of a lap that was in the ring: its time too. */
void txr_course_end(struct txr_course *c, const struct txr_lap *lap, uint64_t ts_ns);
/* Events were lost from ts_ns on: the levels are in doubt. */
void txr_course_gap(struct txr_course *c, uint64_t ts_ns);
/*
 * A traced lap, started after the last gap, was released; inside: packets left.
 * The levels are sure again once it follows that no other is unseen or doubtful.
 */
void txr_course_sure(struct txr_course *c, const struct txr_lap *lap, uint32_t inside);
/* A lap that is still open at the end. */
void txr_course_open(struct txr_course *c, const struct txr_lap *lap, uint64_t end_ns);
/* All follows the grid, up to end_ns: the bins can be read. */
void txr_course_settle(struct txr_course *c, uint64_t end_ns);

#endif
