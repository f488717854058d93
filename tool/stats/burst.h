/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * burst.h - do packets come back in bursts, with long waits between?
 *
 * From the gaps between releases (batch.h). A wait is long when it is above
 * TXR_BURST_WAIT_NS; a burst are the packets that had waited together and came back
 * within TXR_BURST_GAP_NS of each other. It is a matter of the device, not of who
 * sends, since a gap counts only while a packet waits.
 */
#ifndef TXRING_STATS_BURST_H
#define TXRING_STATS_BURST_H

#include "rowx.h"

#define TXR_BURST_WAIT_NS	50000
#define TXR_BURST_MIN		8	/* long waits; fewer are chance */
#define TXR_BURST_WAIT_SHARE	0.5	/* of all waiting, at least, is in long ones */
#define TXR_BURST_PACKETS	16	/* in a burst, at least */
#define TXR_BURST_PART		4	/* and this part of what the ring holds */

struct txr_burst {
	bool is_bursty;
	uint64_t waits;		/* long ones */
	uint64_t wait_ns;	/* mean of these */
	double share;		/* of the waiting that they make up, 0 to 1 */
	double packets;		/* in a burst, on average */
};

struct txr_burst txr_burst_of(const struct txr_rowx *x);

#endif
