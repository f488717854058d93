// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_order.c - events of all CPUs in one order of time, in bounded memory.
 *
 * perf record empties the CPUs' buffers one after the other and then writes a
 * round mark. What is older than the newest event of the round before cannot be
 * preceded by anything still to come. One more round is held back: a loss
 * becomes known with the first event after it, and belongs before the last event
 * seen ahead of it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "perfdata_order.h"

/* Without marks: 96 MB. */
#define HOLD_BLIND	(2u << 20)
/* An event this far behind the end of its CPU's is in nobody's order. */
#define DEEP		1024

struct perf_order *perf_order_new(void)
{
	struct perf_order *o = calloc(1, sizeof(*o));

	if (o)
		o->most = HOLD_BLIND;
	return o;
}

void perf_order_free(struct perf_order *o)
{
	size_t i;

	if (!o)
		return;
	for (i = 0; i < o->cpus; i++)
		free(o->cpu[i].ev);
	free(o->cpu);
	free(o->heap);
	free(o);
}

void perf_order_hold(struct perf_order *o, size_t events)
{
	o->most = events;
}

static int add_cpus(struct perf_order *o, size_t cpus)
{
	struct txr_fifo **heap = reallocarray(o->heap, cpus, sizeof(*heap)), *n;

	if (!heap)
		return -ENOMEM;
	o->heap = heap;
	n = reallocarray(o->cpu, cpus, sizeof(*n));
	if (!n)
		return -ENOMEM;
	memset(n + o->cpus, 0, (cpus - o->cpus) * sizeof(*n));
	o->cpu = n;
	o->cpus = cpus;
	return 0;
}

static int make_room(struct txr_fifo *f)
{
	size_t room = f->room ? 2 * f->room : 16;
	struct txr_event *n;

	if (f->first > f->room / 2) {
		f->end -= f->first;
		memmove(f->ev, f->ev + f->first, f->end * sizeof(*f->ev));
		f->first = 0;
		return 0;
	}
	n = reallocarray(f->ev, room, sizeof(*n));
	if (!n)
		return -ENOMEM;
	f->ev = n;
	f->room = room;
	return 0;
}

struct txr_event *perf_order_slot(struct perf_order *o, uint16_t cpu)
{
	struct txr_fifo *f;

	/* a loss of whichever CPU */
	if (cpu == UINT16_MAX)
		cpu = 0;
	if (cpu >= o->cpus && add_cpus(o, cpu + 1))
		return NULL;
	f = &o->cpu[cpu];
	if (f->end == f->room && make_room(f))
		return NULL;
	return &f->ev[f->end];
}

/* The same sample again: at the same time, on the same CPU, in every byte. */
static bool is_there(const struct txr_fifo *f, size_t at, const struct txr_event *ev)
{
	size_t least = at - f->first > DEEP ? at - DEEP : f->first;

	while (at > least && f->ev[at - 1].ts_ns == ev->ts_ns)
		if (!memcmp(&f->ev[--at], ev, sizeof(*ev)))
			return true;
	return false;
}

/*
 * The event at f->end to its place; 1: it is there already. Interrupts write
 * between a sample's time and its place in the buffer, so that is no loss of order,
 * as long as the place is still at hand. A loss is told of after it, however many
 * events its CPU has had since.
 */
static int settle_late(struct perf_order *o, struct txr_fifo *f)
{
	struct txr_event ev = f->ev[f->end];
	bool deep = f->end - f->first > DEEP && ev.kind != TXR_LOST;
	size_t at = f->end, least = deep ? f->end - DEEP : f->first;

	while (at > least && f->ev[at - 1].ts_ns > ev.ts_ns)
		at--;
	o->disorder |= ev.ts_ns < o->gone_ns || (deep && at == least);
	if (ev.kind != TXR_LOST && is_there(f, at, &ev))
		return 1;
	memmove(&f->ev[at + 1], &f->ev[at], (f->end - at) * sizeof(ev));
	f->ev[at] = ev;
	return 0;
}

int perf_order_commit(struct perf_order *o, uint16_t cpu)
{
	struct txr_fifo *f = &o->cpu[cpu == UINT16_MAX ? 0 : cpu];
	uint64_t ts = f->ev[f->end].ts_ns;

	if (o->backward) {
		f->end++;
		if (++o->held >= o->most)
			o->full = o->ready = true;
		return 0;
	}
	if ((f->end > f->first && f->ev[f->end - 1].ts_ns >= ts) || ts < o->gone_ns)
		if (settle_late(o, f))
			return 1;
	f->end++;
	if (ts > o->newest_ns)
		o->newest_ns = ts;
	if (++o->held >= o->most) {	/* the older half of the time must go */
		o->limit_ns = o->gone_ns + (o->newest_ns - o->gone_ns) / 2;
		o->ready = true;
	}
	return 0;
}

void perf_order_round(struct perf_order *o)
{
	if (o->backward)
		return;
	if (o->most == HOLD_BLIND)
		o->most = PERF_ORDER_MOST;
	if (o->mark_ns[1] > o->limit_ns) {
		o->limit_ns = o->mark_ns[1];
		o->ready = true;
	}
	o->mark_ns[1] = o->mark_ns[0];
	o->mark_ns[0] = o->newest_ns;
}

void perf_order_until(struct perf_order *o, uint64_t ns)
{
	if (ns > o->limit_ns)
		o->limit_ns = ns;
	o->ready = true;
}

void perf_order_each(struct perf_order *o, void (*see)(void *ctx, struct txr_event *ev),
		     void *ctx)
{
	size_t i, at;

	for (i = 0; i < o->cpus; i++)
		for (at = o->cpu[i].first; at < o->cpu[i].end; at++)
			see(ctx, &o->cpu[i].ev[at]);
}

uint64_t perf_order_limit_ns(const struct perf_order *o)
{
	return o->limit_ns;
}

uint64_t perf_order_known_ns(const struct perf_order *o)
{
	return o->mark_ns[1];
}

uint64_t perf_order_gone_ns(const struct perf_order *o)
{
	return o->gone_ns;
}

void perf_order_finish(struct perf_order *o)
{
	o->limit_ns = UINT64_MAX;
	o->ready = true;
}

bool perf_order_full(const struct perf_order *o)
{
	return o->full;
}

bool perf_order_ready(const struct perf_order *o)
{
	return o->ready;
}

static uint64_t head_ns(const struct txr_fifo *f)
{
	return f->ev[f->first].ts_ns;
}

/* Oldest first; at equal times the lower CPU. */
static bool before(const struct txr_fifo *a, const struct txr_fifo *b)
{
	uint64_t x = head_ns(a), y = head_ns(b);

	return x < y || (x == y && a < b);
}

static void sift_down(struct txr_fifo **heap, size_t n, size_t at)
{
	struct txr_fifo *f = heap[at];
	size_t child;

	while ((child = 2 * at + 1) < n) {
		if (child + 1 < n && before(heap[child + 1], heap[child]))
			child++;
		if (!before(heap[child], f))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = f;
}

static void build_heap(struct perf_order *o)
{
	size_t n = 0, i;

	for (i = 0; i < o->cpus; i++) {
		struct txr_fifo *f = &o->cpu[i];

		if (f->first != f->end && head_ns(f) <= o->limit_ns)
			o->heap[n++] = f;
	}
	for (i = n / 2; i-- > 0; )
		sift_down(o->heap, n, i);
	o->in_heap = n;
}

/* The second's head, up to which the first one may go on. */
static const struct txr_fifo *second(struct txr_fifo **heap, size_t n)
{
	if (n < 2)
		return NULL;
	return n > 2 && before(heap[2], heap[1]) ? heap[2] : heap[1];
}

/* Events of f until another's comes first; returns how many. */
static int take_run(struct perf_order *o, struct txr_fifo *f, const struct txr_fifo *next,
		    const struct txr_event **ev, int max, uint64_t *lost)
{
	const struct txr_event *e = f->ev + f->first, *end = f->ev + f->end;
	uint64_t until = next ? head_ns(next) : UINT64_MAX, gaps = 0;
	int n = 0;

	/* at equal times the lower CPU comes first */
	if (next && f > next) {
		max = until ? max : 1;
		until -= until > 0;
	}
	if (until > o->limit_ns)
		until = o->limit_ns;
	do {
		gaps += e->kind == TXR_LOST;
		ev[n++] = e++;
	} while (n < max && e < end && e->ts_ns <= until);
	f->first += (size_t)n;
	o->held -= (size_t)n;
	if (e[-1].ts_ns > o->gone_ns)
		o->gone_ns = e[-1].ts_ns;
	*lost += gaps;
	return n;
}

int perf_order_take(struct perf_order *o, const struct txr_event **ev, int max, uint64_t *lost)
{
	int done = 0;
	size_t n;

	if (!o->in_heap)
		build_heap(o);
	n = o->in_heap;
	while (n && done < max) {
		struct txr_fifo *f = o->heap[0];

		done += take_run(o, f, second(o->heap, n), ev + done, max - done, lost);
		if (f->first == f->end)
			f->first = f->end = 0;
		if (!f->end || head_ns(f) > o->limit_ns)
			o->heap[0] = o->heap[--n];
		if (n)
			sift_down(o->heap, n, 0);
	}
	o->in_heap = n;
	o->ready = n != 0;
	return done;
}

int perf_order_pop(struct perf_order *o, struct txr_event *ev, int max)
{
	const struct txr_event *at[128];
	uint64_t lost = 0;
	int i, n = (int)(sizeof(at) / sizeof(at[0]));

	n = perf_order_take(o, at, max < n ? max : n, &lost);
	for (i = 0; i < n; i++)
		ev[i] = *at[i];
	return n;
}

bool perf_order_disorder(const struct perf_order *o)
{
	return o->disorder;
}
