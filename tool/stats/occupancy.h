/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * occupancy.h - packets and bytes in a queue or a device, over time.
 *
 * A step up comes with each accepted packet, a step down with its release. The
 * time spent at every level gives percentiles. Levels below TXR_LEVELS are kept
 * one by one, higher ones in steps of at most 1/16, so a percentile up there has
 * a low and a high.
 */
#ifndef TXRING_STATS_OCCUPANCY_H
#define TXRING_STATS_OCCUPANCY_H

#include <stdbool.h>
#include <stdint.h>

#define TXR_LEVELS 4096u

struct txr_track {
	uint64_t last_ns;	/* the level is `cur` since then */
	uint64_t *dwell_ns;	/* by level, `room` entries */
	uint32_t cur, max, room;
	uint32_t underflow;	/* releases with nothing inside: a fault of ours */
	uint64_t bytes, max_bytes;
	uint64_t max_at_ns;	/* first time at max */
	uint64_t visits;	/* times max was reached from below */
	uint64_t *coarse_ns;	/* levels from TXR_LEVELS on */
	uint64_t max_dwell_ns;	/* at max, when max >= TXR_LEVELS */
	uint64_t steps_back;	/* steps older than the one before */
};

struct txr_level {		/* a percentile of the time */
	uint32_t value, low, high;
};

void txr_track_init(struct txr_track *t);
void txr_track_free(struct txr_track *t);
/* Statistics begin at ts_ns; what is inside stays. 0 or -ENOMEM. */
int txr_track_begin(struct txr_track *t, uint64_t ts_ns);
/* The track of a device begins as a copy of its first queue's. */
int txr_track_copy(struct txr_track *to, const struct txr_track *from);
/* Time at level up to end_ns, as a percentile q in [0, 1]. */
struct txr_level txr_track_quantile(const struct txr_track *t, double q, uint64_t end_ns);
/* Time spent at max, and at or above a level, up to end_ns. */
uint64_t txr_track_dwell_max(const struct txr_track *t, uint64_t end_ns);
uint64_t txr_track_dwell_from(const struct txr_track *t, uint32_t level, uint64_t end_ns);

/* The rare cases of the steps below. */
int txr_track_new_max(struct txr_track *t, uint64_t ts_ns);
int txr_track_dwell_coarse(struct txr_track *t, uint64_t ns);

static inline int txr_track_pass(struct txr_track *t, uint64_t ts_ns)
{
	uint64_t ns = ts_ns - t->last_ns;

	if (__builtin_expect(ts_ns < t->last_ns, 0)) {
		t->steps_back++;
		return 0;
	}
	t->last_ns = ts_ns;
	if (__builtin_expect(t->cur >= t->room, 0))
		return txr_track_dwell_coarse(t, ns);
	t->dwell_ns[t->cur] += ns;
	return 0;
}

static inline int txr_track_enter(struct txr_track *t, uint64_t ts_ns, uint32_t bytes)
{
	int err = txr_track_pass(t, ts_ns);

	t->bytes += bytes;
	if (t->bytes > t->max_bytes)
		t->max_bytes = t->bytes;
	if (++t->cur < t->max)
		return err;
	if (t->cur > t->max)
		return txr_track_new_max(t, ts_ns) | err;
	t->visits++;
	return err;
}

static inline int txr_track_leave(struct txr_track *t, uint64_t ts_ns, uint32_t bytes)
{
	int err = txr_track_pass(t, ts_ns);

	if (__builtin_expect(!t->cur || t->bytes < bytes, 0)) {
		t->underflow++;
		return err;
	}
	t->cur--;
	t->bytes -= bytes;
	return err;
}

#endif
