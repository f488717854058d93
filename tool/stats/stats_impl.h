/* SPDX-License-Identifier: GPL-2.0-only */
/* stats_impl.h - what the files of this room share of struct txr_stats. */
#ifndef TXRING_STATS_IMPL_H
#define TXRING_STATS_IMPL_H

#include "queue.h"

struct txr_stats {
	struct txr_queue *last;		/* starts come in runs */
	struct txr_device_stats **dev;	/* by device index; NULL: not seen */
	size_t devs;
	struct txr_loss_state loss;
	uint64_t unmatched;		/* frees of no lap, since the recording began */
	uint64_t from_ns;		/* the statistics began; 0: with the recording */
	uint64_t last_ns;		/* latest transition */
	uint64_t stalls_elsewhere;	/* verdicts on devices without a start */
	int error;
};

/* Found or made; NULL when memory is short (error is set). */
struct txr_queue *txr_stats_queue(struct txr_stats *s, uint16_t dev, uint16_t index);
/* Found, or NULL. */
struct txr_queue *txr_stats_find(const struct txr_stats *s, uint16_t dev, uint16_t index);
void txr_stats_each(struct txr_stats *s, void (*fn)(void *arg, struct txr_queue *q),
		    void *arg);
void txr_stats_free_devices(struct txr_stats *s);

#endif
