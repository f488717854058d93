/* SPDX-License-Identifier: GPL-2.0-only */
/* went_script.h - interrupts, softirqs and polls by hand, and where the time went. */
#ifndef TXRING_TESTS_WENT_SCRIPT_H
#define TXRING_TESTS_WENT_SCRIPT_H

#include "report_script.h"

#define NAPI(n) (0xffff888000001000ULL + 0x100 * (n))

static inline void around(struct rec *s, uint8_t kind, uint8_t ctx, struct txr_event ev)
{
	uint8_t was = s->ctx;

	ev.kind = kind;
	ev.origin = TXR_O_NET_DEV_QUEUE;	/* nothing asks for it */
	if (kind != TXR_NAPI_POLL)
		ev.dev = TXR_DEV_NONE;
	ev.queue = TXR_QUEUE_NONE;
	s->ctx = ctx;
	rec_feed(s, ev);
	s->ctx = was;
}

static inline void irq_in(struct rec *s, uint32_t irq)
{
	around(s, TXR_IRQ_ENTRY, TXR_CTX_HARDIRQ,
	       (struct txr_event){ .irq = { .number = irq, .handler = irq * 7 } });
}

static inline void irq_out(struct rec *s, uint32_t irq)
{
	around(s, TXR_IRQ_EXIT, TXR_CTX_HARDIRQ,
	       (struct txr_event){ .irq = { .number = irq, .handled = 1 } });
}

static inline void raised(struct rec *s, uint32_t which, uint8_t ctx)
{
	around(s, TXR_SOFTIRQ_RAISE, ctx, (struct txr_event){ .softirq = { which } });
}

static inline void soft_in(struct rec *s, uint32_t which)
{
	around(s, TXR_SOFTIRQ_ENTRY, TXR_CTX_SOFTIRQ, (struct txr_event){ .softirq = { which } });
}

static inline void soft_out(struct rec *s, uint32_t which)
{
	around(s, TXR_SOFTIRQ_EXIT, TXR_CTX_SOFTIRQ, (struct txr_event){ .softirq = { which } });
}

static inline void polled(struct rec *s, unsigned int n, int32_t work, uint16_t dev)
{
	around(s, TXR_NAPI_POLL, TXR_CTX_SOFTIRQ, (struct txr_event){
		.dev = dev, .poll = { .napi = NAPI(n), .work = work, .budget = 64 } });
}

static inline void queued(struct rec *s, uint64_t skb, uint16_t dev)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_QUEUED, .origin = TXR_O_NET_DEV_QUEUE, .skbaddr = skb, .dev = dev,
		.queue = TXR_QUEUE_NONE,
	});
}

/* Freed here, in that context. */
static inline void free_in(struct rec *s, uint64_t skb, uint8_t ctx)
{
	uint8_t was = s->ctx;

	s->ctx = ctx;
	free_by(s, skb, TXR_O_CONSUME_SKB, 0, 0);
	s->ctx = was;
}

/* An interrupt that schedules a NAPI instance: 100 ns, at its end. */
static inline void irq_raises(struct rec *s, uint32_t irq, unsigned int times)
{
	irq_in(s, irq);
	s->now += 100;
	while (times--)
		raised(s, TXR_SOFTIRQ_NET_RX, TXR_CTX_HARDIRQ);
	irq_out(s, irq);
}

/* A run of NET_RX without polls: from here on the list is known to be empty. */
static inline void empty_run(struct rec *s)
{
	soft_in(s, TXR_SOFTIRQ_NET_RX);
	soft_out(s, TXR_SOFTIRQ_NET_RX);
}

/* Every part is there, and they add up to the laps: ns by ns, lap by lap. */
static inline void check_went(const struct txr_row *r)
{
	const struct txr_went_row *w = r->why;
	uint64_t ns = 0, laps = 0, cause_ns = 0, cause_laps = 0;
	size_t i;

	assert_non_null(w);
	for (i = 0; i < TXR_WENT_PARTS; i++)
		ns += w->part[i].sum;
	for (i = TXR_WENT_CLEANING; i < TXR_WENT_PARTS; i++)
		laps += w->part[i].count;
	for (i = 0; i < TXR_WENT_CAUSES; i++) {
		cause_ns += w->cause[i].ns;
		cause_laps += w->cause[i].laps;
	}
	assert_int_equal(ns, r->lap_ns.sum);
	assert_int_equal(laps, r->lap_ns.count);
	assert_int_equal(w->part[TXR_WENT_DEVICE].count, w->part[TXR_WENT_CLEANING].count);
	assert_int_equal(w->part[TXR_WENT_TO_NAPI].count, w->part[TXR_WENT_CLEANING].count);
	assert_int_equal(cause_ns, w->part[TXR_WENT_UNATTRIBUTED].sum);
	assert_int_equal(cause_laps, w->part[TXR_WENT_UNATTRIBUTED].count);
	for (i = 0; i < r->nr_queues; i++)
		check_went(&r->queues[i]);
}

static inline const struct txr_went_row *went_of(struct rec *s, const char *name)
{
	const struct txr_row *r;

	rec_report(s);
	r = rec_row(s, name);
	check_went(r);
	return r->why;
}

#endif
