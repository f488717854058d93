// SPDX-License-Identifier: GPL-2.0-only
/* test_report.c - figures of a report, from events made by hand. */
#include "report_script.h"

/* Fact 5 of the design: 200 sends to a tap of 118 that nobody reads. */
static void tap_without_reader(void **state)
{
	const struct txr_finding *f;
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	s.info.tier = TXR_TIER_STOCK;
	rec_state(&s, "eth0", "tun")->txqueuelen = 118;
	rec_same_at_end(&s);
	rec_open(&s);
	for (i = 1; i <= 200; i++, s.now += US) {
		if (i <= 118)
			sent(&s, i);
		else
			refused_full(&s, i);
	}
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->started, 200);
	assert_exactly(&r->dropped, 82);
	assert_exactly(&r->completed, 0);
	assert_exactly(&r->in_device_at_end, 118);
	assert_exactly(&r->in_device.max, 118);
	assert_int_equal(r->in_device.end, 118);
	assert_int_equal(r->capacity_packets, 118);
	assert_int_equal(r->nr_drops, 1);
	assert_string_equal(r->drops[0].reason, "FULL_RING");
	assert_int_equal(r->drops[0].count, 82);
	assert_int_equal(r->kind, TXR_KIND_RING);
	assert_int_equal(r->packed_source, TXR_PACKED_INFERRED);
	assert_int_equal(r->packed_visits, 1);
	/* Full from the 118th packet to the last refusal. */
	assert_int_equal(r->packed_ns.value, 82 * US);
	f = finding(s.r, "ring-packed");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_WARNING);
	assert_int_equal(evidence(f, "full_ring_drops")->number, 82);
	assert_int_equal(evidence(f, "ceiling_packets")->number, 118);
	/* Older packets may be inside, but not more than fit. */
	assert_int_equal(r->in_device.max.high, 118);
	rec_close(&s);
}

/* The same, filled and drained twice: everything is known. */
static void tap_filled_and_drained(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i, round;

	(void)state;
	rec_init(&s);
	s.info.tier = TXR_TIER_STOCK;
	rec_state(&s, "eth0", "tun")->txqueuelen = 10;
	rec_same_at_end(&s);
	rec_open(&s);
	for (round = 0; round < 2; round++) {
		for (i = 1; i <= 15; i++, s.now += US) {
			if (i <= 10)
				sent(&s, i);
			else
				refused_full(&s, i);
		}
		for (i = 1; i <= 10; i++, s.now += US)
			read_by(&s, i, READER);
	}
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->completed, 20);
	assert_exactly(&r->dropped, 10);
	assert_exactly(&r->skb_bytes, 2000);
	assert_exactly(&r->in_device.max, 10);
	assert_exactly(&r->in_device.max_bytes, 1000);
	assert_int_equal(r->in_device.visits_max, 2);
	assert_int_equal(r->in_device.dwell_max_ns, 2 * 6 * US);
	assert_int_equal(r->in_device.at_ns, 9 * US);
	/* Every lap is 15 us; observed 0..49 us. */
	assert_int_equal(r->lap_ns.count, 20);
	assert_int_equal(r->lap_ns.sum, 20 * 15 * US);
	assert_int_equal(r->lap_ns.p50, 15 * US);
	assert_exactly(&r->observed_ns, 49 * US);
	assert_int_equal(r->in_device.avg.trust, TXR_FIG_EXACT);
	assert_true(r->in_device.avg.value > 6.12 && r->in_device.avg.value < 6.13);
	assert_int_equal(r->packed_visits, 2);
	assert_int_equal(r->packed_ns.value, 2 * 6 * US);
	assert_int_equal(r->release_batch.count, 2);
	assert_int_equal(r->release_batch.sum, 20);
	assert_int_equal(r->release_batch.max, 10);
	/*
	 * 1 us apart, but for the first of the second batch: 16 us after the one
	 * before, and its packet was inside for 15 of them.
	 */
	assert_int_equal(r->release_gap_ns.count, 19);
	assert_int_equal(r->release_gap_ns.max, 15 * US);
	assert_int_equal(r->release_gap_ns.sum, 18 * US + 15 * US);
	assert_true(r->exact);
	assert_true(s.r->exact);
	assert_null(finding(s.r, "never-completed"));
	rec_close(&s);
}

static void every_outcome_once(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 1);			/* completed */
	s.now += US;
	consume(&s, 1);
	start(&s, 2);			/* completed in xmit */
	free_by(&s, 2, TXR_O_CONSUME_SKB, 0, 0);
	result(&s, 2, 0);
	refused_full(&s, 3);		/* dropped */
	start(&s, 4);			/* busy */
	result(&s, 4, TXR_NETDEV_TX_BUSY);
	start(&s, 5);			/* handed over */
	rec_feed(&s, (struct txr_event){ .kind = TXR_HANDOVER, .origin = TXR_O_NETIF_RX,
					 .skbaddr = 5 });
	result(&s, 5, 0);
	sent(&s, 6);			/* restarted */
	sent(&s, 6);			/* still inside */
	start(&s, 7);			/* uncertain: freed, yet BUSY */
	free_by(&s, 7, TXR_O_CONSUME_SKB, 0, 0);
	result(&s, 7, TXR_NETDEV_TX_BUSY);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->started.value, 8);
	assert_int_equal(r->completed.value, 2);
	assert_int_equal(r->completed_in_xmit.value, 1);
	assert_int_equal(r->dropped.value, 1);
	assert_int_equal(r->busy.value, 1);
	assert_int_equal(r->handed_over.value, 1);
	assert_int_equal(r->restarted.value, 1);
	assert_int_equal(r->uncertain.value, 1);
	assert_int_equal(r->in_device_at_end.value, 1);
	assert_int_equal(r->nr_oldest, 1);
	assert_int_equal(r->oldest[0].skbaddr, 6);
	assert_string_equal(r->oldest[0].comm, "sender");
	assert_non_null(row_reason(r, "shared-skb"));
	assert_non_null(row_reason(r, "uncertain"));
	assert_non_null(report_reason(s.r, "anomalies"));
	assert_int_equal(r->completed.high, 4);
	assert_int_equal(r->skb_bytes.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(r->wire_packets.trust, TXR_FIG_AT_LEAST);
	assert_false(r->exact);
	rec_close(&s);
}

static void queues_and_device(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	/* Queue 0 holds 3, then queue 7 holds 2: the device had 5 at once. */
	for (i = 1; i <= 3; i++, s.now += US)
		sent(&s, i);
	s.queue = 7;
	for (i = 4; i <= 5; i++, s.now += US)
		sent(&s, i);
	for (i = 1; i <= 5; i++, s.now += US)
		consume(&s, i);
	s.queue = 65534;	/* the highest queue is a queue as well */
	s.dev = 1;
	sent(&s, 9);
	consume(&s, 9);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->nr_queues, 2);
	assert_int_equal(r->queues[0].queue, 0);
	assert_int_equal(r->queues[1].queue, 7);
	assert_exactly(&r->queues[0].in_device.max, 3);
	assert_exactly(&r->queues[1].in_device.max, 2);
	assert_exactly(&r->in_device.max, 5);
	assert_int_equal(r->in_device.at_ns, 4 * US);
	assert_int_equal(r->in_device.dwell_max_ns, US);
	assert_exactly(&r->completed, 5);
	assert_int_equal(r->lap_ns.count, 5);
	r = rec_row(&s, "eth1");
	assert_int_equal(r->queues[0].queue, 65534);
	/* Two devices: what adds up is there, what does not is not. */
	assert_exactly(&s.r->total.completed, 6);
	assert_int_equal(s.r->total.in_device.max.trust, TXR_FIG_UNKNOWN);
	assert_int_equal(s.r->total.in_device.avg.trust, TXR_FIG_EXACT);
	assert_string_equal(s.r->devices[0].name, "eth0");
	rec_close(&s);
}

/* A bond's packets are the port's: the total counts them once. */
static void stacked_device_is_not_in_the_total(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	s.dev = 1;
	start(&s, 1);
	s.dev = 0;
	sent(&s, 1);
	s.dev = 1;
	result(&s, 1, 0);
	s.now += US;
	consume(&s, 1);
	rec_report(&s);
	assert_int_equal(rec_row(&s, "eth1")->kind, TXR_KIND_STACKED);
	assert_int_equal(rec_row(&s, "eth0")->kind, TXR_KIND_RING);
	assert_exactly(&rec_row(&s, "eth1")->completed, 1);
	assert_exactly(&s.r->total.completed, 1);
	assert_exactly(&s.r->total.in_device.max, 1);
	rec_close(&s);
}

static void kinds_as_they_behave(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	start(&s, 1);
	free_by(&s, 1, TXR_O_CONSUME_SKB, 0, 0);
	result(&s, 1, 0);
	s.dev = 1;
	start(&s, 2);
	rec_feed(&s, (struct txr_event){ .kind = TXR_HANDOVER, .origin = TXR_O_NETIF_RX,
					 .skbaddr = 2 });
	result(&s, 2, 0);
	s.dev = 2;
	start(&s, 3);
	free_by(&s, 3, TXR_O_KFREE_SKB, 0, 77);
	result(&s, 3, 1);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->kind, TXR_KIND_SYNCHRONOUS);
	assert_int_equal(r->in_device.max.trust, TXR_FIG_UNKNOWN);
	assert_int_equal(r->in_device.avg.trust, TXR_FIG_UNKNOWN);
	assert_non_null(row_reason(r, "synchronous"));
	assert_true(r->exact);	/* what is printed is the truth */
	assert_int_equal(r->lap_ns.count, 1);
	r = rec_row(&s, "eth1");
	assert_int_equal(r->kind, TXR_KIND_HANDOVER);
	assert_int_equal(r->in_device.max.trust, TXR_FIG_UNKNOWN);
	assert_non_null(row_reason(r, "handover"));
	assert_int_equal(r->lap_ns.count, 0);
	assert_int_equal(rec_row(&s, "eth2")->kind, TXR_KIND_UNKNOWN);
	assert_string_equal(rec_row(&s, "eth2")->drops[0].reason, "77");
	refused_full(&s, 4);
	rec_report(&s);
	assert_int_equal(rec_row(&s, "eth2")->kind, TXR_KIND_RING);
	/* Full of packets that nobody saw start. */
	assert_int_equal(rec_row(&s, "eth2")->in_device.max.trust, TXR_FIG_AT_LEAST);
	rec_close(&s);
}

/* kfree_skb NOT_SPECIFIED with OK: completions if all are so, else drops. */
static void not_specified_with_ok(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 0; i < 4; i++) {
		s.dev = i < 2;	/* two on eth1, then two on eth0 */
		start(&s, 1 + i);
		s.now += US;
		free_by(&s, 1 + i, TXR_O_KFREE_SKB, TXR_EVF_NOT_SPECIFIED, REASON_NOSPEC);
		result(&s, 1 + i, 0);
	}
	sent(&s, 9);
	consume(&s, 9);		/* eth0 completes otherwise as well */
	rec_report(&s);
	r = rec_row(&s, "eth1");
	assert_exactly(&r->completed, 2);
	assert_exactly(&r->completed_in_xmit, 2);
	assert_exactly(&r->dropped, 0);
	assert_exactly(&r->skb_bytes, 200);
	assert_int_equal(r->nr_drops, 0);
	assert_int_equal(r->lap_ns.count, 2);
	assert_int_equal(r->lap_ns.max, US);
	assert_int_equal(r->kind, TXR_KIND_SYNCHRONOUS);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->completed, 1);
	assert_exactly(&r->dropped, 2);
	assert_int_equal(r->lap_ns.count, 1);
	assert_int_equal(r->nr_drops, 1);
	assert_string_equal(r->drops[0].reason, "NOT_SPECIFIED");
	assert_int_equal(r->drops[0].count, 2);
	rec_close(&s);
}

static void late_frees_are_no_laps(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 1);
	s.now += US;
	s.ctx = TXR_CTX_HARDIRQ;
	rec_feed(&s, (struct txr_event){ .kind = TXR_RELEASE, .skbaddr = 1,
					 .origin = TXR_O_DEV_KFREE_SKB_IRQ });
	s.ctx = 0;
	s.now += 7 * US;
	consume(&s, 1);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_int_equal(r->lap_ns.max, US);
	assert_int_equal(r->late_free_ns.count, 1);
	assert_int_equal(r->late_free_ns.max, 7 * US);
	assert_exactly(&r->observed_ns, US);
	rec_close(&s);
}

/* Building twice gives the same, and the statistics go on between. */
static void report_can_be_built_again(void **state)
{
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 1; i <= 100; i++)
		sent(&s, i);
	rec_report(&s);
	assert_int_equal(s.r->total.in_device_at_end.value, 100);
	rec_report(&s);
	assert_int_equal(s.r->total.in_device_at_end.value, 100);
	for (i = 1; i <= 100; i++)
		consume(&s, i);
	rec_report(&s);
	assert_exactly(&s.r->total.completed, 100);
	assert_exactly(&s.r->total.in_device_at_end, 0);
	assert_int_equal(s.r->total.nr_oldest, 0);
	rec_close(&s);
}

static void empty_recording(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	consume(&s, 5);		/* received */
	rec_report(&s);
	assert_int_equal(s.r->nr_devices, 0);
	assert_exactly(&s.r->total.started, 0);
	assert_true(s.r->exact);
	txr_report_free(NULL);
	txr_stats_free(NULL);
	rec_close(&s);
}

/* --time: laps open at FROM count as started, those open at TO as inside. */
static void statistics_begin_in_the_middle(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	s.now = 10 * US;
	sent(&s, 1);		/* over before FROM */
	s.now = 20 * US;
	consume(&s, 1);
	sent(&s, 2);		/* open at FROM */
	sent(&s, 3);		/* open at FROM and TO */
	refused_full(&s, 4);
	s.dev = 1;
	sent(&s, 8);		/* a device with nothing in the window */
	consume(&s, 8);
	s.dev = 0;
	txr_stats_reset(s.st, 30 * US);
	s.now = 40 * US;
	consume(&s, 2);
	sent(&s, 5);
	s.now = 50 * US;
	consume(&s, 5);
	rec_report(&s);
	assert_int_equal(s.r->nr_devices, 1);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->started, 3);
	assert_exactly(&r->completed, 2);
	assert_exactly(&r->dropped, 0);
	assert_int_equal(r->nr_drops, 0);
	assert_exactly(&r->in_device_at_end, 1);
	assert_exactly(&r->in_device.max, 2);
	assert_exactly(&r->observed_ns, 20 * US);
	/* Its lap is whole, its share of the occupancy is of the window. */
	assert_int_equal(r->lap_ns.max, 20 * US);
	assert_true(r->in_device.avg.value == 1.0);	/* (10 + 10) / 20 */
	assert_true(r->in_device.avg.high == 2.0);	/* and one all the time */
	rec_close(&s);
}

/*
 * A ring is full at FROM, and refuses again after a release that gave no slot back:
 * that is one time, counted once from FROM on.
 */
static void packed_goes_on_over_the_beginning(void **state)
{
	const struct txr_row *r;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	s.now = 10 * US;
	sent(&s, 1);
	sent(&s, 2);
	s.now = 20 * US;
	refused_full(&s, 3);
	txr_stats_reset(s.st, 30 * US);
	s.now = 40 * US;
	consume(&s, 1);
	s.now = 50 * US;
	refused_full(&s, 4);
	s.now = 60 * US;
	consume(&s, 2);
	rec_report(&s);
	r = rec_row(&s, "eth0");
	assert_exactly(&r->observed_ns, 30 * US);
	assert_int_equal(r->packed_visits, 1);
	assert_int_equal(r->packed_ns.value, 30 * US);
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tap_without_reader),
		cmocka_unit_test(tap_filled_and_drained),
		cmocka_unit_test(every_outcome_once),
		cmocka_unit_test(queues_and_device),
		cmocka_unit_test(stacked_device_is_not_in_the_total),
		cmocka_unit_test(kinds_as_they_behave),
		cmocka_unit_test(not_specified_with_ok),
		cmocka_unit_test(late_frees_are_no_laps),
		cmocka_unit_test(report_can_be_built_again),
		cmocka_unit_test(empty_recording),
		cmocka_unit_test(statistics_begin_in_the_middle),
		cmocka_unit_test(packed_goes_on_over_the_beginning),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
