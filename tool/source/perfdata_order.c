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
#include "perfdata_impl.h"

#define FORCE_EVENTS (512u << 10)	/* 24 MB: without round marks no more is held */

struct fifo {
	struct txr_event *ev;
	size_t first, end, room;
};

struct perf_order {
	struct fifo *cpu;
	size_t cpus;
	size_t held;
	uint64_t newest_ns;
	uint64_t mark_ns[2];	/* newest at the end of the last round, and before */
	uint64_t limit_ns;	/* what is not newer can go */
	uint64_t gone_ns;	/* newest that went */
	uint64_t steps;
};

struct perf_order *perf_order_new(void)
{
	return calloc(1, sizeof(struct perf_order));
}

void perf_order_free(struct perf_order *o)
{
	size_t i;

	if (!o)
		return;
	for (i = 0; i < o->cpus; i++)
		free(o->cpu[i].ev);
	free(o->cpu);
	free(o);
}

static struct fifo *fifo_of(struct perf_order *o, uint16_t cpu)
{
	if (cpu >= o->cpus) {
		struct fifo *n = reallocarray(o->cpu, cpu + 1, sizeof(*n));

		if (!n)
			return NULL;
		memset(n + o->cpus, 0, (cpu + 1 - o->cpus) * sizeof(*n));
		o->cpu = n;
		o->cpus = cpu + 1;
	}
	return &o->cpu[cpu];
}

static int fifo_room(struct fifo *f)
{
	struct txr_event *n;

	if (f->end < f->room)
		return 0;
	if (f->first > f->room / 2) {
		f->end -= f->first;
		memmove(f->ev, f->ev + f->first, f->end * sizeof(*f->ev));
		f->first = 0;
		return 0;
	}
	n = reallocarray(f->ev, f->room ? 2 * f->room : 256, sizeof(*n));
	if (!n)
		return -ENOMEM;
	f->ev = n;
	f->room = f->room ? 2 * f->room : 256;
	return 0;
}

/* The same sample again: at the same time, on the same CPU, in every byte. */
static bool is_there(const struct fifo *f, size_t at, const struct txr_event *ev)
{
	while (at > f->first && f->ev[at - 1].ts_ns == ev->ts_ns)
		if (!memcmp(&f->ev[--at], ev, sizeof(*ev)))
			return true;
	return false;
}

int perf_order_push(struct perf_order *o, const struct txr_event *ev)
{
	struct fifo *f = fifo_of(o, ev->cpu == UINT16_MAX ? 0 : ev->cpu);
	size_t at;

	if (!f || fifo_room(f))
		return -ENOMEM;
	at = f->end;
	while (at > f->first && f->ev[at - 1].ts_ns > ev->ts_ns)
		at--;
	if (ev->kind != TXR_LOST && is_there(f, at, ev))
		return 1;
	if (ev->kind != TXR_LOST && (at < f->end || ev->ts_ns < o->gone_ns))
		o->steps++;
	memmove(&f->ev[at + 1], &f->ev[at], (f->end - at) * sizeof(*ev));
	f->ev[at] = *ev;
	f->end++;
	o->held++;
	if (ev->ts_ns > o->newest_ns)
		o->newest_ns = ev->ts_ns;
	if (o->held >= FORCE_EVENTS)
		o->limit_ns = o->gone_ns + (o->newest_ns - o->gone_ns) / 2;
	return 0;
}

void perf_order_round(struct perf_order *o)
{
	if (o->mark_ns[1] > o->limit_ns)
		o->limit_ns = o->mark_ns[1];
	o->mark_ns[1] = o->mark_ns[0];
	o->mark_ns[0] = o->newest_ns;
}

void perf_order_finish(struct perf_order *o)
{
	o->limit_ns = UINT64_MAX;
}

/* The CPU with the oldest event, and the time up to which it stays that. */
static struct fifo *oldest(struct perf_order *o, uint64_t *until_ns)
{
	struct fifo *best = NULL;
	size_t i;

	*until_ns = o->limit_ns;
	for (i = 0; i < o->cpus; i++) {
		struct fifo *f = &o->cpu[i];
		uint64_t ts;

		if (f->first == f->end)
			continue;
		ts = f->ev[f->first].ts_ns;
		if (!best || ts < best->ev[best->first].ts_ns) {
			/* lower CPUs go first at equal times */
			if (best && best->ev[best->first].ts_ns - 1 < *until_ns)
				*until_ns = best->ev[best->first].ts_ns - 1;
			best = f;
		} else if (ts < *until_ns) {
			*until_ns = ts;
		}
	}
	return best && best->ev[best->first].ts_ns <= o->limit_ns ? best : NULL;
}

int perf_order_pop(struct perf_order *o, struct txr_event *ev, int max)
{
	int n = 0;

	while (n < max) {
		uint64_t until_ns;
		struct fifo *f = oldest(o, &until_ns);

		if (!f)
			break;
		do {
			ev[n++] = f->ev[f->first++];
			o->held--;
		} while (n < max && f->first < f->end && f->ev[f->first].ts_ns <= until_ns);
		if (ev[n - 1].ts_ns > o->gone_ns)
			o->gone_ns = ev[n - 1].ts_ns;
		if (f->first == f->end)
			f->first = f->end = 0;
	}
	return n;
}

uint64_t perf_order_steps(const struct perf_order *o)
{
	return o->steps;
}
