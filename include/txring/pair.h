/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pair.h - from events to laps.
 *
 * A lap is the time that one skb spends in one (device, queue): from its START
 * to its release. The engine holds the open laps, the open xmits of each CPU,
 * and decides one outcome for every START, at the transition that causes it.
 * The rules are in Documentation/design.md, "Words and rules".
 *
 * The engine keeps no statistics: it tells a sink of every transition, in the
 * order of events.
 */
#ifndef TXRING_PAIR_H
#define TXRING_PAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "err.h"
#include "event.h"

enum txr_outcome {
	TXR_OPEN,		/* no outcome yet */
	TXR_COMPLETED,		/* accepted and released */
	TXR_DROPPED,		/* freed by kfree_skb inside xmit */
	TXR_BUSY,		/* result BUSY: never entered the ring */
	TXR_HANDED_OVER,	/* given to a receiver alive */
	TXR_RESTARTED,		/* started again, the first release was missed */
	TXR_UNCERTAIN,		/* spans lost events, or an anomaly */
};

#define TXR_LAP_ENTERED		0x001	/* counted in the occupancy now or at its end */
#define TXR_LAP_IN_XMIT		0x002	/* released, dropped or handed over inside xmit */
#define TXR_LAP_TAINTED		0x004	/* overlaps a loss window, or is untold */
#define TXR_LAP_RESULT		0x008	/* result seen: rc and result_ns valid */
#define TXR_LAP_NOSPEC_OK	0x010	/* DROPPED by kfree_skb NOT_SPECIFIED and
					 * result OK: completed instead, on a device
					 * that releases all its packets so */
#define TXR_LAP_SHARED		0x020	/* start's references above 1 */
#define TXR_LAP_HW_TSTAMP	0x040
#define TXR_LAP_HANDED		0x080	/* hand-over seen, xmit still open */
#define TXR_LAP_REASON		0x100	/* reason valid (kfree_skb) */
#define TXR_LAP_FULL_RING	0x200	/* reason is FULL_RING */
#define TXR_LAP_EVICTED		0x400	/* closed UNCERTAIN at the memory cap */
#define TXR_LAP_AGED		0x800	/* closed UNCERTAIN by loss_age_ns */
#define TXR_LAP_LATE_FREED	0x1000	/* free_ns is later than the release */
#define TXR_LAP_UNTOLD		0x2000	/* were it handed on, no event would tell */

struct txr_lap {
	uint64_t skbaddr;
	uint64_t start_ns;
	uint64_t result_ns;	/* 0: not seen */
	uint64_t release_ns;	/* 0: not released */
	uint64_t free_ns;	/* 0: not seen */
	uint64_t release_location;	/* code address of the release; 0: not told */
	void *queue;		/* the sink's own: set in start(), NULL before */
	uint32_t len_bytes;	/* skb->len */
	uint32_t in_device_at_start;	/* the sink's own: set in start() */
	int32_t rc;
	int32_t reason;
	int32_t start_pid, release_pid;
	uint32_t flags;		/* TXR_LAP_*; the engine's own from 0x10000 on */
	uint16_t dev, queue_index;
	uint16_t segs, segs_low, segs_high;
	uint16_t start_cpu, release_cpu;
	uint8_t outcome;	/* enum txr_outcome */
	uint8_t start_origin, release_origin;	/* enum txr_origin; 0: none */
	uint8_t release_ctx;	/* TXR_CTX_* of the release */
	uint8_t state;		/* the engine's own */
	uint8_t refs_held;	/* the engine's own */
	bool release_dropped, release_nospec;	/* the engine's own, while pending */
	uint32_t next, seq;	/* the engine's own */
	uint32_t by;		/* the sink's own; 0 before start() */
};

/*
 * Told of every transition. A lap is valid during the call; between its start()
 * and its gone() the same pointer names the same lap.
 */
struct txr_pair_sink {
	void *ctx;
	/* A START: one more lap. */
	void (*start)(void *ctx, struct txr_lap *lap, const struct txr_event *ev);
	/* Accepted: occupancy +1 at ts_ns (its result, or its release if earlier). */
	void (*enter)(void *ctx, struct txr_lap *lap, uint64_t ts_ns);
	/* Outcome decided; occupancy -1 at ts_ns if TXR_LAP_ENTERED. Comes once. */
	void (*end)(void *ctx, struct txr_lap *lap, uint64_t ts_ns);
	/* A release's memory went back later: free_ns - release_ns. */
	void (*late_free)(void *ctx, struct txr_lap *lap);
	/* Nothing more will be told of this lap. May be NULL. */
	void (*gone)(void *ctx, struct txr_lap *lap);
	/* A FREE or RELEASE that matched no lap (received packets: normal). */
	void (*unmatched)(void *ctx, const struct txr_event *ev);
	/* LOST, WAKE, WATCHDOG, DQL_STALL, and RESULT with TXR_EVF_QSTATE (after
	 * the lap's own transition). */
	void (*event)(void *ctx, const struct txr_event *ev);
};

struct txr_pair_config {
	bool has_result;	/* else every START counts as accepted at once */
	bool preempt_rt;	/* open xmits per (CPU, pid), not per CPU */
	bool clock_ordered;	/* else a release just before a START on another
				 * CPU makes that lap suspect */
	bool refs_known;	/* START carries refs (patched tier) */
	uint64_t loss_age_ns;	/* laps spanning loss are closed UNCERTAIN when older;
				 * 0: TXR_LOSS_AGE_DEFAULT_NS */
	size_t max_open;	/* memory cap: oldest laps are evicted; 0: default */
	unsigned int cpus;	/* highest CPU number + 1 */
};

#define TXR_LOSS_AGE_DEFAULT_NS	1000000000ULL
#define TXR_MAX_OPEN_DEFAULT	(1u << 20)

struct txr_pair_counts {
	uint64_t unmatched_frees, unmatched_releases, unmatched_results;
	uint64_t expected_frees;	/* of skbs refused with BUSY */
	uint64_t missing_results;	/* xmits whose result never came */
	uint64_t anomalies;		/* BUSY after the skb was freed, and kin */
	uint64_t evicted, aged;
	uint64_t open;			/* laps open now */
};

struct txr_pair;

int txr_pair_new(struct txr_pair **out, const struct txr_pair_config *cfg,
		 const struct txr_pair_sink *sink, struct txr_err *err);
void txr_pair_free(struct txr_pair *p);		/* accepts NULL */

/* Declare a device stacked (its packets start again on a lower one). */
void txr_pair_set_stacked(struct txr_pair *p, uint16_t dev);
/* Declared, or learned from a nested xmit of the same skb. */
bool txr_pair_is_stacked(const struct txr_pair *p, uint16_t dev);

/*
 * Packets of the device that start before until_ns (0: none) may be handed on alive
 * with no event that tells. One that the device keeps beyond its xmit is then
 * UNCERTAIN at once (TXR_LAP_UNTOLD): when it left is not known. Needs has_result.
 * 0 or -ENOMEM.
 */
int txr_pair_set_untold(struct txr_pair *p, uint16_t dev, uint64_t until_ns);

/* Feed events in time order. Returns 0 or -ENOMEM. */
int txr_pair_feed(struct txr_pair *p, const struct txr_event *const *ev, int n);

/*
 * End of the recording: decides what hangs between release and result, ages
 * out nothing. Laps still open stay open; walk them for in_device_at_end.
 */
void txr_pair_finish(struct txr_pair *p);
/* Calls fn for every lap without an outcome, in no order. */
void txr_pair_each_open(struct txr_pair *p,
			void (*fn)(void *arg, struct txr_lap *lap), void *arg);

const struct txr_pair_counts *txr_pair_counts(const struct txr_pair *p);

#endif
