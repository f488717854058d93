// SPDX-License-Identifier: GPL-2.0-only
/* Rows of the live view: figures, states, order, selection, keys. */
#include "test_top_fixture.h"
#include "view/top_keys.h"

static void update(struct txr_top *t, struct moment *m, double seconds)
{
	assert_int_equal(txr_top_update(t, &m->total, &m->each, seconds, NULL), 0);
}

static void test_figures(void **state)
{
	struct moment m;
	struct txr_top t;
	const struct txr_top_row *r;

	(void)state;
	moment_init(&m);
	add_device(&m, "tap0", 100, 118);
	m.each_row[0].wire_packets = EXACT(500);
	m.each_row[0].skb_bytes = EXACT(64000);
	m.each_row[0].in_device.avg = (struct txr_num){ 10, 10, 99.5, TXR_FIG_BOUNDED };
	m.each_row[0].in_device.avg_open = 89.5;
	m.each_row[0].lap_ns.count = 500;
	m.each_row[0].lap_ns.p50 = 1000;
	m.each_row[0].lap_ns.p99 = 2000;
	m.each_row[0].lap_ns.max = 3000;
	m.total_row[0].in_device.max = EXACT(118);
	m.total_row[0].dropped = EXACT(82);
	m.total_row[0].busy = EXACT(3);
	m.total_row[0].nr_oldest = 1;
	m.total_row[0].oldest[0].age_ns = 5000000;
	txr_top_init(&t);
	update(&t, &m, 0.5);
	r = row_named(&t, "tap0");
	assert_non_null(r);
	assert_true(r->fig[TXR_TF_PPS].value == 1000);
	assert_true(r->fig[TXR_TF_BPS].value == 8 * 64000 * 2);
	assert_true(r->fig[TXR_TF_NOW].value == 100);
	/* packets still inside belong to the average, and are known to be there */
	assert_true(r->fig[TXR_TF_AVG].value == 99.5);
	assert_int_equal(r->fig[TXR_TF_AVG].trust, TXR_FIG_EXACT);
	m.each_row[0].in_device.avg.high = 118;	/* older packets may be inside */
	update(&t, &m, 0.5);
	assert_true(r->fig[TXR_TF_AVG].value == 99.5);
	assert_int_equal(r->fig[TXR_TF_AVG].trust, TXR_FIG_BOUNDED);
	assert_true(r->fig[TXR_TF_MAX].value == 118);
	assert_true(r->fig[TXR_TF_RING].value == 118);
	assert_true(r->fig[TXR_TF_P50_NS].value == 1000);
	assert_true(r->fig[TXR_TF_P99_NS].value == 2000);
	assert_true(r->fig[TXR_TF_LAPMAX_NS].value == 3000);
	assert_true(r->fig[TXR_TF_DROPS].value == 82);
	assert_true(r->fig[TXR_TF_BUSY].value == 3);
	assert_true(r->fig[TXR_TF_AGE_NS].value == 5000000);
	assert_int_equal(r->fig[TXR_TF_BQL].trust, TXR_FIG_UNKNOWN);
	txr_top_free(&t);
}

/* Nothing is divided by no time, and what holds nothing shows no occupancy. */
static void test_unknown(void **state)
{
	struct moment m;
	struct txr_top t;
	const struct txr_top_row *r;

	(void)state;
	moment_init(&m);
	add_device(&m, "lo", 0, TXR_UNKNOWN);
	m.total_row[0].kind = m.each_row[0].kind = TXR_KIND_HANDOVER;
	m.each_row[0].handed_over = EXACT(10);
	m.each_row[0].started = EXACT(10);
	txr_top_init(&t);
	update(&t, &m, 0);
	r = row_named(&t, "lo");
	assert_int_equal(r->fig[TXR_TF_PPS].trust, TXR_FIG_UNKNOWN);
	assert_int_equal(r->fig[TXR_TF_NOW].trust, TXR_FIG_UNKNOWN);
	update(&t, &m, 2);
	assert_true(r->fig[TXR_TF_PPS].value == 5);
	assert_int_equal(r->fig[TXR_TF_BPS].trust, TXR_FIG_UNKNOWN);
	assert_int_equal(r->fig[TXR_TF_RING].trust, TXR_FIG_UNKNOWN);
	assert_int_equal(r->state, TXR_TOP_HANDOVER);
	assert_int_equal(t.total_pps.trust, TXR_FIG_EXACT);
	txr_top_free(&t);
}

/* A queue that nothing happened to is not in the interval's report. */
static void test_quiet_interval(void **state)
{
	struct moment m;
	struct txr_top t;
	const struct txr_top_row *r;

	(void)state;
	moment_init(&m);
	add_device(&m, "tap0", 0, 118);
	m.total_row[0].in_device.max = EXACT(7);
	m.each.nr_devices = 0;
	txr_top_init(&t);
	t.all = true;
	update(&t, &m, 1);
	r = row_named(&t, "tap0");
	assert_true(r->fig[TXR_TF_PPS].value == 0 && r->fig[TXR_TF_AVG].value == 0);
	assert_true(r->fig[TXR_TF_MAX].value == 7);
	assert_int_equal(r->fig[TXR_TF_P99_NS].trust, TXR_FIG_UNKNOWN);
	assert_int_equal(r->state, TXR_TOP_IDLE);
	assert_int_equal(r->nr_queues, 1);
	t.all = false;
	txr_top_arrange(&t);
	assert_string_equal(shown(&t), "");
	txr_top_free(&t);
}

static void test_states(void **state)
{
	static const struct {
		struct txr_top_facts f;
		enum txr_top_state is;
	} cases[] = {
		{ { .there = true, .capacity = 118 }, TXR_TOP_IDLE },
		{ { .there = true, .capacity = 118, .started = 5, .ended = 5 }, TXR_TOP_OK },
		{ { .there = true, .capacity = 118, .now = 3 }, TXR_TOP_HELD },
		{ { .there = true, .capacity = 118, .now = 118 }, TXR_TOP_PACKED },
		{ { .there = true, .capacity = 118, .now = 1, .started = 9, .ended = 9,
		    .full_drops = 2 }, TXR_TOP_PACKED },
		{ { .there = true, .capacity = TXR_UNKNOWN, .started = 1, .ended = 1,
		    .packed = true, .bql = true }, TXR_TOP_PACKED },
		{ { .there = true, .capacity = TXR_UNKNOWN, .started = 1, .ended = 1,
		    .bql = true }, TXR_TOP_BQL },
		{ { .there = true, .capacity = 118, .busy = 1 }, TXR_TOP_PACKED },
		/* whatever else there is */
		{ { .there = true, .capacity = 118, .now = 118, .started = 5, .busy = 1,
		    .stalled = true }, TXR_TOP_STALLED },
		{ { .there = true, .capacity = TXR_UNKNOWN, .stalled = true },
		  TXR_TOP_STALLED },
		/* an idle tail of a driver that cleans at its next xmit is no stall */
		{ { .there = true, .capacity = 118, .now = 50 }, TXR_TOP_HELD },
		{ { .there = true, .capacity = 118, .now = 50, .started = 5 }, TXR_TOP_OK },
		{ { .there = true, .kind = TXR_KIND_SYNCHRONOUS, .capacity = TXR_UNKNOWN,
		    .started = 5, .ended = 5 }, TXR_TOP_INVISIBLE },
		{ { .there = true, .kind = TXR_KIND_HANDOVER, .capacity = TXR_UNKNOWN,
		    .started = 5, .ended = 5 }, TXR_TOP_HANDOVER },
		{ { .capacity = 118, .now = 4 }, TXR_TOP_GONE },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(txr_top_state_name(txr_top_judge(&cases[i].f)),
				    txr_top_state_name(cases[i].is));
}

/* What was inside when the interval began is none of its starts. */
static void test_carried(void **state)
{
	struct moment m;
	struct txr_top t;

	(void)state;
	moment_init(&m);
	add_device(&m, "tap0", 50, 118);
	m.total_row[0].nr_oldest = 1;
	m.each_row[0].started = EXACT(50);
	txr_top_init(&t);
	update(&t, &m, 1);	/* 50 started in it */
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_OK);
	update(&t, &m, 1);	/* the same 50, carried in */
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_HELD);
	m.each_row[0].started = EXACT(51);
	update(&t, &m, 1);
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_OK);
	txr_top_free(&t);
}

/* The interval's finding, of a queue with packets and of a device that has none. */
static void test_stalled(void **state)
{
	struct txr_device_state dev[2] = { { .name = "tap0" }, { .name = "eth9" } };
	struct txr_snapshot snap = { .dev = dev, .count = 2 };
	struct txr_finding f = { .which = TXR_F_QUEUE_STALLED, .device = "tap0" };
	struct moment m;
	struct txr_top t;

	(void)state;
	moment_init(&m);
	add_device(&m, "tap0", 50, 118);
	m.each.findings = &f;
	m.each.nr_findings = 1;
	txr_top_init(&t);
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_STALLED);
	assert_int_equal(row_named(&t, "tap0")->queues[0]->state, TXR_TOP_STALLED);
	assert_null(row_named(&t, "eth9"));
	f.queue = 3;			/* of another queue: of the device too */
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_STALLED);
	assert_int_equal(row_named(&t, "tap0")->queues[0]->state, TXR_TOP_HELD);
	f.ended = true;
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_HELD);
	f = (struct txr_finding){ .which = TXR_F_QUEUE_STALLED, .device = "eth9",
				  .dev = TXR_DEV_NONE };
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_HELD);
	assert_int_equal(row_named(&t, "eth9")->state, TXR_TOP_STALLED);
	m.each.findings = NULL;
	m.each.nr_findings = 0;
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_null(row_named(&t, "eth9"));
	txr_top_free(&t);
}

static void test_loss(void **state)
{
	struct moment m;
	struct txr_top t;

	(void)state;
	moment_init(&m);
	add_device(&m, "tap0", 5, 118);
	txr_top_init(&t);
	update(&t, &m, 1);
	assert_int_equal(t.lost, 0);
	m.total.source.lost_events = m.lost_by_cpu[1] = 1000;
	m.each_row[0].in_device.max = AT_LEAST(5);
	m.each_row[0].exact = m.total_row[0].exact = false;
	update(&t, &m, 1);
	assert_int_equal(t.lost, 1000);
	assert_int_equal(t.lost_cpu, 1);
	assert_true(row_named(&t, "tap0")->lost);
	assert_int_equal(row_named(&t, "tap0")->fig[TXR_TF_NOW].trust, TXR_FIG_AT_LEAST);
	/* the interval after: over, and still not exact since the start */
	m.each_row[0].in_device.max = EXACT(5);
	m.each_row[0].exact = true;
	update(&t, &m, 1);
	assert_int_equal(t.lost, 0);
	assert_false(row_named(&t, "tap0")->lost);
	assert_false(row_named(&t, "tap0")->exact);
	txr_top_free(&t);
}

static void test_order(void **state)
{
	struct moment m;
	struct txr_top t;

	(void)state;
	moment_init(&m);
	add_device(&m, "b", 5, 118);
	add_device(&m, "c", 50, 118);
	add_device(&m, "a", 5, 118);
	m.each_row[2].wire_packets = EXACT(9);
	txr_top_init(&t);
	update(&t, &m, 1);
	assert_string_equal(shown(&t), "c a b");	/* by most; ties by name */
	t.sort = TXR_TF_PPS;
	txr_top_arrange(&t);
	assert_string_equal(shown(&t), "a b c");
	t.sort = TXR_TF_P99_NS;				/* all unknown: by name */
	txr_top_arrange(&t);
	assert_string_equal(shown(&t), "a b c");
	t.per_queue = true;
	t.sort = -1;
	txr_top_arrange(&t);
	assert_string_equal(shown(&t), "a a:0 b b:0 c c:0");
	strcpy(t.filter, "b");
	txr_top_arrange(&t);
	assert_string_equal(shown(&t), "b b:0");
	txr_top_free(&t);
}

/* The chosen row stays chosen when rows change places, and when it goes. */
static void test_selection(void **state)
{
	struct moment m;
	struct txr_top t;

	(void)state;
	moment_init(&m);
	add_device(&m, "a", 5, 118);
	add_device(&m, "b", 50, 118);
	txr_top_init(&t);
	update(&t, &m, 1);
	assert_string_equal(shown(&t), "b a");
	txr_top_key(&t, TXR_KEY_DOWN, 10);
	assert_string_equal(txr_top_selected(&t)->name, "a");
	m.total_row[0].in_device.max = EXACT(100);
	update(&t, &m, 1);
	assert_string_equal(shown(&t), "a b");
	assert_string_equal(txr_top_selected(&t)->name, "a");
	m.total.nr_devices = 0;
	update(&t, &m, 1);
	assert_null(txr_top_selected(&t));
	assert_int_equal(t.nr_rows, 0);
	txr_top_key(&t, TXR_KEY_DOWN, 10);
	txr_top_key(&t, TXR_KEY_ENTER, 10);
	txr_top_key(&t, TXR_KEY_PGUP, 1);
	assert_int_equal(t.selected, 0);
	txr_top_free(&t);
}

static void type(struct txr_top *t, const char *text)
{
	for (; *text; text++)
		txr_top_key(t, (unsigned char)*text, 10);
}

static void test_keys(void **state)
{
	struct moment m;
	struct txr_top t;

	(void)state;
	moment_init(&m);
	add_device(&m, "eth0", 5, 118);
	add_device(&m, "tap0", 6, 118);
	txr_top_init(&t);
	t.asked_interval_ns = 1000000000;
	update(&t, &m, 1);
	assert_int_equal(txr_top_key(&t, 'q', 10), TXR_ASK_QUIT);
	assert_int_equal(txr_top_key(&t, TXR_KEY_F10, 10), TXR_ASK_QUIT);
	assert_int_equal(txr_top_key(&t, 'z', 10), TXR_ASK_RESET);
	assert_int_equal(txr_top_key(&t, 'w', 10), TXR_ASK_WRITE);
	assert_int_equal(txr_top_key(&t, '+', 10), TXR_ASK_INTERVAL);
	assert_true(t.asked_interval_ns == 2000000000);
	type(&t, "----------");
	assert_true(t.asked_interval_ns == TXR_TOP_INTERVAL_MIN_NS);
	type(&t, "-");		/* never a longer one */
	assert_true(t.asked_interval_ns == TXR_TOP_INTERVAL_MIN_NS);
	type(&t, "++++++++++++++++");	/* 50 ms * 2^16 */
	assert_true(t.asked_interval_ns == 3276800000000);
	assert_string_equal(t.message, "a picture every 3276.8 s");
	type(&t, "++++++");
	assert_true(t.asked_interval_ns == TXR_TOP_INTERVAL_MAX_NS);
	txr_top_key(&t, 'p', 10);
	assert_true(t.paused);
	assert_int_equal(txr_top_key(&t, ' ', 10), TXR_ASK_SAMPLE);
	assert_false(t.paused);
	/* letters are commands no more while a filter is typed */
	type(&t, "fqe\x7f\x7f" "eth");
	assert_string_equal(shown(&t), "eth0");
	txr_top_key(&t, '\r', 10);
	assert_false(t.editing);
	type(&t, "fzzz");
	assert_string_equal(shown(&t), "");
	txr_top_key(&t, 27, 10);	/* not kept */
	assert_string_equal(t.filter, "eth");
	txr_top_key(&t, 27, 10);	/* all again */
	assert_string_equal(shown(&t), "tap0 eth0");
	assert_string_equal(txr_top_selected(&t)->name, "eth0");
	txr_top_key(&t, 'g', 10);
	txr_top_key(&t, TXR_KEY_ENTER, 10);
	assert_string_equal(shown(&t), "tap0 tap0:0 eth0");
	txr_top_key(&t, 'j', 10);
	assert_int_equal(txr_top_selected(&t)->queue, 0);
	txr_top_key(&t, TXR_KEY_ENTER, 10);	/* on a queue it folds the device */
	assert_string_equal(shown(&t), "tap0 eth0");
	assert_string_equal(txr_top_selected(&t)->name, "tap0");
	txr_top_key(&t, 'h', 10);
	assert_true(t.help);
	assert_int_not_equal(txr_top_key(&t, 'q', 10), TXR_ASK_QUIT);
	assert_false(t.help);
	txr_top_free(&t);
}

/* Every column can be reached by s, and comes round. */
static void test_sort_key(void **state)
{
	struct txr_top t;
	int seen[TXR_TF_NR + 1] = { 0 }, i;

	(void)state;
	txr_top_init(&t);
	for (i = 0; i < 40; i++) {
		txr_top_key(&t, 's', 10);
		seen[t.sort + 1]++;
	}
	for (i = -1; i < TXR_TF_NR; i++)
		assert_true(seen[i + 1] || i == TXR_TF_BQL_LIMIT);
	txr_top_key(&t, 's', 10);
	i = t.sort;
	txr_top_key(&t, 's', 10);
	txr_top_key(&t, 'S', 10);
	assert_int_equal(t.sort, i);
	txr_top_free(&t);
}

/* A device that no packet was seen of, and one that goes away. */
static void test_devices_follow(void **state)
{
	struct txr_queue_state queue = { .bql_limit_bytes = 3000 };
	struct txr_device_state dev[3] = { 0 };
	struct txr_snapshot snap = { .count = 3, .dev = dev };
	struct moment m;
	struct txr_top t;
	int i;

	(void)state;
	strcpy(dev[0].name, "tap0");
	strcpy(dev[1].name, "eth9");
	strcpy(dev[2].name, "new1");
	dev[2].tx_queues = 1;
	dev[2].queue = &queue;
	dev[1].ring_tx = TXR_UNKNOWN;
	moment_init(&m);
	add_device(&m, "tap0", 0, 118);
	m.each.nr_devices = 0;
	txr_top_init(&t);
	t.all = true;
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_string_equal(shown(&t), "new1 tap0 eth9");
	/* older packets may be inside: only BQL would tell */
	assert_int_equal(row_named(&t, "eth9")->fig[TXR_TF_NOW].trust, TXR_FIG_UNKNOWN);
	assert_int_equal(row_named(&t, "eth9")->fig[TXR_TF_AVG].trust, TXR_FIG_UNKNOWN);
	assert_int_equal(row_named(&t, "eth9")->fig[TXR_TF_MAX].trust, TXR_FIG_UNKNOWN);
	assert_int_equal(row_named(&t, "eth9")->fig[TXR_TF_PPS].trust, TXR_FIG_EXACT);
	for (i = 0; i < 2; i++) {
		queue.bql_inflight_bytes = i * 60;
		assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
		assert_int_equal(row_named(&t, "new1")->fig[TXR_TF_NOW].trust,
				 i ? TXR_FIG_UNKNOWN : TXR_FIG_EXACT);
	}
	strcpy(dev[0].name, "new0");	/* renamed */
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_int_equal(row_named(&t, "tap0")->state, TXR_TOP_GONE);
	assert_non_null(row_named(&t, "new0"));
	t.all = false;
	txr_top_arrange(&t);
	assert_string_equal(shown(&t), "");
	snap.count = 0;
	t.all = true;
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, &snap), 0);
	assert_null(row_named(&t, "eth9"));
	txr_top_free(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_quiet_interval),
		cmocka_unit_test(test_states),
		cmocka_unit_test(test_carried),
		cmocka_unit_test(test_stalled),
		cmocka_unit_test(test_loss),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_selection),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_sort_key),
		cmocka_unit_test(test_devices_follow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
