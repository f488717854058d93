// SPDX-License-Identifier: GPL-2.0-only
/* The text report: what it says, that it fits, and that doubt is visible. */
#include "test_view_fixture.h"

static const struct txr_view_opts plain = { .queue = -1 };

/* A row that is exact can have a figure with bounds: no line says otherwise. */
static void exact_with_bounds(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *text;

	(void)state;
	r->devices[0].in_device.avg = (struct txr_num){ 60, 60, 61, TXR_FIG_BOUNDED };
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "\nEvery figure is exact, or shows the bounds it is between.\n");
	assert_has(text, "\n  in device  avg 60.00..61.00 ");
	free(text);
	fixture_free(r);
}

static void test_block(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *text;

	(void)state;
	fixture_add_finding(r, "tap0");
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "txring.dat: trace.dat, Linux 6.18.0, stock tier, clock mono\n"
			 "2.01s on 2 CPUs, 2,836 events, none lost\n"
			 "Every figure is exact.\n");
	assert_has(text, "\ntap0         tun, ring, holds 118 packets (tun: txqueuelen)\n");
	assert_has(text, "\n  packets    started 1,000 = completed 836 + dropped 164 + in "
			 "device at end 0\n");
	assert_has(text, "\n  lap time   avg 795us   p50 795us   p99 795us   max 795us\n");
	assert_has(text, "\n  in device  avg 64.66   p50 60   p99 118   max 118 of 118\n");
	assert_has(text, "[####################] at most 100% of what it holds\n");
	assert_has(text, "\n  packed     43.1%: 862ms of 2.00s, 12 times, inferred\n");
	assert_has(text, "\n  dropped    FULL_RING 164\n");
	assert_has(text, "\n  warning    queue 0: The ring");
	assert_has(text, "\n  try        grow the ring: ip link set tap0 txqueuelen 236\n");
	assert_fits(text, 80);
	free(text);
	fixture_free(r);
}

/* Stopped by the last packet that it took: no time that is observed, and not never. */
static void stopped_at_the_end(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_row *row = &r->devices[0];
	uint64_t visits;

	(void)state;
	row->packed_ns = EXACT(0);
	row->packed_source = TXR_PACKED_DRIVER;
	for (visits = 0; visits < 2; visits++) {
		char *text;

		row->packed_visits = visits;
		text = fixture_draw(txr_view_text, r, &plain);
		assert_has(text, visits ? "\n  packed     0%: 0ns of 2.00s, 1 time, the driver "
			   "stopped the queue\n" : "\n  packed     never\n");
		free(text);
	}
	fixture_free(r);
}

/* How near the ring was to full says no more than the maximum itself. */
static void bar_has_the_bounds(void **state)
{
	static const struct {
		struct txr_u64 max;
		const char *line;
	} is[] = {
		{ { 118, 118, 118, TXR_FIG_EXACT }, "[####################] at most 100% of" },
		{ { 145, 145, 145, TXR_FIG_EXACT }, "[####################] at most 122.9% of" },
		{ { 117, 117, 117, TXR_FIG_EXACT }, "[###################.] at most 99.2% of" },
		{ { 33, 33, 33, TXR_FIG_EXACT }, "[#####...............] at most 28.0% of" },
		{ { 1, 1, 1, TXR_FIG_EXACT }, "[#...................] at most 0.8% of" },
		{ { 0, 0, 0, TXR_FIG_EXACT }, "[....................] at most 0% of" },
		{ { 0, 0, 118, TXR_FIG_BOUNDED }, "[++++++++++++++++++++] at most 0%..100% of" },
		{ { 60, 1, 60, TXR_FIG_BOUNDED }, "[#+++++++++..........] at most 0.8%..50.8% of" },
		{ { 60, 59, UINT64_MAX, TXR_FIG_AT_LEAST }, "[##########++++++++++] >=50.0% of" },
	};
	struct txr_report *r;
	char *text;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(is) / sizeof(is[0]); i++) {
		r = fixture_report(1);
		r->devices[0].in_device.max = is[i].max;
		text = fixture_draw(txr_view_text, r, &plain);
		assert_has(text, is[i].line);
		free(text);
		fixture_free(r);
	}
}

/* Where it is full with fewer as soon as some packets take more of it. */
static void bar_of_mixed_packets(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *text;

	(void)state;
	r->devices[0].in_device.max = (struct txr_u64){ 150, 150, 150, TXR_FIG_EXACT };
	r->devices[0].capacity_packets = 234;
	r->devices[0].capacity_of_small = true;
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "max 150 of 234\n");
	assert_has(text, "[############++++++++] >=64.1% of what it holds\n");
	free(text);
	r->devices[0].in_device.max = (struct txr_u64){ 234, 234, 234, TXR_FIG_EXACT };
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "[####################] at most 100% of what it holds\n");
	free(text);
	fixture_free(r);
}

/* The driver stopped its queue with fewer inside: large packets, of many descriptors. */
static void bar_of_large_packets(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_row *row = &r->devices[0];
	int i;

	(void)state;
	row->in_device.max = EXACT(34);
	row->capacity_packets = 116;
	row->packed_source = TXR_PACKED_DRIVER;
	for (i = 0; i < 3; i++) {
		char *text;

		row->ring_descriptors = i ? 256 : TXR_UNKNOWN;	/* else not of hardware */
		row->packed_visits = i == 1;
		text = fixture_draw(txr_view_text, r, &plain);
		assert_has(text, i == 1 ? "[#####+++++++++++++++] >=29.3% of what it holds\n" :
			   "[#####...............] at most 29.3% of what it holds\n");
		free(text);
	}
	fixture_free(r);
}

static void test_doubt_comes_first(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_reason why[] = {
		{ "lost-events", 12, "12 events were lost on CPU 1: up to 12 packets are "
		  "missing from the books, or seem to be in the device still." },
	};
	struct txr_reason warm[] = {
		{ "lost-events", 12, "said once only" },
		{ "warm-start", 1, "Packets older than the recording may be in it." },
	};
	char *text;

	(void)state;
	r->exact = r->devices[0].exact = false;
	r->reasons = why;
	r->nr_reasons = 1;
	r->devices[0].reasons = warm;
	r->devices[0].nr_reasons = 2;
	r->devices[0].completed = BETWEEN(836, 836, 848);
	r->devices[0].in_device.max = AT_LEAST(118);
	r->devices[0].in_device.p50 = NO_FIGURE;
	r->source.lost_events = 12;
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "2,836 events, 12 LOST\n");
	assert_has(text, "NOT EXACT, and why:\n");
	assert_has(text, "12 events were lost on CPU 1");
	assert_has(text, "\n    tap0: completed 836..848, max in device >=118\n");
	assert_has(text, "tap0: Packets older than");
	assert_has_not(text, "said once only");
	assert_has_not(text, "Every figure is exact");
	assert_true(strstr(text, "NOT EXACT") < strstr(text, "packets    started"));
	assert_has(text, "completed 836..848 + dropped 164");
	assert_has(text, "p50 -   p99 118   max >=118 of 118");
	assert_fits(text, 80);
	free(text);
	fixture_free(r);
}

static void test_what_was_set_aside_is_told(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *text;

	(void)state;
	r->source.duplicates = 3;
	r->pair.anomalies = 1;
	r->pair.unmatched_frees = 9;
	r->source.truncated = true;
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "Set aside: 3 seen twice, 1 contradictions\n");
	assert_has(text, "cut off");
	free(text);
	text = fixture_draw(txr_view_text, r,
			    &(struct txr_view_opts){ .queue = -1, .verbose = true });
	assert_has(text, "9 frees of packets not sent here");
	free(text);
	fixture_free(r);
}

static void test_many_devices_are_a_table(void **state)
{
	struct txr_report *r = fixture_report(6);
	char *text;

	(void)state;
	fixture_add_finding(r, "tap3");
	r->devices[2].in_device.max = BETWEEN(118, 110, 118);
	r->devices[2].in_device.avg = (struct txr_num){ 12345.6, 9999, 23456, TXR_FIG_BOUNDED };
	r->devices[4].kind = TXR_KIND_SYNCHRONOUS;
	r->devices[4].in_device.max = NO_FIGURE;
	r->devices[4].in_device.avg.trust = TXR_FIG_UNKNOWN;
	r->devices[4].packed_ns = NO_FIGURE;
	r->devices[5].started = AT_LEAST(123456789);
	r->devices[5].capacity_packets = 65535;
	r->devices[5].in_device.max = EXACT(65535);
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "\nDEVICE       STARTED DROPPED  AT END LAP AVG LAP P99  AVG IN     "
			 "MAX/CAP  PACKED\n");
	assert_has(text, "\ntap0            1000     164       0   795us   795us   64.66     "
			 "118/118  ~43.1%\n");
	assert_has(text, "\ntap2            1000     164       0   795us   795us  ~12345    "
			 "~118/118  ~43.1%\n");
	assert_has(text, "\ntap4            1000     164       0   795us   795us       - synchron"
			 "ous       -\n");
	assert_has(text, "\ntap5          >=123M");
	assert_has(text, "65535/65535");
	assert_has(text, "\ntotal ");
	assert_has(text, "\n  warning    tap3 queue 0: The ring was packed");
	assert_has_not(text, "  lap time");
	assert_fits(text, 80);
	free(text);
	/* Everything, when asked for. */
	text = fixture_draw(txr_view_text, r,
			    &(struct txr_view_opts){ .queue = -1, .verbose = true });
	assert_has(text, "\ntap4         tun, synchronous");
	assert_has(text, "not visible: the driver frees each packet inside xmit");
	assert_fits(text, 80);
	free(text);
	fixture_free(r);
}

/* Of 64 queues with the same finding three are shown, and how many there are. */
static void test_findings_of_many_queues(void **state)
{
	static struct txr_finding list[66];
	struct txr_report *r = fixture_report(2);
	char *text;
	int i;

	(void)state;
	fixture_add_finding(r, "tap1");
	for (i = 0; i < 64; i++) {
		list[i] = r->findings[0];
		list[i].queue = i;
	}
	list[64] = r->findings[0];		/* of another device */
	list[64].dev = 0;
	strcpy(list[64].device, "tap0");
	list[65] = r->findings[0];		/* of one that has no row */
	list[65].dev = TXR_DEV_NONE;
	list[65].queue = -1;
	strcpy(list[65].device, "gone\n0");
	r->findings = list;
	r->nr_findings = 66;
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "\n  warning    gone\\x0a0: The ring was packed");
	assert_has(text, "\n  warning    queue 2: The ring was packed");
	assert_has_not(text, "queue 3:");
	assert_has(text, "\n             and 61 more of these on other queues (-v shows them)\n");
	assert_fits(text, 80);
	free(text);
	text = fixture_draw(txr_view_text, r,
			    &(struct txr_view_opts){ .queue = -1, .verbose = true });
	assert_has(text, "queue 63:");
	assert_has_not(text, "more of these");
	free(text);
	fixture_free(r);
}

static void test_queues_and_idle_ones(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_row *d = &r->devices[0];
	char *text;
	size_t i;

	(void)state;
	fixture_row_free(&d->queues[0]);
	free(d->queues);
	fixture_queues(d, 64);
	for (i = 1; i < 63; i++)
		d->queues[i].started = EXACT(0);
	text = fixture_draw(txr_view_text, r,
			    &(struct txr_view_opts){ .queue = -1, .per_queue = true });
	assert_has(text, "\n  queue 0       1000 ");
	assert_has(text, "\n  queue 63      1000 ");
	assert_has_not(text, "  queue 1 ");
	assert_has(text, "\n  62 idle queues not shown\n");
	assert_fits(text, 80);
	free(text);
	fixture_free(r);
}

static void test_hostile_names(void **state)
{
	struct txr_report *r = fixture_report(5);
	char *text;

	(void)state;
	strcpy(r->devices[0].name, "\033[2J\a\xff\x80\x9b\x01\x02\x03\x04\x05");
	strcpy(r->devices[0].driver, "\033]0;x\a");
	fixture_drop[0] = (struct txr_drop){ "\033[31mX", 1, 0 };
	text = fixture_draw(txr_view_text, r, &plain);
	assert_null(strchr(text, '\033'));
	assert_has(text, "\\x1b[2J\\x07\\xff\\x80\\x9b");
	assert_fits(text, 80);
	free(text);
	text = fixture_draw(txr_view_text, r,
			    &(struct txr_view_opts){ .queue = -1, .verbose = true });
	assert_null(strchr(text, '\033'));
	assert_fits(text, 80);
	free(text);
	fixture_drop[0] = (struct txr_drop){ "FULL_RING", 164, 0 };
	fixture_free(r);
}

/* Every figure at its widest, every trust: lines still keep to the width. */
static void test_extremes_fit(void **state)
{
	static const enum txr_trust trusts[] = {
		TXR_FIG_EXACT, TXR_FIG_BOUNDED, TXR_FIG_AT_LEAST, TXR_FIG_UNKNOWN,
	};
	static const uint64_t sizes[] = {
		0, 9, 99, 999, 9999, 99999, 999999, 9999999, 999999999, 999999999999999,
	};
	size_t i, k, d;

	(void)state;
	for (i = 0; i < sizeof(trusts) / sizeof(trusts[0]); i++) {
		for (k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
			struct txr_report *r = fixture_report(4);
			struct txr_u64 f = { sizes[k], sizes[k] / 2, sizes[k] * 2, trusts[i] };
			char *text;

			for (d = 0; d < 4; d++) {
				struct txr_row *row = &r->devices[d];

				row->started = row->completed = row->dropped = f;
				row->busy = row->handed_over = row->restarted = f;
				row->uncertain = row->in_device_at_end = f;
				row->reset_released = row->completed_in_xmit = f;
				row->packed_ns = row->observed_ns = row->bql_limited_ns = f;
				row->in_device.max = row->in_device.p50 = f;
				row->in_device.avg = (struct txr_num){ (double)f.value,
					(double)f.low, (double)f.high, trusts[i] };
				row->capacity_packets = (int64_t)(sizes[k] % 65536);
				row->exact = trusts[i] == TXR_FIG_EXACT;
			}
			r->exact = trusts[i] == TXR_FIG_EXACT;
			text = fixture_draw(txr_view_text, r, &plain);
			assert_fits(text, 80);
			free(text);
			text = fixture_draw(txr_view_text, r, &(struct txr_view_opts){
					    .queue = -1, .verbose = true, .per_queue = true });
			assert_fits(text, 80);
			free(text);
			fixture_free(r);
		}
	}
}

static void test_colour_only_when_asked(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_view_opts o = { .queue = -1, .color = true, .utf8 = true };
	char *text;

	(void)state;
	text = fixture_draw(txr_view_text, r, &plain);
	assert_null(strchr(text, '\033'));
	free(text);
	text = fixture_draw(txr_view_text, r, &o);
	assert_has(text, "\033[1mtap0\033[m");
	assert_has(text, "█");
	free(text);
	fixture_free(r);
}

static void test_nothing_recorded(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_view_opts o = { .queue = -1, .device = "eth*" };
	char *text;

	(void)state;
	text = fixture_draw(txr_view_text, r, &o);
	assert_has(text, "No packet of a device of that name was seen.\n");
	free(text);
	r->nr_devices = 0;
	text = fixture_draw(txr_view_text, r, &plain);
	assert_has(text, "No packet was seen: no device to report on.\n");
	free(text);
	r->nr_devices = 1;
	fixture_free(r);
}

static void test_write_error(void **state)
{
	struct txr_report *r = fixture_report(1);

	(void)state;
	fixture_full(txr_view_text, r, &plain);
	fixture_full(txr_view_json, r, &plain);
	fixture_full(txr_view_csv, r, &plain);
	fixture_full(txr_view_classic, r, &plain);
	fixture_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_block),
		cmocka_unit_test(exact_with_bounds),
		cmocka_unit_test(stopped_at_the_end),
		cmocka_unit_test(bar_has_the_bounds),
		cmocka_unit_test(bar_of_mixed_packets),
		cmocka_unit_test(bar_of_large_packets),
		cmocka_unit_test(test_doubt_comes_first),
		cmocka_unit_test(test_what_was_set_aside_is_told),
		cmocka_unit_test(test_many_devices_are_a_table),
		cmocka_unit_test(test_findings_of_many_queues),
		cmocka_unit_test(test_queues_and_idle_ones),
		cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_extremes_fit),
		cmocka_unit_test(test_colour_only_when_asked),
		cmocka_unit_test(test_nothing_recorded),
		cmocka_unit_test(test_write_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
