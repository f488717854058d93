/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lanes.h - spans that overlap, on as few lanes as they need: on each lane, one ends
 * before the next begins. For spans that come by their ends, as laps do.
 */
#ifndef TXRING_VIEW_LANES_H
#define TXRING_VIEW_LANES_H

#include <stddef.h>
#include <stdint.h>

struct txr_lane {
	uint64_t end_ns;	/* of its last span */
	uint32_t nr;
};

struct txr_lanes {		/* zero is an empty one */
	struct txr_lane *lane;	/* owned; [head, tail) by end */
	size_t head, tail, room;
	uint32_t count;
};

/* The lane of one more span, from 0 on; -ENOMEM. */
int64_t txr_lanes_take(struct txr_lanes *l, uint64_t start_ns, uint64_t end_ns);
void txr_lanes_free(struct txr_lanes *l);

#endif
