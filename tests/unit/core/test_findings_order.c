// SPDX-License-Identifier: GPL-2.0-only
/* test_findings_order.c - of one kind the worst queue comes first. */
#include "report_script.h"

#define QUEUES 8

/* A ring that refuses n packets, 1 us apart, and takes others. */
static void refusing(struct rec *s, uint64_t skb, int n)
{
	flow(s, skb, 1);
	for (; n; n--) {
		refused_full(s, ++skb);
		s->now += US;
	}
	flow(s, skb + 1, 1);
}

static const struct txr_finding *nth(const struct txr_report *r, const char *id, size_t n)
{
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		if (!strcmp(r->findings[i].id, id) && !n--)
			return &r->findings[i];
	fail_msg("no %s of that number", id);
	return NULL;
}

/* The queue that dropped most was the last to begin, on the second device. */
static void by_weight(void **state)
{
	static const int drops[QUEUES] = { 3, 1, 7, 2, 9, 4, 4, 5 };
	static const struct { int dev, queue; } order[QUEUES] = {
		{ 0, 4 }, { 1, 2 }, { 1, 7 }, { 0, 5 }, { 0, 6 }, { 0, 0 }, { 0, 3 }, { 0, 1 },
	};
	struct rec s;
	size_t i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 0; i < QUEUES; i++) {
		s.queue = (uint16_t)i;
		s.dev = i == 2 || i == 7;
		refusing(&s, 1 + 100 * i, drops[i]);
	}
	rec_report(&s);
	assert_int_equal(count_findings(s.r, "drops-in-xmit"), QUEUES);
	for (i = 0; i < QUEUES; i++) {
		const struct txr_finding *f = nth(s.r, "drops-in-xmit", i);

		assert_int_equal(evidence(f, "dropped")->number, drops[order[i].queue]);
		assert_int_equal(f->queue, order[i].queue);
		assert_int_equal(f->dev, order[i].dev);
	}
	/* Refused from the first to the last of them: the longest time comes first. */
	assert_int_equal(nth(s.r, "ring-packed", 0)->queue, 4);
	assert_true(evidence(nth(s.r, "ring-packed", 0), "packed_ns")->number >
		    evidence(nth(s.r, "ring-packed", 1), "packed_ns")->number);
	rec_close(&s);
}

/* A warning of little weight comes before an info of much, and ids stay together. */
static void severity_is_first(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 10000);
	refusing(&s, 20000, 5);		/* one in 2000: info */
	s.queue = 1;
	refusing(&s, 30000, 2);
	rec_report(&s);
	assert_int_equal(nth(s.r, "drops-in-xmit", 0)->queue, 1);
	assert_int_equal(nth(s.r, "drops-in-xmit", 0)->severity, TXR_WARNING);
	assert_int_equal(nth(s.r, "drops-in-xmit", 1)->severity, TXR_INFO);
	rec_close(&s);
}

/* Every weight is the name of something; a misspelled one would order nothing. */
static void every_kind_has_a_weight(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < TXR_F_NR; i++)
		assert_non_null(txr_finding_kind(i)->weight[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_weight),
		cmocka_unit_test(severity_is_first),
		cmocka_unit_test(every_kind_has_a_weight),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
