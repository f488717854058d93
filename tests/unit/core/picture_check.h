/* SPDX-License-Identifier: GPL-2.0-only */
/* picture_check.h - a row's timeline and lap grid add up to its figures. */
#ifndef TXRING_TESTS_PICTURE_CHECK_H
#define TXRING_TESTS_PICTURE_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>
#include "txring/report.h"

struct bin_sums {
	struct txr_time_bin sum;	/* max and max_bytes: the largest */
	uint64_t ns;
};

static inline struct bin_sums sum_bins(const struct txr_timeline *t)
{
	struct bin_sums s = { 0 };
	size_t i;

	for (i = 0; i < t->nr; i++) {
		const struct txr_time_bin *b = &t->bin[i];
		struct txr_time_bin *u = &s.sum;

		u->max = b->max > u->max ? b->max : u->max;
		u->max_bytes = b->max_bytes > u->max_bytes ? b->max_bytes : u->max_bytes;
		u->lap_ns += b->lap_ns;
		u->doubt_ns += b->doubt_ns;
		u->open_ns += b->open_ns;
		u->started += b->started;
		u->completed += b->completed;
		u->dropped += b->dropped;
		u->busy += b->busy;
		u->handed_over += b->handed_over;
		u->unclear += b->unclear;
		u->packed_ns += b->packed_ns;
		u->bql_ns += b->bql_ns;
		u->lost += b->lost;
		s.ns += txr_time_bin_ns(t, i);
		assert_true(b->min <= b->max);
		assert_true(b->max_ns <= t->bin_ns);
		assert_true(!(b->flags & TXR_BIN_UNSEEN) ||
			    (!b->max && !b->started && !txr_time_bin_ns(t, i)));
	}
	return s;
}

static inline void check_timeline(const struct txr_row *r)
{
	const struct txr_timeline *t = r->timeline;
	struct bin_sums s = sum_bins(t);

	assert_true(t->nr && t->nr <= TXR_TIME_BINS);
	assert_int_equal(s.ns, t->end_ns - t->first_ns);
	assert_int_equal(s.sum.started + t->carried_in, r->started.value);
	assert_int_equal(s.sum.completed, r->completed.value);
	assert_int_equal(s.sum.dropped, r->dropped.value);
	assert_int_equal(s.sum.busy, r->busy.value);
	assert_int_equal(s.sum.handed_over, r->handed_over.value);
	assert_int_equal(s.sum.unclear, r->restarted.value + r->uncertain.value);
	assert_int_equal(t->levels_known, r->in_device.max.trust != TXR_FIG_UNKNOWN);
	if (t->levels_known) {
		assert_int_equal(s.sum.max, r->in_device.max.value);
		assert_int_equal(s.sum.max_bytes, r->in_device.max_bytes.value);
	}
	if (r->in_device.avg.trust != TXR_FIG_UNKNOWN && r->observed_ns.value)
		assert_true(fabs(r->in_device.avg.value - (double)((long double)s.sum.lap_ns /
				 r->observed_ns.value)) <= r->in_device.avg.value * 1e-12);
	if (t->packed_known)
		assert_int_equal(s.sum.packed_ns, r->packed_ns.value);
	else
		assert_int_equal(s.sum.packed_ns, 0);
	if (r->bql_limited_ns.trust != TXR_FIG_UNKNOWN)
		assert_int_equal(s.sum.bql_ns, r->bql_limited_ns.value);
}

static inline void check_lap_grid(const struct txr_row *r)
{
	const struct txr_lap_grid *g = r->lap_grid;
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		const struct txr_lap_cell *c = &g->cell[i], *b = i ? c - 1 : NULL;

		assert_true(c->count && c->inside_low <= c->inside_high);
		assert_true(c->lap_low_ns <= c->lap_high_ns);
		assert_true(!b || b->inside_high < c->inside_low ||
			    (b->inside_low == c->inside_low && b->lap_high_ns < c->lap_low_ns));
		/* A lap from before the window met what was inside then. */
		if (r->timeline && !r->timeline->carried_in &&
		    r->in_device.max.trust != TXR_FIG_UNKNOWN)
			assert_true(c->inside_low <= r->in_device.max.value);
		assert_true(c->lap_low_ns <= r->lap_ns.max && c->lap_high_ns >= r->lap_ns.min);
		count += c->count;
	}
	assert_int_equal(count, g->count);
	/* All laps but those that were freed inside xmit. */
	assert_int_equal(count + r->completed_in_xmit.value, r->lap_ns.count);
}

#endif
