// SPDX-License-Identifier: GPL-2.0-only
/* reasons_clock.c - doubts that come from the recording's clock. */
#include <inttypes.h>
#include "rowx.h"
#include "stats_impl.h"

/* The order of events on two CPUs is not known, nor how long anything took. */
static void doubt_occupancy(struct txr_row *r)
{
	txr_fig_low(&r->in_device.max, r->in_device.max.value > 0);
	txr_fig_no_high(&r->in_device.max);
	txr_fig_low(&r->in_device.p50, 0);
	txr_fig_no_high(&r->in_device.p50);
	txr_fig_low(&r->in_device.p99, 0);
	txr_fig_no_high(&r->in_device.p99);
	txr_num_low(&r->in_device.avg, 0);
	txr_num_no_high(&r->in_device.avg);
}

void txr_doubt_all_but_started(struct txr_rowx *x)
{
	struct txr_row *r = x->row;
	struct txr_u64 *any[] = { &r->observed_ns, &r->warm_ns, &r->packed_ns,
				  &r->bql_limited_ns, &r->in_device.max_bytes,
				  &r->skb_bytes, &r->wire_packets };
	struct txr_u64 *outcome[] = { &r->completed, &r->completed_in_xmit, &r->dropped, &r->busy,
				      &r->handed_over, &r->restarted, &r->in_device_at_end,
				      &r->reset_released };
	size_t i;

	for (i = 0; i < sizeof(any) / sizeof(any[0]); i++) {
		txr_fig_low(any[i], 0);
		txr_fig_no_high(any[i]);
	}
	doubt_occupancy(r);
	for (i = 0; i < sizeof(outcome) / sizeof(outcome[0]); i++) {
		txr_fig_low(outcome[i], 0);
		txr_fig_high(outcome[i], r->started.high);
	}
}

/*
 * The kernel keeps the events of a CPU in order, so a step back shows as time that
 * stands still, and one forward as a long time. What belongs to which is seen by the
 * order alone, and that is wrong between CPUs.
 */
static void clock_was_set(struct txr_rowx *x)
{
	const struct txr_source_info *info = x->b->info;

	if (!info->meta || !info->meta->clock_set_ns)
		return;
	txr_doubt_all_but_started(x);
	txr_row_reason(x, true, "clock-set", 1,
		       "clock %s was set by %.3f s or more while it was recorded: lap times, occupancy and "
		       "all other times are wrong, and packets may be paired wrongly; what was "
		       "started is right", info->clock ? info->clock : "(unknown)",
		       (double)info->meta->clock_set_ns / 1e9);
}

/*
 * Laps whose start and release were on different CPUs are off by the skew of
 * their clocks, in either direction.
 */
static void unordered(struct txr_rowx *x)
{
	const struct txr_source_info *info = x->b->info;

	if (info->clock_ordered || info->cpus <= 1)
		return;
	doubt_occupancy(x->row);
	txr_row_reason(x, true, "clock-unfit", x->q->time_back,
		       "clock %s has no order across CPUs: times and occupancy of packets freed "
		       "on another CPU are off by the skew, either way; %" PRIu64
		       " releases came before their start", info->clock ? info->clock : "(unknown)",
		       x->q->time_back);
}

/* Of each row: no time of it is what it seems to be. */
static void no_time(struct txr_rowx *x)
{
	const struct txr_source_info *info = x->b->info;

	if (!info->clock_ns)
		txr_row_reason(x, true, "clock-not-ns", 1, "clock %s counts something else than "
			       "nanoseconds: times are in its units, and averages over time may be "
			       "wrong", info->clock ? info->clock : "(unknown)");
}

static void out_of_order(struct txr_rowx *x)
{
	uint64_t n = x->b->info->out_of_order;

	if (!n)
		return;
	doubt_occupancy(x->row);
	txr_doubt_outcomes(x, n);
	txr_row_reason(x, true, "out-of-order", n, "%" PRIu64 " records of the file were older "
		       "than the one before on their CPU: laps around them may be wrong", n);
}

void txr_why_clock(struct txr_rowx *x)
{
	clock_was_set(x);
	unordered(x);
	out_of_order(x);
	no_time(x);
}
