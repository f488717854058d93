// SPDX-License-Identifier: GPL-2.0-only
/* reasons_source.c - doubts that come from the recording. */
#include <inttypes.h>
#include "rowx.h"
#include "stats_impl.h"

typedef struct txr_u64 *fig;

#define NR_COUNTERS 9

/* The counters that a packet which was not seen may belong to. */
static void counters(struct txr_row *r, fig f[NR_COUNTERS])
{
	const fig all[NR_COUNTERS] = {
		&r->started, &r->completed, &r->completed_in_xmit, &r->dropped, &r->busy,
		&r->handed_over, &r->restarted, &r->in_device_at_end, &r->reset_released,
	};
	int i;

	for (i = 0; i < NR_COUNTERS; i++)
		f[i] = all[i];
}

static void widen_counters(struct txr_rowx *x, uint64_t by, bool no_high)
{
	fig f[NR_COUNTERS];
	int i;

	counters(x->row, f);
	for (i = 0; i < NR_COUNTERS; i++) {
		if (no_high)
			txr_fig_no_high(f[i]);
		else
			txr_fig_more(f[i], by);
	}
	txr_fig_no_high(&x->row->skb_bytes);
	txr_fig_no_high(&x->row->wire_packets);
}

void txr_doubt_outcomes(struct txr_rowx *x, uint64_t by)
{
	txr_fig_more(&x->row->completed, by);
	txr_fig_more(&x->row->completed_in_xmit, by);
	txr_fig_more(&x->row->dropped, by);
	txr_fig_more(&x->row->busy, by);
	txr_fig_more(&x->row->handed_over, by);
	txr_fig_more(&x->row->restarted, by);
	txr_fig_more(&x->row->in_device_at_end, by);
	/* Of how many bytes those are nothing is known. */
	txr_fig_no_high(&x->row->skb_bytes);
	txr_fig_no_high(&x->row->wire_packets);
}

static void widen_times(struct txr_rowx *x)
{
	struct txr_row *r = x->row;
	uint64_t whole = x->b->end_ns > x->b->first_ns ? x->b->end_ns - x->b->first_ns : 0;
	fig f[] = { &r->packed_ns, &r->bql_limited_ns };
	size_t i;

	txr_fig_high(&r->observed_ns, whole);
	txr_fig_high(&r->warm_ns, whole);
	for (i = 0; i < sizeof(f) / sizeof(f[0]); i++) {
		txr_fig_low(f[i], 0);
		txr_fig_high(f[i], whole);
	}
	if (whole && r->observed_ns.value)
		txr_num_low(&r->in_device.avg, (double)((long double)x->q->lap_sum_ns / whole));
	txr_num_no_high(&r->in_device.avg);
}

static void lost_occupancy(struct txr_rowx *x)
{
	const struct txr_loss_track *t = &x->q->loss;
	struct txr_building *b = x->b;
	struct txr_row *r = x->row;

	if (b->st->loss.any) {
		txr_fig_low(&r->in_device.max, t->max);
		if (t->possible_max > r->in_device.max.value)
			txr_fig_more(&r->in_device.max,
				     t->possible_max - r->in_device.max.value);
		txr_fig_low(&r->in_device_at_end, x->q->oldest.certain);
		txr_fig_more(&r->in_device_at_end, t->given_up);
	}
	if (b->lost_more)
		txr_fig_no_high(&r->in_device.max);
	else
		txr_fig_more(&r->in_device.max, b->lost);
	txr_fig_low(&r->in_device.p50, 0);
	txr_fig_low(&r->in_device.p99, 0);
	txr_fig_no_high(&r->in_device.p50);
	txr_fig_no_high(&r->in_device.p99);
	txr_fig_low(&r->in_device.max_bytes, 0);
	txr_fig_no_high(&r->in_device.max_bytes);
}

/* More than the ring holds was "inside": laps whose release was lost. */
static void show_no_more_than_fits(struct txr_rowx *x)
{
	struct txr_u64 *max = &x->row->in_device.max;

	if (x->hard_cap == TXR_UNKNOWN || max->value <= (uint64_t)x->hard_cap)
		return;
	txr_row_reason(x, true, "above-capacity", max->value - (uint64_t)x->hard_cap,
		       "%" PRIu64 " more packets than the ring has room for seemed to be "
		       "inside, since releases were lost: the maximum is shown as its room",
		       max->value - (uint64_t)x->hard_cap);
	max->value = (uint64_t)x->hard_cap;
	txr_fig_low(max, max->value);
	if (max->high < max->value)
		max->high = max->value;
}

void txr_why_lost(struct txr_rowx *x)
{
	struct txr_building *b = x->b;
	char what[TXR_LOST_TEXT];
	uint64_t uncertain = x->q->books.by_outcome[TXR_UNCERTAIN];
	bool in_doubt = b->st->loss.any &&
			(uncertain || x->q->loss.max < x->q->occ.max ||
			 x->q->oldest.certain < x->q->oldest.open);

	if (!b->lost && !b->lost_more && !in_doubt)
		return;
	widen_counters(x, b->lost, b->lost_more);
	widen_times(x);
	lost_occupancy(x);
	show_no_more_than_fits(x);
	txr_row_reason(x, true, "lost-events", b->lost,
		       "%s: counts are at least what is shown, the maximum lies in its bounds, "
		       "lap times are of the %" PRIu64 " laps that no gap touched",
		       txr_lost_text(what, b), x->row->lap_ns.count);
}

void txr_why_truncated(struct txr_rowx *x)
{
	if (!x->b->info->truncated)
		return;
	widen_counters(x, 0, true);
	txr_fig_no_high(&x->row->in_device.max);
	txr_fig_no_high(&x->row->in_device.max_bytes);
	txr_row_reason(x, true, "truncated", 1,
		       "the file ends before the recording did: counts and maximum are at "
		       "least what is shown, packets shown in the device may have come back");
	txr_fig_low(&x->row->in_device_at_end, 0);
}

/*
 * Every start counts as accepted at once: a packet in the middle of its xmit, or
 * refused there, is counted as inside. Each CPU can be in one such xmit.
 */
void txr_why_no_result(struct txr_rowx *x)
{
	const struct txr_books *b = &x->q->books;
	uint64_t restarted = b->by_outcome[TXR_RESTARTED];
	uint64_t cpus = x->b->info->cpus ? x->b->info->cpus : 1;
	struct txr_row *r = x->row;

	if (x->b->info->has_result)
		return;
	txr_fig_less(&r->completed, b->kfree_done);
	txr_fig_low(&r->skb_bytes, 0);
	txr_fig_low(&r->wire_packets, 0);
	txr_fig_more(&r->dropped, b->kfree_done);
	txr_fig_more(&r->busy, restarted + b->kfree_done);
	txr_fig_more(&r->completed_in_xmit, r->completed.value);
	txr_fig_less(&r->restarted, restarted);
	txr_fig_less(&r->in_device.max, restarted ? r->in_device.max.value - 1 : cpus);
	txr_fig_low(&r->in_device.p50, 0);
	txr_fig_low(&r->in_device.p99, 0);
	txr_fig_low(&r->in_device.max_bytes, 0);
	txr_num_low(&r->in_device.avg, 0);
	txr_row_reason(x, true, "no-result-events", b->started,
		       "no result events were recorded: drops are known by reason only, a packet "
		       "refused with BUSY shows as restarted or completed, and counts as inside "
		       "the device");
}

void txr_doubt_whether_inside(struct txr_rowx *x, uint64_t n)
{
	struct txr_row *r = x->row;

	txr_doubt_outcomes(x, n);
	txr_fig_more(&r->in_device.max, n);
	txr_fig_more(&r->in_device.p50, n);
	txr_fig_more(&r->in_device.p99, n);
	txr_fig_no_high(&r->in_device.max_bytes);
	txr_num_no_high(&r->in_device.avg);
}

void txr_why_evicted(struct txr_rowx *x)
{
	uint64_t n = x->q->books.evicted;

	if (!n)
		return;
	txr_doubt_whether_inside(x, n);
	txr_row_reason(x, true, "evicted", n,
		       "%" PRIu64 " of the oldest open laps were given up at the memory cap: "
		       "what became of them is not known", n);
}

void txr_why_uncertain(struct txr_rowx *x)
{
	const struct txr_books *b = &x->q->books;
	uint64_t n = b->by_outcome[TXR_UNCERTAIN] - b->evicted - b->untold;
	struct txr_row *r = x->row;

	if (!n)
		return;
	txr_doubt_outcomes(x, n);
	txr_fig_less(&r->in_device.max, n);
	txr_fig_less(&r->in_device.p50, n);
	txr_fig_less(&r->in_device.p99, n);
	if (r->observed_ns.value)
		txr_num_more(&r->in_device.avg, (double)((long double)x->q->doubt_sum_ns /
							 r->observed_ns.value));
	txr_row_reason(x, true, "uncertain", n,
		       "what became of %" PRIu64 " packets is not known (%s)", n,
		       x->b->st->loss.any ? "their laps span lost events" :
		       "their events contradict each other");
}
