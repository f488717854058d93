/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * history.h - what a queue did over time, and a device with several: kept only when
 * it was asked for (txr_stats_want()).
 */
#ifndef TXRING_STATS_HISTORY_H
#define TXRING_STATS_HISTORY_H

#include "levels.h"
#include "packed.h"
#include "txring/pair.h"
#include "warm.h"

/* What is counted by bin: starts (in TXR_OPEN's place), outcomes, and of the drops
 * those that may be completions (nospec.h). */
#define TXR_H_STARTED	TXR_OPEN
#define TXR_H_NOSPEC	(TXR_UNCERTAIN + 1)
#define TXR_H_COUNTS	(TXR_H_NOSPEC + 1)

struct txr_history {
	struct txr_timegrid *grid;	/* of the statistics */
	struct txr_levels levels;
	uint64_t count[TXR_TIME_BINS][TXR_H_COUNTS];
	unsigned int count_shift;
	struct txr_binsum laps, doubt;
	struct txr_binsum open;		/* made by the report */
	struct txr_packed_bins packed;
	struct txr_warm sure;		/* since the last gap; over: nothing unseen inside */
	uint64_t carried_in;
};

struct txr_history *txr_history_new(struct txr_timegrid *grid);	/* NULL: no memory */
struct txr_history *txr_history_copy(const struct txr_history *h);
/*
 * Statistics begin with so many laps carried in: all is empty, and waits for
 * txr_levels_begin(). A doubt about the levels goes on.
 */
void txr_history_begin(struct txr_history *h, uint64_t carried_in);

void txr_history_start(struct txr_history *h, uint64_t ts_ns);
/* An outcome was decided. Of a lap that was in the ring: its time too. */
void txr_history_end(struct txr_history *h, const struct txr_lap *lap, uint64_t ts_ns);
/* Events were lost from ts_ns on: the levels are in doubt. */
void txr_history_gap(struct txr_history *h, uint64_t ts_ns);
/*
 * A traced lap, started after the last gap, was released; inside: packets left.
 * The levels are sure again once it follows that no other is unseen or doubtful.
 */
void txr_history_sure(struct txr_history *h, const struct txr_lap *lap, uint32_t inside);
/* A lap that is still open at the end. */
void txr_history_open(struct txr_history *h, const struct txr_lap *lap, uint64_t end_ns);
/* All follows the grid, up to end_ns: the bins can be read. */
void txr_history_settle(struct txr_history *h, uint64_t end_ns);

#endif
