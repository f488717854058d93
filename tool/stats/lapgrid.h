/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lapgrid.h - laps counted by the occupancy at their start and by their length, both
 * in bins that are exact below 8 and have 4 steps an octave above.
 */
#ifndef TXRING_STATS_LAPGRID_H
#define TXRING_STATS_LAPGRID_H

#include "txring/loglin.h"
#include "txring/timeline.h"

#define TXR_LAPGRID_ROWS	124	/* of uint32_t levels */
#define TXR_LAPGRID_BITS	2
#define TXR_LAPGRID_BINS	TXR_LOGLIN_BINS(TXR_LAPGRID_BITS)	/* of uint64_t times */

struct txr_lapgrid {
	uint64_t *row[TXR_LAPGRID_ROWS];	/* NULL: empty */
	uint64_t count;
};

struct txr_kept_laps {		/* of a queue */
	struct txr_lapgrid sure;
	struct txr_lapgrid run;	/* of a reset that is not decided (reset.h) */
};

/* 0 or -ENOMEM. */
int txr_lapgrid_add(struct txr_lapgrid *g, uint32_t inside, uint64_t lap_ns);
int txr_lapgrid_merge(struct txr_lapgrid *to, const struct txr_lapgrid *from);
/* What was counted with more than most inside is counted with most. */
int txr_lapgrid_cap(struct txr_lapgrid *g, uint32_t most);
void txr_lapgrid_clear(struct txr_lapgrid *g);
void txr_lapgrid_free(struct txr_lapgrid *g);
/* Both accept NULL. */
void txr_kept_laps_clear(struct txr_kept_laps *k);
void txr_kept_laps_free(struct txr_kept_laps *k);
/* The cells that are not empty, as plain data; to is overwritten. 0 or -ENOMEM. */
int txr_lapgrid_read(const struct txr_lapgrid *g, struct txr_lap_grid *to);

#endif
