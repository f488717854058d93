/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lapbins.h - a histogram of times in few bars. Each is of whole buckets, so that the
 * counts are exact; from one octave to the next they are twice as wide.
 */
#ifndef TXRING_VIEW_LAPBINS_H
#define TXRING_VIEW_LAPBINS_H

#include <stddef.h>
#include "txring/hist.h"

#define TXR_LAP_BARS 80

struct txr_lap_bar {
	uint64_t first_ns, last_ns, count;
};

struct txr_lap_bars {
	size_t nr;		/* from the lowest time to the highest, empty ones between */
	struct txr_lap_bar bar[TXR_LAP_BARS];
	uint64_t most;
};

/* As many as there is room for (2 to TXR_LAP_BARS), at most 1 << bits an octave. */
void txr_lap_bars(struct txr_lap_bars *b, const struct txr_hist *h, size_t room,
		  unsigned int bits);
/* Which bar a time from the histogram is in. */
size_t txr_lap_bar_of(const struct txr_lap_bars *b, uint64_t ns);

#endif
