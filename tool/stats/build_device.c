// SPDX-License-Identifier: GPL-2.0-only
/*
 * build_device.c - the row of a device and those of its queues.
 *
 * Works on copies of the queues' accumulators, since what is still going on (a
 * stopped queue) is closed at the end of what was observed, and the statistics
 * may go on afterwards.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "build_impl.h"
#include "findings.h"
#include "went_parts.h"
#include "kind.h"

static int by_index(const void *a, const void *b)
{
	const struct txr_queue *x = a, *y = b;

	return x->index < y->index ? -1 : x->index > y->index;
}

static int copy_queues(struct txr_making *m)
{
	struct txr_device_stats *d = m->d;
	int err = 0;
	size_t i;

	for (i = 0; i < d->count; i++)
		m->count += txr_queue_active(d->list[i]);
	m->copy = m->count ? calloc(m->count, sizeof(*m->copy)) : NULL;
	if (m->count && !m->copy) {
		m->count = 0;
		return -ENOMEM;
	}
	m->count = 0;
	for (i = 0; i < d->count; i++)
		if (txr_queue_active(d->list[i])) {
			txr_queue_settle(d->list[i]);
			m->copy[m->count] = *d->list[i];
			err |= txr_course_copy_of(&m->copy[m->count++]);
		}
	if (m->count)
		qsort(m->copy, m->count, sizeof(*m->copy), by_index);
	return err;
}

static int sum_up(struct txr_making *m)
{
	int err = 0;
	size_t i;

	if (txr_making_copy_spans(m))
		return -ENOMEM;
	for (i = 0; i < m->count; i++) {
		struct txr_queue *q = &m->copy[i];
		uint32_t state = q->packed.state;

		txr_packed_close(&q->packed, &m->spans, q->last_ns);
		q->packed.state = state;	/* findings ask how it stood */
		err |= txr_reset_undecided(&q->reset, &m->sum.lap_ns);
		err |= txr_queue_add(&m->sum, q, i == 0);
		if (m->sum.went)
			err |= txr_reset_undecided(&q->reset, &m->sum.went->part[TXR_WENT_TASK]);
	}
	m->sum.dev = m->d;
	/* Shared with the live ones: taken out again by forget_shared(). */
	m->sum.occ = m->d->whole ? m->d->whole->occ : m->copy[0].occ;
	m->sum.loss = m->d->whole ? m->d->whole->loss : m->copy[0].loss;
	return err ? -ENOMEM : 0;
}

static void free_making(struct txr_making *m)
{
	txr_making_free_courses(m);
	txr_track_init(&m->sum.occ);	/* its arrays are the live ones */
	txr_queue_free(&m->sum);
	free(m->copy);
}

/* The report keeps it: rows may point into it. */
static struct txr_match *new_match(struct txr_report *r)
{
	struct txr_match **n = reallocarray(r->matches, r->nr_matches + 1, sizeof(*n));

	if (!n)
		return NULL;
	r->matches = n;
	n[r->nr_matches] = calloc(1, sizeof(**n));
	return n[r->nr_matches] ? n[r->nr_matches++] : NULL;
}

static void find_states(struct txr_making *m, const struct txr_device *dev)
{
	struct txr_match *match;

	if (!m->b->info->meta || !dev)
		return;
	match = new_match(m->b->r);
	if (!match || txr_meta_match(match, m->b->info->meta, dev)) {
		m->b->error = -ENOMEM;
		return;
	}
	m->x.start = match->start;
	m->x.end = match->end;
	m->x.same_name = match->count;
}

/* A tx queue with BQL that had nothing in flight when the recording began. */
static bool bql_says_empty(const struct txr_device_state *s, int32_t queue)
{
	uint32_t i, n = 0;

	for (i = 0; i < s->tx_queues; i++) {
		if (queue >= 0 && i != (uint32_t)queue)
			continue;
		if (s->queue[i].bql_limit_bytes <= 0 || s->queue[i].bql_inflight_bytes != 0)
			return false;
		n++;
	}
	return n > 0;
}

/* Every network namespace there was. */
static bool saw_all(const struct txr_snapshot *s)
{
	return s->namespaces && !s->only_own && !s->namespaces_unseen;
}

/*
 * Evidence that no packet older than the recording can be inside: the snapshot
 * says so, and the first start came after it.
 */
static bool is_cold(const struct txr_rowx *x)
{
	const struct txr_meta *meta = x->b->info->meta;

	if (!meta || !meta->start.count)
		return false;
	if (!x->start)		/* made while recording, and perhaps gone again */
		return x->end != NULL || saw_all(&meta->start);
	if (!meta->start.clock_ns || x->q->first_ns < meta->start.clock_ns)
		return false;
	return !x->start->up || bql_says_empty(x->start, x->row->queue);
}

static void name_row(const struct txr_making *m, struct txr_row *row, int32_t queue)
{
	const struct txr_device *dev = txr_devtab_get(m->b->devs, m->d->dev);
	const struct txr_device_state *s = m->x.start ? m->x.start : m->x.end;

	row->dev = m->d->dev;
	row->queue = queue;
	snprintf(row->name, sizeof(row->name), "%s", dev ? dev->name : TXR_DEV_OTHERS);
	row->ifindex = dev && dev->ifindex ? (int64_t)dev->ifindex : TXR_UNKNOWN;
	row->netns_inode = TXR_UNKNOWN;
	row->netns_cookie = dev ? dev->netns_cookie : 0;
	row->start = m->x.start;
	row->end = m->x.end;
	if (!s)
		return;
	if (row->ifindex == TXR_UNKNOWN && s->ifindex)
		row->ifindex = s->ifindex;
	if (s->netns_inode)
		row->netns_inode = (int64_t)s->netns_inode;
	if (!row->netns_cookie)
		row->netns_cookie = s->netns_cookie;
	snprintf(row->driver, sizeof(row->driver), "%s",
		 s->driver[0] ? s->driver : s->link_kind);
}

/* A row of one queue (its number) or of the device (-1). */
static void build_row(struct txr_making *m, struct txr_row *row, struct txr_queue *q,
		      int32_t queue, enum txr_dev_kind kind, struct txr_rowx *x)
{
	*x = m->x;
	x->row = row;
	x->q = q;
	x->queues = queue < 0 ? m->count : 1;
	name_row(m, row, queue);
	row->kind = kind;
	txr_row_capacity(m, x);
	x->cold = is_cold(x);
	x->spans = x->queues > 1 ? &m->spans : NULL;
	x->packed_level = 0;
	if (m->nospec_completes) {
		x->nospec_laps = q->nospec;
		txr_nospec_apply(q->nospec, &q->books);
	}
	txr_row_fill(x);
	txr_row_judge(x);
	txr_find_books_unbalanced(x);
}

/* Where no union was kept (a ceiling, counters), the queues bound the device. */
static void inherit_packed(struct txr_row *dev)
{
	uint64_t most = 0, sum = 0;
	bool unknown = false;
	size_t i;

	if (dev->nr_queues < 2 || dev->packed_source != TXR_PACKED_NONE)
		return;
	for (i = 0; i < dev->nr_queues; i++) {
		const struct txr_row *q = &dev->queues[i];

		unknown |= q->packed_ns.trust == TXR_FIG_UNKNOWN;
		most = q->packed_ns.value > most ? q->packed_ns.value : most;
		sum += q->packed_ns.value;
		dev->packed_visits += q->packed_visits;
		if (q->packed_source != TXR_PACKED_NONE)
			dev->packed_source = q->packed_source;
	}
	if (unknown) {
		txr_fig_unknown(&dev->packed_ns);
	} else if (sum) {
		dev->packed_ns = txr_fig(most);
		txr_fig_high(&dev->packed_ns, sum);
	}
}

static void build_rows(struct txr_making *m, struct txr_row *row)
{
	bool stacked = txr_pair_is_stacked(m->b->pair, m->d->dev) ||
		       (m->x.start && m->x.start->stacked) || (m->x.end && m->x.end->stacked);
	enum txr_dev_kind kind;
	struct txr_rowx device, x;
	bool exact = true;
	size_t i;

	m->nospec_completes = txr_nospec_completes(&m->sum.books, m->sum.packed.last_accept_ns != 0);
	if (m->nospec_completes) {
		struct txr_queue as_if = m->sum;

		txr_nospec_apply(m->sum.nospec, &as_if.books);
		kind = txr_kind_of(&as_if, m->x.sw, stacked, m->b->info->has_handover);
	} else {
		kind = txr_kind_of(&m->sum, m->x.sw, stacked, m->b->info->has_handover);
	}
	build_row(m, row, &m->sum, -1, kind, &device);
	row->queues = calloc(m->count, sizeof(*row->queues));
	if (!row->queues) {
		m->b->error = -ENOMEM;
		return;
	}
	m->x.whole = row;
	for (i = 0; i < m->count; i++) {
		row->nr_queues = i + 1;
		build_row(m, &row->queues[i], &m->copy[i], m->copy[i].index, kind, &x);
		txr_findings_of_queue(&x);
		txr_queue_pictures(&x, &m->copy[i]);
		exact &= row->queues[i].exact;
	}
	row->exact &= exact;
	inherit_packed(row);
	txr_findings_of_device(&device);
	txr_device_pictures(m, &device);
}

static struct txr_row *new_row(struct txr_building *b)
{
	struct txr_report *r = b->r;
	struct txr_row *n = reallocarray(r->devices, r->nr_devices + 1, sizeof(*n));

	if (!n)
		return NULL;
	r->devices = n;
	n = &r->devices[r->nr_devices++];
	memset(n, 0, sizeof(*n));
	return n;
}

/* By probes that were not recorded: the free that comes later stands for them. */
static bool missed_releases(const struct txr_building *b)
{
	return b->info->tier == TXR_TIER_PROBE && b->info->meta &&
	       b->info->meta->missed_releases;
}

void txr_build_device(struct txr_building *b, struct txr_device_stats *d)
{
	const struct txr_device *dev = txr_devtab_get(b->devs, d->dev);
	struct txr_making m = { .b = b, .d = d, .x = { .b = b } };
	struct txr_row *row;

	txr_queue_init(&m.sum);
	if (copy_queues(&m) || (m.count && sum_up(&m))) {
		b->error = -ENOMEM;
		free_making(&m);
		return;
	}
	if (!m.count)
		return;
	txr_making_settle(&m);
	find_states(&m, dev);
	m.x.sw = txr_software_find(dev ? dev->name : "", m.x.start ? m.x.start : m.x.end);
	m.x.late_release = !m.x.sw && (b->info->tier == TXR_TIER_STOCK || missed_releases(b));
	row = new_row(b);
	if (row)
		build_rows(&m, row);
	else
		b->error = -ENOMEM;
	free_making(&m);
}

void txr_row_free(struct txr_row *row)
{
	size_t i;

	for (i = 0; i < row->nr_queues; i++)
		txr_row_free(&row->queues[i]);
	free(row->queues);
	free(row->reasons);
	free(row->drops);
	txr_went_row_free(row->why);
	txr_shares_free(row->by);
	txr_hist_free(&row->lap_ns.hist);
	txr_hist_free(&row->late_free_ns.hist);
	txr_hist_free(&row->release_batch.hist);
	txr_hist_free(&row->release_gap_ns.hist);
	txr_row_free_pictures(row);
}
