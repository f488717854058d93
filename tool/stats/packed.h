/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * packed.h - when was a queue stopped, and by whom.
 *
 * Driver: RESULT's queue state has DRV_XOFF; until the WAKE. A start before the
 * wake shows that the wake was not seen: the stop ended by then. Where only wakes
 * are seen (probes), a stop lasted at most since the last packet accepted.
 * BQL: RESULT's queue state has STACK_XOFF and not DRV_XOFF; until the next start
 * on the queue, or from the wake on where both were set.
 * Refusals: at BUSY, or a drop with FULL_RING, the ring is full. It has been since
 * the last accepted packet and is until the next release or accepted packet.
 */
#ifndef TXRING_STATS_PACKED_H
#define TXRING_STATS_PACKED_H

#include <stdbool.h>
#include <stdint.h>
#include "spans.h"
#include "txring/event.h"

#define TXR_Q_STOPPED	0x1	/* by the driver */
#define TXR_Q_BQL	0x2
#define TXR_Q_FULL	0x4	/* known from a refusal */

/* What a time of a queue is known from. */
enum txr_packed_kind {
	TXR_P_DRIVER,		/* stop to wake, by the driver */
	TXR_P_BQL,		/* stopped by BQL */
	TXR_P_REFUSED,		/* full, by a refusal */
	TXR_P_WOKEN,		/* a stop of which the wake alone was seen */
	TXR_P_NR
};

/* Unions over the queues of a device. */
struct txr_packed_spans {
	struct txr_spans kind[TXR_P_NR];
};

/* The same of a queue over time, kept when asked for. */
struct txr_packed_bins {
	struct txr_timegrid *grid;
	struct txr_binsum kind[TXR_P_NR];
};

void txr_packed_bins_settle(struct txr_packed_bins *b);
/* 0, or -ENOMEM: of any time since they were made. */
int txr_packed_bins_copy(struct txr_packed_bins *to, const struct txr_packed_bins *from);
void txr_packed_bins_free(struct txr_packed_bins *b);	/* the grid stays */

struct txr_packed {
	uint32_t state;			/* TXR_Q_* */
	bool qstate_seen;		/* the tier shows the queue's state */
	uint64_t last_accept_ns, last_refusal_ns;
	bool by_result;			/* the last accept: not by an earlier release */
	uint64_t stopped_ns, bql_ns, full_ns;	/* since when */
	uint64_t full_accept_ns;	/* last_accept_ns of the last visit */
	uint64_t full_sure_ns;		/* the certain part is counted to here */

	uint64_t driver_sum_ns, driver_low_ns, driver_visits;
	uint64_t wakes, wakes_missed;
	uint64_t woken_sum_ns, woken_visits;	/* stops of which the wake alone was seen */
	uint64_t woken_ns;		/* counted up to here */
	uint64_t bql_sum_ns, bql_visits;
	uint64_t refused_sum_ns, refused_low_ns, refused_visits;
	uint64_t busy, full_drops;
	struct txr_packed_bins *bins;	/* or NULL; not owned */
};

/* Statistics begin at ts_ns: states go on, sums begin at 0. The bins stay. */
void txr_packed_begin(struct txr_packed *p, uint64_t ts_ns);
void txr_packed_add(struct txr_packed *to, const struct txr_packed *from);
/* The recording ends: close what is open. */
void txr_packed_close(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns);

void txr_packed_qstate(struct txr_packed *p, struct txr_packed_spans *u,
		       uint32_t qstate, uint64_t ts_ns);
void txr_packed_wake(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns);
/* first_ns: the queue's first start, when nothing was accepted before. */
void txr_packed_refused(struct txr_packed *p, uint64_t first_ns, uint64_t ts_ns);

/* A start on the queue, a packet accepted or released, while state is not 0. */
void txr_packed_start(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns);
void txr_packed_room(struct txr_packed *p, struct txr_packed_spans *u, uint64_t ts_ns);

#endif
