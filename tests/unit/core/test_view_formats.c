// SPDX-License-Identifier: GPL-2.0-only
/* CSV, the classic layout, selection and order of rows, escaping. */
#include "test_view_fixture.h"
#include "view/columns.h"

static const struct txr_view_opts plain = { .queue = -1 };

/* Field nr (from 0) of line nr (from 0), for lines without quotes. */
static char *field(const char *text, int line, const char *column)
{
	static char buf[256];
	const char *head = text, *at = text, *comma;
	int nr = 0;

	while (line--)
		at = strchr(at, '\n') + 1;
	for (;;) {
		size_t len = strcspn(head, ",\n");

		if (strlen(column) == len && !strncmp(head, column, len))
			break;
		if (head[len] == '\n')
			fail_msg("no column %s", column);
		head += len + 1;
		nr++;
	}
	while (nr--) {
		comma = strchr(at, ',');
		assert_non_null(comma);
		at = comma + 1;
	}
	snprintf(buf, sizeof(buf), "%.*s", (int)strcspn(at, ",\n"), at);
	return buf;
}

static int count(const char *s, char c)
{
	int n = 0;

	for (; *s; s++)
		n += *s == c;
	return n;
}

static void test_csv(void **state)
{
	struct txr_report *r = fixture_report(2);
	char *text, *line, *save;
	int commas = -1;

	(void)state;
	r->devices[1].completed = BETWEEN(5, 4, 6);
	r->devices[1].dropped = AT_LEAST(7);
	r->devices[1].busy = NO_FIGURE;
	text = fixture_draw(txr_view_csv, r, &plain);
	assert_string_equal(field(text, 0, "file"), "file");
	assert_string_equal(field(text, 1, "file"), "txring.dat");
	assert_string_equal(field(text, 1, "completed"), "836");
	assert_string_equal(field(text, 1, "completed_low"), "836");
	assert_string_equal(field(text, 1, "completed_high"), "836");
	assert_string_equal(field(text, 1, "in_device.avg"), "64.66");
	assert_string_equal(field(text, 1, "ring_descriptors"), "");
	assert_string_equal(field(text, 1, "lap_ns.p99"), "795687");
	assert_string_equal(field(text, 1, "late_free_ns.p99"), "");
	assert_string_equal(field(text, 1, "exact"), "true");
	assert_string_equal(field(text, 2, "completed"), "5");
	assert_string_equal(field(text, 2, "completed_low"), "4");
	assert_string_equal(field(text, 2, "completed_high"), "6");
	assert_string_equal(field(text, 2, "dropped_low"), "7");
	assert_string_equal(field(text, 2, "dropped_high"), "");
	assert_string_equal(field(text, 2, "busy"), "");
	assert_string_equal(field(text, 2, "busy_low"), "");
	assert_has_not(text, "histogram");
	assert_has_not(text, ",queue,");
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (commas < 0)
			commas = count(line, ',');
		assert_int_equal(count(line, ','), commas);
	}
	free(text);
	fixture_free(r);
}

static void test_csv_queues_and_header(void **state)
{
	struct txr_report *r = fixture_report(1);
	struct txr_view_opts o = { .queue = -1, .per_queue = true };
	char *text;

	(void)state;
	fixture_row_free(&r->devices[0].queues[0]);
	free(r->devices[0].queues);
	fixture_queues(&r->devices[0], 3);
	text = fixture_draw(txr_view_csv, r, &o);
	assert_int_equal(count(text, '\n'), 4);
	assert_string_equal(field(text, 3, "queue"), "2");
	free(text);
	o.no_header = true;
	o.queue = 1;
	text = fixture_draw(txr_view_csv, r, &o);
	assert_int_equal(count(text, '\n'), 1);
	assert_true(!strncmp(text, "txring.dat,tap0,1,", 18));
	free(text);
	fixture_free(r);
}

static void test_csv_quoting(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *text;

	(void)state;
	r->source.path = "a,\"b\"\n.dat";
	strcpy(r->devices[0].name, "x,y");
	text = fixture_draw(txr_view_csv, r, &plain);
	assert_has(text, "\n\"a,\"\"b\"\"\\x0a.dat\",\"x,y\",");
	free(text);
	fixture_free(r);
}

static void test_classic(void **state)
{
	struct txr_report *r = fixture_report(1);
	char *text;

	(void)state;
	text = fixture_draw(txr_view_classic, r, &plain);
	assert_string_equal(text,
		"tap0\tTX packets=836\n"
		"\tlap time between start_xmit - free_skb:\n"
		"\t    avg=0.795687msec\n"
		"\t    max=0.795687msec\n"
		"\tnumber of packets in device:\n"
		"\t    avg=  64.66\n"
		"\t    max= 118\n\n");
	free(text);
	r->devices[0].in_device.max = NO_FIGURE;
	r->devices[0].in_device.avg.trust = TXR_FIG_UNKNOWN;
	text = fixture_draw(txr_view_classic, r, &plain);
	assert_has(text, "\t    avg=      -\n\t    max=   -\n");
	free(text);
	fixture_free(r);
}

static void order_is(struct txr_report *r, const char *sort, const char *want)
{
	struct txr_view_opts o = { .queue = -1, .sort = sort };
	char *text = fixture_draw(txr_view_csv, r, &o), got[64] = "";
	size_t i;

	for (i = 1; i <= r->nr_devices; i++)
		strcat(got, field(text, (int)i, "name") + 3);
	assert_string_equal(got, want);
	free(text);
}

static void test_sort(void **state)
{
	struct txr_report *r = fixture_report(4);

	(void)state;
	r->devices[2].dropped = EXACT(999);
	r->devices[0].dropped = NO_FIGURE;
	r->devices[3].in_device.avg = NUM(100.5);
	r->devices[1].lap_ns.count = 0;
	r->devices[3].capacity_packets = TXR_UNKNOWN;
	strcpy(r->devices[0].driver, "veth");
	order_is(r, NULL, "0123");
	order_is(r, "dropped", "2130");
	order_is(r, "in_device.avg", "3012");
	order_is(r, "lap_ns.p99", "0231");
	order_is(r, "capacity_packets", "0123");
	order_is(r, "driver", "1230");
	order_is(r, "name", "0123");
	fixture_free(r);
}

static void test_sort_keys(void **state)
{
	const struct txr_column *c;

	(void)state;
	assert_true(txr_view_sort_key("in_device.max"));
	assert_true(txr_view_sort_key("queue"));
	assert_false(txr_view_sort_key("in_device"));
	assert_false(txr_view_sort_key("lap_ns.histogram"));
	assert_false(txr_view_sort_key(""));
	/* A key that is there twice would hide one of the two. */
	for (c = txr_row_columns; c->key; c++)
		assert_ptr_equal(txr_row_column(c->key), c);
}

static void escapes(const char *s, const char *want)
{
	char buf[64];

	assert_ptr_equal(txr_escape(buf, sizeof(buf), s), buf);
	assert_string_equal(buf, want);
}

static void test_escape(void **state)
{
	char small[6];

	(void)state;
	escapes("", "");
	escapes("eth0", "eth0");
	escapes("\033[1m\n\t\x7f", "\\x1b[1m\\x0a\\x09\\x7f");
	escapes("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
	escapes("\xc2\x9b", "\\xc2\\x9b");			/* C1 */
	escapes("\xc0\xaf", "\\xc0\\xaf");			/* overlong */
	escapes("\xed\xa0\x80", "\\xed\\xa0\\x80");		/* surrogate */
	escapes("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80");	/* above U+10FFFF */
	escapes("\xe2\x82", "\\xe2\\x82");			/* cut off */
	escapes("a\x80z", "a\\x80z");
	/* What does not fit is left away whole. */
	assert_string_equal(txr_escape(small, sizeof(small), "abc\n"), "abc");
	assert_string_equal(txr_escape(small, sizeof(small), "abcd\xc3\xa9"), "abcd");
	assert_string_equal(txr_escape(small, 1, "x"), "");
}

static void test_double_text(void **state)
{
	char buf[TXR_DOUBLE_BUF];

	(void)state;
	assert_string_equal(txr_double_text(buf, 0.1), "0.1");
	assert_string_equal(txr_double_text(buf, 64.66), "64.66");
	assert_string_equal(txr_double_text(buf, 1.0 / 3), "0.3333333333333333");
	assert_string_equal(txr_double_text(buf, 0.0 / 0.0), "null");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_csv_queues_and_header),
		cmocka_unit_test(test_csv_quoting),
		cmocka_unit_test(test_classic),
		cmocka_unit_test(test_sort),
		cmocka_unit_test(test_sort_keys),
		cmocka_unit_test(test_escape),
		cmocka_unit_test(test_double_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
