/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stall.h - since when a queue gives nothing back, and whether it should have.
 *
 * Quiet: nothing was released since the last release, or since there first was
 * something inside. A quiet queue stalls when something shows that it is needed:
 *
 *  - a packet was started on it TXR_STALL_GRACE_NS or more after it became quiet, and
 *    brought no release within that time. A driver that cleans up at the next xmit
 *    only would have released then: what waited for that xmit was an idle tail;
 *  - a packet was refused, for the ring is full;
 *  - the queue stands stopped, by its driver or by BQL: no xmit can come that would
 *    clean up;
 *  - the kernel's watchdog found it so.
 *
 * What the devices' counters tell beside the events is in stalled.h.
 */
#ifndef TXRING_STATS_STALL_H
#define TXRING_STATS_STALL_H

#include <stdbool.h>
#include <stdint.h>
#include "packed.h"
#include "txring/stats.h"

#define TXR_STALL_GRACE_NS	100000000ULL
#define TXR_STALLS_KEPT		4

struct txr_stall_time {		/* a stall that ended by a release */
	uint64_t from_ns, to_ns;
	uint64_t starts;	/* meanwhile */
	bool by_reset;		/* the release threw all packets out */
};

struct txr_stall {
	uint64_t quiet_ns;	/* since when it is quiet */
	/* 0, or before quiet_ns: not since then. */
	uint64_t started_ns;	/* first start after the grace */
	uint64_t refused_ns;	/* first refusal */
	uint64_t verdict_ns;	/* the watchdog's last event */
	bool suspect;		/* the watchdog fired, and nothing came back since: a
				 * reset may follow */
	uint64_t ended;		/* stalls that ended, since the statistics began */
	struct txr_stall_time time[TXR_STALLS_KEPT];	/* the longest, longest first */
};

/*
 * Since when it was needed in a quiet time that began at from_ns (not before
 * quiet_ns: there may have been nothing inside); 0: it was not. last_start_ns: on
 * the queue.
 */
uint64_t txr_stall_wanted(const struct txr_stall *t, const struct txr_packed *p,
			  uint64_t from_ns, uint64_t last_start_ns);

/* A start on a queue that is quiet for the grace; inside: packets are in the ring. */
void txr_stall_start(struct txr_stall *t, uint64_t ts_ns, bool inside);
/* A refusal: the ring is full. */
void txr_stall_refused(struct txr_stall *t, uint64_t ts_ns);

/*
 * A release, after threshold_ns of quiet, of a lap that began at start_ns; starts:
 * on the queue since the release before.
 */
struct txr_stall_end {
	uint64_t start_ns, release_ns, threshold_ns, starts, last_start_ns;
};
void txr_stall_release(struct txr_stall *t, const struct txr_packed *p,
		       const struct txr_stall_end *e);
/* The releases from ts_ns on were those of a reset. */
void txr_stall_was_reset(struct txr_stall *t, uint64_t ts_ns);

/* Statistics begin: what goes on goes on, what ended is forgotten. */
void txr_stall_begin(struct txr_stall *t);

#endif
