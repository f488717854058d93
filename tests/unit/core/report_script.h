/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report_script.h - a recording made by hand, through the engine, to a report.
 *
 * Times are set by the test (s.now). Devices are eth0 (0), eth1 (1), ... unless
 * the test adds its own. The snapshot is empty until the test fills it.
 */
#ifndef TXRING_TESTS_REPORT_SCRIPT_H
#define TXRING_TESTS_REPORT_SCRIPT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "picture_check.h"
#include "txring/report.h"

#define MS 1000000ULL
#define US 1000ULL
#define SEC 1000000000ULL
#define REASON_FULL_RING 8
#define REASON_NOSPEC 2
#define READER 900

struct rec {
	struct txr_source_info info;
	struct txr_meta meta;
	struct txr_devtab *devs;
	struct txr_names names;
	struct txr_pair *p;
	struct txr_stats *st;
	struct txr_report *r;
	uint64_t now;
	uint16_t dev, queue, cpu;	/* of the next events */
	int32_t pid;
	uint32_t len;
	uint8_t ctx;
	uint64_t place;		/* code address of the next frees; 0: not told */
	struct txr_device_state start_dev[4], end_dev[4];
	struct txr_queue_state queue_state[8];
};

static inline const char *rec_reason(void *ctx, int reason)
{
	(void)ctx;
	return reason == REASON_FULL_RING ? "FULL_RING" :
	       reason == REASON_NOSPEC ? "NOT_SPECIFIED" : NULL;
}

static inline const char *rec_comm(void *ctx, int pid)
{
	(void)ctx;
	return pid == 7 ? "kpktgend_0" : "sender";
}

#define PLACE_SOFTIRQ 0x1000	/* where the completion queue is freed */
#define PLACE_DRIVER 0x2000

static inline const char *rec_symbol(void *ctx, uint64_t address)
{
	(void)ctx;
	return address == PLACE_SOFTIRQ ? "net_tx_action" :
	       address == PLACE_DRIVER ? "somenic_clean_tx" : NULL;
}

/* A recording that is exact by itself; a test spoils what it is about. */
static inline void rec_init(struct rec *s)
{
	memset(s, 0, sizeof(*s));
	s->info = (struct txr_source_info){
		.path = "test", .format = "trace.dat", .kernel = "6.12.1", .clock = "mono",
		.clock_ordered = true, .clock_ns = true, .has_result = true,
		.has_handover = true, .has_drop_reason = true, .tier = TXR_TIER_PATCHED,
		.cpus = 2, .first_ns = 1000,
	};
	s->names = (struct txr_names){ NULL, rec_reason, rec_comm, rec_symbol };
	s->now = 1000;
	s->len = 100;
	s->pid = 100;
	s->devs = txr_devtab_new();
	assert_non_null(s->devs);
	txr_devtab_intern(s->devs, "eth0", 4, 0, 0);
	txr_devtab_intern(s->devs, "eth1", 4, 0, 0);
	txr_devtab_intern(s->devs, "eth2", 4, 0, 0);
}

static inline void rec_open(struct rec *s)
{
	struct txr_pair_config cfg = {
		.has_result = s->info.has_result, .clock_ordered = s->info.clock_ordered,
		.refs_known = s->info.tier == TXR_TIER_PATCHED, .cpus = s->info.cpus,
	};
	struct txr_pair_sink sink;

	assert_int_equal(txr_stats_new(&s->st, NULL), 0);
	txr_stats_devices(s->st, s->devs);
	sink = txr_stats_sink(s->st);
	assert_int_equal(txr_pair_new(&s->p, &cfg, &sink, NULL), 0);
}

/* A device of the snapshots, in both alike; NULL end: only at the start. */
static inline struct txr_device_state *rec_state(struct rec *s, const char *name,
						 const char *driver)
{
	struct txr_device_state *d = &s->start_dev[s->meta.start.count];

	memset(d, 0, sizeof(*d));
	snprintf(d->name, sizeof(d->name), "%s", name);
	snprintf(d->driver, sizeof(d->driver), "%s", driver);
	d->ifindex = 5 + (uint32_t)s->meta.start.count;
	d->netns_inode = 4026531840u;
	d->up = d->carrier = true;
	d->ring_tx = d->ring_tx_max = d->txqueuelen = TXR_UNKNOWN;
	d->tx_queues = 1;
	d->queue = &s->queue_state[s->meta.start.count * 2];
	d->queue[0] = (struct txr_queue_state){ .stops = TXR_UNKNOWN, .wakes = TXR_UNKNOWN };
	d->queue[1] = d->queue[0];
	s->meta.start.count++;
	s->meta.start.dev = s->start_dev;
	s->info.meta = &s->meta;
	return d;
}

static inline void rec_same_at_end(struct rec *s)
{
	memcpy(s->end_dev, s->start_dev, sizeof(s->end_dev));
	s->meta.end.count = s->meta.start.count;
	s->meta.end.dev = s->end_dev;
}

static inline void rec_feed(struct rec *s, struct txr_event ev)
{
	const struct txr_event *e = &ev;

	ev.ts_ns = ev.kind == TXR_LOST ? ev.ts_ns : s->now;
	ev.cpu = s->cpu;
	ev.pid = s->pid;
	ev.ctx = s->ctx;
	s->info.last_ns = s->now;
	s->info.events++;
	assert_int_equal(txr_pair_feed(s->p, &e, 1), 0);
}

static inline void start_flagged(struct rec *s, uint64_t skb, uint8_t flags)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_START, .origin = TXR_O_NET_DEV_START_XMIT, .skbaddr = skb,
		.dev = s->dev, .queue = s->queue, .flags = flags,
		.start = { .len_bytes = s->len, .segs = 1, .segs_low = 1, .segs_high = 1 },
	});
}

static inline void start(struct rec *s, uint64_t skb)
{
	start_flagged(s, skb, 0);
}

static inline void result(struct rec *s, uint64_t skb, int rc)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_RESULT, .origin = TXR_O_NET_DEV_XMIT, .skbaddr = skb,
		.dev = s->dev, .queue = s->queue, .result = { .rc = rc },
	});
}

static inline void result_state(struct rec *s, uint64_t skb, uint32_t qstate)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_RESULT, .origin = TXR_O_NETDEV_XMIT_DONE, .skbaddr = skb,
		.dev = s->dev, .queue = s->queue, .flags = TXR_EVF_QSTATE,
		.result = { .qstate = qstate },
	});
}

static inline void wake(struct rec *s)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_WAKE, .origin = TXR_O_TX_WAKE_QUEUE,
		.dev = s->dev, .queue = s->queue,
	});
}

/* Freed by another task, on CPU 1 in softirq unless ctx says more. */
static inline void free_by(struct rec *s, uint64_t skb, uint8_t origin, uint8_t flags,
			   int reason)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_FREE, .origin = origin, .skbaddr = skb, .flags = flags,
		.dev = TXR_DEV_NONE, .queue = TXR_QUEUE_NONE, .free = { .reason = reason, .location = s->place },
	});
}

static inline void consume(struct rec *s, uint64_t skb)
{
	uint8_t ctx = s->ctx;
	uint16_t cpu = s->cpu;

	s->ctx |= TXR_CTX_SOFTIRQ;
	s->cpu = 1;
	free_by(s, skb, TXR_O_CONSUME_SKB, 0, 0);
	s->ctx = ctx;
	s->cpu = cpu;
}

/* By a task that reads from the device (tun). */
static inline void read_by(struct rec *s, uint64_t skb, int32_t pid)
{
	int32_t old = s->pid;
	uint16_t cpu = s->cpu;

	s->pid = pid;
	s->cpu = 1;
	free_by(s, skb, TXR_O_CONSUME_SKB, 0, 0);
	s->pid = old;
	s->cpu = cpu;
}

static inline void sent(struct rec *s, uint64_t skb)
{
	start(s, skb);
	result(s, skb, 0);
}

static inline void lost(struct rec *s, uint64_t from, uint64_t until, uint64_t count)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_LOST, .origin = TXR_O_LOST, .ts_ns = from,
		.dev = TXR_DEV_NONE, .queue = TXR_QUEUE_NONE,
		.lost = { .until_ns = until, .count = count },
	});
	s->info.lost_events += count;
	s->info.lost_gaps_unknown += !count;
}

/* A full ring refuses: dropped inside xmit, as tun does. */
static inline void refused_full(struct rec *s, uint64_t skb)
{
	start(s, skb);
	free_by(s, skb, TXR_O_KFREE_SKB, TXR_EVF_FULL_RING, REASON_FULL_RING);
	result(s, skb, 1);
}

/* n packets in and out, 1 us apart each. */
static inline void flow(struct rec *s, uint64_t skb, int n)
{
	for (; n; n--, skb++) {
		sent(s, skb);
		s->now += US;
		consume(s, skb);
		s->now += US;
	}
}

static inline void assert_balanced(const struct txr_row *r)
{
	assert_int_equal(r->started.value, r->completed.value + r->dropped.value +
			 r->busy.value + r->handed_over.value + r->restarted.value +
			 r->uncertain.value + r->in_device_at_end.value);
}

static inline void assert_bounded(const struct txr_u64 *f)
{
	if (f->trust == TXR_FIG_UNKNOWN)
		return;
	assert_true(f->low <= f->value);
	assert_true(f->value <= f->high);
	if (f->trust == TXR_FIG_EXACT)
		assert_true(f->low == f->value && f->high == f->value);
}

static inline void check_row(const struct txr_row *r)
{
	const struct txr_u64 *f[] = {
		&r->started, &r->completed, &r->completed_in_xmit, &r->dropped, &r->busy,
		&r->handed_over, &r->restarted, &r->uncertain, &r->in_device_at_end,
		&r->reset_released, &r->skb_bytes, &r->wire_packets, &r->observed_ns,
		&r->warm_ns, &r->packed_ns, &r->bql_limited_ns, &r->in_device.p50,
		&r->in_device.p99, &r->in_device.max, &r->in_device.max_bytes,
	};
	size_t i;

	assert_balanced(r);
	for (i = 0; i < sizeof(f) / sizeof(f[0]); i++)
		assert_bounded(f[i]);
	if (r->in_device.avg.trust != TXR_FIG_UNKNOWN)
		assert_true(r->in_device.avg.low <= r->in_device.avg.value &&
			    r->in_device.avg.value <= r->in_device.avg.high);
	if (r->timeline)
		check_timeline(r);
	if (r->lap_grid)
		check_lap_grid(r);
	for (i = 0; i < r->nr_queues; i++) {
		assert_true(r->queues[i].queue >= 0);
		check_row(&r->queues[i]);
	}
}

static inline bool is_alike(const struct txr_finding *a, const struct txr_finding *b)
{
	return a->severity == b->severity && a->which == b->which && a->ended == b->ended;
}

/* What the findings of one kind are ordered by, first of all. */
static inline int64_t weight(const struct txr_finding *f)
{
	const char *key = txr_finding_kind(f->which)->weight[0];
	size_t i;

	for (i = 0; key && i < f->nr_evidence; i++)
		if (!strcmp(f->evidence[i].key, key))
			return f->evidence[i].number < 0 ? -f->evidence[i].number :
			       f->evidence[i].number;
	/* Only these may not know it: else the table has a word that nobody says. */
	assert_true(f->which == TXR_F_RING_PACKED || f->which == TXR_F_QUEUE_STALLED ||
		    f->which == TXR_F_AMBIGUOUS_NAME);
	return 0;
}

/* In order, whole, of a kind, with advice that fits. */
static inline void check_findings(const struct txr_report *r)
{
	size_t i;

	for (i = 0; i < r->nr_findings; i++) {
		const struct txr_finding *f = &r->findings[i], *b = i ? f - 1 : f;

		assert_ptr_equal(f->id, txr_finding_kind(f->which)->id);
		assert_true(b->severity > f->severity ||
			    (b->severity == f->severity && b->which <= f->which));
		assert_true(weight(b) >= weight(f) || !is_alike(b, f));
		assert_in_range(strlen(f->message), 1, sizeof(f->message) - 2);
		assert_in_range(strlen(f->advice), 1, sizeof(f->advice) - 2);
		assert_in_range(f->nr_evidence, 1, TXR_EVIDENCE_MAX - 1);
	}
}

/* Build; every report of every test is consistent. */
static inline struct txr_report *rec_report(struct rec *s)
{
	size_t i;

	txr_report_free(s->r);
	txr_pair_finish(s->p);
	assert_int_equal(txr_report_build(&s->r, &s->info, s->devs, &s->names, s->p, s->st,
					  0, 0, NULL), 0);
	assert_int_equal(txr_stats_error(s->st), 0);
	check_findings(s->r);
	for (i = 0; i < s->r->nr_devices; i++)
		check_row(&s->r->devices[i]);
	assert_balanced(&s->r->total);
	for (i = 0; i < s->r->nr_findings; i++)
		assert_string_not_equal(s->r->findings[i].id, "books-unbalanced");
	return s->r;
}

static inline void rec_close(struct rec *s)
{
	txr_report_free(s->r);
	txr_pair_free(s->p);
	txr_stats_free(s->st);
	txr_devtab_free(s->devs);
}

static inline const struct txr_row *rec_row(const struct rec *s, const char *name)
{
	size_t i;

	for (i = 0; i < s->r->nr_devices; i++)
		if (!strcmp(s->r->devices[i].name, name))
			return &s->r->devices[i];
	fail_msg("no row %s", name);
	return NULL;
}

static inline const struct txr_reason *row_reason(const struct txr_row *r, const char *code)
{
	size_t i;

	for (i = 0; i < r->nr_reasons; i++)
		if (!strcmp(r->reasons[i].code, code))
			return &r->reasons[i];
	return NULL;
}

static inline const struct txr_reason *report_reason(const struct txr_report *r,
						     const char *code)
{
	size_t i;

	for (i = 0; i < r->nr_reasons; i++)
		if (!strcmp(r->reasons[i].code, code))
			return &r->reasons[i];
	return NULL;
}

static inline const struct txr_finding *finding(const struct txr_report *r, const char *id)
{
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		if (!strcmp(r->findings[i].id, id))
			return &r->findings[i];
	return NULL;
}

static inline uint64_t count_findings(const struct txr_report *r, const char *id)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		n += !strcmp(r->findings[i].id, id);
	return n;
}

static inline const struct txr_evidence *evidence(const struct txr_finding *f, const char *key)
{
	size_t i;

	for (i = 0; i < f->nr_evidence; i++)
		if (!strcmp(f->evidence[i].key, key))
			return &f->evidence[i];
	fail_msg("no evidence %s", key);
	return NULL;
}

static inline void assert_exactly(const struct txr_u64 *f, uint64_t value)
{
	assert_int_equal(f->trust, TXR_FIG_EXACT);
	assert_int_equal(f->value, value);
}

static inline void assert_between(const struct txr_u64 *f, uint64_t low, uint64_t value,
				  uint64_t high)
{
	assert_int_equal(f->trust, TXR_FIG_BOUNDED);
	assert_int_equal(f->low, low);
	assert_int_equal(f->value, value);
	assert_int_equal(f->high, high);
}

#endif
