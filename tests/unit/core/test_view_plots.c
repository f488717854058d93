// SPDX-License-Identifier: GPL-2.0-only
/* Plots in text: what each height and mark stands for, in UTF-8 and ASCII, narrow too. */
#include "test_view_fixture.h"

#define MS 1000000ULL

static const struct txr_view_opts ascii = { .queue = -1, .timeline = true };
static const struct txr_view_opts utf8 = { .queue = -1, .timeline = true, .utf8 = true };

/* Empty, filling, full with drops, draining, and a rest that is in doubt. */
static struct txr_time_bin bins[] = {
	{ .min = 0, .max = 0, .started = 0 },
	{ .min = 0, .max = 118, .lap_ns = 59 * MS, .started = 200, .max_bytes = 11800 },
	{ .min = 118, .max = 118, .lap_ns = 118 * MS, .started = 10, .dropped = 10,
	  .packed_ns = MS },
	{ .min = 1, .max = 118, .lap_ns = 30 * MS, .started = 10, .dropped = 164,
	  .packed_ns = MS / 2 },
	{ .min = 1, .max = 1, .open_ns = MS, .flags = TXR_BIN_GAP | TXR_BIN_DOUBT, .lost = 7 },
};

static struct txr_timeline timeline = {
	.start_ns = 2 * MS, .bin_ns = MS, .first_ns = 2 * MS, .end_ns = 7 * MS,
	.levels_known = true, .packed_known = true,
	.nr = sizeof(bins) / sizeof(bins[0]), .bin = bins,
};

static struct txr_report *report(void)
{
	struct txr_report *r = fixture_report(1);

	r->devices[0].timeline = &timeline;
	return r;
}

static char *plot(struct txr_report *r, const struct txr_view_opts *o)
{
	char *text = fixture_draw(txr_view_text, r, o);

	assert_fits(text, o->width > 37 ? (size_t)o->width : o->width ? 37 : 80);
	return text;
}

static void test_levels(void **state)
{
	struct txr_report *r = report();
	char *text;

	(void)state;
	text = plot(r, &ascii);
	assert_has(text, "\ntap0         tun, ring, holds 118 packets (tun: txqueuelen)\n"
		"  in device  min # avg + max ., a column is 1.00ms\n"
		"    118 ring|-.#.-\n"
		"            | .#.\n"
		"            | .#.\n"
		"            | .#.\n"
		"            | +#.\n"
		"            | +#.\n"
		"            | +#+\n"
		"            | +###\n"
		"           0+---+-\n"
		"               5ms\n"
		"  started     #..\n"
		"  dropped      .#\n"
		"  packed       #:\n"
		"  lost           x\n"
		"  not sure       ?\n"
		"  highest    started 200, dropped 164 in a column\n"
		"             not sure: since events were lost, packets may be inside that are\n"
		"             not shown, and shown ones may be gone\n");
	assert_has_not(text, "busy");
	assert_has_not(text, "BQL");
	assert_has_not(text, "older than");
	free(text);
	text = plot(r, &utf8);
	assert_has(text, "  in device  min █ avg ▒ max ░, a column is 1.00ms\n"
		"    118 ring│─░█░─\n"
		"            │ ░█░\n"
		"            │ ░█░\n"
		"            │ ░█░\n"
		"            │ ▒█░\n"
		"            │ ▒█░\n"
		"            │ ▒█▒\n"
		"            │ ▒███\n"
		"           0└───┬─\n"
		"               5ms\n"
		"  started     █▁▁\n"
		"  dropped      ▁█\n"
		"  packed       █▄\n");
	free(text);
	fixture_free(r);
}

/* The height is the ring, unless that is so far above that nothing would be seen. */
static void test_scale(void **state)
{
	struct txr_report *r = report();
	char *text;

	(void)state;
	r->devices[0].capacity_packets = 472;
	text = plot(r, &ascii);
	assert_has(text, "    472 ring|-----\n");
	assert_has(text, "            |\n            | .#.\n            | +###\n           0+");
	free(text);
	fixture_free(r);
}

static void test_scale_of_small_use(void **state)
{
	struct txr_report *r = report();
	char *text;

	(void)state;
	r->devices[0].capacity_packets = 4096;
	text = plot(r, &ascii);
	assert_has(text, "a column is 1.00ms; it holds 4,096\n");
	assert_has(text, "         118| .#.\n");
	assert_has_not(text, "ring|");
	free(text);
	r->devices[0].capacity_packets = 100;	/* more inside than it holds */
	text = plot(r, &ascii);
	assert_has(text, "         118| .#.\n    100 ring|-.#.-\n");
	free(text);
	r->devices[0].capacity_packets = TXR_UNKNOWN;
	text = plot(r, &ascii);
	assert_has(text, "         118| .#.\n            | .#.\n");
	free(text);
	fixture_free(r);
}

static void test_nothing_to_see(void **state)
{
	struct txr_report *r = report();
	char *text;

	(void)state;
	timeline.levels_known = false;
	r->devices[0].kind = TXR_KIND_SYNCHRONOUS;
	text = plot(r, &ascii);
	assert_has(text, "  in device  not visible: the driver frees each packet inside xmit\n"
		   "            +---+-\n"
		   "               5ms\n"
		   "  started     #..\n");
	assert_has_not(text, "not sure");
	timeline.levels_known = true;
	free(text);
	fixture_free(r);
}

static void test_before_the_first_start(void **state)
{
	struct txr_report *r = report();
	uint32_t flags = bins[0].flags;
	char *text;

	(void)state;
	bins[0].flags = TXR_BIN_UNSEEN;
	bins[0].max = 100;	/* must not be drawn */
	text = plot(r, &ascii);
	assert_has(text, "            | +#.\n            | +#.\n");
	bins[0].flags = flags;
	bins[0].max = 0;
	free(text);
	fixture_free(r);
}

static void test_warm(void **state)
{
	struct txr_report *r = report();
	char *text;

	(void)state;
	bins[1].flags = TXR_BIN_WARM;
	text = plot(r, &ascii);
	assert_has(text, "  not sure    ?  ?\n");
	assert_has(text, "not sure: packets older than the recording may be inside");
	bins[1].flags = 0;
	free(text);
	fixture_free(r);
}

/* Many bins, every width: it fits, and no tick label is cut off. */
static void test_widths(void **state)
{
	static struct txr_time_bin many[TXR_TIME_BINS];
	struct txr_timeline t = timeline;
	struct txr_report *r = report();
	size_t i;

	(void)state;
	for (i = 0; i < TXR_TIME_BINS; i++)
		many[i] = (struct txr_time_bin){ .max = 118, .started = 1, .lap_ns = MS };
	t.bin = many;
	t.nr = TXR_TIME_BINS;
	t.end_ns = t.start_ns + t.nr * t.bin_ns;
	r->devices[0].timeline = &t;
	for (i = 20; i < 300; i++) {
		struct txr_view_opts o = { .queue = -1, .timeline = true, .histogram = true,
					   .utf8 = i % 2, .width = (int)i };
		char *text = plot(r, &o);

		assert_has(text, "ms\n");
		assert_has(text, "p99.9");
		free(text);
	}
	fixture_free(r);
}

static void add_laps(struct txr_dist *d, uint64_t ns, uint64_t count)
{
	while (count--)
		assert_int_equal(txr_hist_add(&d->hist, ns), 0);
	d->count = d->hist.count;
	d->min = d->hist.min_ns;
	d->max = d->hist.max_ns;
	d->avg = txr_hist_mean(&d->hist);
	d->p50 = txr_hist_quantile(&d->hist, .5);
	d->p90 = txr_hist_quantile(&d->hist, .9);
	d->p99 = txr_hist_quantile(&d->hist, .99);
	d->p999 = txr_hist_quantile(&d->hist, .999);
}

static void test_histogram(void **state)
{
	struct txr_view_opts o = { .queue = -1, .histogram = true };
	struct txr_report *r = report();
	struct txr_dist *d = &r->devices[0].lap_ns;
	char *text;

	(void)state;
	txr_hist_clear(&d->hist);
	add_laps(d, 10000, 600);
	add_laps(d, 12000, 300);
	add_laps(d, 60000, 99);
	add_laps(d, 70000, 1);
	text = plot(r, &o);
	assert_has(text,
		"  lap time   min 10.0us   avg 15.6us   max 70.0us   of 1,000\n"
		"             p50 10.0us   p90 11.9us   p99 60.1us   p99.9 60.1us\n"
		"        from   packets so far\n"
		"      8.19us       600  60.0%  ############################## p50\n"
		"      10.2us       300  90.0%  ############### p90\n"
		"         ...         0\n"
		"      57.3us        99  99.9%  ##### p99 p99.9\n"
		"      65.5us         1 100.0%  -\n");
	assert_has_not(text, "in device");
	free(text);
	txr_hist_clear(&d->hist);
	d->count = 0;
	text = plot(r, &o);
	assert_has(text, "  lap time   none: no packet came back\n");
	free(text);
	fixture_free(r);
}

/* Queues that sent something have plots of their own, with -Q. */
static void test_queues(void **state)
{
	struct txr_view_opts o = ascii;
	struct txr_report *r = report();
	char *text;

	(void)state;
	fixture_row_free(&r->devices[0].queues[0]);
	free(r->devices[0].queues);
	fixture_queues(&r->devices[0], 3);
	r->devices[0].queues[0].timeline = r->devices[0].queues[2].timeline = &timeline;
	r->devices[0].queues[1].started = EXACT(0);
	text = plot(r, &o);
	assert_has_not(text, "\n  queue");
	free(text);
	o.per_queue = true;
	text = plot(r, &o);
	assert_has(text, "\n  queue 0\n  in device  min");
	assert_has_not(text, "queue 1");
	assert_has(text, "\n  queue 2\n  in device  min");
	free(text);
	fixture_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_levels),
		cmocka_unit_test(test_scale),
		cmocka_unit_test(test_scale_of_small_use),
		cmocka_unit_test(test_nothing_to_see),
		cmocka_unit_test(test_before_the_first_start),
		cmocka_unit_test(test_warm),
		cmocka_unit_test(test_widths),
		cmocka_unit_test(test_histogram),
		cmocka_unit_test(test_queues),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
