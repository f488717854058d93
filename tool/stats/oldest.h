/* SPDX-License-Identifier: GPL-2.0-only */
/* oldest.h - laps still open at the end of the recording, the oldest by name. */
#ifndef TXRING_STATS_OLDEST_H
#define TXRING_STATS_OLDEST_H

#include <stddef.h>
#include <stdint.h>
#include "txring/report.h"

struct txr_oldest {
	uint64_t open;		/* laps without an outcome */
	uint64_t entered;	/* of them, accepted: in the ring */
	uint64_t certain;	/* of them, no gap since their start */
	unsigned __int128 start_sum_ns;	/* of the entered, cut at from_ns */
	uint64_t most_bytes;	/* of all open, as much as a driver may count */
	uint64_t in_turn_ns;	/* start of the oldest that no younger one has overtaken;
				 * 0: none. Of a queue alone. */
	size_t count;
	struct txr_open_lap lap[TXR_OLDEST_MAX];	/* start_ns absolute */
};

struct txr_oldest_env {
	uint64_t from_ns, end_ns;	/* of the statistics */
	uint64_t traced_ns;		/* up to which timelines go */
	uint64_t loss_until_ns;		/* 0: no gap */
};

void txr_oldest_note(struct txr_oldest *o, const struct txr_lap *lap,
		     const struct txr_oldest_env *env);
/* Time that the entered spent inside until end_ns. */
unsigned __int128 txr_oldest_sum(const struct txr_oldest *o, uint64_t end_ns);
void txr_oldest_add(struct txr_oldest *to, const struct txr_oldest *from);

#endif
