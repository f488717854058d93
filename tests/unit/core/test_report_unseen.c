// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_report_unseen.c - packets that counters tell of and events do not; releases
 * that the kernel's probes missed; stops of which the wake alone is seen.
 */
#include "report_script.h"

static struct rec rec_with(const char *device, int64_t before, int64_t after)
{
	struct txr_device_state *d;
	struct rec s;

	rec_init(&s);
	s.info.tier = TXR_TIER_STOCK;
	d = rec_state(&s, device, "e1000e");
	d->tx_packets = before;
	d->ring_tx = 256;
	rec_same_at_end(&s);
	s.end_dev[0].tx_packets = after;
	return s;
}

/* The meta of a rec that was returned by value. */
static void rec_begin(struct rec *s)
{
	s->meta.start.dev = s->start_dev;
	s->meta.end.dev = s->end_dev;
	s->info.meta = &s->meta;
	rec_open(s);
}

static void traffic(struct rec *s, int n)
{
	int i;

	for (i = 1; i <= n; i++, s->now += US) {
		sent(s, i);
		consume(s, i);
	}
}

static bool told(int64_t before, int64_t after, int packets, bool patched)
{
	struct rec s = rec_with("eth0", before, after);
	const struct txr_row *r;
	bool is;

	if (patched)
		s.info.tier = TXR_TIER_PATCHED;
	rec_begin(&s);
	traffic(&s, packets);
	rec_report(&s);
	r = packets ? rec_row(&s, "eth0") : NULL;
	is = finding(s.r, "invisible-traffic");
	if (packets) {
		assert_true(is == !!row_reason(r, "invisible-traffic"));
		assert_true(!is || (r->started.trust == TXR_FIG_AT_LEAST && !r->exact));
		assert_true(!is || r->in_device.max.trust != TXR_FIG_EXACT);
		assert_true(is == !!row_reason(&r->queues[0], "invisible-traffic"));
		assert_int_equal(r->queues[0].started.trust, r->started.trust);
	} else {
		assert_true(is == !!report_reason(s.r, "invisible-traffic"));
	}
	assert_true(!is || !s.r->exact);
	rec_close(&s);
	return is;
}

static void counters_tell(void **state)
{
	(void)state;
	/* none of its packets has an event: it has no row */
	assert_true(told(1000, 21000, 0, false));
	assert_false(told(1000, 1000, 0, false));
	assert_false(told(1000, 1256, 0, false));	/* may be what was in the ring */
	assert_true(told(1000, 1257, 0, false));
	/* some have */
	assert_true(told(1000, 21000, 100, false));
	assert_true(told(1000, 21000, 100, true));
	assert_false(told(1000, 1100, 100, false));
	assert_false(told(1000, 1090, 100, false));	/* counted later */
	assert_false(told(1000, 1356, 100, false));
	/* not known, or counted anew */
	assert_false(told(TXR_UNKNOWN, 21000, 100, false));
	assert_false(told(1000, TXR_UNKNOWN, 100, false));
	assert_false(told(30000, 21000, 0, false));
}

/* A device that -d left out, and one whose end was not taken. */
static void not_recorded(void **state)
{
	struct rec s = rec_with("eth7", 0, 50000);

	(void)state;
	strcpy(s.meta.filter, "veth* eth0");
	rec_begin(&s);
	traffic(&s, 3);
	assert_null(finding(rec_report(&s), "invisible-traffic"));
	rec_close(&s);

	s = rec_with("eth7", 0, 50000);
	strcpy(s.meta.filter, "veth* eth[67]");
	rec_begin(&s);
	traffic(&s, 3);
	assert_non_null(finding(rec_report(&s), "invisible-traffic"));
	assert_string_equal(finding(s.r, "invisible-traffic")->device, "eth7");
	assert_int_equal(evidence(finding(s.r, "invisible-traffic"), "tx_packets_growth")->number,
			 50000);
	rec_close(&s);

	s = rec_with("eth7", 0, 50000);
	s.meta.end.count = 0;
	rec_begin(&s);
	traffic(&s, 3);
	assert_null(finding(rec_report(&s), "invisible-traffic"));
	rec_close(&s);
}

static void missed_releases(void **state)
{
	static const uint64_t missed[] = { 0, 12 };
	const struct txr_row *r;
	unsigned int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		struct rec s = rec_with("eth0", 0, 10);

		s.info.tier = TXR_TIER_PROBE;
		s.meta.missed_releases = missed[i];
		rec_begin(&s);
		traffic(&s, 10);
		rec_report(&s);
		r = rec_row(&s, "eth0");
		assert_null(row_reason(r, "stock-release"));
		assert_true(!!row_reason(r, "missed-probes") == !!missed[i]);
		assert_true(r->exact == !missed[i]);
		assert_exactly(&r->completed, 10);
		rec_close(&s);
	}
}

/* Without the queue's state: from the last packet that it took to its wake. */
static void wakes_alone(void **state)
{
	struct rec s = rec_with("eth0", 0, 10);
	const struct txr_row *r;

	(void)state;
	s.info.tier = TXR_TIER_PROBE;
	rec_begin(&s);
	wake(&s);			/* of nobody: nothing was accepted yet */
	sent(&s, 1);
	s.now += 5 * US;
	consume(&s, 1);
	wake(&s);			/* 5 us at most */
	s.now += 3 * US;
	wake(&s);			/* nothing was sent in between: 3 more */
	sent(&s, 2);
	s.now += 7 * US;
	consume(&s, 2);
	sent(&s, 3);			/* taken: it was not stopped until here */
	s.now += 2 * US;
	wake(&s);
	consume(&s, 3);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->packed_source, TXR_PACKED_DRIVER);
	assert_int_equal(r->packed_visits, 3);
	assert_between(&r->packed_ns, 0, 10 * US, 10 * US);
	assert_non_null(finding(s.r, "ring-packed"));
	rec_close(&s);
}

/*
 * A device that stands has counted nothing of what passed the events by; BQL has. What
 * drivers add to a packet's length, padding and heads of segments, is no other packet.
 */
static void more_in_flight(void **state)
{
	static const struct {
		int packets;
		int64_t bytes;
		enum txr_tier tier;
		uint64_t quiet_ns;
		bool is_told;
	} is[] = {
		{ 10, 0, TXR_TIER_PROBE, 10 * MS, false },
		{ 10, 10 * 100, TXR_TIER_PROBE, 10 * MS, false },
		{ 10, 10 * 104, TXR_TIER_STOCK, 10 * MS, false },
		{ 10, 10 * 104 + 1, TXR_TIER_STOCK, 10 * MS, true },
		{ 10, 10 * 104 + 1, TXR_TIER_PROBE, 10 * MS, true },
		{ 10, 10 * 104 + 1, TXR_TIER_PROBE, 1 * US, false },
		{ 10, 10 * 104 + 1, TXR_TIER_PATCHED, 10 * MS, false },
		{ 10, TXR_UNKNOWN, TXR_TIER_PROBE, 10 * MS, false },
	};
	size_t i;
	int k;

	(void)state;
	for (i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		struct rec s = rec_with("eth0", 0, 0);
		struct txr_queue_state at_end;
		const struct txr_row *r;

		s.info.tier = is[i].tier;
		s.queue_state[0].bql_limit_bytes = 10000;
		s.queue_state[0].bql_inflight_bytes = 0;
		at_end = s.queue_state[0];
		at_end.bql_inflight_bytes = is[i].bytes;
		s.start_dev[0].queue = s.queue_state;
		s.end_dev[0].queue = &at_end;
		rec_begin(&s);
		for (k = 1; k <= is[i].packets; k++, s.now += US)
			sent(&s, k);
		s.meta.off_ns = s.now + is[i].quiet_ns;
		s.meta.end.clock_ns = s.meta.off_ns + 10 * US;
		rec_report(&s);
		r = rec_row(&s, "eth0");
		assert_true(!row_reason(r, "unseen-inside") == !is[i].is_told);
		assert_true(!row_reason(&r->queues[0], "unseen-inside") == !is[i].is_told);
		assert_int_equal(r->started.trust,
				 is[i].is_told ? TXR_FIG_AT_LEAST : TXR_FIG_EXACT);
		assert_true(!is[i].is_told || r->in_device.max.high == 256);
		rec_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(more_in_flight),
		cmocka_unit_test(counters_tell),
		cmocka_unit_test(not_recorded),
		cmocka_unit_test(missed_releases),
		cmocka_unit_test(wakes_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
