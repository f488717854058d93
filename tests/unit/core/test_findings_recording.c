// SPDX-License-Identifier: GPL-2.0-only
/* test_findings_recording.c - what is wrong with a recording, or with how it sees. */
#include "report_script.h"

static void loss(void **state)
{
	static uint64_t by_cpu[] = { 2, 5 };
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	s.info.lost_by_cpu = by_cpu;
	rec_open(&s);
	flow(&s, 1, 10);
	lost(&s, s.now, s.now + US, 7);
	s.now += 2 * US;
	flow(&s, 1, 10);
	f = finding(rec_report(&s), "lost-events");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_WARNING);
	assert_string_equal(f->device, "");
	assert_int_equal(f->queue, -1);
	assert_int_equal(evidence(f, "lost_events")->number, 7);
	assert_string_equal(evidence(f, "all_counted")->text, "yes");
	assert_int_equal(evidence(f, "events")->number, 60 + 1);
	assert_int_equal(evidence(f, "most_on_cpu")->number, 1);
	assert_int_equal(evidence(f, "lost_on_that_cpu")->number, 5);
	assert_non_null(strstr(f->message, "7 events were lost"));
	rec_close(&s);

	rec_init(&s);			/* a gap of unknown size */
	rec_open(&s);
	flow(&s, 1, 10);
	lost(&s, s.now, s.now + US, 0);
	s.now += 2 * US;
	flow(&s, 1, 10);
	f = finding(rec_report(&s), "lost-events");
	assert_string_equal(evidence(f, "all_counted")->text, "no");
	assert_non_null(strstr(f->message, "how many is not known"));
	rec_close(&s);

	rec_init(&s);			/* none */
	rec_open(&s);
	flow(&s, 1, 10);
	assert_null(finding(rec_report(&s), "lost-events"));
	assert_int_equal(s.r->nr_findings, 0);
	rec_close(&s);
}

static const struct txr_finding *with_clock(struct rec *s, bool ordered, bool ns,
					    unsigned int cpus)
{
	rec_init(s);
	s->info.clock = "local";
	s->info.clock_ordered = ordered;
	s->info.clock_ns = ns;
	s->info.cpus = cpus;
	rec_open(s);
	flow(s, 1, 10);
	return finding(rec_report(s), "clock-unfit");
}

static void clocks(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	f = with_clock(&s, false, true, 2);
	assert_non_null(f);
	assert_non_null(strstr(f->message, "clock local has no order across CPUs"));
	assert_string_equal(evidence(f, "clock")->text, "local");
	rec_close(&s);
	f = with_clock(&s, true, false, 2);
	assert_non_null(strstr(f->message, "something else than nanoseconds"));
	rec_close(&s);
	assert_null(with_clock(&s, false, true, 1));	/* one CPU is in order */
	rec_close(&s);
	assert_null(with_clock(&s, true, true, 2));
	rec_close(&s);
}

/* Two devices of a name, in two namespaces, of which both may have sent. */
static void two_of_a_name(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int both;

	(void)state;
	for (both = 0; both < 2; both++) {
		rec_init(&s);
		rec_state(&s, "eth0", "somenic");
		if (both)
			rec_state(&s, "eth0", "somenic")->netns_inode++;
		rec_open(&s);
		flow(&s, 1, 10);
		f = finding(rec_report(&s), "ambiguous-name");
		assert_int_equal(!!f, both);
		if (f) {
			assert_int_equal(evidence(f, "devices")->number, 2);
			/* the snapshots cannot tell two at once from one made anew */
			assert_non_null(strstr(f->message, "or one after the other"));
			assert_int_equal(f->queue, -1);
			assert_string_equal(f->device, "eth0");
		}
		rec_close(&s);
	}
}

static void more_queues_than_it_has(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int queues;

	(void)state;
	for (queues = 1; queues <= 2; queues++) {
		rec_init(&s);
		rec_state(&s, "eth0", "somenic")->tx_queues = 1;
		rec_open(&s);
		for (s.queue = 0; s.queue < queues; s.queue++)
			flow(&s, 1, 10);
		f = finding(rec_report(&s), "ambiguous-name");
		assert_int_equal(!!f, queues == 2);
		if (f)
			assert_int_equal(evidence(f, "queues_seen")->number, 2);
		rec_close(&s);
	}
}

static void shared(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);			/* one skb many times: clone_skb */
	s.info.tier = TXR_TIER_STOCK;
	rec_open(&s);
	for (i = 0; i < 5; i++, s.now += US)
		sent(&s, 1);
	consume(&s, 1);
	f = finding(rec_report(&s), "shared-skb");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_INFO);
	assert_int_equal(evidence(f, "restarted")->number, 4);
	rec_close(&s);

	rec_init(&s);			/* pktgen, each packet its own */
	s.info.tier = TXR_TIER_STOCK;
	s.pid = 7;
	rec_open(&s);
	flow(&s, 1, 10);
	f = finding(rec_report(&s), "shared-skb");
	assert_int_equal(evidence(f, "pktgen_starts")->number, 10);
	assert_non_null(strstr(f->message, "(pktgen)"));
	rec_close(&s);

	rec_init(&s);			/* the same, seen by reference */
	s.pid = 7;
	rec_open(&s);
	flow(&s, 1, 10);
	assert_null(finding(rec_report(&s), "shared-skb"));
	rec_close(&s);

	rec_init(&s);			/* nobody holds any */
	s.info.tier = TXR_TIER_STOCK;
	rec_open(&s);
	flow(&s, 1, 10);
	assert_null(finding(rec_report(&s), "shared-skb"));
	rec_close(&s);
}

static void timestamped(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int patched;

	(void)state;
	for (patched = 0; patched < 2; patched++) {
		rec_init(&s);
		s.info.tier = patched ? TXR_TIER_PATCHED : TXR_TIER_STOCK;
		rec_open(&s);
		start_flagged(&s, 1, TXR_EVF_HW_TSTAMP);
		result(&s, 1, 0);
		s.now += US;
		consume(&s, 1);
		f = finding(rec_report(&s), "shared-skb");
		assert_int_equal(!f, patched);
		if (f) {
			assert_int_equal(evidence(f, "hw_timestamps")->number, 1);
			assert_non_null(strstr(f->message, "for a hardware timestamp"));
		}
		rec_close(&s);
	}
}

/* n inside at once of a ring of 256, which holds 117 (e1000e). */
static const struct txr_finding *freed_late(struct rec *s, enum txr_tier tier,
					    const char *driver, int n, uint64_t place)
{
	int i;

	rec_init(s);
	s->info.tier = tier;
	s->place = place;
	rec_state(s, "eth0", driver)->ring_tx = 256;
	rec_open(s);
	for (i = 1; i <= n; i++, s->now += 100)
		sent(s, i);
	for (i = 1; i <= n; i++, s->now += 100)
		consume(s, i);
	return finding(rec_report(s), "late-release");
}

static void late(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	f = freed_late(&s, TXR_TIER_STOCK, "e1000e", 10, PLACE_SOFTIRQ);
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_INFO);
	assert_string_equal(evidence(f, "freed_in")->text, "net_tx_action");
	rec_close(&s);
	f = freed_late(&s, TXR_TIER_STOCK, "e1000e", 150, 0);
	assert_non_null(f);
	assert_int_equal(evidence(f, "max_packets")->number, 150);
	assert_int_equal(evidence(f, "capacity_packets")->number, 117);
	assert_non_null(strstr(f->message, "up to 150 packets seem to be in a ring that holds 117"));
	rec_close(&s);
	/* a few packets of one descriptor may be that */
	assert_null(freed_late(&s, TXR_TIER_STOCK, "e1000e", 125, 0));
	rec_close(&s);
	assert_null(freed_late(&s, TXR_TIER_STOCK, "e1000e", 100, PLACE_DRIVER));
	rec_close(&s);
	/* the release itself is seen */
	assert_null(freed_late(&s, TXR_TIER_PATCHED, "e1000e", 150, PLACE_SOFTIRQ));
	rec_close(&s);
	/* a driver that is known to free where it releases */
	assert_null(freed_late(&s, TXR_TIER_STOCK, "tun", 150, PLACE_SOFTIRQ));
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loss),
		cmocka_unit_test(clocks),
		cmocka_unit_test(two_of_a_name),
		cmocka_unit_test(more_queues_than_it_has),
		cmocka_unit_test(shared),
		cmocka_unit_test(timestamped),
		cmocka_unit_test(late),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
