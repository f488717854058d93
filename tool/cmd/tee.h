/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tee.h - two statistics of one engine: since the start, and of the interval.
 *
 * A lap carries one pointer for its sink. Here it points to a node that knows the
 * queue of each statistics; each is shown its own.
 */
#ifndef TXRING_CMD_TEE_H
#define TXRING_CMD_TEE_H

#include "txring/stats.h"

enum txr_tee_side { TXR_TEE_TOTAL, TXR_TEE_EACH, TXR_TEE_SIDES };

struct txr_tee_node;

struct txr_tee {
	struct txr_pair_sink side[TXR_TEE_SIDES];
	struct txr_tee_node ***dev;	/* [device][queue], made as they come */
	size_t *queues;			/* room of each */
	size_t devs;
	bool error;			/* memory was short: figures are unfit */
};

void txr_tee_init(struct txr_tee *t, struct txr_stats *total, struct txr_stats *each);
void txr_tee_free(struct txr_tee *t);
struct txr_pair_sink txr_tee_sink(struct txr_tee *t);

/*
 * Show the open laps to one side's txr_report_build(), which walks them; then
 * txr_tee_unshow() before the engine goes on.
 */
void txr_tee_show(struct txr_tee *t, struct txr_pair *p, enum txr_tee_side side);
void txr_tee_unshow(struct txr_tee *t, struct txr_pair *p);

#endif
