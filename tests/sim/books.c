// SPDX-License-Identifier: GPL-2.0-only
/*
 * books.c - counts, lap times and occupancy from a list of laps.
 */
#include <stdlib.h>
#include <string.h>
#include "books.h"

static bool member(const struct xlap *x, uint16_t dev, int queue)
{
	return x->dev == dev && (queue < 0 || x->queue == queue);
}

int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* A device whose every accepted packet ended by kfree_skb without a reason. */
static bool all_nospec(const struct xlaps *laps, uint16_t dev)
{
	bool any = false;
	int i;

	for (i = 0; i < laps->n; i++) {
		const struct xlap *x = &laps->v[i];

		if (x->dev != dev)
			continue;
		if (x->outcome == TXR_DROPPED && x->nospec_ok)
			any = true;
		else if (x->entered || x->outcome == TXR_COMPLETED ||
			 x->outcome == TXR_HANDED_OVER)
			return false;
	}
	return any;
}

static void count(struct book *b, const struct xlap *x, bool nospec_done)
{
	enum txr_outcome o = x->outcome;

	b->started++;
	if (o == TXR_DROPPED && x->nospec_ok && nospec_done)
		o = TXR_COMPLETED;
	switch (o) {
	case TXR_OPEN:
		b->in_device_at_end++;
		break;
	case TXR_COMPLETED:
		b->completed++;
		b->completed_in_xmit += x->in_xmit;
		b->bytes += x->len_bytes;
		b->wire += x->segs;
		b->wire_low += x->segs_low;
		b->wire_high += x->segs_high;
		break;
	case TXR_DROPPED:
		b->dropped++;
		break;
	case TXR_BUSY:
		b->busy++;
		break;
	case TXR_HANDED_OVER:
		b->handed_over++;
		break;
	case TXR_RESTARTED:
		b->restarted++;
		break;
	case TXR_UNCERTAIN:
		b->uncertain++;
		break;
	}
}

struct change {
	uint64_t ts, seq;
	int delta;
	int64_t bytes;
	bool start;
};

static int by_seq(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

/* Walk the transitions in order. */
static void walk(struct book *b, struct change *v, int n)
{
	uint64_t now = 0, bytes = 0, since = 0;
	uint64_t *time_at = calloc(n + 2, sizeof(*time_at)), total = 0, run = 0;
	int i, k;

	if (!time_at)
		abort();
	for (i = 0; i < n; i++) {
		uint64_t dt = i ? v[i].ts - since : v[0].ts - b->first_ns;

		if (!i)
			since = b->first_ns;
		if ((int64_t)dt > 0)
			time_at[now] += dt;
		since = v[i].ts > since ? v[i].ts : since;
		now += v[i].delta;
		bytes += v[i].bytes;
		if (bytes > b->max_bytes)
			b->max_bytes = bytes;
		if (now > b->max) {
			b->max = now;
			b->at_ns = v[i].ts;
			b->visits_max = 1;
		} else if (v[i].delta > 0 && now == b->max) {
			b->visits_max++;
		}
	}
	if (n && b->last_ns > since)
		time_at[now] += b->last_ns - since;
	if (b->max)
		b->dwell_max_ns = time_at[b->max];
	b->end = now;
	for (k = 0; k <= n; k++)
		total += time_at[k];
	for (k = 0, b->level_p50 = b->level_p99 = UINT64_MAX; k <= n; k++) {
		run += time_at[k];
		if (b->level_p50 == UINT64_MAX && 2 * run >= total)
			b->level_p50 = k;
		if (b->level_p99 == UINT64_MAX && 100 * run >= 99 * total)
			b->level_p99 = k;
	}
	free(time_at);
}

static void occupancy(struct book *b, const struct xlaps *laps, uint16_t dev, int queue)
{
	struct change *v = calloc(2 * laps->n + 1, sizeof(*v));
	int i, n = 0;

	if (!v)
		abort();
	for (i = 0; i < laps->n; i++) {
		const struct xlap *x = &laps->v[i];

		if (!member(x, dev, queue) || !x->entered)
			continue;
		v[n++] = (struct change){ x->enter_ns, x->seq_enter, 1, x->len_bytes, false };
		if (x->outcome)
			v[n++] = (struct change){ x->end_ns, x->seq_end, -1,
						  -(int64_t)x->len_bytes, false };
	}
	qsort(v, n, sizeof(*v), by_seq);
	walk(b, v, n);
	free(v);
}

static void last(struct book *b, uint64_t ts)
{
	if (ts > b->last_ns)
		b->last_ns = ts;
}

static void times(struct book *b, const struct xlap *x, bool nospec_done, bool reset)
{
	bool done = x->outcome == TXR_COMPLETED ||
		    (x->outcome == TXR_DROPPED && x->nospec_ok && nospec_done);

	if (x->start_ns < b->first_ns)
		b->first_ns = x->start_ns;
	last(b, x->start_ns);
	if (x->entered)
		last(b, x->enter_ns);
	if (x->outcome)
		last(b, x->end_ns);
	if (x->released && x->late_freed)
		b->late[b->nlate++] = x->free_ns - x->release_ns;
	b->reset_released += reset;
	if (x->entered && x->released &&
	    (x->outcome == TXR_COMPLETED || x->outcome == TXR_HANDED_OVER))
		b->in_ring_sum += x->release_ns - x->start_ns;
	if (reset || !x->released)
		return;
	if (done || (x->outcome == TXR_HANDED_OVER && x->entered)) {
		b->lap[b->nlap] = x->release_ns - x->start_ns;
		b->sum += b->lap[b->nlap++];
	}
}

static bool reset_kind(const struct xlap *x)
{
	return x->outcome == TXR_COMPLETED && x->release_origin == TXR_O_KFREE_SKB &&
	       !x->in_xmit && x->entered &&
	       !(x->release_ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ | TXR_CTX_BH_OFF));
}

static int by_moment(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

int moments(const struct xlaps *laps, uint16_t dev, int queue, struct moment *m)
{
	int i, n = 0;

	for (i = 0; i < laps->n; i++) {
		const struct xlap *x = &laps->v[i];

		if (!member(x, dev, queue))
			continue;
		m[n++] = (struct moment){ x->seq_start, i, M_START };
		if (x->entered)
			m[n++] = (struct moment){ x->seq_enter, i, M_ENTER };
		if (x->outcome)
			m[n++] = (struct moment){ x->seq_end, i, M_END };
	}
	qsort(m, n, sizeof(*m), by_moment);
	return n;
}

/*
 * A run of kfree_skb by one task on one CPU, in process context with bottom
 * halves on, that empties the queue with nothing else of the queue between.
 */
static void find_resets(const struct xlaps *laps, uint16_t dev, int queue, bool *reset)
{
	struct moment *m = calloc(3 * laps->n + 1, sizeof(*m));
	int i, k, n, run = 0, now = 0;

	if (!m)
		abort();
	n = moments(laps, dev, queue, m);
	for (i = 0; i < n; i++) {
		const struct xlap *x = &laps->v[m[i].lap];
		const struct xlap *before = i ? &laps->v[m[i - 1].lap] : NULL;

		now += m[i].what == M_ENTER;
		now -= m[i].what == M_END && x->entered;
		if (m[i].what != M_END || !reset_kind(x)) {
			run = 0;
			continue;
		}
		if (run && (before->release_cpu != x->release_cpu ||
			    before->release_pid != x->release_pid))
			run = 0;
		run++;
		for (k = 0; !now && k < run; k++)
			reset[m[i - k].lap] = true;
	}
	free(m);
}

/* From a result that shows the queue stopped to its wake. */
static void packed_driver(struct book *b, const struct stream *s, uint16_t dev, int queue)
{
	uint64_t since = 0;
	int i;

	for (i = 0; i < s->n; i++) {
		const struct txr_event *e = &s->ev[i];
		bool xoff = e->kind == TXR_RESULT && e->result.qstate & TXR_QSTATE_DRV_XOFF;

		if (e->dev != dev || e->queue != queue ||
		    (e->kind != TXR_WAKE &&
		     !(e->kind == TXR_RESULT && e->flags & TXR_EVF_QSTATE)))
			continue;
		b->driver_shown |= xoff && e->ts_ns >= b->first_ns;
		if (since && !xoff) {
			b->packed_driver_ns += e->ts_ns - since;
			since = 0;
		} else if (!since && xoff && e->ts_ns >= b->first_ns) {
			since = e->ts_ns;
		}
	}
	if (since && b->last_ns > since)
		b->packed_driver_ns += b->last_ns - since;
}

/* A refusal: full since the last accepted packet, until room is seen. */
static void packed_inferred(struct book *b, const struct xlaps *laps, uint16_t dev, int queue)
{
	struct moment *m = calloc(3 * laps->n + 1, sizeof(*m));
	uint64_t accepted = b->first_ns, since = 0, counted_to = 0, ts;
	int i, n;

	if (!m)
		abort();
	n = moments(laps, dev, queue, m);
	for (i = 0; i < n; i++) {
		const struct xlap *x = &laps->v[m[i].lap];
		bool refused = m[i].what == M_END && (x->outcome == TXR_BUSY ||
			       (x->outcome == TXR_DROPPED && x->full_ring));

		ts = m[i].what == M_ENTER ? x->enter_ns : x->end_ns;
		if (refused && !since)	/* each moment counts once */
			since = accepted > counted_to ? accepted : counted_to;
		if (since && (m[i].what == M_ENTER || (m[i].what == M_END && x->entered))) {
			b->packed_inferred_ns += ts - since;
			counted_to = ts;
			since = 0;
		}
		if (m[i].what == M_ENTER)
			accepted = ts;
	}
	if (since)
		b->packed_inferred_ns += b->last_ns - since;
	free(m);
}

void book_make(struct book *b, const struct xlaps *laps, const struct stream *s,
	       uint16_t dev, int queue)
{
	bool *reset = calloc(laps->n + 1, sizeof(*reset));
	bool nospec = all_nospec(laps, dev);
	int i, q;

	memset(b, 0, sizeof(*b));
	b->first_ns = UINT64_MAX;
	b->lap = calloc(laps->n + 1, sizeof(*b->lap));
	b->late = calloc(laps->n + 1, sizeof(*b->late));
	b->batch = calloc(laps->n + 1, sizeof(*b->batch));
	b->gap = calloc(laps->n + 1, sizeof(*b->gap));
	if (!reset || !b->lap || !b->late || !b->batch || !b->gap)
		abort();
	for (q = 0; q < W_QUEUES_MAX; q++)
		find_resets(laps, dev, q, reset);
	for (i = 0; i < laps->n; i++) {
		if (!member(&laps->v[i], dev, queue))
			continue;
		count(b, &laps->v[i], nospec);
		times(b, &laps->v[i], nospec, reset[i]);
	}
	qsort(b->lap, b->nlap, sizeof(*b->lap), by_value);
	qsort(b->late, b->nlate, sizeof(*b->late), by_value);
	for (q = 0; q < W_QUEUES_MAX; q++)
		if (queue < 0 || q == queue)
			book_releases(b, laps, dev, q);
	qsort(b->batch, b->nbatch, sizeof(*b->batch), by_value);
	qsort(b->gap, b->ngap, sizeof(*b->gap), by_value);
	occupancy(b, laps, dev, queue);
	if (queue >= 0) {
		packed_driver(b, s, dev, queue);
		packed_inferred(b, laps, dev, queue);
	}
	free(reset);
}

void book_free(struct book *b)
{
	free(b->lap);
	free(b->late);
	free(b->batch);
	free(b->gap);
	memset(b, 0, sizeof(*b));
}
