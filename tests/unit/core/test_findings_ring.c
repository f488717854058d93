// SPDX-License-Identifier: GPL-2.0-only
/* test_findings_ring.c - what is advised of a ring: size, coalescing, byte limits. */
#include "report_script.h"
#include "stats/findings.h"

/* A ring that holds n, filled beyond and drained at once, with pauses between. */
static void bursts(struct rec *s, int n, int times, uint64_t pause_ns)
{
	int i, k;

	for (k = 0; k < times; k++) {
		for (i = 1; i <= n; i++, s->now += 100)
			sent(s, i);
		s->now += pause_ns;
		for (i = 1; i <= n; i++, s->now += 500)
			consume(s, i);
	}
}

static struct txr_device_state *ring_of(struct rec *s, int64_t now, int64_t max)
{
	struct txr_device_state *d;

	rec_init(s);
	d = rec_state(s, "eth0", "somenic");
	d->ring_tx = now;
	d->ring_tx_max = max;
	d->coalesce_tx_usecs = d->coalesce_rx_usecs = TXR_UNKNOWN;
	d->queue[0].bql_limit_bytes = 0;
	return d;
}

static void large_bursts(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	ring_of(&s, 256, 4096)->coalesce_rx_usecs = 100;
	s.info.tier = TXR_TIER_STOCK;	/* where nothing tells of a packed ring */
	rec_open(&s);
	bursts(&s, 40, 20, 100 * US);
	f = finding(rec_report(&s), "bursty-completion");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_INFO);
	assert_int_equal(f->queue, 0);
	/* the first wait has no release before it */
	assert_int_equal(evidence(f, "long_waits")->number, 19);
	assert_int_equal(evidence(f, "packets_in_burst")->number, 40);
	assert_in_range(evidence(f, "long_wait_avg_ns")->number, 103 * US, 105 * US);
	assert_int_equal(evidence(f, "batches")->number, 20);
	assert_int_equal(evidence(f, "batch_max_packets")->number, 40);
	assert_string_equal(f->advice, "complete sooner: ethtool -C eth0 rx-usecs 50 (now 100)");
	rec_close(&s);
}

/* What is said once is not said again. */
static void bursts_of_a_packed_ring(void **state)
{
	struct rec s;

	(void)state;
	ring_of(&s, 256, 4096)->coalesce_rx_usecs = 100;
	rec_open(&s);
	bursts(&s, 40, 20, 100 * US);
	assert_string_equal(finding(rec_report(&s), "bursty-completion")->advice,
			    "as with ring-packed");
	assert_non_null(strstr(finding(s.r, "ring-packed")->advice, "rx-usecs 50"));
	rec_close(&s);
}

static bool is_bursty(int n, int times, uint64_t pause_ns)
{
	struct rec s;
	bool is;

	ring_of(&s, 256, 4096);
	rec_open(&s);
	bursts(&s, n, times, pause_ns);
	is = finding(rec_report(&s), "bursty-completion");
	rec_close(&s);
	return is;
}

static void not_bursty(void **state)
{
	struct rec s;
	int i;

	(void)state;
	assert_true(is_bursty(32, 9, 60 * US));
	assert_false(is_bursty(32, 8, 60 * US));	/* 7 waits: chance */
	assert_false(is_bursty(31, 20, 60 * US));	/* of a ring of 256, little */
	assert_false(is_bursty(100, 20, 40 * US));	/* less than half of the waiting */

	ring_of(&s, 256, 4096);		/* 50 inside, one in and one out each 1 us */
	rec_open(&s);
	for (i = 0; i < 5000; i++, s.now += US) {
		sent(&s, i + 1);
		if (i >= 50)
			consume(&s, i - 49);
	}
	assert_null(finding(rec_report(&s), "bursty-completion"));
	rec_close(&s);

	ring_of(&s, 256, 4096);		/* long waits, and each packet by itself */
	rec_open(&s);
	for (i = 1; i < 500; i++) {
		sent(&s, i);
		s.now += 100 * US;
		consume(&s, i);
	}
	assert_null(finding(rec_report(&s), "bursty-completion"));
	rec_close(&s);

	ring_of(&s, 256, 4096);		/* who sends in bursts is not the device's matter */
	rec_open(&s);
	for (i = 0; i < 20; i++, s.now += 10 * MS)
		flow(&s, 1, 100);
	assert_null(finding(rec_report(&s), "bursty-completion"));
	rec_close(&s);
}

/* The queue stands stopped for 30 us each time. */
static const struct txr_finding *packed(struct rec *s)
{
	int i;

	rec_open(s);
	for (i = 0; i < 3; i++) {
		start(s, 1);
		result_state(s, 1, TXR_QSTATE_DRV_XOFF);
		s->now += 30 * US;
		consume(s, 1);
		wake(s);
	}
	return finding(rec_report(s), "ring-packed");
}

static void advice_is(struct rec *s, const char *want)
{
	const struct txr_finding *f = packed(s);

	assert_non_null(f);
	assert_string_equal(f->advice, want);
	rec_close(s);
}

/* The last packet that it takes fills it, and nothing comes back any more. */
static void fills_and_stalls(void **state)
{
	const struct txr_finding *f;
	const struct txr_row *r;
	struct rec s;
	int stalls;

	(void)state;
	for (stalls = 0; stalls < 2; stalls++) {
		ring_of(&s, 256, 4096);
		rec_open(&s);
		sent(&s, 1);
		s.now += 30 * US;
		start(&s, 2);
		result_state(&s, 2, TXR_QSTATE_DRV_XOFF);
		s.meta.off_ns = s.now + (stalls ? 2 * SEC : US);
		f = finding(rec_report(&s), "ring-packed");
		r = &s.r->devices[0];
		assert_exactly(&r->packed_ns, 0);
		assert_int_equal(r->packed_visits, 1);
		assert_true(!finding(s.r, "queue-stalled") == !stalls);
		assert_non_null(strstr(f->message, "1 time, and so from its last event on;"));
		assert_true(!strstr(f->advice, "see queue-stalled") == !stalls);
		assert_true(!strstr(f->advice, "grow the ring") == !!stalls);
		rec_close(&s);
	}
	ring_of(&s, 256, 4096);
	f = packed(&s);			/* each time woken */
	assert_null(strstr(f->message, "from its last event on"));
	rec_close(&s);
}

static void next_size(void **state)
{
	struct txr_device_state *d;
	struct rec s;

	(void)state;
	ring_of(&s, 256, 4096);
	advice_is(&s, "grow the ring: ethtool -G eth0 tx 512");
	ring_of(&s, 1000, 4096);
	advice_is(&s, "grow the ring: ethtool -G eth0 tx 2048");
	ring_of(&s, 256, 300);
	advice_is(&s, "grow the ring: ethtool -G eth0 tx 300");
	ring_of(&s, 4096, 4096);
	advice_is(&s, "the ring is at its largest: use more tx queues, or send less at once");
	ring_of(&s, TXR_UNKNOWN, TXR_UNKNOWN);
	advice_is(&s, "a larger ring, or packets that are completed sooner");
	ring_of(&s, 128, 4096);		/* resized meanwhile: what it is now counts */
	rec_same_at_end(&s);
	s.end_dev[0].ring_tx = 512;
	advice_is(&s, "grow the ring: ethtool -G eth0 tx 1024");

	ring_of(&s, 256, 4096);		/* another namespace than the recorder's own */
	d = rec_state(&s, "eth1", "somenic");
	d->ring_tx = 256;
	d->ring_tx_max = 4096;
	d->netns_inode++;
	s.dev = 1;
	advice_is(&s, "grow the ring: in its network namespace, ethtool -G eth1 tx 512");
}

/* A command that is pasted does no more than it says. */
static void names_are_quoted(void **state)
{
	static const struct {
		const char *name, *word;
	} names[] = {
		{ "eth0.100@x:y", "eth0.100@x:y" }, { "a;reboot", "'a;reboot'" },
		{ "it's", "'it'\\''s'" }, { "-h", "'-h'" }, { "$(x)", "'$(x)'" },
		{ "\xc3\xa4", "'\xc3\xa4'" },
	};
	char want[80];
	struct rec s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		ring_of(&s, 256, 4096);
		strcpy(s.start_dev[0].name, names[i].name);
		s.dev = txr_devtab_intern(s.devs, names[i].name, strlen(names[i].name), 0, 0);
		snprintf(want, sizeof(want), "grow the ring: ethtool -G %s tx 512", names[i].word);
		advice_is(&s, want);
	}
}

static void coalescing_comes_first(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int k, i;

	(void)state;
	ring_of(&s, 128, 4096)->coalesce_tx_usecs = 80;
	rec_open(&s);
	for (k = 0; k < 20; k++) {
		for (i = 1; i < 30; i++, s.now += 100)
			sent(&s, i);
		start(&s, 30);
		result_state(&s, 30, TXR_QSTATE_DRV_XOFF);
		s.now += 80 * US;
		for (i = 1; i <= 30; i++, s.now += 500)
			consume(&s, i);
		wake(&s);
	}
	f = finding(rec_report(&s), "ring-packed");
	assert_string_equal(f->advice, "complete sooner: ethtool -C eth0 tx-usecs 40 (now 80); "
			    "else grow the ring: ethtool -G eth0 tx 256");
	assert_int_equal(evidence(f, "packets_in_burst")->number, 30);
	assert_int_equal(evidence(f, "ceiling_packets")->number, 30);
	assert_int_equal(evidence(f, "visits_at_ceiling")->number, 20);
	assert_int_equal(evidence(f, "ceiling_bytes")->number, 3000);
	assert_int_equal(evidence(f, "ring_descriptors")->number, 128);
	assert_int_equal(evidence(f, "stops")->number, 20);
	assert_non_null(strstr(f->message, "up to 30 packets inside, of 128 descriptors"));
	rec_close(&s);
}

/* Held back by bytes for longer than the ring was full. */
static void byte_limits(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int more;

	(void)state;
	for (more = 0; more < 2; more++) {
		ring_of(&s, 256, 4096)->queue[0].bql_limit_bytes = 150;
		rec_open(&s);
		start(&s, 1);
		result_state(&s, 1, TXR_QSTATE_DRV_XOFF);
		s.now += 10 * US;
		consume(&s, 1);
		wake(&s);
		sent(&s, 2);
		start(&s, 3);
		result_state(&s, 3, TXR_QSTATE_STACK_XOFF);
		s.now += more ? 20 * US : 5 * US;
		consume(&s, 2);
		consume(&s, 3);
		sent(&s, 4);
		consume(&s, 4);
		f = finding(rec_report(&s), "ring-packed");
		assert_int_equal(evidence(f, "bql_limit_bytes")->number, 150);
		if (more)
			assert_non_null(strstr(f->advice, "limit 150 bytes"));
		else
			assert_string_equal(f->advice, "grow the ring: ethtool -G eth0 tx 512");
		rec_close(&s);
	}
}

static void traffic(struct rec *s, int most, int packets)
{
	int i;

	for (i = 0; i < packets; i++, s->now += US) {
		sent(s, i + 1);
		if (i >= most - 1)
			consume(s, i - most + 2);
	}
}

/* Of a ring of n, `most` packets used. */
static bool is_oversized(int64_t n, int most, int packets)
{
	struct rec s;
	bool is;

	ring_of(&s, n, 4096);
	rec_open(&s);
	traffic(&s, most, packets);
	is = finding(rec_report(&s), "ring-oversized");
	rec_close(&s);
	return is;
}

static void oversized(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	assert_true(is_oversized(1024, 60, 10100));
	assert_false(is_oversized(1024, 70, 10100));	/* 140 of 1024 is above an eighth */
	assert_false(is_oversized(1000, 10, 10100));	/* not large */
	assert_false(is_oversized(1024, 10, 9000));	/* too few to say */

	ring_of(&s, 4096, 4096);
	rec_open(&s);
	traffic(&s, 100, 20000);
	f = finding(rec_report(&s), "ring-oversized");
	assert_int_equal(f->severity, TXR_INFO);
	assert_int_equal(evidence(f, "max_packets")->number, 100);
	assert_int_equal(evidence(f, "ring_descriptors")->number, 4096);
	assert_int_equal(evidence(f, "descriptors_used")->number, 202);	/* 10,000 bytes */
	assert_string_equal(f->advice, "shrink the ring: ethtool -G eth0 tx 1024 (the link goes "
			    "down for a moment)");
	rec_close(&s);

	ring_of(&s, 4096, 4096);	/* large packets take many descriptors */
	rec_open(&s);
	s.len = 60000;
	traffic(&s, 100, 20000);
	assert_null(finding(rec_report(&s), "ring-oversized"));
	rec_close(&s);

	ring_of(&s, 4096, 4096);	/* lost events: how many were inside is not known */
	rec_open(&s);
	traffic(&s, 10, 20000);
	lost(&s, s.now, s.now + US, 0);
	s.now += 2 * US;
	traffic(&s, 10, 20000);
	assert_null(finding(rec_report(&s), "ring-oversized"));
	rec_close(&s);
}

/* A ring of 4, full for 100 us, and not so for before_ns and rest_us: never a share that reads as none or all. */
static void packed_for_100_us(uint64_t before_ns, uint64_t rest_us, const char *said)
{
	struct txr_device_state *d;
	char message[160];
	struct rec s;
	int i;

	rec_init(&s);
	d = rec_state(&s, "eth0", "tun");
	d->txqueuelen = 4;
	rec_same_at_end(&s);
	rec_open(&s);
	sent(&s, 1);
	s.now += before_ns;
	for (i = 2; i <= 4; i++)
		sent(&s, i);
	s.now += 100 * US;
	for (i = 1; i <= 4; i++)
		consume(&s, i);
	s.now += rest_us * US;
	sent(&s, 5);
	rec_report(&s);
	assert_int_equal(rec_row(&s, "eth0")->packed_ns.value, 100 * US);
	assert_non_null(finding(s.r, "ring-packed"));
	snprintf(message, sizeof(message), "the ring was packed %s %% of the time, 1 time;", said);
	assert_ptr_equal(strstr(finding(s.r, "ring-packed")->message, message),
			 finding(s.r, "ring-packed")->message);
	rec_close(&s);
}

static void shares_of_time(void **state)
{
	(void)state;
	packed_for_100_us(0, 300, "25.0");
	packed_for_100_us(0, 500 * 1000, "0.02");
	packed_for_100_us(0, 100 * 1000 * 1000, "<0.001");
	packed_for_100_us(20, 0, "99.9");
	packed_for_100_us(0, 0, "100");
}

/* A macvlan above a ring of 2 that is full: nothing is to be done with the macvlan. */
static void above_a_packed_ring(void **state)
{
	struct rec s;
	size_t i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 1; i <= 4; i++) {
		s.dev = 1;
		start(&s, i);
		s.dev = 0;
		if (i <= 2)
			sent(&s, i);
		else
			refused_full(&s, i);
		s.dev = 1;
		result(&s, i, i > 2);
		s.now += US;
	}
	for (i = 1; i <= 2; i++)
		consume(&s, i);
	rec_report(&s);
	assert_int_equal(rec_row(&s, "eth1")->kind, TXR_KIND_STACKED);
	assert_int_equal(count_findings(s.r, "ring-packed"), 2);
	for (i = 0; i < s.r->nr_findings; i++) {
		const struct txr_finding *f = &s.r->findings[i];

		if (strcmp(f->id, "ring-packed"))
			continue;
		assert_non_null(strstr(f->message, "up to 2 packets inside"));
		assert_int_equal(!!strstr(f->advice, "see the device below it"),
				 !strcmp(f->device, "eth1"));
	}
	rec_close(&s);
}

/* All but one of a hundred thousand are not all. */
static void almost_all(void **state)
{
	char all[TXR_PACKETS_TEXT], most[TXR_PACKETS_TEXT];
	struct txr_u64 part = { .value = 100000, .trust = TXR_FIG_EXACT };
	struct txr_row r = { .started = part };

	(void)state;
	assert_string_equal(txr_started_text(all, &part, &r), " (100 % of those started)");
	part.value--;
	assert_string_equal(txr_started_text(most, &part, &r), " (99.9 % of those started)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(large_bursts),
		cmocka_unit_test(bursts_of_a_packed_ring),
		cmocka_unit_test(not_bursty),
		cmocka_unit_test(fills_and_stalls),
		cmocka_unit_test(next_size),
		cmocka_unit_test(names_are_quoted),
		cmocka_unit_test(coalescing_comes_first),
		cmocka_unit_test(byte_limits),
		cmocka_unit_test(oversized),
		cmocka_unit_test(shares_of_time),
		cmocka_unit_test(above_a_packed_ring),
		cmocka_unit_test(almost_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
