// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_timeline.c - the bins of a timeline add up to the report's figures; and where
 * a bin is not marked as doubtful, its levels are the truth, whatever was lost before.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

static bool wrong(char *msg, const struct txr_row *row, const char *what, double got,
		  double want)
{
	snprintf(msg, MSG_MAX, "timeline, device %u queue %d: %s is %.17g, expected %.17g",
		 row->dev, row->queue, what, got, want);
	return false;
}

static uint64_t sum_of(const struct txr_timeline *t, size_t offset)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < t->nr; i++)
		sum += *(const uint64_t *)((const char *)&t->bin[i] + offset);
	return sum;
}

#define SUM(field) sum_of(t, offsetof(struct txr_time_bin, field))
#define SAME(what, got, want) do {					\
	if ((got) != (want))						\
		return wrong(msg, row, what, (double)(got), (double)(want));	\
} while (0)

static bool highest(char *msg, const struct txr_row *row, const struct txr_timeline *t)
{
	uint64_t max = 0, bytes = 0;
	size_t i;

	for (i = 0; i < t->nr; i++) {
		max = t->bin[i].max > max ? t->bin[i].max : max;
		bytes = t->bin[i].max_bytes > bytes ? t->bin[i].max_bytes : bytes;
	}
	SAME("max of the bins", max, row->in_device.max.value);
	SAME("max_bytes of the bins", bytes, row->in_device.max_bytes.value);
	return true;
}

static bool adds_up(char *msg, const struct txr_row *row, const struct txr_timeline *t)
{
	double avg;

	SAME("started", SUM(started), row->started.value);
	SAME("completed", SUM(completed), row->completed.value);
	SAME("dropped", SUM(dropped), row->dropped.value);
	SAME("busy", SUM(busy), row->busy.value);
	SAME("handed_over", SUM(handed_over), row->handed_over.value);
	SAME("unclear", SUM(unclear), row->restarted.value + row->uncertain.value);
	if (t->packed_known)
		SAME("packed_ns", SUM(packed_ns), row->packed_ns.value);
	if (row->in_device.max.trust == TXR_FIG_UNKNOWN)
		return true;
	avg = row->observed_ns.value ? (double)((long double)SUM(lap_ns) /
						row->observed_ns.value) : 0;
	if (fabs(avg - row->in_device.avg.value) > 1e-9 * avg)
		return wrong(msg, row, "avg of the bins", avg, row->in_device.avg.value);
	return highest(msg, row, t);
}

static bool grid_adds_up(char *msg, const struct txr_row *row)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < row->lap_grid->nr; i++)
		sum += row->lap_grid->cell[i].count;
	SAME("laps in the grid", sum + row->completed_in_xmit.value, row->lap_ns.count);
	return true;
}

struct change {
	uint64_t at_ns, seq;
	int delta;
};

static int by_seq(const void *a, const void *b)
{
	const struct change *x = a, *y = b;

	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static bool member(const struct xlap *x, const struct txr_row *row)
{
	return x->dev == row->dev && (row->queue < 0 || x->queue == row->queue);
}

/* The report knows of a queue only once something started on it. */
static bool is_seen(const struct txr_row *row, uint16_t queue)
{
	size_t i;

	for (i = 0; i < row->nr_queues; i++)
		if (row->queues[i].queue == queue)
			return true;
	return row->queue >= 0;
}

/* Times as the stream has them, by the world's events; those lost as they were. */
static uint64_t *times_of(const struct world *w, const struct stream *s)
{
	uint64_t *ts = calloc(w->nev + 1, sizeof(*ts));
	int i;

	if (!ts)
		abort();
	for (i = 0; i < w->nev; i++)
		ts[i] = w->ev[i].ts_ns;
	for (i = 0; i < s->n; i++)
		if (s->orig[i] >= 0)
			ts[s->orig[i]] = s->ev[i].ts_ns;
	return ts;
}

/* Steps of the true occupancy, in their order; the caller frees. */
static int steps_of(const struct world *w, const struct stream *s, const struct txr_row *row,
		    struct change **out)
{
	struct change *v = calloc(2 * w->laps.n + 1, sizeof(*v));
	uint64_t *ts = times_of(w, s);
	int i, n = 0;

	if (!v)
		abort();
	for (i = 0; i < w->laps.n; i++) {
		const struct xlap *x = &w->laps.v[i];

		if (!x->entered || !member(x, row) || !is_seen(row, x->queue))
			continue;
		v[n++] = (struct change){ ts[x->enter_at], x->seq_enter, 1 };
		if (x->outcome)
			v[n++] = (struct change){ ts[x->end_at], x->seq_end, -1 };
	}
	free(ts);
	qsort(v, n, sizeof(*v), by_seq);
	*out = v;
	return n;
}

/* One that is not sure of its levels need not be right. */
static bool bin_is(char *msg, const struct txr_row *row, size_t i, int min, int max)
{
	const struct txr_time_bin *b = &row->timeline->bin[i];

	if (b->flags || ((int)b->min == min && (int)b->max == max))
		return true;
	snprintf(msg, MSG_MAX, "timeline, device %u queue %d: bin %zu of %zu is not marked, and "
		 "has %u to %u, truth %d to %d", row->dev, row->queue, i, row->timeline->nr,
		 b->min, b->max, min, max);
	return false;
}

static bool levels_are_true(char *msg, const struct txr_row *row, const struct change *v, int n,
			    uint64_t first_ns)
{
	const struct txr_timeline *t = row->timeline;
	uint64_t edge_ns, from_ns = first_ns + t->first_ns, end_ns = first_ns + t->end_ns;
	int k = 0, now = 0, min, max;
	size_t i;

	for (; k < n && v[k].at_ns < from_ns; k++)
		now += v[k].delta;
	for (i = 0; i < t->nr; i++) {
		edge_ns = first_ns + t->start_ns + (i + 1) * t->bin_ns;
		if (edge_ns <= from_ns)
			continue;
		min = max = now;
		for (; k < n && v[k].at_ns < edge_ns && v[k].at_ns <= end_ns; k++) {
			now += v[k].delta;
			min = now < min ? now : min;
			max = now > max ? now : max;
		}
		if (!bin_is(msg, row, i, min, max))
			return false;
	}
	return true;
}

/* Doubts that are marked in the bins; others hold for all of them. */
static bool only_marked_doubts(const struct txr_row *row)
{
	static const char *const marked[] = { "lost-events", "uncertain", "warm-start", "evicted" };
	size_t i, k;

	for (i = 0; i < row->nr_reasons; i++) {
		for (k = 0; k < sizeof(marked) / sizeof(marked[0]); k++)
			if (!strcmp(row->reasons[i].code, marked[k]))
				break;
		if (k == sizeof(marked) / sizeof(marked[0]))
			return false;
	}
	return true;
}

/* What the tier cannot know of a lap is no truth to compare with. */
static bool is_knowable(const struct world *w, const struct stream *s, const struct txr_row *row)
{
	int i;

	if (!occupancy_knowable(w, s, row) || s->skewed ||
	    row->in_device.max.trust == TXR_FIG_UNKNOWN || !only_marked_doubts(row))
		return false;
	for (i = 0; i < w->laps.n; i++) {
		const struct xlap *x = &w->laps.v[i];

		if (member(x, row) && (x->fuzzy || x->fuzzy_outcome || x->nospec_ok || x->shared))
			return false;
	}
	return true;
}

static bool one_row(char *msg, const struct run *run, const struct txr_row *row,
		    const struct world *w, const struct stream *s)
{
	struct change *v;
	bool ok;
	int n;

	if (!adds_up(msg, row, row->timeline) || !grid_adds_up(msg, row))
		return false;
	if (!w || !is_knowable(w, s, row))
		return true;
	n = steps_of(w, s, row, &v);
	ok = levels_are_true(msg, row, v, n, run->info.first_ns);
	free(v);
	return ok;
}

bool check_timeline(char *msg, const struct run *run, const struct world *w,
		    const struct stream *s)
{
	const struct txr_report *r = run->report;
	size_t i, q;

	for (i = 0; i < r->nr_devices; i++) {
		if (!one_row(msg, run, &r->devices[i], w, s))
			return false;
		for (q = 0; q < r->devices[i].nr_queues; q++)
			if (!one_row(msg, run, &r->devices[i].queues[q], w, s))
				return false;
	}
	return true;
}
