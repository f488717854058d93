// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_bounds.c - where events are missing, the truth lies within what is
 * printed; where a figure calls itself exact, it is the truth.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

struct truth {
	uint64_t started, completed, completed_in_xmit, dropped, busy, handed_over;
	uint64_t restarted, open, bytes, wire_low, wire_high;
	uint64_t max;		/* in the device, older packets too */
	bool fuzzy, nospec, shared;
};

static bool member(const struct xlap *x, const struct txr_row *row)
{
	return x->dev == row->dev && (row->queue < 0 || x->queue == row->queue);
}

static void count(struct truth *t, const struct xlap *x)
{
	t->started++;
	t->fuzzy |= x->fuzzy || x->fuzzy_outcome;
	t->nospec |= x->nospec_ok;
	t->shared |= x->shared;
	switch (x->outcome) {
	case TXR_COMPLETED:
		t->completed++;
		t->completed_in_xmit += x->in_xmit;
		t->bytes += x->len_bytes;
		t->wire_low += x->segs_low;
		t->wire_high += x->segs_high;
		break;
	case TXR_DROPPED:
		t->dropped++;
		break;
	case TXR_BUSY:
		t->busy++;
		break;
	case TXR_HANDED_OVER:
		t->handed_over++;
		break;
	case TXR_RESTARTED:
		t->restarted++;
		break;
	default:
		t->open++;
	}
}

struct change {
	int at, delta;
	uint64_t seq;
};

static int by_seq(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* The report knows of a queue only if something started on it. */
static uint32_t queues_seen(const struct world *w, uint16_t dev, int first, int last)
{
	uint32_t seen = 0;
	int i;

	for (i = 0; i < w->laps.n; i++)
		if (w->laps.v[i].dev == dev && w->laps.v[i].start_at >= first &&
		    w->laps.v[i].start_at <= last)
			seen |= 1U << w->laps.v[i].queue;
	return seen;
}

/* Highest occupancy from the event first on, to the event last. */
static uint64_t true_max(const struct world *w, const struct txr_row *row, int first, int last)
{
	struct change *v = calloc(2 * w->laps.n + 1, sizeof(*v));
	uint32_t seen = queues_seen(w, row->dev, first, last);
	uint64_t max = 0;
	int i, n = 0, now = 0;

	if (!v)
		abort();
	for (i = 0; i < w->laps.n; i++) {
		const struct xlap *x = &w->laps.v[i];

		if (!member(x, row) || !x->entered || !(seen & 1U << x->queue))
			continue;
		v[n++] = (struct change){ x->enter_at, 1, x->seq_enter };
		if (x->outcome)
			v[n++] = (struct change){ x->end_at, -1, x->seq_end };
	}
	qsort(v, n, sizeof(*v), by_seq);
	for (i = 0; i < n && v[i].at <= last; i++) {
		if (v[i].at >= first && (uint64_t)now > max)
			max = now;	/* what was there before */
		now += v[i].delta;
		if (v[i].at >= first && now > (int)max)
			max = now;
	}
	if (now > (int)max)
		max = now;
	free(v);
	return max;
}

static void truth_of(struct truth *t, const struct world *w, const struct stream *s,
		     const struct txr_row *row)
{
	int first = 0, last = w->nev - 1, from, i;

	memset(t, 0, sizeof(*t));
	if (!s->lossy && s->n) {
		first = s->orig[0];
		last = s->orig[s->n - 1];
	}
	from = last;
	for (i = 0; i < w->laps.n; i++) {
		const struct xlap *x = &w->laps.v[i];

		if (!member(x, row))
			continue;
		t->fuzzy |= x->fuzzy_outcome;
		if (x->start_at < first || x->start_at > last)
			continue;
		count(t, x);
		if (x->start_at < from)
			from = x->start_at;
	}
	/* A queue is observed from its first start on. */
	t->max = true_max(w, row, s->lossy ? 0 : from, last);
}

static bool within(char *msg, const struct txr_row *row, const char *what,
		   const struct txr_u64 *f, uint64_t low, uint64_t high)
{
	bool ok = true;

	switch (f->trust) {
	case TXR_FIG_EXACT:
		ok = f->value >= low && f->value <= high;
		break;
	case TXR_FIG_BOUNDED:
		ok = f->low <= low && f->high >= high && f->low <= f->value &&
		     f->value <= f->high;
		break;
	case TXR_FIG_AT_LEAST:
		ok = f->low <= low && f->low <= f->value;
		break;
	case TXR_FIG_UNKNOWN:
		break;
	}
	if (!ok)
		snprintf(msg, MSG_MAX, "report, device %u queue %d: %s %" PRIu64 " (trust %d, %"
			 PRIu64 " to %" PRIu64 "), truth %" PRIu64 " to %" PRIu64, row->dev,
			 row->queue, what, f->value, f->trust, f->low, f->high, low, high);
	return ok;
}

#define WITHIN(field, truth)						\
	within(msg, row, #field, &row->field, truth, truth)

/*
 * Not where a refused
 * packet counts as one in the device (no results), nor where packets do not
 * leave in the order that they came: a stacked device over several queues, a
 * shared or time-stamped skb that others hold longer than the ring; nor where
 * the kernel frees some without an event.
 */
bool occupancy_knowable(const struct world *w, const struct stream *s,
			const struct txr_row *row)
{
	const struct wdev *d = &w->c.dev[row->dev];

	if (!s->cut_begin)
		return true;
	return w->c.tier != W_NORESULT && d->kind != WK_STACK && d->kind != WK_STACKQ &&
	       !w->c.pktgen_pct && (!d->hwts_pct || w->c.tier == W_PATCHED) &&
	       (!w->c.k72 || w->c.tier == W_PATCHED);
}

static bool one_row(char *msg, const struct txr_row *row, const struct world *w,
		    const struct stream *s)
{
	struct truth t;

	truth_of(&t, w, s, row);
	if (t.fuzzy)
		return true;
	if (occupancy_knowable(w, s, row) && !WITHIN(in_device.max, t.max))
		return false;
	if (s->cut_begin || s->cut_end)
		return true;	/* the counts are checked lap by lap */
	if (!WITHIN(started, t.started) || !WITHIN(busy, t.busy) ||
	    !WITHIN(handed_over, t.handed_over) || !WITHIN(restarted, t.restarted) ||
	    !WITHIN(in_device_at_end, t.open))
		return false;
	/*
	 * Which of the two a synchronous kfree_skb is depends on the device; what was
	 * released in xmit of a shared skb after a loss is a guess.
	 */
	if (t.nospec || t.shared)
		return true;
	return WITHIN(completed, t.completed) && WITHIN(dropped, t.dropped) &&
	       WITHIN(completed_in_xmit, t.completed_in_xmit) && WITHIN(skb_bytes, t.bytes) &&
	       within(msg, row, "wire_packets", &row->wire_packets, t.wire_high, t.wire_low);
}

bool check_bounds(char *msg, const struct run *run, const struct world *w,
		  const struct stream *s)
{
	const struct txr_report *r = run->report;
	size_t i, q;

	for (i = 0; i < r->nr_devices; i++) {
		if (!one_row(msg, &r->devices[i], w, s))
			return false;
		for (q = 0; q < r->devices[i].nr_queues; q++)
			if (!one_row(msg, &r->devices[i].queues[q], w, s))
				return false;
	}
	return true;
}
