// SPDX-License-Identifier: GPL-2.0-only
/* The maths of the screen at every size, and what is drawn on it. */
#include <math.h>
#include "test_top_fixture.h"
#include "view/top_draw.h"
#include "view/top_plain.h"

/* Columns in order, apart, inside; no line twice; the rows fit between. */
static void check_layout(int w, int h, bool detail)
{
	struct txr_top_layout l;
	int lines[6], i, k, x = 0;

	txr_top_layout(&l, w, h, detail);
	assert_true(l.nr_cols >= 1 && l.col[0].id == TXR_TC_NAME);
	for (i = 0; i < l.nr_cols; i++) {
		assert_true(l.col[i].x >= x && l.col[i].width >= 1);
		x = l.col[i].x + l.col[i].width + 1;
	}
	assert_true(x - 1 <= w);
	lines[0] = l.title, lines[1] = l.totals, lines[2] = l.alert;
	lines[3] = l.header, lines[4] = l.footer, lines[5] = l.detail_at;
	for (i = 0; i < 6; i++) {
		assert_true(lines[i] < h);
		for (k = 0; k < i; k++)
			assert_true(lines[i] < 0 || lines[i] != lines[k]);
		assert_true(lines[i] < l.rows_at || lines[i] >= l.rows_at + l.rows);
	}
	assert_true(l.rows >= 1 && l.rows_at >= 0 && l.rows_at + l.rows <= h);
	assert_true(!l.detail || l.detail_at + l.detail <= h);
}

static void test_every_size(void **state)
{
	int w, h;

	(void)state;
	for (w = 1; w <= 220; w++)
		for (h = 1; h <= 70; h++) {
			check_layout(w, h, false);
			check_layout(w, h, true);
		}
	check_layout(1, 1, true);
}

static bool has_column(int width, enum txr_top_column_id id)
{
	struct txr_top_layout l;
	int i;

	txr_top_layout(&l, width, 24, true);
	for (i = 0; i < l.nr_cols; i++)
		if (l.col[i].id == id)
			return true;
	return false;
}

/* The more important columns stay on a narrow screen; a wide one has them all. */
static void test_columns(void **state)
{
	int i;

	(void)state;
	for (i = 0; i < TXR_TC_NR; i++)
		assert_true(has_column(180, i));
	assert_true(has_column(20, TXR_TC_NOW));
	assert_false(has_column(20, TXR_TC_FILL));
	assert_true(has_column(80, TXR_TC_FILL) && has_column(80, TXR_TC_STATE));
	assert_true(has_column(80, TXR_TC_DROPS) && has_column(80, TXR_TC_P99));
}

static void test_scroll(void **state)
{
	(void)state;
	assert_int_equal(txr_top_scroll(0, 0, 0, 10), 0);
	assert_int_equal(txr_top_scroll(0, 9, 100, 10), 0);
	assert_int_equal(txr_top_scroll(0, 10, 100, 10), 1);
	assert_int_equal(txr_top_scroll(50, 20, 100, 10), 20);
	assert_int_equal(txr_top_scroll(95, 99, 100, 10), 90);
	assert_int_equal(txr_top_scroll(7, 3, 4, 10), 0);
	assert_int_equal(txr_top_scroll(0, 5, 6, 1), 5);
}

static const char *bar(int width, double now, double max, double ring, bool utf8)
{
	static char text[4 * 64 + 1];

	txr_top_bar(text, width, now, max, ring, utf8);
	return text;
}

static void test_bar(void **state)
{
	(void)state;
	assert_string_equal(bar(12, 59, 118, 118, false), "[#####    |]");
	assert_string_equal(bar(12, 118, 118, 118, false), "[##########]");
	assert_string_equal(bar(12, 500, 500, 118, false), "[##########]");
	assert_string_equal(bar(12, 0, 0, 118, false), "[          ]");
	assert_string_equal(bar(12, 1, 0, 100000, false), "[-         ]");	/* not none */
	assert_string_equal(bar(12, 0, 1, 100000, false), "[|         ]");
	assert_string_equal(bar(12, 5, 5, 0, false), "            ");
	assert_string_equal(bar(12, NAN, INFINITY, 118, false), "[          ]");
	assert_string_equal(bar(2, 5, 5, 10, false), "  ");
	assert_string_equal(bar(1, 5, 5, 10, false), " ");
	assert_string_equal(bar(6, 25, 75, 100, true), "[█ │ ]");
	assert_string_equal(bar(6, 12.5, 12.5, 100, true), "[▌   ]");
}

static const char *cell(enum txr_top_column_id id, int fig, double v, enum txr_trust trust)
{
	static char text[TXR_TOP_CELL];
	struct txr_top_row r = { .queue = -1, .exact = true };

	r.fig[fig] = (struct txr_top_fig){ v, trust };
	return txr_top_cell(text, &r, id);
}

/* No figure is nan, inf or negative, and none is wider than its column. */
static void test_cells(void **state)
{
	static const double values[] = { 0, 0.004, 1, 9.994, 9.996, 99.94, 99.96, 999.4, 999.6,
					 9999.6, 99999.4, 99999.6, 1e6, 1e12, 1e15, 1e300 };
	enum txr_top_column_id id;
	size_t i;

	(void)state;
	assert_string_equal(cell(TXR_TC_NOW, TXR_TF_NOW, 118, TXR_FIG_EXACT), "118");
	assert_string_equal(cell(TXR_TC_NOW, TXR_TF_NOW, 1023, TXR_FIG_BOUNDED), "~1023");
	assert_string_equal(cell(TXR_TC_MAX, TXR_TF_MAX, 12, TXR_FIG_AT_LEAST), ">12");
	assert_string_equal(cell(TXR_TC_AVG, TXR_TF_AVG, 2.5, TXR_FIG_EXACT), "2.50");
	assert_string_equal(cell(TXR_TC_PPS, TXR_TF_PPS, 1310000, TXR_FIG_EXACT), "1.31M");
	assert_string_equal(cell(TXR_TC_P99, TXR_TF_P99_NS, 1020000, TXR_FIG_EXACT), "1.02ms");
	assert_string_equal(cell(TXR_TC_NOW, TXR_TF_NOW, 5, TXR_FIG_UNKNOWN), "-");
	assert_string_equal(cell(TXR_TC_NOW, TXR_TF_NOW, -5, TXR_FIG_EXACT), "-");
	assert_string_equal(cell(TXR_TC_AVG, TXR_TF_AVG, NAN, TXR_FIG_EXACT), "-");
	assert_string_equal(cell(TXR_TC_PPS, TXR_TF_PPS, INFINITY, TXR_FIG_EXACT), "-");
	for (id = 0; id < TXR_TC_NR; id++)
		for (i = 0; i < sizeof(values) / sizeof(values[0]) &&
			    txr_top_columns[id].fig >= 0; i++) {
			const char *s = cell(id, txr_top_columns[id].fig, values[i],
					     id == TXR_TC_RING || id == TXR_TC_BQL ?
					     TXR_FIG_EXACT : TXR_FIG_BOUNDED);

			if (id == TXR_TC_AGE || (id >= TXR_TC_P50 && id <= TXR_TC_LAPMAX))
				continue;	/* times of years are no matter */
			if (values[i] < 1e15)
				assert_in_range(strlen(s), 1, txr_top_columns[id].width);
		}
}

static const char *line_of(const struct txr_canvas *c, int y)
{
	static char text[1024];
	int x, n = 0;

	for (x = 0; x < c->width; x++) {
		uint32_t ch = c->cell[y * c->width + x].ch;

		text[n++] = ch < 0x80 ? (char)ch : '*';
	}
	text[n] = '\0';
	return text;
}

static bool on_canvas(const struct txr_canvas *c, const char *what)
{
	int y;

	for (y = 0; y < c->height; y++)
		if (strstr(line_of(c, y), what))
			return true;
	return false;
}

/* Of tap0: two of queue 0; of another device: one; of the recording: one. */
static struct txr_finding found[4] = {
	{ .id = "lost-events", .severity = TXR_WARNING, .dev = TXR_DEV_NONE, .queue = -1,
	  .message = "events were lost" },
	{ .id = "ring-packed", .severity = TXR_WARNING, .dev = 0, .device = "tap0", .queue = 0,
	  .message = "the ring was packed 50.5 % of the time, 51 times; up to 118 packets "
		     "inside (from FULL_RING drops)",
	  .advice = "grow the ring: ip link set tap0 txqueuelen 236" },
	{ .id = "tx-busy", .severity = TXR_WARNING, .dev = 1, .device = "other", .queue = 0,
	  .message = "refused" },
	{ .id = "bursty-completion", .severity = TXR_INFO, .dev = 0, .device = "tap0",
	  .queue = 0, .message = "packets\033[2J come back in bursts", .advice = "come sooner" },
};

static void fill_top(struct txr_top *t, struct moment *m)
{
	moment_init(m);
	add_device(m, "tap0", 100, 118);
	add_device(m, "wicked\033[2J\n", 3, 16);
	m->total_row[0].nr_oldest = 1;
	m->total_row[0].oldest[0] = (struct txr_open_lap){ .age_ns = 5000000, .len_bytes = 128,
							   .pid = 42, .comm = "sender" };
	assert_int_equal(txr_hist_add(&m->total_row[0].lap_ns.hist, 70000), 0);
	m->total.findings = found;
	m->total.nr_findings = 4;
	m->total_row[0].driver[0] = '\0';
	txr_top_init(t);
	t->asked_interval_ns = 1000000000;
	t->detail = true;
	strcpy(t->clock, "12:34:56");
	assert_int_equal(txr_top_update(t, &m->total, &m->each, 1, NULL), 0);
}

static void test_draw(void **state)
{
	struct txr_canvas c = { 0 };
	struct moment m;
	struct txr_top t;
	int w, h, i;

	(void)state;
	fill_top(&t, &m);
	assert_int_equal(txr_canvas_resize(&c, 80, 24, false), 0);
	txr_top_draw(&c, &t);
	assert_true(on_canvas(&c, "12:34:56"));
	assert_true(on_canvas(&c, "tap0                0    100    100   118 [######"));
	assert_true(on_canvas(&c, "5.00ms  128 bytes  queue 0  from sender (42)"));
	assert_true(on_canvas(&c, "118 ring"));
	assert_true(on_canvas(&c, "wicked\\x1b[2J\\"));
	for (i = 0; i < c.width * c.height; i++)	/* nothing that drives a terminal */
		assert_in_range(c.cell[i].ch, 0x20, 0x7e);
	for (w = 1; w <= 200; w += 7)
		for (h = 1; h <= 60; h++) {
			assert_int_equal(txr_canvas_resize(&c, w, h, h % 2), 0);
			txr_top_draw(&c, &t);
			assert_true(on_canvas(&c, "t"));
			t.help = true;
			txr_top_draw(&c, &t);
			t.help = false;
		}
	assert_int_equal(txr_canvas_resize(&c, 1, 1, false), 0);
	txr_top_draw(&c, &t);
	assert_string_equal(line_of(&c, 0), "t");
	assert_int_equal(txr_canvas_resize(&c, 20, 5, false), 0);
	txr_top_draw(&c, &t);
	assert_true(on_canvas(&c, "tap0") && on_canvas(&c, "100"));
	txr_hist_free(&m.total_row[0].lap_ns.hist);
	txr_canvas_free(&c);
	txr_top_free(&t);
}

/* Findings of the chosen row, with what to try, wrapped; its queue's alone for a queue. */
static void test_findings(void **state)
{
	struct txr_canvas c = { 0 };
	struct moment m;
	struct txr_top t;

	(void)state;
	fill_top(&t, &m);
	assert_int_equal(row_named(&t, "tap0")->nr_findings, 2);
	assert_int_equal(row_named(&t, "tap0")->queues[0]->nr_findings, 2);
	assert_int_equal(row_named(&t, "wicked\033[2J\n")->nr_findings, 1);
	found[1].queue = 1;		/* of another queue */
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, NULL), 0);
	assert_int_equal(row_named(&t, "tap0")->nr_findings, 2);
	assert_int_equal(row_named(&t, "tap0")->queues[0]->nr_findings, 1);
	/* Whose it is, in the head and with the device; the queue itself says no more. */
	m.total.findings = found + 1;
	m.total.nr_findings = 1;
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, NULL), 0);
	assert_int_equal(txr_canvas_resize(&c, 80, 40, false), 0);
	txr_top_draw(&c, &t);
	assert_true(on_canvas(&c, "tap0: queue 1: the ring was packed 50.5 %"));
	assert_true(on_canvas(&c, "finding    queue 1: the ring was packed 50.5 %"));
	m.total.findings = found;
	m.total.nr_findings = 4;
	found[1].queue = 0;
	assert_int_equal(txr_top_update(&t, &m.total, &m.each, 1, NULL), 0);
	assert_int_equal(txr_canvas_resize(&c, 80, 40, false), 0);
	txr_top_draw(&c, &t);
	assert_true(on_canvas(&c, "events were lost"));		/* the gravest, in the head */
	assert_false(on_canvas(&c, ": events were lost"));
	assert_true(on_canvas(&c, "finding    the ring was packed 50.5 % of the time, 51 times; "
			      "up to 118 packets"));
	assert_true(on_canvas(&c, "           inside (from FULL_RING drops)"));
	assert_true(on_canvas(&c, "try        grow the ring: ip link set tap0 txqueuelen 236"));
	assert_true(on_canvas(&c, "finding    packets\\x1b[2J come back in bursts"));
	assert_true(on_canvas(&c, "try        come sooner"));
	assert_false(on_canvas(&c, "refused"));
	assert_true(on_canvas(&c, "oldest     5.00ms"));
	txr_hist_free(&m.total_row[0].lap_ns.hist);
	txr_canvas_free(&c);
	txr_top_free(&t);
}

/* Words of a line of batch mode are as many as the header has. */
static int words(const char *s)
{
	int n = 0;

	for (; *s && *s != '\n'; s++)
		n += *s != ' ' && (s[1] == ' ' || s[1] == '\n' || !s[1]);
	return n;
}

static void test_plain(void **state)
{
	char *text = NULL, *second;
	struct moment m;
	struct txr_top t;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	(void)state;
	fill_top(&t, &m);
	t.per_queue = true;
	assert_int_equal(txr_top_arrange(&t), 0);
	assert_non_null(f);
	t.lost = 1;
	assert_int_equal(txr_top_plain_header(f), 0);
	assert_int_equal(txr_top_plain(f, &t, "12:34:56"), 0);
	fclose(f);
	second = strchr(text, '\n') + 1;
	assert_int_equal(words(text), TXR_TC_NR);	/* TIME, and no bar */
	assert_int_equal(words(second), TXR_TC_NR);
	assert_non_null(strstr(text, "tap0:0"));
	assert_non_null(strstr(text, "12:34:56 # at least 1 event was lost: "));
	assert_null(strchr(text, '\033'));
	free(text);
	txr_hist_free(&m.total_row[0].lap_ns.hist);
	txr_top_free(&t);
}

static void test_canvas_text(void **state)
{
	struct txr_canvas c = { 0 };

	(void)state;
	assert_int_equal(txr_canvas_resize(&c, 8, 1, true), 0);
	assert_int_equal(txr_canvas_put(&c, 0, 0, TXR_A_NORMAL, "a\xc3\xa9\xff\xe4\xb8\xadz"), 5);
	assert_int_equal(c.cell[1].ch, 0xe9);
	assert_int_equal(c.cell[2].ch, '?');		/* no UTF-8 */
	assert_int_equal(c.cell[3].ch, '?');		/* two columns wide */
	assert_int_equal(c.cell[4].ch, 'z');
	txr_canvas_put(&c, -3, 0, TXR_A_NORMAL, "0123456789abcdef");
	assert_string_equal(line_of(&c, 0), "3456789a");
	txr_canvas_put(&c, 0, 7, TXR_A_NORMAL, "nowhere");
	txr_canvas_field(&c, 2, 0, 4, true, TXR_A_NORMAL, "x");
	assert_string_equal(line_of(&c, 0), "34   x9a");
	txr_canvas_field(&c, 2, 0, 4, true, TXR_A_NORMAL, "toolong");
	assert_string_equal(line_of(&c, 0), "34tool9a");
	txr_canvas_put(&c, 0, 0, TXR_A_NORMAL, "\xc3");	/* cut in the middle */
	assert_int_equal(txr_canvas_resize(&c, 2, 1, false), 0);
	txr_canvas_put(&c, 0, 0, TXR_A_NORMAL, "\xe2\x96\x88x");
	assert_string_equal(line_of(&c, 0), "?x");
	txr_canvas_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_size),
		cmocka_unit_test(test_columns),
		cmocka_unit_test(test_scroll),
		cmocka_unit_test(test_bar),
		cmocka_unit_test(test_cells),
		cmocka_unit_test(test_draw),
		cmocka_unit_test(test_findings),
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_canvas_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
