// SPDX-License-Identifier: GPL-2.0-only
/* test_stats_parts.c - statistics that have corners of their own, one by one. */
#include <errno.h>
#include <math.h>
#include "report_script.h"
#include "stats/bounds.h"
#include "stats/drops.h"
#include "stats/occupancy.h"
#include "stats/pids.h"
#include "stats/reset.h"
#include "stats/software.h"
#include "stats/spans.h"

static uint64_t rng_state = 88172645463325252ULL;

static uint64_t rng(void)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	return rng_state ^= rng_state << 17;
}

/* Above TXR_LEVELS a percentile has bounds, and the truth is in them. */
static void high_levels_are_bounded(void **state)
{
	struct txr_track t;
	struct txr_level l;
	uint64_t ts = 0;
	int i;

	(void)state;
	txr_track_init(&t);
	assert_int_equal(txr_track_begin(&t, 0), 0);
	for (i = 0; i < 100000; i++)
		assert_int_equal(txr_track_enter(&t, ts++, 1), 0);
	/* One ns at each level 0..99999: half of the time below 50000. */
	l = txr_track_quantile(&t, .5, ts);
	assert_true(l.low <= 50000 && 50000 <= l.high);
	assert_true(l.high - l.low <= 50000 / 16);
	l = txr_track_quantile(&t, .01, ts);
	assert_true(l.low == l.high && l.value >= 999 && l.value <= 1000);
	assert_int_equal(t.max, 100000);
	assert_int_equal(t.max_bytes, 100000);
	assert_int_equal(txr_track_dwell_max(&t, ts + 50), 51);
	for (i = 0; i < 100000; i++)
		txr_track_leave(&t, ts++, 1);
	assert_int_equal(t.cur, 0);
	assert_int_equal(t.bytes, 0);
	assert_int_equal(t.underflow, 0);
	assert_int_equal(txr_track_dwell_max(&t, ts), 1);
	assert_int_equal(txr_track_dwell_from(&t, 0, ts), ts);
	txr_track_free(&t);
	txr_track_free(NULL);
}

static void steps_back_and_underflow_are_counted(void **state)
{
	struct txr_track t;

	(void)state;
	txr_track_init(&t);
	txr_track_begin(&t, 100);
	txr_track_enter(&t, 200, 10);
	txr_track_leave(&t, 150, 10);	/* an older step: no time passes */
	assert_int_equal(t.steps_back, 1);
	assert_int_equal(txr_track_dwell_from(&t, 0, 200), 100);
	txr_track_leave(&t, 300, 10);
	assert_int_equal(t.underflow, 1);
	assert_int_equal(t.cur, 0);
	txr_track_free(&t);
}

static void copy_of_a_track_is_its_own(void **state)
{
	struct txr_track a, b;

	(void)state;
	txr_track_init(&a);
	txr_track_init(&b);
	txr_track_begin(&a, 0);
	txr_track_enter(&a, 10, 5);
	assert_int_equal(txr_track_copy(&b, &a), 0);
	txr_track_leave(&a, 20, 5);
	txr_track_enter(&b, 30, 5);
	assert_int_equal(a.cur, 0);
	assert_int_equal(b.cur, 2);
	assert_int_equal(txr_track_dwell_from(&b, 1, 40), 30);
	txr_track_free(&a);
	txr_track_free(&b);
}

#define LINE 4000

/* Spans in the order of their ends, against a line of marked points. */
static void union_of_spans(void **state)
{
	static uint8_t line[LINE];
	struct txr_spans s;
	int round, i;

	(void)state;
	for (round = 0; round < 300; round++) {
		uint64_t to = 0, from, marked = 0;

		txr_spans_clear(&s);
		memset(line, 0, sizeof(line));
		while (to < LINE - 60) {
			to += rng() % 50;
			from = to > 100 ? to - rng() % 100 : to;
			txr_spans_add(&s, from, to);
			memset(line + from, 1, to - from);
		}
		for (i = 0; i < LINE; i++)
			marked += line[i];
		assert_int_equal(txr_spans_total(&s), marked);
		assert_int_equal(s.cut_ns, 0);
	}
	/* One that reaches behind what is settled: the cut is said. */
	txr_spans_clear(&s);
	for (i = 1; i <= 2 * TXR_SPANS_KEEP; i++)
		txr_spans_add(&s, 10 * i, 10 * i + 5);
	txr_spans_add(&s, 0, 10 * i);
	assert_true(s.cut_ns > 0);
	assert_true(txr_spans_total(&s) + s.cut_ns >= 10u * i);
}

static void union_of_spans_in_any_order(void **state)
{
	struct txr_spans s = { 0 };

	(void)state;
	txr_spans_add(&s, 100, 200);
	txr_spans_add(&s, 50, 80);
	txr_spans_add(&s, 300, 310);
	txr_spans_add(&s, 70, 110);
	txr_spans_add(&s, 20, 20);
	assert_int_equal(txr_spans_total(&s), 150 + 10);
	assert_int_equal(s.count, 2);
}

static struct txr_lap kfree(int32_t pid, uint8_t ctx)
{
	return (struct txr_lap){ .release_origin = TXR_O_KFREE_SKB, .release_pid = pid,
				 .release_ctx = ctx };
}

static void a_run_that_empties_the_queue_is_a_reset(void **state)
{
	struct txr_lap lap = kfree(5, 0), other = kfree(6, 0);
	struct txr_reset r = { 0 };
	struct txr_hist h;
	int i;

	(void)state;
	txr_hist_init(&h);
	assert_true(txr_reset_fits(&lap));
	lap.release_ctx = TXR_CTX_SOFTIRQ;
	assert_false(txr_reset_fits(&lap));
	lap.release_ctx = TXR_CTX_BH_OFF;
	assert_false(txr_reset_fits(&lap));
	lap.release_ctx = TXR_CTX_IRQS_OFF;	/* says nothing of the context */
	assert_true(txr_reset_fits(&lap));
	lap.release_origin = TXR_O_CONSUME_SKB;
	assert_false(txr_reset_fits(&lap));
	/* it waited for a timestamp: by a stock event that is no release */
	lap = kfree(5, 0);
	lap.flags = TXR_LAP_HW_TSTAMP;
	lap.start_origin = TXR_O_NET_DEV_START_XMIT;
	assert_false(txr_reset_fits(&lap));
	lap.start_origin = TXR_O_NETDEV_START_XMIT;
	assert_true(txr_reset_fits(&lap));
	lap = kfree(5, 0);
	for (i = 999; i >= 0; i--)
		assert_int_equal(txr_reset_release(&r, &lap, 10, i, &h), 0);
	assert_int_equal(r.released, 1000);
	assert_int_equal(r.resets, 1);
	assert_int_equal(h.count, 0);
	/* Another task takes over: what came before was no reset. */
	txr_reset_release(&r, &lap, 10, 2, &h);
	txr_reset_release(&r, &lap, 20, 1, &h);
	txr_reset_release(&r, &other, 30, 0, &h);
	assert_int_equal(r.released, 1001);
	assert_int_equal(h.count, 2);
	/* Broken off, more than are kept one by one: no time is lost. */
	for (i = 0; i < 1000; i++)
		txr_reset_release(&r, &lap, 100 + i, 5, &h);
	assert_int_equal(h.count, 2);
	assert_int_equal(txr_reset_break(&r, &h), 0);
	assert_int_equal(h.count, 1002);
	assert_int_equal(h.max_ns, 1099);
	assert_int_equal(r.released, 1001);
	txr_reset_free(&r);
	txr_hist_free(&h);
}

/* Through the sink: a reset is no lap, completed all the same. */
static void reset_in_the_report(void **state)
{
	const struct txr_row *r;
	struct rec s;
	int broken, i;

	(void)state;
	for (broken = 0; broken < 2; broken++) {
		rec_init(&s);
		rec_open(&s);
		for (i = 1; i <= 5; i++, s.now += US)
			sent(&s, i);
		for (i = 1; i <= 4; i++, s.now += US)
			free_by(&s, i, TXR_O_KFREE_SKB, 0, 0);
		if (broken) {	/* a start between */
			sent(&s, 9);
			consume(&s, 9);
		}
		free_by(&s, 5, TXR_O_KFREE_SKB, 0, 0);
		rec_report(&s);
		r = rec_row(&s, "eth0");
		assert_exactly(&r->completed, 5 + broken);
		/* The last one alone empties the queue as well. */
		assert_exactly(&r->reset_released, broken ? 1 : 5);
		assert_int_equal(r->lap_ns.count, broken ? 5 : 0);
		rec_close(&s);
	}
	rec_init(&s);		/* not decided at the end: laps after all */
	rec_open(&s);
	for (i = 1; i <= 3; i++)
		sent(&s, i);
	free_by(&s, 1, TXR_O_KFREE_SKB, 0, 0);
	rec_report(&s);
	assert_exactly(&rec_row(&s, "eth0")->reset_released, 0);
	assert_int_equal(rec_row(&s, "eth0")->lap_ns.count, 1);
	assert_int_equal(rec_row(&s, "eth0")->queues[0].lap_ns.count, 1);
	rec_close(&s);
}

/* Stops known by their wakes alone, on two queues: none of them is in the window. */
static void a_window_leaves_stops_before_it_out(void **state)
{
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 1; i <= 4; i++) {
		s.queue = (uint16_t)(i % 2);
		sent(&s, i);
		s.now += MS;
		wake(&s);
		consume(&s, i);
	}
	txr_stats_reset(s.st, s.now);
	for (i = 1; i <= 2; i++) {
		s.queue = (uint16_t)(i % 2);
		sent(&s, i);
		s.now += 10 * US;
		wake(&s);
		consume(&s, i);
	}
	rec_report(&s);
	assert_between(&rec_row(&s, "eth0")->packed_ns, 0, 20 * US, 20 * US);
	rec_close(&s);
}

static void drops_by_reason(void **state)
{
	struct txr_drops a = { 0 }, b = { 0 };
	int i;

	(void)state;
	for (i = 0; i < 10; i++)
		txr_drops_note(&a, (struct txr_drop_count){ .reason = 3, .known = true,
							    .count = 1 });
	txr_drops_note(&a, (struct txr_drop_count){ .reason = 3, .count = 1 });
	txr_drops_note(&b, (struct txr_drop_count){ .reason = 9, .known = true, .count = 50 });
	assert_int_equal(txr_drops_add(&a, &b), 0);
	txr_drops_sort(&a);
	assert_int_equal(a.count, 3);
	assert_int_equal(a.item[0].reason, 9);
	assert_int_equal(a.item[1].count, 10);
	for (i = 0; i < 2000; i++)	/* a broken file: bounded, and counted */
		txr_drops_note(&b, (struct txr_drop_count){ .reason = 100 + i, .known = true,
							    .count = 1 });
	assert_int_equal(b.count, TXR_DROP_REASONS);
	assert_int_equal(b.other, 2000 - (TXR_DROP_REASONS - 1));
	txr_drops_free(&a);
	txr_drops_free(&b);
}

static void tasks_of_a_queue(void **state)
{
	struct txr_pids p = { 0 }, q = { 0 };
	int i, k;

	(void)state;
	for (k = 0; k < 3; k++)
		for (i = 0; i < 5; i++)
			txr_pids_note(&p, 10 + i % 2);
	txr_pids_settle(&p);
	assert_int_equal(p.count, 2);
	assert_int_equal(p.times[0] + p.times[1], 15);
	assert_int_equal(p.times[0], 9);
	for (i = 0; i < 30; i++)
		txr_pids_note(&q, 100 + i);
	txr_pids_settle(&q);
	assert_int_equal(q.count, TXR_PIDS);
	assert_int_equal(q.others, 30 - TXR_PIDS);
	txr_pids_add(&p, &q);
	assert_int_equal(p.count, TXR_PIDS);
	assert_int_equal(p.others, 30 - TXR_PIDS + 2);
}

static void widths_add_up(void **state)
{
	struct txr_u64 f = txr_fig(10), sum = txr_fig(1);
	struct txr_num n = txr_num_fig(2);

	(void)state;
	assert_exactly(&f, 10);
	txr_fig_less(&f, 3);
	txr_fig_more(&f, 2);
	txr_fig_less(&f, 4);
	assert_between(&f, 3, 10, 12);
	txr_fig_less(&f, 100);
	assert_int_equal(f.low, 0);
	txr_fig_more(&f, UINT64_MAX);
	assert_int_equal(f.trust, TXR_FIG_AT_LEAST);
	txr_fig_add(&sum, &f);
	assert_int_equal(sum.trust, TXR_FIG_AT_LEAST);
	assert_int_equal(sum.value, 11);
	txr_fig_cap(&f, 15);
	assert_between(&f, 0, 10, 15);
	txr_fig_cap(&f, 5);		/* never below the value */
	assert_between(&f, 0, 10, 10);
	txr_fig_unknown(&f);
	txr_fig_more(&f, 1);		/* what is unknown stays so */
	txr_fig_low(&f, 0);
	txr_fig_cap(&f, 5);
	assert_int_equal(f.trust, TXR_FIG_UNKNOWN);
	txr_fig_add(&sum, &f);
	assert_int_equal(sum.trust, TXR_FIG_UNKNOWN);
	txr_num_no_high(&n);
	assert_int_equal(n.trust, TXR_FIG_AT_LEAST);
	txr_num_cap(&n, 4);
	assert_int_equal(n.trust, TXR_FIG_BOUNDED);
	txr_num_cap(&n, 2);
	assert_int_equal(n.trust, TXR_FIG_EXACT);
}

static void software_devices_by_name(void **state)
{
	struct txr_device_state d = { .driver = "802.1Q VLAN Support" };

	(void)state;
	assert_int_equal(txr_software_find("x", &d)->kind, TXR_KIND_STACKED);
	assert_non_null(txr_software_find("lo", NULL));
	assert_null(txr_software_find("eth0", NULL));
	snprintf(d.driver, sizeof(d.driver), "e1000e");
	assert_null(txr_software_find("lo", &d));	/* the driver says more */
	snprintf(d.link_kind, sizeof(d.link_kind), "veth");
	assert_non_null(txr_software_find("x", &d));
}

static void names_of_enums(void **state)
{
	(void)state;
	assert_string_equal(txr_kind_name(TXR_KIND_HANDOVER), "handover");
	assert_string_equal(txr_outcome_name(TXR_HANDED_OVER), "handed_over");
	assert_string_equal(txr_severity_name(TXR_WARNING), "warning");
	assert_string_equal(txr_tier_name(TXR_TIER_PATCHED), "patched");
	assert_string_equal(txr_origin_name(TXR_O_CONSUME_SKB), "consume_skb");
	assert_string_equal(txr_origin_name(0), "unknown");
	assert_string_equal(txr_origin_name(TXR_O_NR), "unknown");
	assert_string_equal(txr_kind_name((enum txr_dev_kind)99), "unknown");
	assert_string_equal(txr_outcome_name((enum txr_outcome)-1), "unknown");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(high_levels_are_bounded),
		cmocka_unit_test(steps_back_and_underflow_are_counted),
		cmocka_unit_test(copy_of_a_track_is_its_own),
		cmocka_unit_test(union_of_spans),
		cmocka_unit_test(union_of_spans_in_any_order),
		cmocka_unit_test(a_run_that_empties_the_queue_is_a_reset),
		cmocka_unit_test(reset_in_the_report),
		cmocka_unit_test(a_window_leaves_stops_before_it_out),
		cmocka_unit_test(drops_by_reason),
		cmocka_unit_test(tasks_of_a_queue),
		cmocka_unit_test(widths_add_up),
		cmocka_unit_test(software_devices_by_name),
		cmocka_unit_test(names_of_enums),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
