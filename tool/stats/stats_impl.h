/* SPDX-License-Identifier: GPL-2.0-only */
/* stats_impl.h - what the files of this room share of struct txr_stats. */
#ifndef TXRING_STATS_IMPL_H
#define TXRING_STATS_IMPL_H

#include "by.h"
#include "gaps.h"
#include "queue.h"
#include "qwait.h"
#include "went.h"

struct txr_stats {
	struct txr_device_stats **dev;	/* by device index; NULL: not seen */
	size_t devs;
	struct txr_loss_state loss;
	uint64_t unmatched;		/* frees of no lap, since the recording began */
	struct txr_places places;	/* where these were */
	uint64_t from_ns;		/* the statistics began; 0: with the recording */
	uint64_t stall_ns;		/* quiet for so long, a queue may have stalled */
	unsigned int wants;		/* TXR_WANT_* */
	struct txr_timegrid grid;	/* of all courses */
	struct txr_gaps *gaps;		/* or NULL: no timeline is wanted */
	uint32_t asked;			/* TXR_RARE_*: looked at for every lap */
	struct txr_went *went;		/* NULL: not recorded so */
	struct txr_qwait qwait;
	struct txr_by *by;		/* NULL: not wanted */
	const struct txr_devtab *devtab;	/* may be NULL */
	size_t courses;			/* queues that have one */
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
/* verdict.c: WATCHDOG and DQL_STALL. */
void txr_stats_verdict(struct txr_stats *s, const struct txr_event *ev);
/* sink.c */
void txr_sink_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev);
void txr_sink_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns);
void txr_sink_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns);

/* After anything that may begin or end what is rare. */
static inline void txr_queue_sync_rare(const struct txr_stats *s, struct txr_queue *q)
{
	q->rare = (q->packed.state ? TXR_RARE_PACKED : 0) |
		  (q->reset.run ? TXR_RARE_RESET : 0) | (s->loss.any ? TXR_RARE_LOSS : 0) |
		  (s->wants ? TXR_RARE_KEPT : 0) |
		  (q->stall.suspect ? TXR_RARE_VERDICT : 0) | s->asked;
}

/* keep.c: what is kept beside the figures when it was asked for. 0 or -ENOMEM. */
int txr_keep_queue(struct txr_stats *s, struct txr_queue *q);
int txr_keep_device(struct txr_stats *s, struct txr_device_stats *d);
/* A second queue came: the device's levels so far are those of its first. */
int txr_keep_whole(struct txr_device_stats *d);
void txr_keep_free_device(struct txr_device_stats *d);
/* The queue's first start, and the device's. */
void txr_keep_first_start(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns);
void txr_keep_device_start(struct txr_stats *s, struct txr_device_stats *d, uint64_t ts_ns);
void txr_keep_start(struct txr_queue *q, const struct txr_lap *lap);
/* One packet more, before occ takes it in. */
void txr_keep_enter(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		    uint64_t ts_ns);
/* An outcome, after occ has let go of what was in the ring. */
void txr_keep_end(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		  uint64_t ts_ns);
void txr_keep_gap(struct txr_stats *s, const struct txr_event *ev);
/* The statistics have begun anew at ts_ns. */
void txr_keep_begin(struct txr_stats *s, uint64_t ts_ns);

/* asked.c */
/* An event of what runs around packets, or of one on its way to a qdisc. */
int txr_asked_event(struct txr_stats *s, const struct txr_event *ev);
/* A queue that is new; a lap that starts. 0 or -ENOMEM. */
int txr_asked_queue(struct txr_stats *s, struct txr_queue *q);
int txr_asked_start(struct txr_stats *s, struct txr_queue *q, struct txr_lap *lap,
		    const struct txr_event *ev);

void txr_stats_each(struct txr_stats *s, void (*fn)(void *arg, struct txr_queue *q),
		    void *arg);
void txr_stats_free_devices(struct txr_stats *s);

#endif
