// SPDX-License-Identifier: GPL-2.0-only
/*
 * build_total.c - the sum over bottom devices: a packet that goes through a stacked
 * device counts once, on the device below.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "build_device.h"

static void add_counters(struct txr_row *t, const struct txr_row *r)
{
	txr_fig_add(&t->started, &r->started);
	txr_fig_add(&t->completed, &r->completed);
	txr_fig_add(&t->completed_in_xmit, &r->completed_in_xmit);
	txr_fig_add(&t->dropped, &r->dropped);
	txr_fig_add(&t->busy, &r->busy);
	txr_fig_add(&t->handed_over, &r->handed_over);
	txr_fig_add(&t->restarted, &r->restarted);
	txr_fig_add(&t->uncertain, &r->uncertain);
	txr_fig_add(&t->in_device_at_end, &r->in_device_at_end);
	txr_fig_add(&t->reset_released, &r->reset_released);
	txr_fig_add(&t->skb_bytes, &r->skb_bytes);
	txr_fig_add(&t->wire_packets, &r->wire_packets);
	t->in_device.end += r->in_device.end;
}

static int add_times(struct txr_dist *t, const struct txr_dist *r)
{
	int err = txr_hist_merge(&t->hist, &r->hist);
	const struct txr_hist *h = &t->hist;

	t->count = h->count;
	if (!h->count)
		return err;
	t->sum = h->sum_ns > UINT64_MAX ? UINT64_MAX : (uint64_t)h->sum_ns;
	t->min = h->min_ns;
	t->max = h->max_ns;
	t->avg = txr_hist_mean(h);
	t->p50 = txr_hist_quantile(h, .5);
	t->p90 = txr_hist_quantile(h, .9);
	t->p99 = txr_hist_quantile(h, .99);
	t->p999 = txr_hist_quantile(h, .999);
	return err;
}

static int add_reasons(struct txr_row *t, const struct txr_row *r)
{
	int err = 0;
	size_t i;

	for (i = 0; i < r->nr_reasons; i++)
		err |= txr_reason_add(&t->reasons, &t->nr_reasons, r->reasons[i].code,
				      r->reasons[i].count, r->reasons[i].text);
	return err;
}

static int add_drops(struct txr_row *t, const struct txr_row *r)
{
	struct txr_drop *n;
	size_t i, k;

	for (i = 0; i < r->nr_drops; i++) {
		for (k = 0; k < t->nr_drops; k++)
			if (!strcmp(t->drops[k].reason, r->drops[i].reason))
				break;
		if (k == t->nr_drops) {
			n = reallocarray(t->drops, k + 1, sizeof(*n));
			if (!n)
				return -ENOMEM;
			t->drops = n;
			n[t->nr_drops++] = r->drops[i];
		} else {
			t->drops[k].count += r->drops[i].count;
		}
	}
	return 0;
}

static int most_first(const void *a, const void *b)
{
	const struct txr_drop *x = a, *y = b;

	return x->count > y->count ? -1 : x->count < y->count;
}

/* Levels and times of several devices do not add up. */
static void unknown_together(struct txr_row *t)
{
	txr_fig_unknown(&t->in_device.p50);
	txr_fig_unknown(&t->in_device.p99);
	txr_fig_unknown(&t->in_device.max);
	txr_fig_unknown(&t->in_device.max_bytes);
	txr_fig_unknown(&t->warm_ns);
	txr_fig_unknown(&t->packed_ns);
	txr_fig_unknown(&t->bql_limited_ns);
}

static void take_over(struct txr_row *t, const struct txr_row *r)
{
	t->in_device = r->in_device;
	t->warm_ns = r->warm_ns;
	t->packed_ns = r->packed_ns;
	t->bql_limited_ns = r->bql_limited_ns;
	t->packed_source = r->packed_source;
	t->packed_visits = r->packed_visits;
	t->observed_ns = r->observed_ns;
}

struct span {
	uint64_t first_ns, last_ns;
};

/* Packets of all devices over the time in which any of them was observed. */
static void average(struct txr_row *t, const struct txr_report *r, const struct span *s)
{
	uint64_t whole = s->last_ns - s->first_ns;
	bool unknown = false, endless = false;
	double v = 0, low = 0, high = 0;
	size_t i;

	t->observed_ns = txr_fig(whole);
	for (i = 0; i < r->nr_devices; i++) {
		const struct txr_row *d = &r->devices[i];
		double ns = (double)d->observed_ns.value;

		if (d->kind == TXR_KIND_STACKED)
			continue;
		if (d->in_device.avg.trust == TXR_FIG_UNKNOWN) {
			unknown |= d->kind != TXR_KIND_SYNCHRONOUS &&
				   d->kind != TXR_KIND_HANDOVER;
			continue;
		}
		v += d->in_device.avg.value * ns;
		low += d->in_device.avg.low * ns;
		/* nothing known of the most, however short the time: inf * 0 is nan */
		endless |= isinf(d->in_device.avg.high);
		high += endless ? 0 : d->in_device.avg.high * ns;
	}
	if (unknown || !whole) {
		txr_num_unknown(&t->in_device.avg);
		return;
	}
	t->in_device.avg = txr_num_fig(v / (double)whole);
	txr_num_low(&t->in_device.avg, low / (double)whole);
	if (endless)
		txr_num_no_high(&t->in_device.avg);
	else
		txr_num_more(&t->in_device.avg, (high - v) / (double)whole);
}

/* From the first start of any bottom device to the last event of any. */
static struct span spans_of(struct txr_building *b)
{
	struct span s = { UINT64_MAX, 0 };
	size_t i, k;

	for (i = 0; i < b->r->nr_devices; i++) {
		const struct txr_row *d = &b->r->devices[i];
		const struct txr_device_stats *st = b->st->dev[d->dev];

		if (d->kind == TXR_KIND_STACKED)
			continue;
		for (k = 0; k < st->count; k++) {
			if (!txr_queue_active(st->list[k]))
				continue;
			if (st->list[k]->first_ns < s.first_ns)
				s.first_ns = st->list[k]->first_ns;
			if (st->list[k]->last_ns > s.last_ns)
				s.last_ns = st->list[k]->last_ns;
		}
	}
	return s;
}

void txr_build_total(struct txr_building *b)
{
	struct txr_row *t = &b->r->total, *only = NULL;
	size_t i, n = 0;
	int err = 0;

	*t = (struct txr_row){
		.dev = TXR_DEV_NONE, .queue = -1, .name = "total", .kind = TXR_KIND_UNKNOWN,
		.ifindex = TXR_UNKNOWN, .netns_inode = TXR_UNKNOWN,
		.ring_descriptors = TXR_UNKNOWN, .capacity_packets = TXR_UNKNOWN, .exact = true,
	};
	txr_hist_init(&t->lap_ns.hist);
	txr_hist_init(&t->late_free_ns.hist);
	txr_hist_init(&t->release_batch.hist);
	txr_hist_init(&t->release_gap_ns.hist);
	t->in_device.avg = txr_num_fig(0);
	for (i = 0; i < b->r->nr_devices; i++) {
		struct txr_row *r = &b->r->devices[i];

		if (r->kind == TXR_KIND_STACKED)
			continue;
		only = n++ ? NULL : r;
		add_counters(t, r);
		err |= add_times(&t->lap_ns, &r->lap_ns);
		err |= add_times(&t->late_free_ns, &r->late_free_ns);
		err |= add_times(&t->release_batch, &r->release_batch);
		err |= add_times(&t->release_gap_ns, &r->release_gap_ns);
		err |= add_reasons(t, r);
		err |= add_drops(t, r);
		t->exact &= r->exact;
	}
	if (t->nr_drops)
		qsort(t->drops, t->nr_drops, sizeof(*t->drops), most_first);
	if (only) {
		take_over(t, only);
	} else if (n) {
		struct span s = spans_of(b);

		unknown_together(t);
		average(t, b->r, &s);
	}
	if (err)
		b->error = -ENOMEM;
}
