// SPDX-License-Identifier: GPL-2.0-only
/* test_view_html.c - what the page says, of reports made by hand. */
#include "test_view_fixture.h"

static char *draw(struct txr_report *r, const char *device, const char *sort)
{
	const struct txr_view_opts o = { .queue = -1, .device = device, .sort = sort };

	return fixture_draw(txr_view_html, r, &o);
}

/* What stands between the first `from` and the `to` after it; valid until the next. */
static const char *part(const char *page, const char *from, const char *to)
{
	static char text[8192];
	const char *at = strstr(page, from), *end = at ? strstr(at, to) : NULL;

	if (!end)
		fail_msg("no '%s' with a '%s' after it", from, to);
	snprintf(text, sizeof(text), "%.*s", (int)(end - at), at);
	return text;
}

static void answer_is_the_finding(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *page;

	(void)state;
	fixture_add_finding(r, "tap0");
	r->findings[0].which = TXR_F_RING_PACKED;
	page = draw(r, NULL, NULL);
	assert_has(part(page, "<h1", "</h1>"), "tap0</bdi> queue 0: The ring was packed 43.1%");
	assert_has(part(page, "<p class=\"lead\"", "</p>"), "1 warning</a>. "
		   "<span class=\"exact\">Every figure is exact.");
	assert_has(part(page, "data-id=\"ring-packed\"", "</li>"),
		   "<dt>reason</dt><dd>FULL_RING</dd>");
	assert_has(page, "164 packets were dropped.</p>");
	free(page);
	fixture_free(r);
}

/* Stopped by the last packet that it took: no time that is observed, and not never. */
static void stopped_at_the_end(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_row *row = &r->devices[0];
	char *page;

	(void)state;
	row->packed_ns = (struct txr_u64){ 0, 0, 0, TXR_FIG_EXACT };
	row->packed_source = TXR_PACKED_DRIVER;
	row->packed_visits = 1;
	page = draw(r, NULL, NULL);
	assert_has(page, "of the time; 1 time, as the driver stopped it");
	assert_has_not(page, ">never<");
	free(page);
	row->packed_visits = 0;
	page = draw(r, NULL, NULL);
	assert_has(page, ">never<");
	free(page);
	fixture_free(r);
}

static void answer_without_finding(void **state)
{
	struct txr_report *r = fixture_report(2);
	char *page = draw(r, NULL, NULL);

	(void)state;
	assert_has(part(page, "<h1", "</h1>"), "Nothing in this recording points to");
	assert_has(part(page, "id=\"findings\"", "</section>"), "None.");
	free(page);
	/* the finding of a device that is not drawn is none of the page's */
	fixture_add_finding(r, "tap0");
	page = draw(r, "tap1", NULL);
	assert_has(part(page, "<h1", "</h1>"), "Nothing in this recording points to");
	assert_has_not(page, "tap0");
	free(page);
	page = draw(r, "none", NULL);
	assert_has(part(page, "<h1", "</h1>"), "No packet was seen");
	free(page);
	fixture_free(r);
}

static void bounds_in_place(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_row *d = &r->devices[0];
	struct txr_reason why = { .code = "lost-events", .text = "12 events were <lost>" };
	char *page;

	(void)state;
	d->completed = BETWEEN(836, 836, 848);
	d->dropped = AT_LEAST(164);
	d->in_device.max = BETWEEN(60, 59, 130);
	d->in_device.p99 = BETWEEN(118, 118, 118);
	d->bql_limited_ns = NO_FIGURE;
	d->exact = r->exact = false;
	d->reasons = &why;
	d->nr_reasons = 1;
	page = draw(r, NULL, NULL);
	assert_has(page, "<td class=\"n q\" data-k=\"completed\" data-v=\"836\" data-l=\"836\" "
			 "data-h=\"848\">836..848</td>");
	assert_has(page, "<td class=\"n q\" data-k=\"dropped\" data-v=\"164\" data-l=\"164\">"
			 "&gt;=164</td>");
	assert_has(page, "<dd class=\"n\" data-k=\"in_device.p99\" data-v=\"118\" data-l=\"118\" "
			 "data-h=\"118\">118</dd>");
	assert_has(part(page, "<p class=\"lead\"", "</p>"), "Not every figure is exact");
	assert_has(part(page, "class=\"gauge\"", "</svg>"),
		   "\"may\" height=\"6\" width=\"100\"/><rect class=\"part\" height=\"6\" "
		   "width=\"50\"/>");
	assert_has(part(page, "<div class=\"doubts\">", "</div>"), "12 events were &lt;lost&gt;");
	assert_has(part(page, "id=\"exactness\"", "</section>"), "12 events were &lt;lost&gt;");
	free(page);
	fixture_free(r);
}

/* A row that is exact can have a figure with bounds. */
static void exact_with_bounds(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *page;

	(void)state;
	r->devices[0].in_device.avg = (struct txr_num){ 60, 60, 61, TXR_FIG_BOUNDED };
	page = draw(r, NULL, NULL);
	assert_has(part(page, "<p class=\"lead\"", "</p>"),
		   "Every figure is exact, or shows the bounds it is between.");
	free(page);
	/* bounds that read the same leave nothing open */
	r->devices[0].in_device.avg.high = 60.0001;
	page = draw(r, NULL, NULL);
	assert_has(part(page, "<p class=\"lead\"", "</p>"), "Every figure is exact.<");
	free(page);
	fixture_free(r);
}

static void names_are_text(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *page;

	(void)state;
	strcpy(r->devices[0].name, "<b>\"'&\xff\n");
	r->source.path = "</title><script>alert(1)</script>";
	page = draw(r, NULL, NULL);
	assert_has_not(page, "<b>\"");
	assert_has_not(page, "<script>alert");
	assert_has(page, "data-device=\"&lt;b&gt;&quot;&#39;&amp;\\xff\\x0a\"");
	assert_has(page, "&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
	free(page);
	fixture_free(r);
}

/* An error, then a warning, then the others, unless an order is asked for. */
static void order_of_devices(void **state)
{
	struct txr_report *r = fixture_report(4);
	char *page;

	(void)state;
	fixture_add_finding(r, "tap2");
	fixture_finding[1] = fixture_finding[0];
	strcpy(fixture_finding[1].device, "tap1");
	fixture_finding[0].severity = TXR_ERROR;
	r->nr_findings = 2;
	page = draw(r, NULL, NULL);
	assert_has(part(page, "id=\"d0\"", "</h2>"), "tap2");
	assert_has(part(page, "id=\"d1\"", "</h2>"), "tap1");
	assert_has(part(page, "id=\"d2\"", "</h2>"), "tap0");
	assert_has(part(page, "id=\"d3\"", "</h2>"), "tap3");
	free(page);
	page = draw(r, NULL, "name");
	assert_has(part(page, "id=\"d0\"", "</h2>"), "tap0");
	free(page);
	fixture_free(r);
}

/* Two queues with the same finding: one in full, the other below it. */
static void findings_alike(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *page;

	(void)state;
	fixture_add_finding(r, "tap0");
	fixture_finding[1] = fixture_finding[0];
	fixture_finding[1].queue = 1;
	strcpy(fixture_finding[1].message, "the other queue");
	r->nr_findings = 2;
	page = draw(r, NULL, NULL);
	assert_has(part(page, "id=\"f0\"", "</section>"), "<li>queue 1: the other queue.</li>");
	assert_has_not(page, "id=\"f1\"");
	assert_has(part(page, "<p class=\"lead\"", "</p>"), "2 warnings");
	assert_has(part(page, "<h1", "</h1>"), "<small>and 1 more queue like it</small>");
	assert_has(part(page, "<p class=\"briefs\">", "</p>"), ", 2 queues</a>");
	free(page);
	fixture_free(r);
}

static void timeline_of(struct txr_row *row, struct txr_timeline *t, struct txr_time_bin *bin)
{
	size_t i;

	*t = (struct txr_timeline){
		.start_ns = 0, .bin_ns = 1000, .first_ns = 500, .end_ns = 5250,
		.levels_known = true, .nr = 6, .bin = bin,
	};
	memset(bin, 0, 6 * sizeof(*bin));
	for (i = 1; i < 6; i++) {
		bin[i].min = (uint32_t)i;
		bin[i].max = (uint32_t)i * 10;
		bin[i].lap_ns = 500 * i;
		bin[i].started = i;
	}
	bin[0].lap_ns = 250;
	row->timeline = t;
}

/* Coordinates are the figures. */
static void path_is_the_figures(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_time_bin bin[6];
	struct txr_timeline t;
	char *page;

	(void)state;
	timeline_of(&r->devices[0], &t, bin);
	page = draw(r, NULL, NULL);
	assert_has(page, "class=\"band\" d=\"M0 0H1V10H2V20H3V30H4V40H5V50H5.25V5H5V4H4V3H3V2H2V1"
			 "H1V0H0z\"");
	/* the first bin was observed for half of it, the last for a quarter */
	assert_has(page, "class=\"avg\" d=\"M0 0.5H2V1H3V1.5H4V2H5V10H5.25\"");
	assert_has(page, "viewBox=\"0 0 5.25 125.08\" preserveAspectRatio=\"none\">");
	assert_has(page, "data-b=\",,250;1,10,500,1;2,20,1000,2;");
	assert_has(page, ">holds 118</text>");
	free(page);
	/* far above: named, and the scale is that of the packets */
	r->devices[0].capacity_packets = 1000;
	page = draw(r, NULL, NULL);
	assert_has(page, "viewBox=\"0 0 5.25 53\" preserveAspectRatio=\"none\">");
	assert_has(page, ">\xe2\x86\x91 holds 1,000</text>");
	free(page);
	r->devices[0].timeline = NULL;
	fixture_free(r);
}

static void what_may_be_off_is_drawn(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_time_bin bin[6];
	struct txr_timeline t;
	char *page;

	(void)state;
	timeline_of(&r->devices[0], &t, bin);
	page = draw(r, NULL, NULL);
	assert_has_not(page, "<path class=\"warm\"");
	assert_has_not(page, "events lost</span>");
	free(page);
	bin[0].flags = bin[1].flags = TXR_BIN_WARM;
	bin[2].flags = TXR_BIN_GAP_UNKNOWN;
	bin[3].flags = bin[4].flags = TXR_BIN_DOUBT;
	bin[5].open_ns = 1000;
	page = draw(r, NULL, NULL);
	assert_has(page, "<path class=\"warm\" d=\"M0 0H2V125.08H0z\"/>");
	assert_has(page, "<path class=\"gap\" d=\"M2 0H3V125.08H2z\"/>");
	assert_has(page, "<path class=\"doubt\" d=\"M3 0H5V125.08H3z\"/>");
	assert_has(page, "older packets may be inside");
	assert_has(page, "events lost</span>");
	assert_has(page, "<path class=\"mark lost\" d=\"M2 0");
	assert_has(page, "class=\"avg more\" d=\"M0 0.5H2V1H3V1.5H4V2H5V14H5.25\"");
	free(page);
	r->devices[0].timeline = NULL;
	fixture_free(r);
}

/* Levels that are not known are not drawn as 0. */
static void unknown_levels(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_time_bin bin[6];
	struct txr_timeline t;
	char *page;

	(void)state;
	timeline_of(&r->devices[0], &t, bin);
	t.levels_known = false;
	r->devices[0].kind = TXR_KIND_SYNCHRONOUS;
	r->devices[0].in_device.max = NO_FIGURE;
	r->devices[0].in_device.avg.trust = TXR_FIG_UNKNOWN;
	page = draw(r, NULL, NULL);
	assert_has_not(page, "class=\"band\" d");
	assert_has(page, "<path class=\"mark started\"");
	assert_has(page, "not visible: the driver frees each packet inside xmit");
	free(page);
	r->devices[0].timeline = NULL;
	fixture_free(r);
}

static void nowhere_to_write(void **state)
{
	const struct txr_view_opts o = { .queue = -1 };
	struct txr_report *r = fixture_report(1);

	(void)state;
	fixture_full(txr_view_html, r, &o);
	fixture_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answer_is_the_finding),
		cmocka_unit_test(stopped_at_the_end),
		cmocka_unit_test(answer_without_finding),
		cmocka_unit_test(bounds_in_place),
		cmocka_unit_test(exact_with_bounds),
		cmocka_unit_test(names_are_text),
		cmocka_unit_test(order_of_devices),
		cmocka_unit_test(findings_alike),
		cmocka_unit_test(path_is_the_figures),
		cmocka_unit_test(what_may_be_off_is_drawn),
		cmocka_unit_test(unknown_levels),
		cmocka_unit_test(nowhere_to_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
