// SPDX-License-Identifier: GPL-2.0-only
/* test_svg.c - scales, paths and axes: where what stands. */
#include "test_view_fixture.h"
#include "view/html_half.h"
#include "view/svg.h"

static char *text;
static size_t size;

static FILE *begin(void)
{
	free(text);
	text = NULL;
	return open_memstream(&text, &size);
}

static void assert_near(double got, double want)
{
	if (got < want - 1e-9 || got > want + 1e-9)
		fail_msg("%g is not %g", got, want);
}

static void linear(void **state)
{
	const struct txr_scale up = { 10, 20, 0, 100, false }, down = { 0, 4, 200, 40, false };

	(void)state;
	assert_near(txr_scale_at(&up, 10), 0);
	assert_near(txr_scale_at(&up, 12.5), 25);
	assert_near(txr_scale_at(&up, 20), 100);
	assert_near(txr_scale_at(&up, 5), 0);
	assert_near(txr_scale_at(&up, 1e18), 100);
	assert_near(txr_scale_at(&down, 1), 160);
}

static void logarithmic(void **state)
{
	const struct txr_scale s = { 1, 10000, 0, 100, true };

	(void)state;
	assert_near(txr_scale_at(&s, 1), 0);
	assert_near(txr_scale_at(&s, 100), 50);
	assert_near(txr_scale_at(&s, 0), 0);
}

static void which_scale(void **state)
{
	struct txr_scale s = { 0 };

	(void)state;
	txr_half_scale(&s, 50, 70, 16);
	assert_false(s.log);
	txr_half_scale(&s, 50, 7000, 16);
	assert_true(s.log);
	txr_half_scale(&s, 0, 7000, 16);
	assert_true(s.log && s.low > 0);
	txr_half_scale(&s, 0, 500, 512);
	assert_false(s.log);
	txr_half_scale(&s, 5, 5, 16);
	assert_true(s.high > s.low);
}

static void path(void **state)
{
	struct txr_path p = txr_path_begin(begin(), "band");

	(void)state;
	txr_path_move(&p, 0, 2);
	txr_path_line(&p, 0, 2);
	txr_path_line(&p, 0, 16);
	txr_path_line(&p, 2, 16);
	txr_path_line(&p, 3, 16);
	txr_path_line(&p, 4.5, 1);
	txr_path_step(&p, 6, 7);
	txr_path_line(&p, 8, 7);
	txr_path_close(&p);
	txr_path_move(&p, 9, 9);
	txr_path_line(&p, 10, 9);
	txr_path_end(&p);
	fclose(p.out);
	assert_string_equal(text, "<path class=\"band\" d=\"M0 2V16H3L4.5 1H6V7H8zM9 9H10\"/>\n");
}

static void picture(void **state)
{
	struct txr_plot p = {
		.out = begin(), .width = 100, .height = 50,
		.x = { 0, 10, 20, 90, false }, .y = { 0, 10, 40, 5, false },
	};
	struct txr_ticks t;

	(void)state;
	txr_svg_begin(&p, "time", "packets in %s", "<a\"b>");
	txr_ticks_count(&t, 0, 10, 2);
	txr_svg_axis_y(&p, &t, "title");
	txr_svg_axis_x(&p, &t);
	txr_svg_end(&p);
	fclose(p.out);
	assert_has(text, "viewBox=\"0 0 100 50\" role=\"img\" "
			 "aria-label=\"packets in &lt;a&quot;b&gt;\">");
	/* 5 of 10: half way between the edges */
	assert_has(text, "<line class=\"grid\" x1=\"20\" y1=\"22.5\" x2=\"90\" y2=\"22.5\"/>");
	assert_has(text, "x=\"12\" y=\"26.5\" text-anchor=\"end\">5</text>");
	assert_has(text, "x=\"55\" y=\"57\" text-anchor=\"middle\">5</text>");
	assert_has(text, ">title</text>");
}

static int release(void **state)
{
	(void)state;
	free(text);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(linear),
		cmocka_unit_test(logarithmic),
		cmocka_unit_test(which_scale),
		cmocka_unit_test(path),
		cmocka_unit_test(picture),
	};

	return cmocka_run_group_tests(tests, NULL, release);
}
