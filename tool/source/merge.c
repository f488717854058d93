// SPDX-License-Identifier: GPL-2.0-only
/* merge.c - the CPUs of a recording in one order of time. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "merge.h"

#define BATCH		128	/* events of one lane at hand */
#define BATCH_MIN	8
#define BATCH_TOTAL	(64 * 1024)	/* of all lanes: about 3 MB */
#define HOLD_LATE	32	/* held back once a lane has stepped back */
#define SCAN_LANES	8	/* up to here a linear scan beats a heap */

struct lane {
	const struct txr_event *cur, *end;	/* ready to be delivered */
	struct txr_event *buf;
	unsigned int held;	/* events behind end, not ready yet */
	unsigned int hold;
	bool done;		/* fill has told its end */
	uint64_t newest_ns;	/* of all events that fill gave */
	txr_lane_fill fill;
	void *ctx;
};

struct txr_merge {
	unsigned int count, room, batch;
	bool primed;		/* every lane was filled once */
	bool refill;		/* lane[stale] has nothing at hand */
	unsigned int stale;
	uint64_t out_of_order;
	unsigned int *heap;	/* lane numbers, smallest first; lanes that have events */
	unsigned int heaped;
	struct lane lane[];
};

struct txr_merge *txr_merge_new(unsigned int lanes)
{
	struct txr_merge *m = calloc(1, sizeof(*m) + lanes * sizeof(m->lane[0]));

	if (!m)
		return NULL;
	m->heap = calloc(lanes + 1, sizeof(*m->heap));
	if (!m->heap) {
		free(m);
		return NULL;
	}
	m->room = lanes;
	m->batch = lanes ? BATCH_TOTAL / lanes : BATCH;
	if (m->batch > BATCH)
		m->batch = BATCH;
	if (m->batch < BATCH_MIN)
		m->batch = BATCH_MIN;
	return m;
}

void txr_merge_free(struct txr_merge *m)
{
	unsigned int i;

	if (!m)
		return;
	for (i = 0; i < m->count; i++)
		free(m->lane[i].buf);
	free(m->heap);
	free(m);
}

int txr_merge_add(struct txr_merge *m, txr_lane_fill fill, void *ctx, unsigned int hold)
{
	struct lane *l = &m->lane[m->count];

	if (m->count == m->room)
		return -EINVAL;
	l->buf = malloc((m->batch + HOLD_LATE) * sizeof(*l->buf));
	if (!l->buf)
		return -ENOMEM;
	l->fill = fill;
	l->ctx = ctx;
	l->hold = hold < HOLD_LATE ? hold : HOLD_LATE;
	m->count++;
	return 0;
}

uint64_t txr_merge_out_of_order(const struct txr_merge *m)
{
	return m->out_of_order;
}

/* Stable, and quick where little is out of place. */
static void sort_events(struct txr_event *ev, unsigned int n)
{
	unsigned int i, j;

	for (i = 1; i < n; i++) {
		struct txr_event e;

		if (ev[i].ts_ns >= ev[i - 1].ts_ns)
			continue;
		e = ev[i];
		for (j = i; j && ev[j - 1].ts_ns > e.ts_ns; j--)
			ev[j] = ev[j - 1];
		ev[j] = e;
	}
}

/* Count the steps back among the n newest events. */
static unsigned int count_steps(struct lane *l, const struct txr_event *ev, unsigned int n)
{
	unsigned int i, steps = 0;

	for (i = 0; i < n; i++) {
		steps += ev[i].ts_ns < l->newest_ns;
		if (ev[i].ts_ns > l->newest_ns)
			l->newest_ns = ev[i].ts_ns;
	}
	return steps;
}

/* Get more events at hand; returns how many, 0 when the lane is at its end. */
static int fill_lane(struct txr_merge *m, struct lane *l, struct txr_err *err)
{
	unsigned int have = l->held;

	if (have)
		memmove(l->buf, l->end, have * sizeof(*l->buf));
	while (!l->done && have <= l->hold) {
		int n = l->fill(l->ctx, l->buf + have, m->batch, err);
		unsigned int steps;

		if (n < 0)
			return n;
		l->done = n == 0;
		steps = count_steps(l, l->buf + have, n);
		have += n;
		if (steps) {
			m->out_of_order += steps;
			l->hold = HOLD_LATE;
			sort_events(l->buf, have);
		}
	}
	l->held = l->done ? 0 : l->hold;
	l->cur = l->buf;
	l->end = l->buf + have - l->held;
	return have - l->held;
}

static bool before(const struct txr_merge *m, unsigned int a, unsigned int b)
{
	uint64_t x = m->lane[a].cur->ts_ns, y = m->lane[b].cur->ts_ns;

	return x < y || (x == y && a < b);
}

static void heap_sink(struct txr_merge *m, unsigned int i)
{
	unsigned int lane = m->heap[i];

	for (;;) {
		unsigned int kid = 2 * i + 1;

		if (kid >= m->heaped)
			break;
		if (kid + 1 < m->heaped && before(m, m->heap[kid + 1], m->heap[kid]))
			kid++;
		if (before(m, lane, m->heap[kid]))
			break;
		m->heap[i] = m->heap[kid];
		i = kid;
	}
	m->heap[i] = lane;
}

/* First call: events at hand for every lane, and the lanes that have any. */
static int prime(struct txr_merge *m, struct txr_err *err)
{
	unsigned int i;

	for (i = 0; i < m->count; i++) {
		int n = fill_lane(m, &m->lane[i], err);

		if (n < 0)
			return n;
		if (n)
			m->heap[m->heaped++] = i;
	}
	for (i = m->heaped / 2; i-- > 0; )
		heap_sink(m, i);
	m->primed = true;
	return 0;
}

/* Take lane heap[i] out: it is at its end. Few lanes are kept in lane order. */
static void drop_lane(struct txr_merge *m, unsigned int i)
{
	m->heap[i] = m->heap[--m->heaped];
	if (m->heaped > i)
		heap_sink(m, i);
}

/* Position in the heap of the lane with the first event; the heap's root, or,
 * with few lanes, found by looking at each. *limit: no lane but it has an event
 * before that time; *tie: it may also have one at that time. */
static unsigned int first_lane(const struct txr_merge *m, uint64_t *limit, bool *tie)
{
	unsigned int best = 0, i, second = UINT32_MAX;

	if (m->heaped > SCAN_LANES) {
		second = m->heaped > 2 && before(m, m->heap[2], m->heap[1]) ? 2 : 1;
	} else {
		for (i = 1; i < m->heaped; i++) {
			if (before(m, m->heap[i], m->heap[best])) {
				second = best;
				best = i;
			} else if (second == UINT32_MAX ||
				   before(m, m->heap[i], m->heap[second])) {
				second = i;
			}
		}
	}
	*limit = UINT64_MAX;
	*tie = true;
	if (second != UINT32_MAX) {
		*limit = m->lane[m->heap[second]].cur->ts_ns;
		*tie = m->heap[best] < m->heap[second];
	}
	return best;
}

/* The lane that ran empty in the last call, whose events are now free to go. */
static int refill(struct txr_merge *m, struct txr_err *err)
{
	int n = fill_lane(m, &m->lane[m->heap[m->stale]], err);

	if (n < 0)
		return n;
	m->refill = false;
	if (!n)
		drop_lane(m, m->stale);
	else if (m->heaped > SCAN_LANES)
		heap_sink(m, m->stale);
	return 0;
}

static int run_out(struct txr_merge *m, unsigned int at, int n)
{
	m->refill = true;
	m->stale = at;
	return n;
}

int txr_merge_read(struct txr_merge *m, const struct txr_event **ev, int max,
		   uint64_t *lost, struct txr_err *err)
{
	uint64_t gaps = 0;
	int n = 0, ret;

	ret = !m->primed ? prime(m, err) : m->refill ? refill(m, err) : 0;
	if (ret < 0)
		return ret;
	while (n < max && m->heaped) {
		uint64_t limit;
		bool tie;
		unsigned int at = first_lane(m, &limit, &tie);
		struct lane *l = &m->lane[m->heap[at]];
		const struct txr_event *e = l->cur;

		do {
			ev[n++] = e;
			gaps += e->kind == TXR_LOST;
			e++;
		} while (e < l->end && n < max &&
			 (e->ts_ns < limit || (e->ts_ns == limit && tie)));
		l->cur = e;
		if (e == l->end) {
			n = run_out(m, at, n);
			break;
		}
		if (m->heaped > SCAN_LANES)
			heap_sink(m, 0);
	}
	*lost += gaps;
	return n;
}
