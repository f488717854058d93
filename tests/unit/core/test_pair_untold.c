// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_pair_untold.c - devices whose hand-overs no event tells of: what is decided
 * within the xmit is certain, what goes on beyond it is not, and ends at once.
 */
#include "pair_script.h"

static const struct txr_pair_config plain = { .has_result = true, .clock_ordered = true };

/* Device 1 is untold up to until_ns, all others are told. */
static void open_untold(struct script *s, uint64_t until_ns)
{
	script_open(s, plain);
	assert_int_equal(txr_pair_set_untold(s->p, 1, until_ns), 0);
}

static void start_on(struct script *s, uint16_t dev, uint64_t skb)
{
	s->ev.dev = dev;
	start(s, skb);
}

static void result_on(struct script *s, uint16_t dev, uint64_t skb, int rc)
{
	s->ev.dev = dev;
	result(s, skb, rc);
}

static void within_the_xmit_is_certain(void **state)
{
	struct script s;

	(void)state;
	open_untold(&s, UINT64_MAX);
	start_on(&s, 1, 1);
	handover(&s, 1);
	result_on(&s, 1, 1, 0);
	start_on(&s, 1, 2);
	drop(&s, 2, 0);
	result_on(&s, 1, 2, 1);
	start_on(&s, 1, 3);
	consume(&s, 3);
	result_on(&s, 1, 3, 0);
	start_on(&s, 1, 4);
	result_on(&s, 1, 4, 16);
	script_saw(&s, "S1 H1 S2 D2 S3 C3 S4 B4 ");
	/* told by netif_rx, and the receiver on another CPU is quicker */
	start_on(&s, 1, 5);
	handover(&s, 5);
	s.ev.cpu = 1;
	consume(&s, 5);
	result_on(&s, 1, 5, 0);
	script_saw(&s, "S5 H5 ");
	assert_false(s.last.flags & (TXR_LAP_UNTOLD | TXR_LAP_TAINTED));
	script_close(&s);
}

static void beyond_it_is_not(void **state)
{
	struct script s;

	(void)state;
	open_untold(&s, UINT64_MAX);
	start_on(&s, 1, 1);
	result_on(&s, 1, 1, 0);
	script_saw(&s, "S1 U1 ");
	assert_true(s.last.flags & TXR_LAP_UNTOLD);
	assert_false(s.last.flags & TXR_LAP_ENTERED);
	assert_int_equal(s.gone, 1);
	/* whatever is seen of it later is nobody's */
	consume(&s, 1);
	assert_int_equal(txr_pair_counts(s.p)->unmatched_frees, 1);
	assert_int_equal(txr_pair_counts(s.p)->open, 0);
	/* other devices go on as ever */
	start_on(&s, 0, 2);
	result_on(&s, 0, 2, 0);
	start_on(&s, 2, 3);
	result_on(&s, 2, 3, 0);
	consume(&s, 2);
	consume(&s, 3);
	script_saw(&s, "S2 +2 S3 +3 C2 C3 ");
	script_close(&s);
}

static void up_to_its_moment(void **state)
{
	struct script s;

	(void)state;
	open_untold(&s, 1020);
	start_on(&s, 1, 1);	/* at 1010 */
	result_on(&s, 1, 1, 0);
	start_on(&s, 1, 2);
	result_on(&s, 1, 2, 0);
	handover(&s, 2);
	script_saw(&s, "S1 U1 S2 +2 H2 ");
	/* it turns out later than thought, then to be a ring */
	assert_int_equal(txr_pair_set_untold(s.p, 1, 5000), 0);
	start_on(&s, 1, 3);
	result_on(&s, 1, 3, 0);
	assert_int_equal(txr_pair_set_untold(s.p, 1, 0), 0);
	start_on(&s, 1, 4);
	result_on(&s, 1, 4, 0);
	consume(&s, 4);
	script_saw(&s, "S3 U3 S4 +4 C4 ");
	script_close(&s);
}

/* Another CPU has it before its result: freed there, or sent on, or handed on once more. */
static void quicker_than_the_result(void **state)
{
	struct script s;

	(void)state;
	open_untold(&s, UINT64_MAX);
	start_on(&s, 1, 1);
	s.ev.cpu = 1;
	consume(&s, 1);
	result_on(&s, 1, 1, 0);
	script_saw(&s, "S1 +1 U1 ");
	start_on(&s, 1, 2);
	s.ev.cpu = 1;
	start_on(&s, 2, 2);
	script_saw(&s, "S2 U2 S2 ");
	s.ev.cpu = 1;
	result_on(&s, 2, 2, 0);
	result_on(&s, 1, 2, 0);
	consume(&s, 2);
	script_saw(&s, "+2 C2 ");
	start_on(&s, 1, 3);
	s.ev.cpu = 1;
	handover(&s, 3);
	result_on(&s, 1, 3, 0);
	script_saw(&s, "S3 +3 U3 ");
	script_close(&s);
}

/* Device 5 is above: what it holds went with it. */
static void those_above_go_with_it(void **state)
{
	struct script s;

	(void)state;
	open_untold(&s, UINT64_MAX);
	txr_pair_set_stacked(s.p, 5);
	start_on(&s, 5, 1);
	start_on(&s, 1, 1);
	result_on(&s, 1, 1, 0);
	result_on(&s, 5, 1, 0);
	script_saw(&s, "S1 S1 U1 U1 ");
	/* from the queue of a qdisc: the upper one's xmit is over */
	start_on(&s, 5, 2);
	result_on(&s, 5, 2, 0);
	start_on(&s, 1, 2);
	result_on(&s, 1, 2, 0);
	script_saw(&s, "S2 +2 S2 U2 U2 ");
	/* told: as without */
	start_on(&s, 5, 3);
	start_on(&s, 1, 3);
	handover(&s, 3);
	result_on(&s, 1, 3, 0);
	result_on(&s, 5, 3, 0);
	script_saw(&s, "S3 S3 H3 H3 ");
	/* another CPU frees it meanwhile */
	start_on(&s, 5, 4);
	start_on(&s, 1, 4);
	s.ev.cpu = 1;
	consume(&s, 4);
	result_on(&s, 1, 4, 0);
	result_on(&s, 5, 4, 0);
	script_saw(&s, "S4 S4 +4 U4 +4 U4 ");
	assert_int_equal(txr_pair_counts(s.p)->open, 0);
	script_close(&s);
}

static void a_result_that_is_missing(void **state)
{
	struct script s;

	(void)state;
	open_untold(&s, UINT64_MAX);
	start_on(&s, 1, 1);
	s.ev.pid = 7;		/* another task, so the first one's xmit is over */
	start_on(&s, 0, 2);
	s.ev.pid = 7;
	result_on(&s, 0, 2, 0);
	txr_pair_finish(s.p);
	assert_int_equal(txr_pair_counts(s.p)->missing_results, 1);
	assert_non_null(strstr(s.log, "U1 "));
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(within_the_xmit_is_certain),
		cmocka_unit_test(beyond_it_is_not),
		cmocka_unit_test(up_to_its_moment),
		cmocka_unit_test(quicker_than_the_result),
		cmocka_unit_test(those_above_go_with_it),
		cmocka_unit_test(a_result_that_is_missing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
