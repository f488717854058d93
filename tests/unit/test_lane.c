// SPDX-License-Identifier: GPL-2.0-only
/* Pages that go on to come: the watermark, and where a gap is told to be. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "source/lane.h"

#define PAGE	256
#define DATA	16
#define LOST	(1u << 31)

static const struct txr_page_shape shape = {
	.size = PAGE, .commit_off = 8, .commit_size = 8, .data_off = DATA,
	.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
};

/* The kernel's buffer: pages that have come, in order. */
struct buffer {
	struct txr_lane lane;	/* first */
	uint8_t page[8][PAGE];
	unsigned int come, taken;
};

static void come(struct buffer *b, uint64_t ts, unsigned int n, uint32_t step, uint64_t flags)
{
	uint8_t *page = b->page[b->come++];
	uint64_t commit = n * 8 | flags;
	unsigned int i;

	memset(page, 0, PAGE);
	memcpy(page, &ts, 8);
	memcpy(page + 8, &commit, 8);
	for (i = 0; i < n; i++) {
		uint32_t delta = i ? step : 0;
		uint32_t word = shape.big_endian ? 1u << 27 | delta : delta << 5 | 1;

		memcpy(page + DATA + 8 * i, &word, 4);
	}
}

static int turn(struct txr_lane *l, struct txr_err *err)
{
	struct buffer *b = (struct buffer *)l;

	(void)err;
	if (b->taken == b->come)
		return 0;
	assert_true(txr_page_begin(&l->page, &shape, b->page[b->taken++], PAGE));
	return 1;
}

static struct txr_source src;

static void begin(struct buffer *b)
{
	memset(b, 0, sizeof(*b));
	b->lane.s = &src;
	b->lane.turn = turn;
	b->lane.big_endian = shape.big_endian;
}

static int read_until(struct buffer *b, uint64_t until, struct txr_event *ev)
{
	struct txr_err err = { 0 };
	int n;

	b->lane.until = until;
	n = txr_lane_read_until(&b->lane, ev, 16, &err);
	assert_true(n >= 0);
	return n;
}

/* None of these records is an event of ours: what is left shows in the lane. */
static void test_watermark(void **state)
{
	struct txr_event ev[16];
	struct buffer b;

	(void)state;
	begin(&b);
	come(&b, 1000, 10, 100, 0);
	assert_int_equal(read_until(&b, 1450, ev), 0);
	assert_int_equal(b.lane.last, 1400);	/* 1500 waits in the page */
	assert_int_equal(read_until(&b, 1450, ev), 0);
	assert_int_equal(b.lane.last, 1400);
	assert_int_equal(read_until(&b, 1500, ev), 0);
	assert_int_equal(b.lane.last, 1500);
	assert_int_equal(read_until(&b, 5000, ev), 0);
	assert_int_equal(b.lane.last, 5000);	/* nothing more is there up to then */
	assert_int_equal(b.taken, 1);
}

/* The gap begins where the lane was known to be whole, not at its last event. */
static void test_gap(void **state)
{
	struct txr_event ev[16];
	struct buffer b;

	(void)state;
	begin(&b);
	come(&b, 1000, 1, 0, 0);
	assert_int_equal(read_until(&b, 2000, ev), 0);
	come(&b, 3000, 2, 10, LOST);
	assert_int_equal(read_until(&b, 2500, ev), 1);	/* told though it ends later */
	assert_int_equal(ev[0].kind, TXR_LOST);
	assert_int_equal(ev[0].ts_ns, 2000);
	assert_int_equal(ev[0].lost.until_ns, 3000);
	assert_int_equal(ev[0].lost.count, 0);
	assert_int_equal(read_until(&b, 2600, ev), 0);	/* once */
	assert_int_equal(src.info.lost_gaps_unknown, 1);
	/* the next one while a page is at hand: at the last record */
	come(&b, 4000, 1, 0, LOST);
	assert_int_equal(read_until(&b, 9000, ev), 1);
	assert_int_equal(ev[0].ts_ns, 3010);
	assert_int_equal(ev[0].lost.until_ns, 4000);
	/* at the beginning */
	begin(&b);
	come(&b, 700, 1, 0, LOST);
	assert_int_equal(read_until(&b, 100, ev), 1);
	assert_int_equal(ev[0].ts_ns, 0);
	assert_int_equal(ev[0].lost.until_ns, 700);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_watermark),
		cmocka_unit_test(test_gap),
	};
	int ret;

	src.devs = txr_devtab_new();
	src.dec = txr_decoder_new(src.devs, shape.big_endian);
	ret = cmocka_run_group_tests(tests, NULL, NULL);
	txr_decoder_free(src.dec);
	txr_devtab_free(src.devs);
	return ret;
}
