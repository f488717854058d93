/* SPDX-License-Identifier: GPL-2.0-only */
/* gaps.h - lost events over time, of the whole recording. */
#ifndef TXRING_STATS_GAPS_H
#define TXRING_STATS_GAPS_H

#include "loss.h"
#include "timegrid.h"

struct txr_gaps {
	uint64_t lost[TXR_TIME_BINS];	/* in gaps that begin in the bin */
	uint8_t flags[TXR_TIME_BINS];	/* TXR_BIN_GAP, TXR_BIN_GAP_UNKNOWN */
	unsigned int shift;
	/* The latest gap: marked when time has reached its end. */
	uint64_t from_ns, until_ns;
	bool open;
};

void txr_gaps_note(struct txr_gaps *g, struct txr_timegrid *t, const struct txr_event *ev);
/* Statistics begin at ts_ns, after txr_loss_begin(). */
void txr_gaps_begin(struct txr_gaps *g, struct txr_timegrid *t,
		    const struct txr_loss_state *loss, uint64_t ts_ns);
/* Mark what is open, as far as end_ns, and follow the grid. */
void txr_gaps_settle(struct txr_gaps *g, struct txr_timegrid *t, uint64_t end_ns);

#endif
