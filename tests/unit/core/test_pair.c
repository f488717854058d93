// SPDX-License-Identifier: GPL-2.0-only
/* test_pair.c - the rules of Documentation/design.md, one by one. */
#include "pair_script.h"

static const struct txr_pair_config plain = { .has_result = true, .clock_ordered = true };

static void completes(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	consume(&s, 1);
	sent(&s, 1);		/* the address is used again */
	drop(&s, 1, 0);		/* after the result either free completes */
	script_saw(&s, "S1 +1 C1 S1 +1 C1 ");
	assert_int_equal(s.last.release_ns - s.last.start_ns, 20);
	assert_int_equal(s.gone, 2);
	assert_int_equal(txr_pair_counts(s.p)->open, 0);
	script_close(&s);
}

static void busy_then_retried_or_purged(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	result(&s, 1, TXR_NETDEV_TX_BUSY);
	sent(&s, 1);
	consume(&s, 1);
	start(&s, 2);
	result(&s, 2, TXR_NETDEV_TX_BUSY);
	drop(&s, 2, 0);
	script_saw(&s, "S1 B1 S1 +1 C1 S2 B2 ");
	assert_int_equal(txr_pair_counts(s.p)->expected_frees, 1);
	assert_int_equal(txr_pair_counts(s.p)->unmatched_frees, 0);
	script_close(&s);
}

static void dropped_inside_xmit(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	drop(&s, 1, TXR_EVF_FULL_RING);
	start(&s, 1);		/* address reused before the result, elsewhere */
	s.last.outcome = TXR_OPEN;
	script_saw(&s, "S1 S1 ");
	result(&s, 1, 0);	/* innermost: the second */
	result(&s, 1, 1);
	script_saw(&s, "+1 D1 ");
	assert_true(s.last.flags & TXR_LAP_FULL_RING);
	assert_int_equal(s.last.rc, 1);
	script_close(&s);
}

static void drop_with_result_ok(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	drop(&s, 1, 0);
	result(&s, 1, 0);
	assert_false(s.last.flags & TXR_LAP_NOSPEC_OK);
	start(&s, 2);
	drop(&s, 2, TXR_EVF_NOT_SPECIFIED);
	result(&s, 2, 0);
	assert_true(s.last.flags & TXR_LAP_NOSPEC_OK);
	start(&s, 3);
	consume(&s, 3);
	result(&s, 3, 0);
	assert_true(s.last.flags & TXR_LAP_IN_XMIT);
	script_saw(&s, "S1 D1 S2 D2 S3 C3 ");
	script_close(&s);
}

static void congestion_with_skb_alive(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	result(&s, 1, 2);	/* NET_XMIT_CN */
	consume(&s, 1);
	script_saw(&s, "S1 +1 C1 ");
	script_close(&s);
}

static void released_before_result(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	s.ev.cpu = 1;
	consume(&s, 1);		/* another CPU */
	s.ev.cpu = 1;
	start(&s, 1);		/* reused there before the first result */
	result(&s, 1, 0);
	s.ev.cpu = 1;
	result(&s, 1, 0);
	script_saw(&s, "S1 +1 C1 S1 +1 ");
	start(&s, 2);
	s.ev.ctx = TXR_CTX_HARDIRQ;
	consume(&s, 2);		/* completion interrupt on the same CPU */
	result(&s, 2, 0);
	script_saw(&s, "S2 +2 C2 ");
	assert_int_equal(txr_pair_counts(s.p)->unmatched_results, 0);
	script_close(&s);
}

static void xmit_in_hardirq(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	s.ev.ctx = TXR_CTX_HARDIRQ;	/* netconsole from an interrupt */
	start(&s, 1);
	s.ev.ctx = TXR_CTX_HARDIRQ;
	drop(&s, 1, 0);
	s.ev.ctx = TXR_CTX_HARDIRQ;
	result(&s, 1, 0);
	script_saw(&s, "S1 D1 ");
	script_close(&s);
}

static void result_without_xmit(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	result(&s, 1, 0);
	sent(&s, 1);
	result(&s, 1, TXR_NETDEV_TX_BUSY);
	s.ev.cpu = 3;
	result(&s, 1, 0);
	script_saw(&s, "S1 +1 ");
	assert_int_equal(txr_pair_counts(s.p)->unmatched_results, 3);
	script_close(&s);
}

static void result_of_outer_shows_inner_lost(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	start(&s, 2);
	result(&s, 1, 0);
	script_saw(&s, "S1 S2 +2 +1 ");
	assert_int_equal(txr_pair_counts(s.p)->missing_results, 1);
	script_close(&s);
}

static void another_task_shows_result_lost(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	s.ev.pid = 7;
	start(&s, 1);
	s.ev.pid = 8;
	start(&s, 2);
	script_saw(&s, "S1 +1 S2 ");
	script_close(&s);
}

static void rt_tasks_interleave(void **state)
{
	struct txr_pair_config rt = plain;
	struct script s;

	(void)state;
	rt.preempt_rt = true;
	script_open(&s, rt);
	s.ev.pid = 7;
	start(&s, 1);
	s.ev.pid = 8;
	start(&s, 2);
	s.ev.pid = 7;
	drop(&s, 1, 0);
	s.ev.pid = 7;
	result(&s, 1, 0);
	s.ev.pid = 7;
	consume(&s, 2);		/* by another task: not inside 2's xmit */
	s.ev.pid = 8;
	result(&s, 2, 0);
	script_saw(&s, "S1 S2 D1 +2 C2 ");
	assert_int_equal(txr_pair_counts(s.p)->missing_results, 0);
	script_close(&s);
}

static void restarted(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	start(&s, 1);
	s.ev.dev = 0;
	result(&s, 1, 0);
	s.ev.dev = 1;
	start(&s, 1);		/* on a device that is not below */
	script_saw(&s, "S1 +1 R1 S1 +1 R1 S1 ");
	script_close(&s);
}

static void shared_is_first_in_first_out(void **state)
{
	struct script s;
	uint64_t first;

	(void)state;
	script_open(&s, plain);
	s.ev.refs = 2;
	start(&s, 1);
	first = s.ts;
	result(&s, 1, 0);
	s.ev.refs = 3;
	start(&s, 1);
	result(&s, 1, 0);
	release(&s, 1, TXR_O_NAPI_CONSUME_SKB, 0);
	assert_int_equal(s.last.start_ns, first);
	release(&s, 1, TXR_O_SKB_UNREF, 2);
	assert_true(s.last.start_ns > first);
	release(&s, 1, TXR_O_SKB_UNREF, 1);	/* the sender's own, and last */
	consume(&s, 1);
	script_saw(&s, "S1 +1 S1 +1 C1 C1 f1 ");
	assert_int_equal(txr_pair_counts(s.p)->unmatched_frees, 0);
	script_close(&s);
}

static void late_free_is_no_release(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	release(&s, 1, TXR_O_DEV_KFREE_SKB_IRQ, 0);
	script_saw(&s, "S1 +1 C1 ");
	consume(&s, 1);
	script_saw(&s, "f1 ");
	sent(&s, 2);
	release(&s, 2, TXR_O_NAPI_CONSUME_SKB, 0);
	release(&s, 2, TXR_O_NAPI_CONSUME_SKB, 0);	/* deferred, 7.2 */
	consume(&s, 2);
	script_saw(&s, "S2 +2 C2 f2 ");
	assert_int_equal(txr_pair_counts(s.p)->unmatched_frees, 0);
	assert_int_equal(txr_pair_counts(s.p)->unmatched_releases, 0);
	assert_int_equal(s.gone, 2);
	script_close(&s);
}

static void irq_drop_inside_xmit(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	s.ev.flags = TXR_EVF_DROPPED;
	release(&s, 1, TXR_O_DEV_KFREE_SKB_IRQ, 0);
	result(&s, 1, 0);
	drop(&s, 1, TXR_EVF_NOT_SPECIFIED);
	script_saw(&s, "S1 D1 f1 ");
	script_close(&s);
}

static void loopback(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	handover(&s, 1);
	result(&s, 1, 0);
	consume(&s, 1);		/* by the receiver */
	start(&s, 2);
	handover(&s, 2);
	drop(&s, 2, 0);		/* backlog full */
	result(&s, 2, 0);
	start(&s, 3);
	handover(&s, 3);
	s.ev.cpu = 1;
	consume(&s, 3);		/* receiver was quicker than the result */
	result(&s, 3, 0);
	script_saw(&s, "S1 H1 S2 D2 S3 H3 ");
	assert_int_equal(txr_pair_counts(s.p)->unmatched_frees, 1);
	script_close(&s);
}

static void veth_with_napi(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	handover(&s, 1);
	handover(&s, 1);
	script_saw(&s, "S1 +1 H1 ");
	assert_true(s.last.flags & TXR_LAP_ENTERED);
	script_close(&s);
}

static void stacked_nested(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	s.ev.dev = 5;
	start(&s, 1);
	start(&s, 1);
	result(&s, 1, 0);
	s.ev.dev = 5;
	result(&s, 1, 0);
	consume(&s, 1);
	script_saw(&s, "S1 S1 +1 +1 C1 C1 ");
	assert_true(txr_pair_is_stacked(s.p, 5));
	s.ev.dev = 5;		/* now through the lower device's qdisc */
	start(&s, 2);
	s.ev.dev = 5;
	result(&s, 2, 0);
	sent(&s, 2);
	release(&s, 2, TXR_O_NAPI_CONSUME_SKB, 0);	/* the inner one only */
	script_saw(&s, "S2 +2 S2 +2 C2 ");
	assert_int_equal(s.last.dev, 0);
	consume(&s, 2);
	script_saw(&s, "f2 C2 ");
	script_close(&s);
}

static void no_results(void **state)
{
	struct txr_pair_config cfg = { .clock_ordered = true };
	struct script s;

	(void)state;
	script_open(&s, cfg);
	start(&s, 1);
	consume(&s, 1);
	start(&s, 2);
	drop(&s, 2, TXR_EVF_FULL_RING);
	start(&s, 3);
	drop(&s, 3, TXR_EVF_NOT_SPECIFIED);
	start(&s, 4);
	drop(&s, 4, TXR_EVF_QUEUE_PURGE);
	script_saw(&s, "S1 +1 C1 S2 +2 D2 S3 +3 C3 S4 +4 C4 ");
	script_close(&s);
}

static void open_at_end(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	sent(&s, 1);
	start(&s, 2);		/* its result is not recorded */
	start(&s, 3);
	consume(&s, 3);
	txr_pair_finish(s.p);
	script_saw(&s, "S1 +1 S2 S3 C3 ");
	assert_int_equal(txr_pair_counts(s.p)->open, 2);
	script_close(&s);
}

static void clocks_without_order(void **state)
{
	struct txr_pair_config cfg = { .has_result = true };
	struct script s;

	(void)state;
	script_open(&s, cfg);
	s.ev.cpu = 1;
	consume(&s, 1);		/* of the start that seems to follow */
	sent(&s, 1);
	sent(&s, 1);
	script_saw(&s, "S1 +1 U1 S1 +1 ");
	script_close(&s);
}

/* However many laps began between, so that the table of laps grew. */
static void free_is_remembered_while_laps_open(void **state)
{
	struct txr_pair_config cfg = { .clock_ordered = false };
	struct script s;
	uint32_t skb;

	(void)state;
	script_open(&s, cfg);
	s.ev.cpu = 1;
	consume(&s, 1);
	for (skb = 100; skb < 4600; skb++) {
		s.log[0] = '\0';
		start(&s, skb);
	}
	s.log[0] = '\0';
	start(&s, 1);		/* 45 us later */
	script_saw(&s, "S1 +1 ");
	txr_pair_finish(s.p);
	script_saw(&s, "U1 ");
	script_close(&s);
}

static void race_with_clocks_without_order(void **state)
{
	struct txr_pair_config cfg = { .has_result = true };
	struct script s;

	(void)state;
	script_open(&s, cfg);
	sent(&s, 1);
	s.ev.cpu = 1;
	start(&s, 1);		/* really after the free below */
	consume(&s, 1);
	s.ev.cpu = 1;
	result(&s, 1, 0);
	script_saw(&s, "S1 +1 U1 S1 +1 U1 ");
	script_close(&s);
}

static void hand_over_at_end(void **state)
{
	struct script s;

	(void)state;
	script_open(&s, plain);
	start(&s, 1);
	handover(&s, 1);
	txr_pair_finish(s.p);
	script_saw(&s, "S1 H1 ");
	assert_int_equal(s.gone, 1);
	script_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(completes),
		cmocka_unit_test(busy_then_retried_or_purged),
		cmocka_unit_test(dropped_inside_xmit),
		cmocka_unit_test(drop_with_result_ok),
		cmocka_unit_test(congestion_with_skb_alive),
		cmocka_unit_test(released_before_result),
		cmocka_unit_test(xmit_in_hardirq),
		cmocka_unit_test(result_without_xmit),
		cmocka_unit_test(result_of_outer_shows_inner_lost),
		cmocka_unit_test(another_task_shows_result_lost),
		cmocka_unit_test(rt_tasks_interleave),
		cmocka_unit_test(restarted),
		cmocka_unit_test(shared_is_first_in_first_out),
		cmocka_unit_test(late_free_is_no_release),
		cmocka_unit_test(irq_drop_inside_xmit),
		cmocka_unit_test(loopback),
		cmocka_unit_test(veth_with_napi),
		cmocka_unit_test(stacked_nested),
		cmocka_unit_test(no_results),
		cmocka_unit_test(open_at_end),
		cmocka_unit_test(clocks_without_order),
		cmocka_unit_test(free_is_remembered_while_laps_open),
		cmocka_unit_test(race_with_clocks_without_order),
		cmocka_unit_test(hand_over_at_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
