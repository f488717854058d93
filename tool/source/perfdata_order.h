/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfdata_order.h - inside of the order of events, for the loop over samples: an
 * event that comes in its turn costs no call.
 */
#ifndef TXRING_PERFDATA_ORDER_H
#define TXRING_PERFDATA_ORDER_H

#include "perfdata_impl.h"

/*
 * No more events than this are held: 384 MB where marks tell how long they must
 * be (three rounds of 8 MiB buffers on 45 CPUs).
 */
#define PERF_ORDER_MOST	(8u << 20)

struct txr_fifo {
	struct txr_event *ev;
	size_t first, end, room;
};

struct perf_order {
	struct txr_fifo *cpu;
	size_t cpus;
	size_t held, most;
	uint64_t newest_ns;
	uint64_t mark_ns[2];	/* newest at the end of the last round, and before */
	uint64_t limit_ns;	/* what is not newer can go */
	uint64_t gone_ns;	/* newest that went */
	bool ready;		/* some may be able to go */
	bool backward;		/* newest first: held as they come, until all is there */
	bool full;		/* backward, and more than can be held */
	bool disorder;		/* one will go, or went, behind a newer one */
	struct txr_fifo **heap;	/* room for cpus */
	size_t in_heap;		/* left by the last take, which the next one goes on with:
				 * nothing is committed between two that give some */
};

/* perf_order_slot() for a CPU that is known. */
static inline struct txr_event *perf_order_room(struct perf_order *o, uint16_t cpu)
{
	struct txr_fifo *f;

	if (__builtin_expect(cpu >= o->cpus, 0))
		return perf_order_slot(o, cpu);
	f = &o->cpu[cpu];
	if (__builtin_expect(f->end == f->room, 0))
		return perf_order_slot(o, cpu);
	return &f->ev[f->end];
}

/* perf_order_commit(), most often of one newer than all of its CPU. */
static inline int perf_order_put(struct perf_order *o, uint16_t cpu)
{
	struct txr_fifo *f = &o->cpu[cpu];
	uint64_t ts = f->ev[f->end].ts_ns;

	if (__builtin_expect(f->end == f->first || f->ev[f->end - 1].ts_ns >= ts ||
			     ts < o->gone_ns || o->held + 1 >= o->most, 0))
		return perf_order_commit(o, cpu);
	f->end++;
	o->held++;
	if (ts > o->newest_ns)
		o->newest_ns = ts;
	return 0;
}

#endif
