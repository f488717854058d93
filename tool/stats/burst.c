// SPDX-License-Identifier: GPL-2.0-only
/* burst.c - do packets come back in bursts, with long waits between? */
#include "burst.h"

struct long_waits {
	uint64_t count;
	double sum_ns;
};

static void add_bucket(void *arg, uint64_t first_ns, uint64_t last_ns, uint64_t count)
{
	struct long_waits *w = arg;

	if (first_ns < TXR_BURST_WAIT_NS)
		return;
	w->count += count;
	w->sum_ns += ((double)first_ns + (double)last_ns) / 2 * (double)count;
}

/* A burst that is small beside the ring does it no harm. */
static double least_packets(const struct txr_rowx *x)
{
	double part = 0;

	if (x->capacity > 0)
		part = (double)x->capacity / TXR_BURST_PART;
	else if (x->row->ring_descriptors > 0)	/* two a packet */
		part = (double)x->row->ring_descriptors / 2 / TXR_BURST_PART;
	return part > TXR_BURST_PACKETS ? part : TXR_BURST_PACKETS;
}

struct txr_burst txr_burst_of(const struct txr_rowx *x)
{
	const struct txr_dist *gap = &x->row->release_gap_ns;
	struct long_waits w = { 0 };
	struct txr_burst b = { 0 };

	txr_hist_each(&gap->hist, add_bucket, &w);
	if (!w.count || !gap->sum)
		return b;
	b.waits = w.count;
	b.wait_ns = (uint64_t)(w.sum_ns / (double)w.count);
	b.share = w.sum_ns < (double)gap->sum ? w.sum_ns / (double)gap->sum : 1;
	/* before the first wait one may have come without */
	b.packets = 1 + (double)x->q->batch.followed / (double)(w.count + 1);
	b.is_bursty = x->row->kind == TXR_KIND_RING && b.waits >= TXR_BURST_MIN &&
		      b.share >= TXR_BURST_WAIT_SHARE && b.packets >= least_packets(x);
	return b;
}
