// SPDX-License-Identifier: GPL-2.0-only
/* row.c - the figures of a queue, or of a device, as they were counted. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "by.h"
#include "rowx.h"
#include "stats_impl.h"

static uint64_t fit(unsigned __int128 v)
{
	return v > UINT64_MAX ? UINT64_MAX : (uint64_t)v;
}

void txr_dist_fill(struct txr_dist *d)
{
	const struct txr_hist *h = &d->hist;

	d->count = h->count;
	if (!h->count)
		return;
	d->sum = fit(h->sum_ns);
	d->min = h->min_ns;
	d->max = h->max_ns;
	d->avg = txr_hist_mean(h);
	d->p50 = txr_hist_quantile(h, .5);
	d->p90 = txr_hist_quantile(h, .9);
	d->p99 = txr_hist_quantile(h, .99);
	d->p999 = txr_hist_quantile(h, .999);
}

static void fill_times(struct txr_rowx *x)
{
	struct txr_dist *laps = &x->row->lap_ns, *late = &x->row->late_free_ns;
	int err;

	err = txr_hist_merge(&laps->hist, &x->q->lap_ns);
	err |= txr_reset_undecided(&x->q->reset, &laps->hist);
	err |= txr_reset_was_none(x, &laps->hist);
	if (x->nospec_laps)
		err |= txr_hist_merge(&laps->hist, &x->nospec_laps->lap_ns);
	err |= txr_hist_merge(&late->hist, &x->q->late_ns);
	if (err)
		x->b->error = -ENOMEM;
	txr_dist_fill(laps);
	txr_dist_fill(late);
}

static void fill_releases(struct txr_rowx *x)
{
	struct txr_dist *size = &x->row->release_batch, *gap = &x->row->release_gap_ns;

	if (txr_batch_sizes(&x->q->batch, &size->hist) ||
	    txr_hist_merge(&gap->hist, &x->q->batch.gap_ns))
		x->b->error = -ENOMEM;
	txr_dist_fill(size);
	txr_dist_fill(gap);
}

static void fill_books(struct txr_rowx *x)
{
	const struct txr_books *b = &x->q->books;
	struct txr_row *r = x->row;

	r->started = txr_fig(b->started);
	r->completed = txr_fig(b->by_outcome[TXR_COMPLETED]);
	r->completed_in_xmit = txr_fig(b->completed_in_xmit);
	r->dropped = txr_fig(b->by_outcome[TXR_DROPPED]);
	r->busy = txr_fig(b->by_outcome[TXR_BUSY]);
	r->handed_over = txr_fig(b->by_outcome[TXR_HANDED_OVER]);
	r->restarted = txr_fig(b->by_outcome[TXR_RESTARTED]);
	r->uncertain = txr_fig(b->by_outcome[TXR_UNCERTAIN]);
	r->in_device_at_end = txr_fig(x->q->oldest.open);
	r->reset_released = txr_fig(x->q->reset.released - txr_pktgen_frees(x));
	r->skb_bytes = txr_fig(b->bytes);
	r->wire_packets = txr_fig(b->wire);
	txr_fig_less(&r->wire_packets, b->wire_less);
	txr_fig_more(&r->wire_packets, b->wire_more);
}

static struct txr_u64 level_fig(struct txr_level l)
{
	struct txr_u64 f = txr_fig(l.value);

	txr_fig_low(&f, l.low);
	txr_fig_high(&f, l.high);
	return f;
}

static void fill_occupancy(struct txr_rowx *x)
{
	const struct txr_queue *q = x->q;
	uint64_t observed = q->last_ns - q->first_ns;
	struct txr_row *r = x->row;

	r->in_device.avg = txr_num_fig(0);
	if (observed) {
		r->in_device.avg = txr_num_fig((double)((long double)q->lap_sum_ns / observed));
		r->in_device.avg_open = (double)((long double)txr_oldest_sum(&q->oldest,
							q->last_ns) / observed);
		txr_num_more(&r->in_device.avg, r->in_device.avg_open);
	}
	r->in_device.p50 = level_fig(txr_track_quantile(&q->occ, .5, q->last_ns));
	r->in_device.p99 = level_fig(txr_track_quantile(&q->occ, .99, q->last_ns));
	r->in_device.max = txr_fig(q->occ.max);
	r->in_device.max_bytes = txr_fig(q->occ.max_bytes);
	if (q->occ.max && q->occ.max_at_ns > x->b->first_ns)
		r->in_device.at_ns = q->occ.max_at_ns - x->b->first_ns;
	r->in_device.end = q->occ.cur;
	r->in_device.dwell_max_ns = txr_track_dwell_max(&q->occ, q->last_ns);
	r->in_device.visits_max = q->occ.visits;
}

static void fill_warm(struct txr_rowx *x)
{
	const struct txr_queue *q = x->q;
	uint64_t end_ns = q->warm.first.over ? q->warm.first.at_ns : q->last_ns;

	x->row->observed_ns = txr_fig(q->last_ns - q->first_ns);
	x->row->warm_ns = txr_fig(!x->cold && end_ns > q->first_ns ?
				  end_ns - q->first_ns : 0);
}

/* Sums of a queue, unions of a device. */
static uint64_t union_or(const struct txr_rowx *x, enum txr_packed_kind kind, uint64_t sum_ns)
{
	return x->spans ? txr_spans_total(&x->spans->kind[kind]) : sum_ns;
}

static void packed_by_driver(struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;
	struct txr_row *r = x->row;

	x->packed_kind = TXR_P_DRIVER;
	r->packed_ns = txr_fig(union_or(x, TXR_P_DRIVER, p->driver_sum_ns));
	txr_fig_less(&r->packed_ns, p->driver_sum_ns - p->driver_low_ns);
	r->packed_visits = p->driver_visits;
	if (p->driver_visits)
		r->packed_source = TXR_PACKED_DRIVER;
}

/* Each stop began at any time after the last packet that the queue took. */
static void packed_by_wakes(struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;
	struct txr_row *r = x->row;

	x->packed_kind = TXR_P_WOKEN;
	r->packed_ns = txr_fig(union_or(x, TXR_P_WOKEN, p->woken_sum_ns));
	txr_fig_low(&r->packed_ns, 0);
	r->packed_visits = p->woken_visits;
	r->packed_source = TXR_PACKED_DRIVER;
}

static void packed_by_refusals(struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;
	struct txr_row *r = x->row;

	x->packed_kind = TXR_P_REFUSED;
	r->packed_ns = txr_fig(union_or(x, TXR_P_REFUSED, p->refused_sum_ns));
	/* The release that ended it may have been earlier than its event. */
	if (x->late_release)
		txr_fig_less(&r->packed_ns, p->refused_sum_ns - p->refused_low_ns);
	/* A ring that is full while nobody sends refuses nothing. */
	txr_fig_no_high(&r->packed_ns);
	if (x->sw && x->capacity != TXR_UNKNOWN && x->queues == 1 && !x->q->packed.busy)
		txr_fig_cap(&r->packed_ns, txr_track_dwell_from(&x->q->occ,
			    (uint32_t)x->capacity, x->q->last_ns));
	r->packed_visits = p->refused_visits;
	r->packed_source = TXR_PACKED_INFERRED;
}

/*
 * Growth of the queue-stop counters between the snapshots; TXR_UNKNOWN. Nothing is
 * known of a part of the time between them.
 */
static int64_t stops_counted(const struct txr_rowx *x)
{
	int64_t n = 0;
	uint32_t i;

	if (x->b->st->from_ns || x->b->end_ns < x->b->info->last_ns)
		return TXR_UNKNOWN;
	if (!x->start || !x->end || x->start->tx_queues != x->end->tx_queues)
		return TXR_UNKNOWN;
	for (i = 0; i < x->start->tx_queues; i++) {
		int64_t a = x->start->queue[i].stops, b = x->end->queue[i].stops;

		if (x->row->queue >= 0 && i != (uint32_t)x->row->queue)
			continue;
		if (a == TXR_UNKNOWN || b == TXR_UNKNOWN || b < a)
			return TXR_UNKNOWN;
		n += b - a;
	}
	return x->row->queue >= (int64_t)x->start->tx_queues ? TXR_UNKNOWN : n;
}

static void packed_by_rest(struct txr_rowx *x)
{
	struct txr_ceiling c = txr_ceiling_of(x);
	int64_t stops = stops_counted(x);
	struct txr_row *r = x->row;

	if (c.level) {
		x->packed_level = c.level;
		r->packed_ns = txr_fig(c.dwell_ns);
		if (!c.is_capacity)
			txr_fig_low(&r->packed_ns, 0);
		if (!c.is_capacity || !x->sw)
			txr_fig_no_high(&r->packed_ns);
		r->packed_visits = c.visits;
		r->packed_source = TXR_PACKED_INFERRED;
		return;
	}
	r->packed_ns = txr_fig(0);
	if (stops > 0) {
		r->packed_visits = (uint64_t)stops;
		r->packed_source = TXR_PACKED_INFERRED;
		txr_fig_unknown(&r->packed_ns);
	} else if (stops != 0 && !(x->sw && x->capacity != TXR_UNKNOWN)) {
		/* Nothing seen, but then nothing would show a stopped queue. */
		txr_fig_unknown(&r->packed_ns);
	}
}

static bool uses_bql(const struct txr_device_state *s, int32_t queue)
{
	uint32_t i;

	for (i = 0; s && i < s->tx_queues; i++)
		if ((queue < 0 || i == (uint32_t)queue) && s->queue[i].bql_limit_bytes > 0)
			return true;
	return false;
}

/*
 * The tier shows the queue's state, and the driver never stopped it: one that drops
 * or refuses instead (tun, and veth without a qdisc) has no other way to be full.
 */
static bool never_stops(const struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;

	return !p->driver_visits && (p->refused_visits ||
				     (x->sw && x->capacity != TXR_UNKNOWN));
}

static void fill_packed(struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;
	struct txr_row *r = x->row;

	x->packed_kind = TXR_P_NR;
	if (p->qstate_seen && !never_stops(x))
		packed_by_driver(x);
	else if (p->woken_visits)
		packed_by_wakes(x);
	else if (p->refused_visits)
		packed_by_refusals(x);
	else
		packed_by_rest(x);
	r->bql_limited_ns = txr_fig(union_or(x, TXR_P_BQL, p->bql_sum_ns));
	if (x->spans) {
		txr_fig_more(&r->packed_ns, x->spans->kind[TXR_P_DRIVER].cut_ns +
			     x->spans->kind[TXR_P_REFUSED].cut_ns +
			     x->spans->kind[TXR_P_WOKEN].cut_ns);
		txr_fig_more(&r->bql_limited_ns, x->spans->kind[TXR_P_BQL].cut_ns);
	}
	if (!p->qstate_seen && (uses_bql(x->start, r->queue) || uses_bql(x->end, r->queue) ||
				(!x->start && !x->end && !x->sw)))
		txr_fig_unknown(&r->bql_limited_ns);
}

static void drop_name(const struct txr_building *b, const struct txr_drop_count *d,
		      char *buf, size_t size)
{
	const char *name = NULL;

	if (d->known && b->names && b->names->reason)
		name = b->names->reason(b->names->ctx, d->reason);
	if (name)
		snprintf(buf, size, "%s", name);
	else if (d->full_ring)
		snprintf(buf, size, "FULL_RING");
	else if (d->known)
		snprintf(buf, size, "%d", d->reason);
	else
		snprintf(buf, size, "unknown");
}

static int all_drops(const struct txr_rowx *x, struct txr_drops *d)
{
	const struct txr_nospec *n = x->q->nospec;
	struct txr_drop_count what;
	int err = txr_drops_add(d, &x->q->drops);

	if (n && n->count && !x->nospec_laps) {
		what = n->drop;
		what.count = n->count;
		err |= txr_drops_note(d, what);
	}
	txr_drops_sort(d);
	return err;
}

static void fill_drops(struct txr_rowx *x)
{
	struct txr_drops d = { 0 };
	struct txr_row *r = x->row;
	size_t i;

	if (all_drops(x, &d))
		x->b->error = -ENOMEM;
	r->drops = d.count || d.other ? calloc(d.count + 1, sizeof(*r->drops)) : NULL;
	if (!r->drops && (d.count || d.other))
		x->b->error = -ENOMEM;
	for (i = 0; r->drops && i < d.count; i++) {
		drop_name(x->b, &d.item[i], r->drops[i].reason, sizeof(r->drops[i].reason));
		r->drops[i].count = d.item[i].count;
		r->drops[i].place = d.item[i].place;
	}
	if (r->drops && d.other) {
		snprintf(r->drops[i].reason, sizeof(r->drops[i].reason), "other");
		r->drops[i++].count = d.other;
	}
	r->nr_drops = r->drops ? i : 0;
	txr_drops_free(&d);
}

static void fill_oldest(struct txr_rowx *x)
{
	const struct txr_names *n = x->b->names;
	struct txr_row *r = x->row;
	const char *comm;
	size_t i;

	r->nr_oldest = x->q->oldest.count;
	for (i = 0; i < r->nr_oldest; i++) {
		struct txr_open_lap *l = &r->oldest[i];

		*l = x->q->oldest.lap[i];
		l->start_ns = l->start_ns > x->b->first_ns ? l->start_ns - x->b->first_ns : 0;
		comm = n && n->comm ? n->comm(n->ctx, l->pid) : NULL;
		snprintf(l->comm, sizeof(l->comm), "%s", comm ? comm : "");
	}
}

void txr_row_fill(struct txr_rowx *x)
{
	txr_hist_init(&x->row->lap_ns.hist);
	txr_hist_init(&x->row->late_free_ns.hist);
	txr_hist_init(&x->row->release_batch.hist);
	txr_hist_init(&x->row->release_gap_ns.hist);
	fill_books(x);
	fill_times(x);
	fill_releases(x);
	fill_occupancy(x);
	fill_warm(x);
	fill_packed(x);
	fill_drops(x);
	fill_oldest(x);
	if (txr_went_fill(x) || (x->row->queue < 0 && txr_by_fill(x)))
		x->b->error = -ENOMEM;
}
