// SPDX-License-Identifier: GPL-2.0-only
/* Characters that draw, times in bars, bins in columns: nothing lost, nothing added. */
#include <math.h>
#include "test_view_fixture.h"
#include "txring/loglin.h"
#include "view/blocks.h"
#include "view/lapbins.h"
#include "view/timecols.h"

static void test_rise(void **state)
{
	(void)state;
	assert_string_equal(txr_block_rise(0, true), " ");
	assert_string_equal(txr_block_rise(-1, true), " ");
	assert_string_equal(txr_block_rise(NAN, true), " ");
	assert_string_equal(txr_block_rise(0.001, true), "▁");
	assert_string_equal(txr_block_rise(0.5, true), "▄");
	assert_string_equal(txr_block_rise(0.999, true), "▇");	/* not all of it */
	assert_string_equal(txr_block_rise(1, true), "█");
	assert_string_equal(txr_block_rise(7, true), "█");
	assert_string_equal(txr_block_rise(0.001, false), ".");
	assert_string_equal(txr_block_rise(0.999, false), "|");
	assert_string_equal(txr_block_rise(1, false), "#");
}

static void test_bar(void **state)
{
	char buf[TXR_BAR_BYTES(4)];

	(void)state;
	assert_string_equal(txr_block_bar(buf, 4, 0, true), "");
	assert_string_equal(txr_block_bar(buf, 4, 0.001, true), "▏");
	assert_string_equal(txr_block_bar(buf, 4, 0.001, false), "-");
	assert_string_equal(txr_block_bar(buf, 4, 0.5, true), "██");
	assert_string_equal(txr_block_bar(buf, 4, 0.625, true), "██▌");
	assert_string_equal(txr_block_bar(buf, 4, 0.625, false), "##");
	assert_string_equal(txr_block_bar(buf, 4, 0.999, true), "███▉");
	assert_string_equal(txr_block_bar(buf, 4, 1, true), "████");
	assert_string_equal(txr_block_bar(buf, 4, 9, false), "####");
}

static void test_rows(void **state)
{
	(void)state;
	assert_int_equal(txr_block_rows(0, 118, 8), 0);
	assert_int_equal(txr_block_rows(1, 118, 8), 1);
	assert_int_equal(txr_block_rows(59, 118, 8), 4);
	assert_int_equal(txr_block_rows(117, 118, 8), 7);
	assert_int_equal(txr_block_rows(118, 118, 8), 8);
	assert_int_equal(txr_block_rows(200, 118, 8), 8);
	assert_int_equal(txr_block_rows(5, 0, 8), 0);
	assert_int_equal(txr_block_rows(5, 10, 1), 1);
	assert_int_equal(txr_block_rows(5, 10, 0), 0);
}

/* Bins of a scale: each value in one, ends that meet, those of fewer bits nest. */
static void test_loglin(void **state)
{
	unsigned int bits, i;

	(void)state;
	for (bits = 0; bits <= 6; bits++)
		for (i = 0; i + 1 < TXR_LOGLIN_BINS(bits); i++) {
			uint64_t first = txr_loglin_first(i, bits), last = txr_loglin_last(i, bits);

			assert_int_equal(txr_loglin_bin(first, bits), i);
			assert_int_equal(txr_loglin_bin(last, bits), i);
			assert_int_equal(txr_loglin_first(i + 1, bits), last + 1);
			if (bits)
				assert_int_equal(txr_loglin_bin(first, bits - 1),
						 txr_loglin_bin(last, bits - 1));
		}
	for (bits = 0; bits <= 6; bits++) {
		assert_int_equal(txr_loglin_bin(UINT64_MAX, bits), TXR_LOGLIN_BINS(bits) - 1);
		assert_int_equal(txr_loglin_last(TXR_LOGLIN_BINS(bits) - 1, bits), UINT64_MAX);
	}
}

struct plain {
	const uint64_t *ns;
	size_t nr;
};

static uint64_t in_range(const struct plain *p, uint64_t first, uint64_t last)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < p->nr; i++)
		n += p->ns[i] >= first && p->ns[i] <= last;
	return n;
}

static void check_bars(const struct plain *p, size_t room)
{
	struct txr_lap_bars b;
	struct txr_hist h;
	uint64_t sum = 0;
	size_t i;

	txr_hist_init(&h);
	for (i = 0; i < p->nr; i++)
		assert_int_equal(txr_hist_add(&h, p->ns[i]), 0);
	txr_lap_bars(&b, &h, room, 3);
	assert_true(b.nr && b.nr <= room);
	for (i = 0; i < b.nr; i++) {
		assert_int_equal(b.bar[i].count, in_range(p, b.bar[i].first_ns, b.bar[i].last_ns));
		assert_true(b.bar[i].count <= b.most);
		assert_true(!i || b.bar[i].first_ns == b.bar[i - 1].last_ns + 1);
		sum += b.bar[i].count;
	}
	assert_int_equal(sum, p->nr);
	for (i = 0; i < p->nr; i++) {
		size_t k = txr_lap_bar_of(&b, p->ns[i]);

		assert_true(b.bar[k].first_ns <= p->ns[i] && p->ns[i] <= b.bar[k].last_ns);
	}
	txr_hist_free(&h);
}

static void test_bars(void **state)
{
	static const uint64_t near[] = { 50000, 50001, 51000, 53000, 60000, 71000 };
	static const uint64_t far[] = { 0, 1, 900, 1000000, 123456789, UINT64_MAX };
	static const uint64_t zero[] = { 0, 0, 0 };
	struct txr_lap_bars b;
	struct txr_hist h;
	size_t room;

	(void)state;
	for (room = 2; room <= TXR_LAP_BARS; room++) {
		check_bars(&(struct plain){ near, 6 }, room);
		check_bars(&(struct plain){ far, 6 }, room);
		check_bars(&(struct plain){ zero, 3 }, room);
	}
	txr_hist_init(&h);
	txr_lap_bars(&b, &h, 20, 3);
	assert_int_equal(b.nr, 0);
}

static void test_columns(void **state)
{
	struct txr_time_bin bin[10] = { 0 };
	struct txr_timeline t = { .start_ns = 1000, .bin_ns = 100, .first_ns = 1150,
				  .end_ns = 1930, .levels_known = true, .nr = 10, .bin = bin };
	struct txr_time_cols c;
	size_t i;

	(void)state;
	for (i = 0; i < 10; i++)
		bin[i] = (struct txr_time_bin){ .min = 10 - i, .max = 10 + i, .max_ns = i,
						.lap_ns = 100 * i, .open_ns = 10, .started = i };
	bin[0] = (struct txr_time_bin){ .flags = TXR_BIN_UNSEEN };
	bin[4].flags = TXR_BIN_DOUBT;
	assert_int_equal(txr_time_cols(&c, &t, 4), 0);
	assert_int_equal(c.nr, 4);	/* 3, 3, 3 and 1 bins */
	assert_int_equal(c.col_ns, 300);
	assert_int_equal(c.col[0].sum.min, 8);	/* not the 0 of the bin before its start */
	assert_int_equal(c.col[0].sum.max, 12);
	assert_int_equal(c.col[0].observed_ns, 150);
	assert_int_equal(c.col[0].sum.flags, 0);
	assert_true(c.col[0].avg == (300 + 20) / 150.0);
	assert_int_equal(c.col[1].sum.flags, TXR_BIN_DOUBT);
	assert_int_equal(c.col[1].sum.started, 3 + 4 + 5);
	assert_int_equal(c.col[3].sum.max, 19);
	assert_int_equal(c.col[3].sum.max_ns, 9);
	assert_int_equal(c.col[3].observed_ns, 30);
	assert_int_equal(c.most.max, 19);
	assert_int_equal(c.most.started, 6 + 7 + 8);
	txr_time_cols_free(&c);
	assert_int_equal(txr_time_cols(&c, &t, 100), 0);
	assert_int_equal(c.nr, 10);
	assert_int_equal(c.col[0].sum.flags, TXR_BIN_UNSEEN);
	txr_time_cols_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rise),
		cmocka_unit_test(test_bar),
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_loglin),
		cmocka_unit_test(test_bars),
		cmocka_unit_test(test_columns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
