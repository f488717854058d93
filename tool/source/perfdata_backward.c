// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_backward.c - samples of perf record --overwrite.
 *
 * Such a buffer is written from its end to its beginning, over what is oldest, and
 * is in the file newest first, all at once. So nothing can go before the file's
 * end. How much was written over is not told: each CPU has what fitted. Before the
 * first event of one whose buffer may have been full is a gap, back to the first one
 * of any CPU. Buffers are of one size, so one that has clearly less in it than
 * another one was not full.
 */
#include "perfdata_order.h"

#define HEADER 8
#define LEAST_BUFFER 4096	/* a page */
/* A full buffer lacks part of the record that was being written over: no more than
 * that many of the largest that is left. */
#define LARGEST 4

void perf_order_backward(struct perf_order *o)
{
	o->backward = true;
	perf_order_hold(o, PERF_ORDER_MOST);
}

/* 0: none */
static uint64_t first_ns(const struct perf_order *o, size_t cpu)
{
	const struct txr_fifo *f = cpu < o->cpus ? &o->cpu[cpu] : NULL;
	uint64_t ns = 0;
	size_t i;

	for (i = f ? f->first : 0; f && i < f->end; i++)
		if (!ns || f->ev[i].ts_ns < ns)
			ns = f->ev[i].ts_ns;
	return ns;
}

void perf_weigh(struct perfdata *p, const uint8_t *data, size_t len)
{
	struct perf_sample s;
	size_t size;

	for (; len; data += size, len -= size) {
		size = perf_u16(p, data + 6);
		if (perf_sample_parse(p, data + HEADER, size - HEADER, &s) > 0 && s.cpu < p->cpus)
			p->cpu[s.cpu].bytes += size;
		if (size > p->largest)
			p->largest = size;
	}
}

/* No buffer can have been smaller. */
static uint64_t buffer_bytes(const struct perfdata *p)
{
	uint64_t most = LEAST_BUFFER;
	size_t i;

	for (i = 0; i < p->cpus; i++)
		if (p->cpu[i].bytes > most)
			most = p->cpu[i].bytes;
	return most;
}

static int push_beginnings(struct perfdata *p, struct txr_err *err)
{
	uint64_t begin = UINT64_MAX, full = buffer_bytes(p), ns;
	size_t i, cpus = p->cpus;
	int ret = 0;

	for (i = 0; i < cpus; i++) {
		ns = first_ns(p->order, i);
		if (ns && ns < begin)
			begin = ns;
	}
	for (i = 0; i < cpus && begin != UINT64_MAX && !ret; i++) {
		struct perf_cpu gap = { .last_ns = begin, .lost_unknown = true };

		ns = first_ns(p->order, i);
		if (!ns && p->cpu[i].last_ns)	/* all that is left are other events */
			ns = UINT64_MAX;
		if (ns > begin && p->cpu[i].bytes + LARGEST * p->largest >= full)
			ret = perf_push_gap(p, (uint16_t)i, &gap, ns, err);
	}
	return ret;
}

/* The last one is the oldest; each goes to its place as if it came just now. */
static unsigned int turn_round(struct perf_order *o, uint16_t cpu)
{
	struct txr_fifo *f = &o->cpu[cpu];
	size_t a = f->first, b = f->end, at;
	unsigned int twice = 0;
	struct txr_event ev;

	while (a + 1 < b) {
		ev = f->ev[a];
		f->ev[a++] = f->ev[--b];
		f->ev[b] = ev;
	}
	b = f->end;
	o->held -= b - f->first;
	f->end = f->first;
	for (at = f->first; at < b; at++) {
		f->ev[f->end] = f->ev[at];
		twice += (unsigned int)perf_order_commit(o, cpu);
	}
	return twice;
}

int perf_turn_round(struct perfdata *p, struct txr_err *err)
{
	struct perf_order *o = p->order;
	int ret;
	size_t i;

	if (!o->backward)
		return 0;
	ret = push_beginnings(p, err);
	o->backward = false;
	for (i = 0; i < o->cpus; i++)
		p->s->info.duplicates += turn_round(o, (uint16_t)i);
	return ret;
}
