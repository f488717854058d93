// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_reasons.c - every reason for doubt: there when it should be, with
 * the right bounds, and not there otherwise.
 */
#include <math.h>
#include "report_script.h"

/* n packets up to inside at once, given back; exact but for what the test spoils. */
static void traffic(struct rec *s, int n)
{
	int i;

	for (i = 1; i <= n; i++, s->now += US)
		sent(s, i);
	for (i = 1; i <= n; i++, s->now += US)
		consume(s, i);
}

static const struct txr_row *reported(struct rec *s)
{
	rec_report(s);
	return rec_row(s, "eth0");
}

static void clean_recording_has_none(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "e1000e");
	rec_same_at_end(&s);
	rec_open(&s);
	sent(&s, 9);
	consume(&s, 9);
	s.now += US;
	start(&s, 8);
	result_state(&s, 8, 0);
	consume(&s, 8);
	traffic(&s, 5);
	r = reported(&s);
	assert_int_equal(r->nr_reasons, 0);
	assert_int_equal(s.r->nr_reasons, 0);
	assert_true(r->exact && s.r->exact && s.r->total.exact);
	assert_exactly(&r->packed_ns, 0);
	assert_exactly(&r->bql_limited_ns, 0);
	assert_exactly(&r->warm_ns, 0);
	rec_close(&s);
}

static void lost_events(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 1; i <= 4; i++, s.now += US)
		sent(&s, i);		/* 4 inside, certain */
	lost(&s, s.now, s.now + 10 * US, 3);
	s.now += 20 * US;
	for (i = 5; i <= 6; i++, s.now += US)
		sent(&s, i);		/* 6 seen inside, 2 certain */
	for (i = 1; i <= 6; i++, s.now += US)
		consume(&s, i);
	r = reported(&s);
	assert_non_null(row_reason(r, "lost-events"));
	assert_non_null(row_reason(r, "uncertain"));
	assert_int_equal(row_reason(r, "lost-events")->count, 3);
	assert_non_null(report_reason(s.r, "lost-events"));
	assert_false(r->exact || s.r->exact || s.r->total.exact);
	assert_between(&r->started, 6, 6, 9);
	assert_between(&r->completed, 2, 2, 2 + 4 + 3);
	assert_exactly(&r->uncertain, 4);
	assert_int_equal(r->in_device.max.value, 6);
	assert_true(r->in_device.max.low <= 4);
	assert_int_equal(r->in_device.max.high, 9);
	assert_int_equal(r->lap_ns.count, 2);
	rec_close(&s);
}

static void lost_events_without_a_count(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "tun")->txqueuelen = 50;
	rec_same_at_end(&s);
	rec_open(&s);
	traffic(&s, 4);
	lost(&s, s.now, s.now + 10 * US, 0);
	s.now += 20 * US;
	sent(&s, 9);
	consume(&s, 9);
	r = reported(&s);
	assert_int_equal(r->started.trust, TXR_FIG_AT_LEAST);
	/* The ring's room bounds what its number does not. */
	assert_between(&r->in_device.max, 4, 4, 50);
	rec_close(&s);
}

/* Two laps that nothing closed, over a gap, given up after a second. */
static void aged_laps_may_be_inside(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 1);
	sent(&s, 2);
	lost(&s, s.now, s.now + US, 1);
	s.now += 3 * SEC;
	sent(&s, 3);
	r = reported(&s);
	assert_int_equal(r->uncertain.value, 2);
	assert_int_equal(r->in_device_at_end.value, 1);
	assert_int_equal(r->in_device_at_end.low, 1);
	assert_true(r->in_device_at_end.high >= 3);
	assert_true(r->in_device.max.high >= 3);
	assert_non_null(strstr(report_reason(s.r, "lost-events")->text, "1 event was lost: "));
	rec_close(&s);
}

static void gaps_outside_the_window_do_not_count(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	traffic(&s, 2);
	lost(&s, s.now, s.now + US, 5);
	s.now += 2 * SEC;
	traffic(&s, 2);
	txr_stats_reset(s.st, s.now);
	s.now += US;
	traffic(&s, 4);
	r = reported(&s);
	assert_null(row_reason(r, "lost-events"));
	assert_exactly(&r->completed, 4);
	assert_exactly(&r->in_device.max, 4);
	rec_close(&s);
}

static void loss_that_only_the_kernel_counted(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	s.info.meta = &s.meta;
	s.meta.dropped_events = 7;
	rec_open(&s);
	traffic(&s, 2);
	r = reported(&s);
	assert_non_null(row_reason(r, "lost-events"));
	assert_between(&r->completed, 2, 2, 9);
	rec_close(&s);
}

static void truncated(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	traffic(&s, 2);
	s.info.truncated = true;
	r = reported(&s);
	assert_non_null(row_reason(r, "truncated"));
	assert_non_null(report_reason(s.r, "truncated"));
	assert_int_equal(r->completed.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->in_device.max.trust, TXR_FIG_AT_LEAST);
	rec_close(&s);
}

static void clock_unfit(void **state)
{
	struct rec s;
	int ordered, cpus;

	(void)state;
	for (ordered = 0; ordered < 2; ordered++)
		for (cpus = 1; cpus <= 2; cpus++) {
			bool doubt = !ordered && cpus > 1;
			const struct txr_row *r;

			rec_init(&s);
			s.info.clock_ordered = ordered;
			s.info.cpus = cpus;
			rec_open(&s);
			traffic(&s, 3);
			r = reported(&s);
			assert_true(!!row_reason(r, "clock-unfit") == doubt);
			assert_true(!!report_reason(s.r, "clock-unfit") == doubt);
			assert_int_equal(r->in_device.max.trust,
					 doubt ? TXR_FIG_AT_LEAST : TXR_FIG_EXACT);
			assert_exactly(&r->completed, 3);
			rec_close(&s);
		}
}

/* Nothing but what was started is certain; with --time of a part too. */
static void clock_was_set(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	s.info.cpus = 2;
	s.info.clock = "tai";
	s.info.meta = &s.meta;
	s.meta.clock_set_ns = 3600000000000ULL;
	rec_open(&s);
	traffic(&s, 3);
	r = reported(&s);
	assert_non_null(row_reason(r, "clock-set"));
	assert_non_null(strstr(report_reason(s.r, "clock-set")->text, "tai was set by 3600.000 s or more"));
	assert_false(r->exact);
	assert_exactly(&r->started, 3);
	assert_int_equal(r->completed.low, 0);
	assert_int_equal(r->observed_ns.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->observed_ns.low, 0);
	assert_int_equal(r->in_device.max.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->completed.high, 3);
	assert_int_equal(r->in_device_at_end.high, 3);
	/* Those of the completed, of which there may be none. */
	assert_int_equal(r->skb_bytes.low, 0);
	assert_int_equal(r->skb_bytes.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->wire_packets.low, 0);
	assert_int_equal(r->wire_packets.trust, TXR_FIG_AT_LEAST);
	assert_null(row_reason(r, "clock-unfit"));
	rec_close(&s);
}

/* Devices beyond those that the table holds are one row, known by what they were given. */
static void too_many_devices(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	traffic(&s, 3);
	s.dev = TXR_DEV_NONE;
	sent(&s, 100);
	refused_full(&s, 101);
	sent(&s, 100);		/* by one of them and the one below it */
	s.now += US;
	consume(&s, 100);
	rec_report(&s);
	r = rec_row(&s, TXR_DEV_OTHERS);
	assert_int_equal(row_reason(r, "too-many-devices")->count, 3);
	assert_non_null(strstr(row_reason(r, "too-many-devices")->text, "65534"));
	assert_false(r->exact);
	assert_false(s.r->exact);
	assert_exactly(&r->started, 3);
	/* any may be none, or all three */
	assert_int_equal(r->completed.low | r->dropped.low | r->restarted.low, 0);
	assert_true(r->completed.high >= 3 && r->dropped.high >= 3 && r->restarted.high >= 3);
	assert_int_equal(r->completed.value, 1);
	assert_int_equal(r->restarted.value, 1);
	assert_int_equal(r->in_device.max.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->queues[0].in_device.max.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(s.r->nr_findings, 0);
	r = rec_row(&s, "eth0");
	assert_true(r->exact);
	assert_null(row_reason(r, "too-many-devices"));
	assert_exactly(&s.r->total.started, 6);
	assert_false(s.r->total.exact);
	rec_close(&s);
}

static void no_result_events(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	s.info.has_result = false;
	rec_open(&s);
	start(&s, 1);
	consume(&s, 1);
	start(&s, 2);
	free_by(&s, 2, TXR_O_KFREE_SKB, TXR_EVF_FULL_RING, REASON_FULL_RING);
	start(&s, 3);
	free_by(&s, 3, TXR_O_KFREE_SKB, TXR_EVF_NOT_SPECIFIED, REASON_NOSPEC);
	start(&s, 4);		/* BUSY, not seen */
	start(&s, 4);
	consume(&s, 4);
	r = reported(&s);
	assert_non_null(row_reason(r, "no-result-events"));
	assert_non_null(report_reason(s.r, "no-result-events"));
	assert_between(&r->dropped, 1, 1, 2);
	assert_between(&r->completed, 2, 3, 3);
	assert_between(&r->busy, 0, 0, 2);
	assert_between(&r->restarted, 0, 1, 1);
	assert_null(row_reason(r, "shared-skb"));
	rec_close(&s);
}

static void warm_start(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	consume(&s, 76);	/* gone before the first start: no matter */
	start(&s, 1);
	result_state(&s, 1, 0);
	sent(&s, 2);
	s.now += 10 * US;
	consume(&s, 77);	/* older than the recording, or received */
	consume(&s, 78);
	s.now += 10 * US;
	consume(&s, 1);
	consume(&s, 99);	/* after the first release: no matter */
	consume(&s, 2);
	s.now += 20 * US;
	traffic(&s, 3);		/* 3 inside, nothing older by then */
	r = reported(&s);
	assert_non_null(row_reason(r, "warm-start"));
	assert_int_equal(row_reason(r, "warm-start")->count, 2);
	assert_exactly(&r->warm_ns, 20 * US);
	assert_between(&r->in_device.max, 3, 3, 2 + 2);
	assert_int_equal(r->in_device.max_bytes.trust, TXR_FIG_AT_LEAST);
	rec_close(&s);
}

/*
 * A ring of 4 that holds 3 older packets. Two of them come back right after a
 * refusal, and the next packet is sent 10 us later only: how long it was full lies
 * between the refusal itself and all of that time.
 */
static void warm_start_hides_room(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "tun")->txqueuelen = 4;
	rec_same_at_end(&s);
	rec_open(&s);
	sent(&s, 1);		/* 1 us ahead of the refusal: full since then */
	s.now += US;
	refused_full(&s, 2);
	s.now += US;
	consume(&s, 77);
	consume(&s, 78);
	s.now += 10 * US;
	sent(&s, 3);
	s.now += US;
	consume(&s, 79);
	consume(&s, 1);
	consume(&s, 3);
	r = reported(&s);
	assert_non_null(row_reason(r, "warm-start"));
	assert_int_equal(r->packed_visits, 1);
	assert_int_equal(r->packed_ns.trust, TXR_FIG_BOUNDED);
	assert_in_range(r->packed_ns.low, US, 2 * US);	/* the truth: 2 us */
	assert_in_range(r->packed_ns.high, 12 * US, r->observed_ns.value);
	rec_close(&s);
}

/* Older packets that fill the rest of a ring of 4 are not seen; those of 40 cannot. */
static void warm_start_may_fill_it(void **state)
{
	uint32_t len[] = { 4, 40 };
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		const struct txr_row *r;
		struct rec s;

		rec_init(&s);
		rec_state(&s, "eth0", "tun")->txqueuelen = len[i];
		rec_same_at_end(&s);
		rec_open(&s);
		sent(&s, 1);
		sent(&s, 2);
		s.now += 10 * US;
		consume(&s, 77);
		consume(&s, 78);
		consume(&s, 1);
		consume(&s, 2);
		r = reported(&s);
		assert_non_null(row_reason(r, "warm-start"));
		assert_int_equal(r->packed_ns.low, 0);
		if (len[i] == 4)
			assert_in_range(r->packed_ns.high, 10 * US, r->observed_ns.value);
		else
			assert_exactly(&r->packed_ns, 0);
		rec_close(&s);
	}
}

/*
 * Drops in hard IRQs, whose free comes after their result: they were never in the ring,
 * so they rule out no older packet that is in it.
 */
static void drops_end_no_warm_start(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 10);
	for (i = 1; i <= 3; i++) {
		s.now += US;
		sent(&s, i);
		s.ctx = TXR_CTX_SOFTIRQ;
		free_by(&s, i, TXR_O_KFREE_SKB, TXR_EVF_NOT_SPECIFIED, REASON_NOSPEC);
		s.ctx = 0;
	}
	s.now += US;
	consume(&s, 77);	/* older than the recording, and inside until now */
	consume(&s, 78);
	consume(&s, 10);
	traffic(&s, 1);
	r = reported(&s);
	assert_non_null(row_reason(r, "warm-start"));
	assert_int_equal(row_reason(r, "warm-start")->count, 2);
	assert_between(&r->in_device.max, 2, 2, 2 + 2);
	rec_close(&s);
}

/*
 * One of two readers took an older packet first and frees it after a newer one; the
 * other's may be the only packet that it reads. With none left, all is exact.
 */
static void warm_start_two_readers(void **state)
{
	enum { NONE_OLDER, OTHER_READS_ONE, BOTH_READ, CASES };
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	for (i = 0; i < CASES; i++) {
		rec_init(&s);
		rec_state(&s, "eth0", "tun");
		rec_same_at_end(&s);
		rec_open(&s);
		sent(&s, 1);
		read_by(&s, 1, 100);
		s.now += US;
		if (i != NONE_OLDER)
			read_by(&s, 77, 101);
		sent(&s, 2);
		read_by(&s, 2, i == BOTH_READ ? 101 : 100);
		r = reported(&s);
		assert_true(!row_reason(r, "warm-start") == (i == NONE_OLDER));
		assert_int_equal(r->in_device.max.low, 1);
		assert_int_equal(r->in_device.max.high, i == NONE_OLDER ? 1 : 2);
		rec_close(&s);
	}
}

static void softirq_frees(struct rec *s, uint64_t skb, uint16_t cpu)
{
	s->ctx = TXR_CTX_SOFTIRQ;
	s->cpu = cpu;
	free_by(s, skb, TXR_O_CONSUME_SKB, 0, 0);
	s->ctx = 0;
	s->cpu = 0;
}

/*
 * Stock, an older packet freed by a third CPU's softirq when several lots of traced ones
 * are free: where one CPU alone frees, none is so late.
 */
static void warm_start_late_softirq(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int spread;

	(void)state;
	for (spread = 0; spread < 2; spread++) {
		rec_init(&s);
		s.info.tier = TXR_TIER_STOCK;
		rec_state(&s, "eth0", "e1000e")->ring_tx = 256;
		rec_same_at_end(&s);
		rec_open(&s);
		sent(&s, 1);
		sent(&s, 2);
		softirq_frees(&s, 1, 1);
		softirq_frees(&s, 2, 1);
		s.now += US;
		sent(&s, 3);
		softirq_frees(&s, 3, spread ? 2 : 1);
		s.now += US;
		softirq_frees(&s, 77, 3);
		sent(&s, 4);
		softirq_frees(&s, 4, 1);
		r = reported(&s);
		assert_true(!row_reason(r, "warm-start") == !spread);
		assert_int_equal(r->in_device.max.high, spread ? 3 : 2);
		rec_close(&s);
	}
}

/* A ring of 4 with 4 of its own inside has no older one, whatever was freed before. */
static void warm_start_and_full(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "tun")->txqueuelen = 4;
	rec_same_at_end(&s);
	rec_open(&s);
	for (i = 1; i <= 4; i++, s.now += US) {
		sent(&s, i);
		if (i == 2)
			consume(&s, 77);
	}
	refused_full(&s, 9);	/* full for 1 us */
	s.now += 10 * US;
	for (i = 1; i <= 4; i++, s.now += US)
		consume(&s, i);
	r = reported(&s);
	assert_non_null(row_reason(r, "warm-start"));
	assert_int_equal(r->packed_ns.value, 11 * US);
	assert_in_range(r->packed_ns.low, 8 * US, 11 * US);
	assert_in_range(r->packed_ns.high, 11 * US, 14 * US);
	rec_close(&s);
}

/* As warm_start, but something says that the device was empty. */
static void warm_start_ruled_out(void **state)
{
	enum { BQL, DOWN, NEW, BQL_BUSY, BQL_TOO_LATE, CASES };
	struct rec s;
	int i;

	(void)state;
	for (i = 0; i < CASES; i++) {
		struct txr_device_state *d;
		const struct txr_row *r;

		rec_init(&s);
		d = rec_state(&s, "eth0", "e1000e");
		if (i == BQL || i >= BQL_BUSY) {
			d->queue[0].bql_limit_bytes = 3000;
			d->queue[0].bql_inflight_bytes = i == BQL_BUSY ? 100 : 0;
		}
		d->up = i != DOWN;
		rec_same_at_end(&s);
		s.end_dev[0].up = true;		/* one down all the time sends nothing */
		if (i == NEW) {
			snprintf(d->name, sizeof(d->name), "other");
			d->ifindex = 77;
		}
		rec_open(&s);
		/* a packet sent before the snapshot is not ruled out by it */
		s.meta.start.clock_ns = s.now + (i == BQL_TOO_LATE ? 100 * US : 0);
		start(&s, 1);
		result_state(&s, 1, 0);
		s.now += US;
		consume(&s, 77);
		consume(&s, 1);
		r = reported(&s);
		assert_true(!row_reason(r, "warm-start") == (i < BQL_BUSY));
		assert_int_equal(r->warm_ns.value, i >= BQL_BUSY ? US : 0);
		assert_int_equal(r->in_device.max.trust,
				 i >= BQL_BUSY ? TXR_FIG_BOUNDED : TXR_FIG_EXACT);
		rec_close(&s);
	}
}

static void stock_release(void **state)
{
	static const struct { const char *driver; bool late; } cases[] = {
		{ "e1000e", true }, { "virtio_net", true }, { "", true },
		{ "tun", false }, { "veth", false }, { "ifb", false },
	};
	struct rec s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct txr_row *r;

		rec_init(&s);
		s.info.tier = TXR_TIER_STOCK;
		rec_state(&s, "eth0", cases[i].driver);
		rec_open(&s);
		traffic(&s, 6);		/* the second lap rules out older packets */
		traffic(&s, 1);
		r = reported(&s);
		assert_true(!!row_reason(r, "stock-release") == cases[i].late);
		if (cases[i].late)
			assert_between(&r->in_device.max, 1, 6, 6);
		else
			assert_exactly(&r->in_device.max, 6);
		assert_exactly(&r->completed, 7);
		rec_close(&s);
	}
}

/*
 * More inside than fit with two descriptors each: they had one. A few more may be
 * strays, and where releases are late or events lost nothing is known by it.
 */
static void packets_of_one_descriptor(void **state)
{
	static const struct {
		unsigned int sent;
		enum txr_tier tier;
		bool lost;
		int64_t holds;
	} is[] = {
		{ 117, TXR_TIER_PATCHED, false, 117 }, { 131, TXR_TIER_PATCHED, false, 117 },
		{ 132, TXR_TIER_PATCHED, false, 234 }, { 234, TXR_TIER_PATCHED, false, 234 },
		{ 234, TXR_TIER_STOCK, false, 117 }, { 234, TXR_TIER_PATCHED, true, 117 },
	};
	const struct txr_row *r;
	struct rec s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		rec_init(&s);
		s.info.tier = is[i].tier;
		rec_state(&s, "eth0", "e1000e")->ring_tx = 256;
		rec_open(&s);
		traffic(&s, (int)is[i].sent);
		if (is[i].lost)
			lost(&s, s.now, s.now + US, 1);
		r = reported(&s);
		assert_int_equal(r->in_device.max.value, is[i].sent);
		assert_int_equal(r->capacity_packets, is[i].holds);
		assert_int_equal(r->queues[0].capacity_packets, is[i].holds);
		assert_non_null(strstr(r->capacity_source, is[i].holds == 234 ? "ring - 22," :
				       "(ring - 22) / 2"));
		/* a level between the two says nothing of a full ring */
		if (is[i].sent == 132)
			assert_int_equal(r->queues[0].packed_source, TXR_PACKED_NONE);
		else if (is[i].tier == TXR_TIER_PATCHED && !is[i].lost)
			assert_int_equal(r->queues[0].packed_source, TXR_PACKED_INFERRED);
		rec_close(&s);
	}
}

/*
 * More inside than fit with one descriptor each: the ring was larger between the two
 * snapshots, and what it held then is not known.
 */
static void larger_in_between(void **state)
{
	static const struct {
		const char *driver;
		unsigned int sent;
		enum txr_tier tier;
		bool lost, is_told;
	} is[] = {
		{ "e1000e", 234, TXR_TIER_PATCHED, false, false },
		{ "e1000e", 235, TXR_TIER_PATCHED, false, true },
		{ "e1000e", 490, TXR_TIER_PROBE, false, true },
		{ "e1000e", 490, TXR_TIER_STOCK, false, false },
		{ "e1000e", 490, TXR_TIER_PATCHED, true, false },
		{ "virtio_net", 256, TXR_TIER_PATCHED, false, false },
		{ "virtio_net", 257, TXR_TIER_PATCHED, false, true },
	};
	const struct txr_reason *why;
	const struct txr_row *r;
	struct rec s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		rec_init(&s);
		s.info.tier = is[i].tier;
		rec_state(&s, "eth0", is[i].driver)->ring_tx = 256;
		rec_open(&s);
		traffic(&s, (int)is[i].sent);
		if (is[i].lost)
			lost(&s, s.now, s.now + US, 1);
		r = reported(&s);
		why = row_reason(r, "above-ring");
		assert_true(!why == !is[i].is_told);
		assert_true((r->capacity_packets == TXR_UNKNOWN) == is[i].is_told);
		assert_true(!r->capacity_source == is[i].is_told);
		assert_int_equal(r->queues[0].capacity_packets, r->capacity_packets);
		if (why)
			assert_exactly(&r->in_device.max, is[i].sent);
		rec_close(&s);
	}
}

/* Patched tier: the release itself was seen. */
static void patched_release_is_no_doubt(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "e1000e");
	rec_open(&s);
	traffic(&s, 6);
	assert_null(row_reason(reported(&s), "stock-release"));
	rec_close(&s);
}

static void skb_defer(void **state)
{
	static const struct { const char *kernel, *driver; enum txr_tier tier; bool doubt; }
	cases[] = {
		{ "7.2.13", "e1000e", TXR_TIER_STOCK, true },
		{ "6.12.117", "e1000e", TXR_TIER_STOCK, false },
		{ "7.2.13", "tun", TXR_TIER_STOCK, false },
		{ "7.2.13", "e1000e", TXR_TIER_PATCHED, false },
		{ NULL, "e1000e", TXR_TIER_STOCK, false },
	};
	struct rec s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct txr_row *r;

		rec_init(&s);
		s.info.kernel = cases[i].kernel;
		s.info.tier = cases[i].tier;
		rec_state(&s, "eth0", cases[i].driver);
		rec_open(&s);
		traffic(&s, 3);
		sent(&s, 9);
		r = reported(&s);
		assert_true(!!row_reason(r, "skb-defer") == cases[i].doubt);
		if (cases[i].doubt) {
			assert_between(&r->completed, 3, 3, 4);
			assert_between(&r->in_device_at_end, 0, 1, 1);
		}
		rec_close(&s);
	}
}

static void shared_skbs(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 0; i < 5; i++, s.now += US)
		sent(&s, 1);		/* pktgen clone_skb: one skb again and again */
	consume(&s, 1);
	r = reported(&s);
	assert_int_equal(row_reason(r, "shared-skb")->count, 4);
	assert_between(&r->completed, 1, 1, 5);
	assert_int_equal(r->lap_ns.count, 1);
	rec_close(&s);

	rec_init(&s);
	s.info.tier = TXR_TIER_STOCK;
	rec_state(&s, "eth0", "tun")->txqueuelen = 100;
	s.pid = 7;			/* kpktgend_0 */
	rec_open(&s);
	traffic(&s, 3);
	r = reported(&s);
	assert_int_equal(row_reason(r, "shared-skb")->count, 3);
	assert_between(&r->in_device.max, 1, 3, 3);
	rec_close(&s);

	rec_init(&s);
	s.pid = 7;			/* patched: its reference is told apart */
	rec_open(&s);
	traffic(&s, 3);
	assert_null(row_reason(reported(&s), "shared-skb"));
	rec_close(&s);
}

/* A task gives up what it holds of n packets, the last that hold them. */
static void let_go(struct rec *s, uint64_t skb, int n, int32_t pid)
{
	int32_t old = s->pid;
	int i;

	s->pid = pid;
	for (i = 0; i < n; i++, s->now += US)
		free_by(s, skb + i, TXR_O_KFREE_SKB, 0, REASON_NOSPEC);
	s->pid = old;
}

static void pktgen_is_no_reset(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int reset;

	(void)state;
	for (reset = 0; reset < 2; reset++) {
		int i;

		rec_init(&s);
		s.info.tier = TXR_TIER_STOCK;
		rec_state(&s, "eth0", "e1000e")->ring_tx = 256;
		rec_open(&s);
		s.pid = 7;
		for (i = 1; i <= 5; i++) {	/* the driver was done with each before */
			sent(&s, i);
			s.now += US;
			let_go(&s, i, 1, 7);
		}
		for (i = 11; reset && i <= 13; i++)
			sent(&s, i);
		let_go(&s, 11, reset ? 3 : 0, 55);
		r = reported(&s);
		assert_int_equal(r->completed.value, reset ? 8 : 5);
		assert_exactly(&r->reset_released, reset ? 3 : 0);
		/* which times are the reset's is not kept */
		assert_int_equal(r->lap_ns.count, reset ? 0 : 5);
		assert_int_equal(r->lap_ns.max, reset ? 0 : US);
		rec_close(&s);
	}
}

static void hw_timestamp(void **state)
{
	struct rec s;
	int stock;

	(void)state;
	for (stock = 0; stock < 2; stock++) {
		const struct txr_row *r;

		rec_init(&s);
		s.info.tier = stock ? TXR_TIER_STOCK : TXR_TIER_PATCHED;
		rec_state(&s, "eth0", "veth");
		rec_open(&s);
		traffic(&s, 3);
		rec_feed(&s, (struct txr_event){ .kind = TXR_START, .skbaddr = 5,
			 .origin = TXR_O_NET_DEV_START_XMIT, .flags = TXR_EVF_HW_TSTAMP });
		result(&s, 5, 0);
		consume(&s, 5);
		r = reported(&s);
		assert_true(!!row_reason(r, "hw-timestamp") == stock);
		if (stock)
			assert_between(&r->in_device.max, 2, 3, 3);
		rec_close(&s);
	}
}

static void free_after_slot(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	s.info.tier = TXR_TIER_STOCK;
	rec_state(&s, "eth0", "tun")->txqueuelen = 4;
	rec_same_at_end(&s);
	rec_open(&s);
	for (i = 1; i <= 5; i++, s.now += US)	/* the fifth into a slot just read */
		sent(&s, i);
	for (i = 1; i <= 5; i++, s.now += US)
		read_by(&s, i, READER + i % 2);
	r = reported(&s);
	assert_int_equal(row_reason(r, "free-after-slot")->count, 1);
	assert_between(&r->in_device.max, 3, 4, 4);	/* 5 less two readers */
	rec_close(&s);

	rec_init(&s);
	s.info.tier = TXR_TIER_STOCK;
	rec_state(&s, "eth0", "tun")->txqueuelen = 5;
	rec_same_at_end(&s);
	rec_open(&s);
	traffic(&s, 5);
	r = reported(&s);
	assert_null(row_reason(r, "free-after-slot"));
	assert_exactly(&r->in_device.max, 5);
	rec_close(&s);
}

/* 8 inside of a tun ring of 4, and two readers: no reader's packets, another size. */
static void above_ring(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	s.info.tier = TXR_TIER_STOCK;
	rec_state(&s, "eth0", "tun")->txqueuelen = 4;
	rec_same_at_end(&s);
	rec_open(&s);
	for (i = 1; i <= 8; i++, s.now += US)
		sent(&s, i);
	for (i = 1; i <= 8; i++, s.now += US)
		read_by(&s, i, READER + i % 2);
	r = reported(&s);
	assert_null(row_reason(r, "free-after-slot"));
	assert_int_equal(row_reason(r, "above-ring")->count, 4);
	assert_between(&r->in_device.max, 4, 8, 8);
	assert_int_equal(r->packed_ns.trust, TXR_FIG_UNKNOWN);
	assert_int_equal(r->packed_source, TXR_PACKED_NONE);
	assert_int_equal(r->packed_visits, 0);
	rec_close(&s);
}

/* 4 of 4 for 10 us, and then 8 slots: full unseen. Refusals count as ever. */
static void resized(void **state)
{
	int refusals;

	(void)state;
	for (refusals = 0; refusals < 2; refusals++) {
		const struct txr_row *r;
		struct rec s;
		int i;

		rec_init(&s);
		s.info.tier = TXR_TIER_STOCK;
		rec_state(&s, "eth0", "tun")->txqueuelen = 4;
		rec_same_at_end(&s);
		s.end_dev[0].txqueuelen = 8;
		rec_open(&s);
		for (i = 1; i <= 4; i++, s.now += US)
			sent(&s, i);
		if (refusals)
			refused_full(&s, 9);
		s.now += 10 * US;
		for (i = 1; i <= 4; i++, s.now += US)
			read_by(&s, i, READER);
		r = reported(&s);
		assert_non_null(row_reason(r, "resized"));
		assert_false(r->exact);
		assert_exactly(&r->in_device.max, 4);
		assert_int_equal(r->packed_visits, refusals);
		if (refusals)
			assert_in_range(r->packed_ns.low, 10 * US, 12 * US);
		assert_int_equal(r->packed_ns.trust,
				 refusals ? TXR_FIG_AT_LEAST : TXR_FIG_UNKNOWN);
		rec_close(&s);
	}
}

static void ambiguous_name(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "veth");
	rec_state(&s, "eth0", "veth");
	rec_open(&s);
	traffic(&s, 2);
	assert_int_equal(row_reason(reported(&s), "ambiguous-name")->count, 2);
	rec_close(&s);

	rec_init(&s);		/* more queues than the device has */
	rec_state(&s, "eth0", "veth");
	rec_open(&s);
	traffic(&s, 2);
	s.queue = 3;
	traffic(&s, 2);
	assert_non_null(row_reason(reported(&s), "ambiguous-name"));
	rec_close(&s);

	rec_init(&s);		/* the events tell them apart */
	rec_state(&s, "eth9", "veth");
	rec_state(&s, "eth9", "veth");
	s.dev = txr_devtab_intern(s.devs, "eth9", 4, 5, 4711);
	rec_open(&s);
	traffic(&s, 2);
	rec_report(&s);
	assert_null(row_reason(rec_row(&s, "eth9"), "ambiguous-name"));
	rec_close(&s);
}

static void namespaces_not_looked_into(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "veth");
	s.meta.start.namespaces = 2;
	rec_open(&s);
	traffic(&s, 2);
	rec_report(&s);
	assert_null(report_reason(s.r, "namespaces-unseen"));
	s.meta.start.namespaces_unseen = 3;
	rec_report(&s);
	assert_int_equal(report_reason(s.r, "namespaces-unseen")->count, 3);
	assert_true(s.r->exact);
	rec_close(&s);
}

static void xdp_attached(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "veth")->xdp_prog_id = 3;
	rec_open(&s);
	traffic(&s, 2);
	r = reported(&s);
	assert_non_null(row_reason(r, "xdp-attached"));
	assert_exactly(&r->in_device.max, 2);
	assert_true(r->exact);	/* the skbs are counted right */
	rec_close(&s);
}

static void evicted(void **state)
{
	struct txr_pair_config cfg = { .has_result = true, .clock_ordered = true,
				       .max_open = 64 };
	struct txr_pair_sink sink;
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	txr_pair_free(s.p);
	sink = txr_stats_sink(s.st);
	assert_int_equal(txr_pair_new(&s.p, &cfg, &sink, NULL), 0);
	for (i = 1; i <= 100; i++, s.now += US)
		sent(&s, i);
	r = reported(&s);
	assert_non_null(row_reason(r, "evicted"));
	assert_non_null(report_reason(s.r, "evicted"));
	assert_true(r->in_device_at_end.high >= 100);
	assert_true(r->in_device.max.high >= 100);
	rec_close(&s);
}

/* A veth whose NAPI events come on in the middle: 3 before, of 10 in all. */
static void untold(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "veth");
	rec_same_at_end(&s);
	rec_open(&s);
	assert_int_equal(txr_pair_set_untold(s.p, 0, s.now + 3 * US), 0);
	for (i = 1; i <= 10; i++, s.now += US)
		sent(&s, i);
	for (i = 1; i <= 10; i++, s.now += US)
		consume(&s, i);
	r = reported(&s);
	assert_int_equal(row_reason(r, "handover-unseen")->count, 3);
	assert_null(row_reason(r, "uncertain"));
	assert_false(r->exact || s.r->exact || s.r->total.exact);
	assert_exactly(&r->started, 10);
	assert_exactly(&r->uncertain, 3);
	assert_between(&r->completed, 7, 7, 10);
	assert_between(&r->handed_over, 0, 0, 3);
	assert_between(&r->dropped, 0, 0, 3);
	assert_between(&r->in_device_at_end, 0, 0, 3);
	assert_int_equal(r->in_device.max.value, 7);
	assert_int_equal(r->in_device.max.low, 7);
	assert_true(r->in_device.max.high >= 10);
	assert_int_equal(r->in_device.avg.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->lap_ns.count, 7);
	rec_close(&s);
}

static void of_the_whole_recording(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	s.info.ignored_buffers = 2;
	s.info.out_of_order = 3;
	s.info.undecodable = 4;
	s.info.clock_ns = false;
	rec_open(&s);
	traffic(&s, 2);
	rec_report(&s);
	assert_int_equal(report_reason(s.r, "ignored-buffers")->count, 2);
	assert_int_equal(report_reason(s.r, "out-of-order")->count, 3);
	assert_int_equal(row_reason(rec_row(&s, "eth0"), "out-of-order")->count, 3);
	assert_int_equal(rec_row(&s, "eth0")->in_device.max.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(report_reason(s.r, "undecodable")->count, 4);
	assert_non_null(report_reason(s.r, "clock-not-ns"));
	assert_non_null(row_reason(rec_row(&s, "eth0"), "clock-not-ns"));
	/* of the three and the four, any may be a completed one */
	assert_int_equal(rec_row(&s, "eth0")->completed.high, 9);
	assert_false(s.r->exact);
	rec_close(&s);
}

/* Counts of packets are right, and yet the row is not called exact. */
static void clock_that_counts(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	s.info.clock = "x86-tsc";
	s.info.clock_ns = false;
	rec_open(&s);
	traffic(&s, 2);
	assert_non_null(row_reason(reported(&s), "clock-not-ns"));
	assert_false(rec_row(&s, "eth0")->exact);
	assert_false(s.r->total.exact);
	assert_exactly(&rec_row(&s, "eth0")->completed, 2);
	assert_exactly(&rec_row(&s, "eth0")->in_device.max, 2);
	rec_close(&s);
}

/* Refused until a packet left of which no release is seen: how long is not known. */
static void packed_until_untold_release(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	assert_int_equal(txr_pair_set_untold(s.p, 0, UINT64_MAX), 0);
	sent(&s, 1);
	refused_full(&s, 2);
	s.now += MS;
	consume(&s, 1);		/* the ring has room from here on */
	s.now += 98 * MS;
	refused_full(&s, 3);
	r = reported(&s);
	assert_int_equal(row_reason(r, "handover-unseen")->count, 1);
	assert_int_equal(r->packed_source, TXR_PACKED_INFERRED);
	assert_true(r->packed_ns.low <= MS);
	assert_int_equal(r->packed_ns.trust, TXR_FIG_AT_LEAST);
	rec_close(&s);
}

static void bql_and_queue_state(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "e1000e")->queue[0].bql_limit_bytes = 3000;
	rec_open(&s);
	traffic(&s, 2);
	r = reported(&s);
	assert_non_null(row_reason(r, "bql"));
	assert_non_null(row_reason(r, "queue-state"));
	assert_int_equal(r->bql_limited_ns.trust, TXR_FIG_UNKNOWN);
	assert_int_equal(r->packed_ns.trust, TXR_FIG_UNKNOWN);
	assert_true(r->exact);	/* what is not there is not wrong */
	rec_close(&s);

	rec_init(&s);
	rec_state(&s, "eth0", "e1000e")->queue[0].stops = 5;
	rec_same_at_end(&s);
	rec_open(&s);
	traffic(&s, 2);
	r = reported(&s);
	assert_null(row_reason(r, "bql"));
	assert_null(row_reason(r, "queue-state"));
	assert_exactly(&r->packed_ns, 0);	/* the counter stood still */
	rec_close(&s);
}

static void handover_events_not_recorded(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	s.info.has_handover = false;
	s.dev = txr_devtab_intern(s.devs, "lo", 2, 0, 0);
	rec_open(&s);
	traffic(&s, 3);
	rec_report(&s);
	r = rec_row(&s, "lo");
	assert_int_equal(r->kind, TXR_KIND_HANDOVER);
	assert_non_null(row_reason(r, "handover"));
	assert_int_equal(r->in_device.max.trust, TXR_FIG_UNKNOWN);
	assert_false(r->exact);	/* the laps are the receiver's */
	rec_close(&s);
}

/* perf record -e skb:consume_skb without skb:kfree_skb, say. */
static void free_events_not_recorded(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		rec_init(&s);
		s.info.lacks_kfree = i;
		rec_open(&s);
		sent(&s, 1);
		s.now += US;
		sent(&s, 1);		/* dropped unseen, or sent twice */
		s.now += US;
		consume(&s, 1);
		r = reported(&s);
		assert_true(!row_reason(r, "no-free-events") == !i);
		assert_int_equal(r->restarted.value, 1);
		if (i) {
			assert_int_equal(r->restarted.low, 0);
			assert_int_equal(r->dropped.high, 1);
			assert_false(r->exact);
		}
		rec_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clean_recording_has_none),
		cmocka_unit_test(lost_events),
		cmocka_unit_test(lost_events_without_a_count),
		cmocka_unit_test(aged_laps_may_be_inside),
		cmocka_unit_test(gaps_outside_the_window_do_not_count),
		cmocka_unit_test(loss_that_only_the_kernel_counted),
		cmocka_unit_test(truncated),
		cmocka_unit_test(clock_unfit),
		cmocka_unit_test(clock_was_set),
		cmocka_unit_test(too_many_devices),
		cmocka_unit_test(no_result_events),
		cmocka_unit_test(warm_start),
		cmocka_unit_test(warm_start_hides_room),
		cmocka_unit_test(warm_start_and_full),
		cmocka_unit_test(warm_start_may_fill_it),
		cmocka_unit_test(drops_end_no_warm_start),
		cmocka_unit_test(warm_start_two_readers),
		cmocka_unit_test(warm_start_late_softirq),
		cmocka_unit_test(warm_start_ruled_out),
		cmocka_unit_test(stock_release),
		cmocka_unit_test(packets_of_one_descriptor),
		cmocka_unit_test(larger_in_between),
		cmocka_unit_test(patched_release_is_no_doubt),
		cmocka_unit_test(skb_defer),
		cmocka_unit_test(shared_skbs),
		cmocka_unit_test(pktgen_is_no_reset),
		cmocka_unit_test(hw_timestamp),
		cmocka_unit_test(free_after_slot),
		cmocka_unit_test(above_ring),
		cmocka_unit_test(resized),
		cmocka_unit_test(ambiguous_name),
		cmocka_unit_test(namespaces_not_looked_into),
		cmocka_unit_test(xdp_attached),
		cmocka_unit_test(evicted),
		cmocka_unit_test(untold),
		cmocka_unit_test(of_the_whole_recording),
		cmocka_unit_test(free_events_not_recorded),
		cmocka_unit_test(clock_that_counts),
		cmocka_unit_test(packed_until_untold_release),
		cmocka_unit_test(bql_and_queue_state),
		cmocka_unit_test(handover_events_not_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
