// SPDX-License-Identifier: GPL-2.0-only
/* test_findings_device.c - a device's counter, and the load of its queues. */
#include "report_script.h"

/* Snapshots 1 ms before and after, tracing on and off 10 us from them. */
static struct txr_device_state *counted(struct rec *s, const char *driver, int64_t growth)
{
	struct txr_device_state *d;

	rec_init(s);
	s->now = s->info.first_ns = SEC;
	d = rec_state(s, "eth0", driver);
	d->tx_packets = 1000;
	rec_same_at_end(s);
	s->end_dev[0].tx_packets = 1000 + growth;
	s->meta.start.clock_ns = SEC - 10 * MS;
	s->meta.on_ns = s->meta.start.clock_ns + 10 * US;
	return d;
}

static void tracing_ends(struct rec *s, uint64_t later_ns)
{
	s->meta.off_ns = s->now + later_ns;
	s->meta.end.clock_ns = s->meta.off_ns + 10 * US;
}

/* 100 packets came back, 20 were dropped. */
static const struct txr_finding *mismatch(struct rec *s, uint64_t quiet_ns)
{
	int i;

	rec_open(s);
	flow(s, 1, 100);
	for (i = 0; i < 20; i++)
		refused_full(s, 500 + i);
	tracing_ends(s, quiet_ns);
	return finding(rec_report(s), "counter-mismatch");
}

static bool differs(const char *driver, int64_t growth, uint64_t quiet_ns)
{
	struct rec s;
	bool is;

	counted(&s, driver, growth);
	is = mismatch(&s, quiet_ns);
	rec_close(&s);
	return is;
}

static void counter(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	assert_false(differs("tun", 100, 10 * MS));
	assert_true(differs("tun", 99, 10 * MS));
	assert_true(differs("tun", 101, 10 * MS));
	assert_true(differs("tun", 99, 0));	/* fewer is wrong in any case */
	assert_false(differs("tun", 101, 0));	/* sent when tracing was off */
	assert_false(differs("tun", 101, 1 * MS));
	assert_false(differs("somenic", 5, 10 * MS));	/* counts who knows what */
	assert_true(differs("e1000e", 99, 10 * MS));

	counted(&s, "tun", 120);	/* the drops were counted, say */
	f = mismatch(&s, 10 * MS);
	assert_int_equal(f->severity, TXR_WARNING);
	assert_int_equal(f->queue, -1);
	assert_int_equal(evidence(f, "tx_packets_growth")->number, 120);
	assert_int_equal(evidence(f, "expected_low")->number, 100);
	assert_int_equal(evidence(f, "expected_high")->number, 100);
	assert_int_equal(evidence(f, "started")->number, 120);
	assert_int_equal(evidence(f, "dropped")->number, 20);
	assert_non_null(strstr(f->message, "20 were sent unseen"));
	rec_close(&s);
}

static void counter_and_known_reasons(void **state)
{
	struct rec s;
	int i;

	(void)state;
	counted(&s, "tun", 100);		/* older than the counters */
	s.meta.start.clock_ns = SEC + 1;
	assert_null(mismatch(&s, 10 * MS));
	rec_close(&s);

	counted(&s, "tun", 50);		/* lost events: 50 may be among them */
	rec_open(&s);
	flow(&s, 1, 40);
	lost(&s, s.now, s.now + US, 30);
	s.now += 2 * US;
	tracing_ends(&s, 10 * MS);
	assert_null(finding(rec_report(&s), "counter-mismatch"));
	rec_close(&s);

	counted(&s, "tun", 50);		/* purged by a reset: never sent */
	rec_open(&s);
	flow(&s, 1, 50);
	for (i = 1; i <= 10; i++)
		sent(&s, i);
	s.now += US;
	s.pid = 55;
	for (i = 1; i <= 10; i++)
		free_by(&s, i, TXR_O_KFREE_SKB, TXR_EVF_QUEUE_PURGE, 50);
	tracing_ends(&s, 10 * MS);
	assert_exactly(&rec_report(&s)->devices[0].reset_released, 10);
	assert_null(finding(s.r, "counter-mismatch"));
	rec_close(&s);

	for (i = 50; i <= 61; i++) {	/* 10 of before came back before the first start */
		int k;

		counted(&s, "tun", i);
		rec_open(&s);
		for (k = 0; k < 10; k++)
			consume(&s, 1000 + k);
		s.now += 5 * MS;
		flow(&s, 1, 50);
		tracing_ends(&s, 10 * MS);
		assert_true(!finding(rec_report(&s), "counter-mismatch") == (i <= 60));
		assert_int_equal(s.r->devices[0].in_device.max.low, 1);
		/* one that no event showed may have been inside too */
		assert_int_equal(s.r->devices[0].in_device.max.trust,
				 i <= 60 ? TXR_FIG_EXACT : TXR_FIG_AT_LEAST);
		assert_int_equal(s.r->devices[0].exact, i <= 60);
		rec_close(&s);
	}

	counted(&s, "e1000e", 60);	/* sent, and not given back yet */
	rec_open(&s);
	flow(&s, 1, 50);
	for (i = 1; i <= 10; i++)
		sent(&s, i);
	tracing_ends(&s, 10 * MS);
	assert_null(finding(rec_report(&s), "counter-mismatch"));
	rec_close(&s);
}

/* Closed, a driver throws out what it holds, and says consumed: nothing was sent. */
static void came_back_unsent(void **state)
{
	static const char *const driver[] = { "e1000e", "tun" };
	struct rec s;
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		const struct txr_row *r;

		counted(&s, driver[i], 60);
		rec_open(&s);
		flow(&s, 1, 100);
		tracing_ends(&s, 10 * MS);
		assert_non_null(finding(rec_report(&s), "counter-mismatch"));
		r = &s.r->devices[0];
		assert_exactly(&r->completed, 100);
		assert_int_equal(row_reason(r, "not-sent") == NULL, i);
		assert_int_equal(r->exact, i);
		assert_int_equal(r->queues[0].exact, i);
		if (i)
			assert_exactly(&r->reset_released, 0);
		else
			assert_between(&r->reset_released, 0, 0, 40);
		assert_int_equal(r->queues[0].reset_released.high, r->reset_released.high);
		rec_close(&s);
	}
}

/*
 * Packets that went past the events are freed as older ones are. These were in the ring
 * when the recording began, so they are no more than it has; and which they were is not
 * known, but where each start is seen.
 */
static void older_or_past_the_events(void **state)
{
	static const struct {
		const char *driver;
		enum txr_tier tier;
		int unseen;
		bool is_found, is_exact;
	} is[] = {
		{ "virtio_net", TXR_TIER_PROBE, 300, true, false },
		{ "virtio_net", TXR_TIER_PATCHED, 300, true, false },
		{ "virtio_net", TXR_TIER_PROBE, 200, false, false },
		{ "virtio_net", TXR_TIER_STOCK, 200, false, false },
		{ "virtio_net", TXR_TIER_PROBE, 0, false, true },
		{ "virtio_net", TXR_TIER_PATCHED, 200, false, true },
		{ "tun", TXR_TIER_STOCK, 200, false, true },
	};
	struct rec s;
	size_t i;
	int k;

	(void)state;
	for (i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		const struct txr_row *r;

		counted(&s, is[i].driver, 50 + is[i].unseen)->ring_tx = 256;
		s.start_dev[0].txqueuelen = s.end_dev[0].txqueuelen = 256;
		s.end_dev[0].ring_tx = 256;
		s.info.tier = is[i].tier;
		rec_open(&s);
		for (k = 0; k < is[i].unseen; k++)
			consume(&s, 1000 + k);
		s.now += 5 * MS;
		flow(&s, 1, 50);
		tracing_ends(&s, 10 * MS);
		assert_true(!finding(rec_report(&s), "counter-mismatch") == !is[i].is_found);
		r = &s.r->devices[0];
		if (is[i].is_found)
			assert_int_equal(r->started.trust, TXR_FIG_AT_LEAST);
		else if (is[i].is_exact)
			assert_exactly(&r->started, 50);
		else
			assert_between(&r->started, 50, 50, 250);
		assert_true(!row_reason(r, "counter-mismatch") == !is[i].is_found);
		assert_true(!row_reason(r, "unseen-or-older") ==
			    (is[i].is_found || is[i].is_exact));
		/* its queue is not said to be in less doubt */
		assert_int_equal(r->queues[0].exact, r->exact);
		assert_int_equal(r->queues[0].started.high, r->started.high);
		assert_int_equal(r->queues[0].in_device.max.high, r->in_device.max.high);
		rec_close(&s);
	}
}

/* The queue takes n packets, and drops if it is full. */
static void queue_load(struct rec *s, uint16_t queue, int n, bool full)
{
	s->queue = queue;
	flow(s, 1, n);
	if (full)
		refused_full(s, 7000);
}

static const struct txr_finding *imbalance(struct rec *s, uint32_t tx_queues, int first,
					   int second, bool full)
{
	rec_init(s);
	rec_state(s, "eth0", "somenic")->tx_queues = tx_queues;
	rec_open(s);
	queue_load(s, 0, first, full);
	if (second)
		queue_load(s, 1, second, false);
	return finding(rec_report(s), "imbalanced-queues");
}

static void one_queue_of_several(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	f = imbalance(&s, 2, 1999, 200, true);
	assert_non_null(f);
	assert_int_equal(f->queue, -1);
	assert_int_equal(evidence(f, "queue")->number, 0);
	assert_int_equal(evidence(f, "started_there")->number, 2000);
	assert_int_equal(evidence(f, "started")->number, 2200);
	assert_int_equal(evidence(f, "tx_queues")->number, 2);
	assert_int_equal(evidence(f, "sending_tasks")->number, 1);
	assert_non_null(strstr(f->advice, "one flow stays on one queue"));
	rec_close(&s);

	/* those that nothing was sent on count too */
	f = imbalance(&s, 2, 2000, 0, true);
	assert_non_null(f);
	assert_non_null(strstr(f->message, "100 % of the packets"));
	rec_close(&s);

	assert_null(imbalance(&s, 2, 1999, 300, true));		/* 87 % */
	rec_close(&s);
	assert_null(imbalance(&s, 2, 2000, 0, false));		/* it keeps up */
	rec_close(&s);
	assert_null(imbalance(&s, 2, 900, 0, true));		/* too few to say */
	rec_close(&s);
	assert_null(imbalance(&s, 1, 2000, 0, true));		/* it has no other */
	rec_close(&s);
}

static void many_senders_on_one_queue(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_state(&s, "eth0", "somenic")->tx_queues = 2;
	rec_open(&s);
	for (s.pid = 100; s.pid < 104; s.pid++)
		flow(&s, 1, 500);
	refused_full(&s, 7000);
	f = finding(rec_report(&s), "imbalanced-queues");
	assert_true(f && strstr(f->advice, "xps_cpus"));
	assert_true(evidence(f, "sending_tasks")->number >= 4);
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counter),
		cmocka_unit_test(counter_and_known_reasons),
		cmocka_unit_test(came_back_unsent),
		cmocka_unit_test(older_or_past_the_events),
		cmocka_unit_test(one_queue_of_several),
		cmocka_unit_test(many_senders_on_one_queue),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
