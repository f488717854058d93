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
#define RUN_LANES	4	/* up to here runs are looked for */

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

/* A lane and the time of its first event at hand. */
struct entry {
	uint64_t ts_ns;
	uint64_t lane;		/* LANE_DONE and above: it is at its end */
};

#define LANE_DONE (1ULL << 32)

/*
 * A tournament of the lanes: tree[0] is the one with the first event, each other
 * node keeps who lost there. When the winner's time changes, only the nodes from
 * its leaf to the root are played again, without a branch to be mispredicted.
 */
struct txr_merge {
	unsigned int count, room, batch;
	unsigned int leaves;	/* a power of 2, count or more */
	bool primed;		/* every lane was filled once */
	bool refill;		/* the winner has nothing at hand */
	uint64_t out_of_order;
	struct entry *tree;
	struct lane lane[];
};

struct txr_merge *txr_merge_new(unsigned int lanes)
{
	struct txr_merge *m = calloc(1, sizeof(*m) + lanes * sizeof(m->lane[0]));

	if (!m)
		return NULL;
	m->room = lanes;
	for (m->leaves = 1; m->leaves < lanes; )
		m->leaves *= 2;
	m->tree = calloc(2 * m->leaves, sizeof(*m->tree));
	if (!m->tree) {
		free(m);
		return NULL;
	}
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
	free(m->tree);
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

void txr_merge_begin_at(struct txr_merge *m, uint64_t ns)
{
	unsigned int i;

	for (i = 0; i < m->count; i++)
		m->lane[i].newest_ns = ns;
}

void txr_merge_again(struct txr_merge *m)
{
	unsigned int i;

	for (i = 0; i < m->count; i++)
		m->lane[i].done = false;
	m->primed = m->refill = false;
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
		int n = l->fill(l->ctx, l->buf + have, (int)m->batch, err);
		unsigned int steps;

		if (n < 0)
			return n;
		l->done = n == 0;
		steps = count_steps(l, l->buf + have, (unsigned int)n);
		have += (unsigned int)n;
		if (steps) {
			m->out_of_order += steps;
			l->hold = HOLD_LATE;
			sort_events(l->buf, have);
		}
	}
	l->held = l->done ? 0 : l->hold;
	l->cur = l->buf;
	l->end = l->buf + have - l->held;
	return (int)(have - l->held);
}

static bool before(struct entry a, struct entry b)
{
	return ((unsigned __int128)a.ts_ns << 64 | a.lane) <
	       ((unsigned __int128)b.ts_ns << 64 | b.lane);
}

static struct entry entry_of(const struct txr_merge *m, unsigned int lane)
{
	const struct lane *l = &m->lane[lane];

	if (lane >= m->count || l->cur == l->end)
		return (struct entry) { UINT64_MAX, LANE_DONE + lane };
	return (struct entry) { l->cur->ts_ns, lane };
}

/* The winner's time is another now: play its way to the root again. */
static inline void replay(struct txr_merge *m, struct entry e)
{
	unsigned int at = (m->leaves + (uint32_t)e.lane) / 2;

	for (; at; at /= 2) {
		struct entry *t = &m->tree[at];
		uint64_t swap = -(uint64_t)before(*t, e);
		uint64_t ts = (t->ts_ns ^ e.ts_ns) & swap, lane = (t->lane ^ e.lane) & swap;

		t->ts_ns ^= ts;
		e.ts_ns ^= ts;
		t->lane ^= lane;
		e.lane ^= lane;
	}
	m->tree[0] = e;
}

/* Who would win without the winner: the best of those that lost to it. */
static inline struct entry second(const struct txr_merge *m)
{
	unsigned int at = (m->leaves + (uint32_t)m->tree[0].lane) / 2;
	struct entry best = { UINT64_MAX, UINT64_MAX };

	for (; at; at /= 2)
		best = before(m->tree[at], best) ? m->tree[at] : best;
	return best;
}

/* First call: events at hand for every lane, and the tournament. */
static int prime(struct txr_merge *m, struct txr_err *err)
{
	struct entry *win = calloc(2 * m->leaves, sizeof(*win));
	unsigned int i;
	int ret = 0;

	if (!win)
		return txr_fail(err, ENOMEM, "merge: out of memory; close other programs");
	for (i = 0; ret >= 0 && i < m->count; i++)
		ret = fill_lane(m, &m->lane[i], err);
	for (i = 2 * m->leaves; ret >= 0 && i-- > 1; ) {
		bool left;

		if (i >= m->leaves) {
			win[i] = entry_of(m, i - m->leaves);
			continue;
		}
		left = before(win[2 * i], win[2 * i + 1]);
		win[i] = win[2 * i + !left];
		m->tree[i] = win[2 * i + left];
	}
	if (ret >= 0) {
		m->tree[0] = win[1];
		m->primed = true;
	}
	free(win);
	return ret < 0 ? ret : 0;
}

/* The lane that ran empty in the last call, whose events are now free to go. */
static int refill(struct txr_merge *m, struct txr_err *err)
{
	unsigned int lane = (unsigned int)m->tree[0].lane;
	int n = fill_lane(m, &m->lane[lane], err);

	if (n < 0)
		return n;
	m->refill = false;
	replay(m, entry_of(m, lane));
	return 0;
}

int txr_merge_read(struct txr_merge *m, const struct txr_event **ev, int max,
		   uint64_t *lost, struct txr_err *err)
{
	uint64_t gaps = 0;
	int n = 0, ret = 0;

	if (!m->primed)
		ret = prime(m, err);
	else if (m->refill)
		ret = refill(m, err);
	if (ret < 0)
		return ret;
	while (n < max && m->tree[0].lane < LANE_DONE) {
		struct entry first = m->tree[0], limit = { 0 };
		struct lane *l = &m->lane[first.lane];
		const struct txr_event *e = l->cur, *end = l->end;

		/*
		 * Events of one CPU come in runs, which go on up to the second's
		 * event; among many busy CPUs they are too short to be worth it.
		 */
		if (m->leaves <= RUN_LANES)
			limit = second(m);
		do {
			ev[n++] = e;
			gaps += e->kind == TXR_LOST;
			if (++e == end)
				break;
			first.ts_ns = e->ts_ns;
		} while (n < max && before(first, limit));
		l->cur = e;
		if (e == end) {
			m->refill = true;
			break;
		}
		replay(m, first);
	}
	*lost += gaps;
	return n;
}
