/* SPDX-License-Identifier: GPL-2.0-only */
/* went_parts.h - where the time of a queue's laps went, added up. */
#ifndef TXRING_STATS_WENT_PARTS_H
#define TXRING_STATS_WENT_PARTS_H

#include "txring/hist.h"
#include "txring/report.h"

/* One lap, cut at the interrupt and the poll that led to its release. */
struct txr_went_cut {
	uint64_t start_ns, release_ns, lap_ns;
	uint64_t irq_ns, begin_ns;
};

/* Laps that came back in a poll of another device: whose they are is known late. */
struct txr_went_apart {
	struct txr_hist part[TXR_WENT_AFTER_INTERRUPT + 1];
	struct txr_hist whole;
};

struct txr_went_parts {
	struct txr_hist part[TXR_WENT_PARTS];
	struct { uint64_t laps; unsigned __int128 ns; } cause[TXR_WENT_CAUSES];
	struct txr_went_apart *apart;	/* owned; NULL: none */
	struct txr_hist qdisc_wait;
	uint64_t qdisc_unknown;
};

struct txr_went_parts *txr_went_parts_new(void);
void txr_went_parts_free(struct txr_went_parts *p);	/* accepts NULL */
void txr_went_parts_clear(struct txr_went_parts *p);

/* Each returns 0 or -ENOMEM. */
int txr_went_whole(struct txr_went_parts *p, enum txr_went_part part, uint64_t lap_ns);
int txr_went_unattributed(struct txr_went_parts *p, enum txr_went_cause cause,
			  uint64_t lap_ns);
int txr_went_attributed(struct txr_went_parts *p, const struct txr_went_cut *cut);
int txr_went_set_apart(struct txr_went_parts *p, const struct txr_went_cut *cut);
/* All laps of hist, of which no more is known. */
int txr_went_unseen(struct txr_went_parts *p, const struct txr_hist *laps);
int txr_went_parts_add(struct txr_went_parts *to, const struct txr_went_parts *from);
/*
 * Those apart go where they belong. stacked: the device lies on those whose polls
 * these were.
 */
int txr_went_parts_join(struct txr_went_parts *p, bool stacked);

#endif
