// SPDX-License-Identifier: GPL-2.0-only
/* test_report_findings.c - what a person should look at, and what not. */
#include "report_script.h"

/* The driver stops its queue, and wakes it: from RESULT's state to WAKE. */
static void packed_by_the_driver(void **state)
{
	const struct txr_finding *f;
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "e1000e")->ring_tx = 80;
	s.start_dev[0].ring_tx_max = 4096;
	rec_open(&s);
	for (i = 0; i < 3; i++) {
		start(&s, 1);
		result_state(&s, 1, TXR_QSTATE_DRV_XOFF);
		s.now += 7 * US;
		consume(&s, 1);
		wake(&s);
		s.now += 3 * US;
	}
	flow(&s, 1, 1);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->packed_source, TXR_PACKED_DRIVER);
	assert_exactly(&r->packed_ns, 21 * US);
	assert_exactly(&r->queues[0].packed_ns, 21 * US);
	assert_int_equal(r->packed_visits, 3);
	f = finding(s.r, "ring-packed");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_WARNING);
	assert_int_equal(f->queue, 0);
	assert_string_equal(f->device, "eth0");
	assert_int_equal(evidence(f, "stops")->number, 3);
	assert_int_equal(evidence(f, "packed_ns")->number, 21 * US);
	assert_int_equal(evidence(f, "ring_descriptors")->number, 80);
	assert_string_equal(f->advice, "grow the ring: ethtool -G eth0 tx 256");
	rec_close(&s);
}

/* No WAKE came, but a start did: packed by then at the latest. */
static void a_wake_that_was_not_seen(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	start(&s, 1);
	result_state(&s, 1, TXR_QSTATE_DRV_XOFF);
	s.now += 5 * US;
	flow(&s, 2, 1);
	consume(&s, 1);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_between(&r->packed_ns, 0, 5 * US, 5 * US);
	rec_close(&s);
}

static void bql_is_not_packed(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	start(&s, 1);
	result_state(&s, 1, TXR_QSTATE_STACK_XOFF);
	s.now += 4 * US;
	consume(&s, 1);
	s.now += 1 * US;
	start(&s, 2);		/* 5 us limited by BQL */
	result_state(&s, 2, TXR_QSTATE_STACK_XOFF | TXR_QSTATE_DRV_XOFF);
	s.now += 2 * US;
	wake(&s);		/* 2 us packed, then BQL */
	s.now += 3 * US;
	start(&s, 3);
	result_state(&s, 3, 0);
	consume(&s, 2);
	consume(&s, 3);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->bql_limited_ns, 8 * US);
	assert_exactly(&r->packed_ns, 2 * US);
	assert_int_equal(r->packed_visits, 1);
	assert_int_equal(count_findings(s.r, "ring-packed"), 1);
	rec_close(&s);
}

/* A driver that drops when its ring is full, and never stops the queue. */
static void drops_are_packed_without_a_stop(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	start(&s, 1);
	result_state(&s, 1, 0);
	s.now += 2 * US;
	refused_full(&s, 2);
	s.now += 3 * US;
	consume(&s, 1);		/* full from the accept to here */
	s.now += 1 * US;
	start(&s, 3);
	result_state(&s, 3, 0);
	consume(&s, 3);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->packed_source, TXR_PACKED_INFERRED);
	assert_int_equal(r->packed_visits, 1);
	assert_int_equal(r->packed_ns.value, 5 * US);
	assert_int_equal(count_findings(s.r, "ring-packed"), 1);
	rec_close(&s);
}

/* Two queues, packed 10 us each, 5 us of them together: 15 us in all. */
static void packed_queues_of_a_device_overlap(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	start(&s, 1);
	result_state(&s, 1, TXR_QSTATE_DRV_XOFF);
	s.now += 5 * US;
	s.queue = 1;
	start(&s, 2);
	result_state(&s, 2, TXR_QSTATE_DRV_XOFF);
	s.now += 5 * US;
	s.queue = 0;
	wake(&s);
	s.now += 5 * US;
	s.queue = 1;
	wake(&s);
	s.queue = 0;
	flow(&s, 5, 1);
	s.queue = 1;
	flow(&s, 5, 1);
	consume(&s, 1);
	consume(&s, 2);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->packed_ns, 15 * US);
	assert_exactly(&r->queues[0].packed_ns, 10 * US);
	assert_exactly(&r->queues[1].packed_ns, 10 * US);
	assert_int_equal(count_findings(s.r, "ring-packed"), 2);
	rec_close(&s);
}

/*
 * BUSY with nothing accepted between is one visit, not three. late: the events
 * may show a release later than it was, so only the refusals are certain.
 */
static void refusals(struct rec *s, bool late)
{
	const struct txr_row *r;
	int i;

	rec_init(s);
	s->info.tier = late ? TXR_TIER_STOCK : TXR_TIER_PATCHED;
	rec_open(s);
	sent(s, 1);
	sent(s, 2);
	s->now += US;
	for (i = 0; i < 3; i++, s->now += US) {
		start(s, 3);
		result(s, 3, TXR_NETDEV_TX_BUSY);
	}
	consume(s, 1);		/* 4 us after the second packet */
	s->now += US;
	start(s, 3);		/* the slot is not free yet */
	result(s, 3, TXR_NETDEV_TX_BUSY);
	s->now += US;
	consume(s, 2);
	sent(s, 3);
	consume(s, 3);
	rec_report(s);
	r = rec_row(s, "eth0");
	assert_exactly(&r->busy, 4);
	assert_int_equal(r->packed_source, TXR_PACKED_INFERRED);
	assert_int_equal(r->packed_visits, 1);
	assert_int_equal(r->packed_ns.value, 6 * US);
	assert_int_equal(r->packed_ns.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->packed_ns.low, late ? 5 * US : 6 * US);
	assert_int_equal(evidence(finding(s->r, "ring-packed"), "busy")->number, 4);
	rec_close(s);
}

static void refusals_in_a_row_are_one_visit(void **state)
{
	struct rec s;

	(void)state;
	refusals(&s, false);
	refusals(&s, true);
}

/* One queue runs into n again and again, staying there most of the time. */
static void wall_at(struct rec *s, int n, int visits)
{
	int i, v;

	for (i = 1; i < n; i++)
		sent(s, i);
	for (v = 0; v < visits; v++) {
		sent(s, 1000);
		s->now += 50 * US;
		consume(s, 1000);
		s->now += US;
	}
	for (i = 1; i < n; i++)
		consume(s, i);
}

static void a_repeated_ceiling(void **state)
{
	const struct txr_finding *f;
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "somenic");
	rec_open(&s);
	wall_at(&s, 40, 6);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->packed_source, TXR_PACKED_INFERRED);
	assert_int_equal(r->packed_visits, 6);
	assert_int_equal(r->packed_ns.low, 0);
	assert_int_equal(r->packed_ns.value, 6 * 50 * US);
	f = finding(s.r, "ring-packed");
	assert_int_equal(f->severity, TXR_INFO);	/* a guess */
	assert_non_null(strstr(f->message, "may have been"));
	rec_close(&s);

	rec_init(&s);		/* BQL makes walls of its own */
	rec_state(&s, "eth0", "somenic")->queue[0].bql_limit_bytes = 3000;
	rec_open(&s);
	wall_at(&s, 40, 6);
	rec_report(&s);
	assert_null(finding(s.r, "ring-packed"));
	rec_close(&s);

	rec_init(&s);		/* low occupancy is at its maximum all the time */
	rec_state(&s, "eth0", "somenic");
	rec_open(&s);
	wall_at(&s, 2, 1000);
	rec_report(&s);
	assert_null(finding(s.r, "ring-packed"));
	rec_close(&s);
}

static void at_the_known_capacity(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int below;

	(void)state;
	for (below = 0; below < 2; below++) {
		rec_init(&s);
		rec_state(&s, "eth0", "tun")->txqueuelen = 4 + below;
		rec_same_at_end(&s);
		rec_open(&s);
		wall_at(&s, 4, 2);
		rec_report(&s);
		r = rec_row(&s, "eth0");
		assert_exactly(&r->packed_ns, below ? 0 : 100 * US);
		assert_int_equal(r->packed_source,
				 below ? TXR_PACKED_NONE : TXR_PACKED_INFERRED);
		assert_int_equal(count_findings(s.r, "ring-packed"), !below);
		rec_close(&s);
	}
}

static void counters_of_the_driver(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "somenic")->queue[0].stops = 5;
	rec_same_at_end(&s);
	s.end_dev[0].queue = &s.queue_state[6];
	s.queue_state[6] = s.queue_state[0];
	s.queue_state[6].stops = 8;
	rec_open(&s);
	flow(&s, 1, 3);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->packed_source, TXR_PACKED_INFERRED);
	assert_int_equal(r->packed_visits, 3);
	assert_int_equal(r->packed_ns.trust, TXR_FIG_UNKNOWN);
	assert_non_null(finding(s.r, "ring-packed"));
	rec_close(&s);
}

/* Of a part of the recording its counters tell nothing. */
static void counters_are_of_the_whole(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "somenic")->queue[0].stops = 5;
	rec_same_at_end(&s);
	s.end_dev[0].queue = &s.queue_state[6];
	s.queue_state[6] = s.queue_state[0];
	s.queue_state[6].stops = 8;
	rec_open(&s);
	flow(&s, 1, 3);
	txr_stats_reset(s.st, s.now);
	flow(&s, 1, 3);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->packed_source, TXR_PACKED_NONE);
	assert_int_equal(r->packed_ns.trust, TXR_FIG_UNKNOWN);
	assert_null(finding(s.r, "ring-packed"));
	rec_close(&s);
}

static void in_flight_is_no_finding(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 10);
	s.now += 5 * SEC;
	flow(&s, 1, 10);
	sent(&s, 50);
	s.now += 900 * MS;
	sent(&s, 51);
	rec_report(&s);
	assert_null(finding(s.r, "never-completed"));
	rec_close(&s);
}

static void idle_tail(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 10);
	sent(&s, 50);
	s.now += 3 * SEC;
	s.dev = 1;
	flow(&s, 60, 1);	/* life goes on elsewhere */
	rec_report(&s);
	f = finding(s.r, "never-completed");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_INFO);
	assert_string_equal(evidence(f, "class")->text, "idle-tail");
	rec_close(&s);
}

/* One packet never comes back while younger ones do. */
static void overtaken(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 50);
	s.now += 2 * SEC;
	flow(&s, 1, 10);
	rec_report(&s);
	f = finding(s.r, "never-completed");
	assert_non_null(f);
	assert_string_equal(evidence(f, "class")->text, "overtaken");
	assert_int_equal(f->severity, TXR_WARNING);
	rec_close(&s);

	rec_init(&s);		/* with loss it is less sure */
	rec_open(&s);
	flow(&s, 1, 1);
	lost(&s, s.now, s.now + US, 1);
	s.now += 2 * US;
	sent(&s, 50);
	s.now += 2 * SEC;
	flow(&s, 1, 10);
	rec_report(&s);
	f = finding(s.r, "never-completed");
	assert_int_equal(f->severity, TXR_INFO);
	assert_non_null(strstr(f->message, "lost"));
	rec_close(&s);
}

/* The gravest first, whatever the order in which they were found. */
static void gravest_first(void **state)
{
	struct rec s;
	size_t i;
	int k;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (k = 1; k <= 3; k++) {	/* eth0: packed, and an idle tail: two findings */
		start(&s, k);
		result_state(&s, k, TXR_QSTATE_DRV_XOFF);
		s.now += US;
		wake(&s);
	}
	s.dev = 1;			/* eth1: stalled, an error */
	for (k = 1; k <= 5; k++, s.now += 400 * MS)
		sent(&s, 100 + k);
	rec_report(&s);
	assert_int_equal(s.r->nr_findings, 3);
	for (i = 1; i < s.r->nr_findings; i++)
		assert_true(s.r->findings[i - 1].severity >= s.r->findings[i].severity);
	assert_string_equal(s.r->findings[0].device, "eth1");
	assert_int_equal(s.r->findings[0].severity, TXR_ERROR);
	assert_string_equal(s.r->findings[1].id, "ring-packed");
	assert_int_equal(s.r->findings[2].severity, TXR_INFO);
	rec_close(&s);
}

static void every_kind_is_found_by_its_id(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < TXR_F_NR; i++) {
		const struct txr_finding_kind *k = txr_finding_kind(i);

		assert_true(k->id[0] && k->meaning[0]);
		assert_true(strlen(k->meaning) < 72);
		assert_int_equal(txr_finding_find(k->id), i);
	}
	assert_int_equal(txr_finding_find("ring"), TXR_F_NR);
	assert_int_equal(txr_finding_find(""), TXR_F_NR);
}

/* Books that do not add up are said, not hidden. */
static void unbalanced_books_are_said(void **state)
{
	const struct txr_finding *f;
	struct txr_pair_sink sink;
	struct txr_lap lap = { .skbaddr = 1, .start_ns = 1000 };
	struct txr_event ev = { .kind = TXR_START };
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sink = txr_stats_sink(s.st);
	sink.start(sink.ctx, &lap, &ev);	/* the engine does not know it */
	assert_int_equal(txr_report_build(&s.r, &s.info, s.devs, &s.names, s.p, s.st,
					  0, 0, NULL), 0);
	f = finding(s.r, "books-unbalanced");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_ERROR);
	assert_int_equal(evidence(f, "difference")->number, 1);
	assert_non_null(row_reason(rec_row(&s, "eth0"), "books-unbalanced"));
	assert_false(s.r->exact);
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packed_by_the_driver),
		cmocka_unit_test(a_wake_that_was_not_seen),
		cmocka_unit_test(bql_is_not_packed),
		cmocka_unit_test(drops_are_packed_without_a_stop),
		cmocka_unit_test(packed_queues_of_a_device_overlap),
		cmocka_unit_test(refusals_in_a_row_are_one_visit),
		cmocka_unit_test(a_repeated_ceiling),
		cmocka_unit_test(at_the_known_capacity),
		cmocka_unit_test(counters_of_the_driver),
		cmocka_unit_test(counters_are_of_the_whole),
		cmocka_unit_test(in_flight_is_no_finding),
		cmocka_unit_test(idle_tail),
		cmocka_unit_test(overtaken),
		cmocka_unit_test(gravest_first),
		cmocka_unit_test(every_kind_is_found_by_its_id),
		cmocka_unit_test(unbalanced_books_are_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
