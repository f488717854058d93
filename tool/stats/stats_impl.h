/* SPDX-License-Identifier: GPL-2.0-only */
/* stats_impl.h - what the files of this room share of struct txr_stats. */
#ifndef TXRING_STATS_IMPL_H
#define TXRING_STATS_IMPL_H

#include "queue.h"

struct txr_stats {
	struct txr_device_stats **dev;	/* by device index; NULL: not seen */
	size_t devs;
	struct txr_loss_state loss;
	uint64_t unmatched;		/* frees of no lap, since the recording began */
	struct txr_places places;	/* where these were */
	uint64_t from_ns;		/* the statistics began; 0: with the recording */
	uint64_t stalls_elsewhere;	/* verdicts on devices without a start */
	int error;
};

/* Pages, so that one wild queue number costs a page and not half a megabyte. */
#define TXR_PAGE_BITS	6
#define TXR_PAGE_SLOTS	(1u << TXR_PAGE_BITS)

/* Found, or NULL. */
static inline struct txr_queue *txr_stats_find(const struct txr_stats *s, uint16_t dev,
					       uint16_t index)
{
	struct txr_device_stats *d = dev < s->devs ? s->dev[dev] : NULL;
	struct txr_queue **page = d ? d->page[index >> TXR_PAGE_BITS] : NULL;

	return page ? page[index % TXR_PAGE_SLOTS] : NULL;
}

/* Made if it is new; NULL when memory is short (error is set). */
struct txr_queue *txr_stats_make(struct txr_stats *s, uint16_t dev, uint16_t index);
/* sink.c */
void txr_sink_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev);
void txr_sink_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns);
void txr_sink_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns);

/* After anything that may begin or end what is rare. */
static inline void txr_queue_sync_rare(const struct txr_stats *s, struct txr_queue *q)
{
	q->rare = (q->packed.state ? TXR_RARE_PACKED : 0) |
		  (q->reset.run ? TXR_RARE_RESET : 0) | (s->loss.any ? TXR_RARE_LOSS : 0);
}

void txr_stats_each(struct txr_stats *s, void (*fn)(void *arg, struct txr_queue *q),
		    void *arg);
void txr_stats_free_devices(struct txr_stats *s);

#endif
