/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * queue.h - everything that is counted of one tx queue, and of a device.
 *
 * A device is the sum of its queues, worked out when the report is built; only
 * what cannot be added up afterwards (the occupancy of the whole, time with at
 * least one queue packed) is counted beside it, from the second queue on.
 */
#ifndef TXRING_STATS_QUEUE_H
#define TXRING_STATS_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "batch.h"
#include "books.h"
#include "drops.h"
#include "course.h"
#include "lapgrid.h"
#include "loss.h"
#include "nospec.h"
#include "occupancy.h"
#include "oldest.h"
#include "packed.h"
#include "pids.h"
#include "places.h"
#include "reset.h"
#include "stall.h"
#include "txring/stats.h"
#include "warm.h"

#define TXR_NEVER UINT64_MAX

/* Something that few laps meet is going on. */
#define TXR_RARE_PACKED	0x1	/* stopped, limited or full */
#define TXR_RARE_RESET	0x2	/* a run of releases is not decided */
#define TXR_RARE_LOSS	0x4	/* events were lost: two more tracks */
#define TXR_RARE_KEPT	0x8	/* more is kept, for pictures */
#define TXR_RARE_VERDICT 0x10	/* the watchdog fired: a reset may follow */
/* Recorded or asked for: for every lap then. */
#define TXR_RARE_WENT	0x20	/* where its time went */
#define TXR_RARE_QUEUED	0x40	/* when it came to the qdisc */
#define TXR_RARE_BY	0x80	/* whose it is */
/* With any of these more is done with a lap's time than to count it. */
#define TXR_RARE_COUNT \
	(TXR_RARE_RESET | TXR_RARE_KEPT | TXR_RARE_VERDICT | TXR_RARE_WENT | TXR_RARE_BY)

struct txr_went_parts;

struct txr_queue {
	/* What every lap touches. */
	struct txr_track occ;
	struct txr_device_stats *dev;
	uint32_t rare;			/* TXR_RARE_*: look before a step */
	uint64_t first_ns;		/* first start; TXR_NEVER: none */
	uint64_t last_ns;		/* last event; of starts and steps of the
					 * occupancy only after txr_queue_settle() */
	uint64_t last_start_ns, last_release_ns;	/* 0: none */
	uint64_t released_start_ns;	/* start of the lap released last */
	uint64_t started_by_release;	/* starts when that was, modulo 2^64 */
	struct txr_stall stall;
	unsigned __int128 lap_sum_ns;	/* in the ring and given back */
	unsigned __int128 doubt_sum_ns;	/* in the ring, restarted or uncertain */
	struct txr_batch batch;
	struct txr_warm warm;
	struct txr_books books;
	struct txr_packed packed;
	struct txr_hist lap_ns;
	struct txr_pids senders, readers;
	struct txr_own_places places;	/* where its packets are given back */
	/* What few do. */
	struct txr_hist late_ns;
	struct txr_loss_track loss;
	struct txr_reset reset;
	struct txr_drops drops;
	struct txr_nospec *nospec;
	struct txr_went_parts *went;	/* NULL: not recorded so */
	uint64_t time_back;		/* releases older than their start */
	uint64_t watchdogs, dql_stalls;
	struct txr_course *course;	/* or NULL: not wanted */
	struct txr_kept_laps *kept;	/* or NULL: not wanted */
	struct txr_oldest oldest;	/* made by the report */
	uint16_t index;
};

struct txr_whole {			/* a device with more than one queue */
	struct txr_track occ;
	struct txr_loss_track loss;
	uint64_t open;			/* kept from the first gap on */
};

/* Of a device with more than one queue: what its queues' do not add up to. */
struct txr_device_course {
	struct txr_levels *levels;	/* owned; NULL: one queue so far */
	struct txr_packed_bins packed;	/* spans that are no longer in `spans` */
};

struct txr_device_stats {
	struct txr_queue ***page;	/* [index / 64][index % 64] */
	struct txr_queue **list;	/* in the order in which they came */
	size_t count, room;
	struct txr_whole *whole;	/* NULL: one queue */
	uint64_t first_ns;		/* TXR_NEVER: no start since the beginning */
	struct txr_packed_spans spans;
	struct txr_device_course *course;	/* or NULL: not wanted */
	uint16_t dev;
};

void txr_queue_init(struct txr_queue *q);
void txr_queue_free(struct txr_queue *q);
/* Statistics begin at ts_ns; open laps are carried in. 0 or -ENOMEM. */
int txr_queue_begin(struct txr_queue *q, uint64_t ts_ns);
/* Add up the queues of a device; to was made by txr_queue_init(). */
int txr_queue_add(struct txr_queue *to, const struct txr_queue *from, bool first);
/* Bring up to date what is not kept at every lap. */
void txr_queue_settle(struct txr_queue *q);
/* Was there anything since the statistics began? */
bool txr_queue_active(const struct txr_queue *q);

#endif
