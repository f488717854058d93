// SPDX-License-Identifier: GPL-2.0-only
/* test_findings_refused.c - packets that the driver drops or refuses. */
#include "report_script.h"

/* Dropped, and the driver tells no reason. */
static void refused_silently(struct rec *s, uint64_t skb)
{
	start(s, skb);
	free_by(s, skb, TXR_O_KFREE_SKB, TXR_EVF_NOT_SPECIFIED, REASON_NOSPEC);
	result(s, skb, 1);
}

/* One in 1000 is the border between a warning and an info. */
static void drops(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int more;

	(void)state;
	for (more = 0; more < 2; more++) {
		rec_init(&s);
		rec_open(&s);
		flow(&s, 1, 997 + more);
		refused_full(&s, 5000);
		refused_silently(&s, 5001);
		refused_full(&s, 5002);
		sent(&s, 5003);
		rec_report(&s);
		f = finding(s.r, "drops-in-xmit");
		assert_non_null(f);
		assert_int_equal(f->severity, TXR_WARNING);
		assert_int_equal(evidence(f, "dropped")->number, 3);
		assert_int_equal(evidence(f, "started")->number, 1001 + more);
		assert_string_equal(evidence(f, "reasons")->text, "FULL_RING 2, NOT_SPECIFIED 1");
		assert_non_null(strstr(f->message, more ? "(0.299 % of those started)" :
				       "(0.3 % of those started)"));
		assert_string_equal(f->advice, "the ring was full: see ring-packed");
		rec_close(&s);
	}

	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 1000);
	s.place = PLACE_DRIVER;
	refused_silently(&s, 5000);
	rec_report(&s);
	f = finding(s.r, "drops-in-xmit");
	assert_int_equal(f->severity, TXR_INFO);
	assert_string_equal(evidence(f, "first_in")->text, "somenic_clean_tx");
	assert_non_null(strstr(f->message, "NOT_SPECIFIED 1, the first in somenic_clean_tx"));
	assert_non_null(strstr(f->advice, "tells no reason"));
	rec_close(&s);

	rec_init(&s);			/* none */
	rec_open(&s);
	flow(&s, 1, 1000);
	rec_report(&s);
	assert_null(finding(s.r, "drops-in-xmit"));
	assert_int_equal(s.r->nr_findings, 0);
	rec_close(&s);
}

/* Dropped, with events lost: no more is said than is certain. */
static void drops_and_loss(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 10);
	refused_full(&s, 5000);
	lost(&s, s.now, s.now + US, 7);
	s.now += 2 * US;
	flow(&s, 1, 10);
	rec_report(&s);
	f = finding(s.r, "drops-in-xmit");
	assert_non_null(strstr(f->message, "1 to 8 packets were dropped"));
	assert_null(strstr(f->message, "% of those"));
	rec_close(&s);
}

static void refuse(struct rec *s, uint64_t skb)
{
	start(s, skb);
	result(s, skb, TXR_NETDEV_TX_BUSY);
	s->now += US;
}

static void busy(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 98);
	refuse(&s, 500);
	refuse(&s, 500);
	rec_report(&s);
	f = finding(s.r, "tx-busy");
	assert_non_null(f);
	assert_int_equal(f->severity, TXR_WARNING);
	assert_int_equal(evidence(f, "busy")->number, 2);
	assert_int_equal(evidence(f, "started")->number, 100);
	assert_non_null(strstr(f->message, "2 packets (2 % of those started)"));
	rec_close(&s);

	rec_init(&s);			/* pktgen comes again and again */
	s.pid = 7;
	rec_open(&s);
	flow(&s, 1, 98);
	refuse(&s, 500);
	refuse(&s, 500);
	rec_report(&s);
	f = finding(s.r, "tx-busy");
	assert_int_equal(f->severity, TXR_INFO);
	assert_int_equal(evidence(f, "pktgen_starts")->number, 100);
	rec_close(&s);

	rec_init(&s);			/* without results nothing is refused */
	s.info.has_result = false;
	rec_open(&s);
	flow(&s, 1, 98);
	start(&s, 500);
	start(&s, 500);
	rec_report(&s);
	assert_null(finding(s.r, "tx-busy"));
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drops),
		cmocka_unit_test(drops_and_loss),
		cmocka_unit_test(busy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
