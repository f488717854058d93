// SPDX-License-Identifier: GPL-2.0-only
/* The store of raw pages: what it holds is what came, bounded, from one moment on. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "source/page_part.h"
#include "source/pagestore.h"

#define PAGE	512
#define DATA	16
#define LOST	(1u << 31)
#define COUNTED	(1u << 30)	/* how much stands behind the data */

static const struct txr_page_shape shape = {
	.size = PAGE, .commit_off = 8, .commit_size = 8, .data_off = DATA,
	.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
};

/* A page of n records of 4 bytes, step ns apart, the first at ts. */
static void make_page(uint8_t *page, uint64_t ts, unsigned int n, uint32_t step, uint64_t flags)
{
	uint64_t commit = n * 8 | flags;
	unsigned int i;

	memset(page, 0, PAGE);
	memcpy(page, &ts, 8);
	memcpy(page + 8, &commit, 8);
	for (i = 0; i < n; i++) {
		uint32_t delta = i ? step : 0;
		uint32_t word = shape.big_endian ? 1u << 27 | delta : delta << 5 | 1;
		uint32_t value = (uint32_t)ts + i * step;

		memcpy(page + DATA + 8 * i, &word, 4);
		memcpy(page + DATA + 8 * i + 4, &value, 4);
	}
}

/* Times of all records of one page; each record's data is its time. */
static unsigned int walk(const char *page, uint64_t *ts, unsigned int max)
{
	unsigned int n = 0;
	const uint8_t *rec;
	struct txr_page p;
	uint32_t len, value;

	assert_true(txr_page_begin(&p, &shape, (const uint8_t *)page, PAGE));
	while ((rec = txr_page_next(&p, shape.big_endian, &len))) {
		memcpy(&value, rec, 4);
		assert_int_equal(len, 4);
		assert_int_equal(value, (uint32_t)p.ts);
		assert_true(n < max);
		ts[n++] = p.ts;
	}
	assert_false(p.bad);
	return n;
}

static unsigned int walk_held(const struct txr_held *h, uint64_t *ts, unsigned int max)
{
	unsigned int n = 0;
	size_t i;

	for (i = 0; i < h->count; i++)
		n += walk(h->page[i], ts + n, max - n);
	return n;
}

static unsigned int stored(struct txr_pagestore *s, unsigned int cpu, uint64_t *ts,
			   unsigned int max, size_t *pages)
{
	struct txr_held h;
	unsigned int n;

	assert_int_equal(txr_pagestore_hold(s, cpu, 0, UINT64_MAX, &h), 0);
	n = walk_held(&h, ts, max);
	*pages = h.count;
	txr_held_free(&h);
	return n;
}

/* Many pages with a record each take the room of few. */
static void test_put_together(void **state)
{
	struct txr_pagestore *s = txr_pagestore_new(&shape, 1, 64 * PAGE, 0);
	uint64_t ts[200];
	uint8_t page[PAGE];
	size_t pages;
	unsigned int i;

	(void)state;
	assert_non_null(s);
	for (i = 0; i < 100; i++) {
		/* also further apart than 27 bits of a delta */
		make_page(page, 1000 + i * (i % 2 ? 50ULL : 3000000000ULL * i), 1, 0, 0);
		if (i % 2)
			continue;
		assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	}
	assert_int_equal(stored(s, 0, ts, 200, &pages), 50);
	assert_true(pages <= 3);
	for (i = 0; i < 50; i++)
		assert_true(ts[i] == 1000 + 2 * i * 3000000000ULL * 2 * i);
	assert_int_equal(txr_pagestore_since(s), 0);
	txr_pagestore_free(s);
}

/* A gap stays where it was: before the page that tells of it. */
static void test_lost(void **state)
{
	struct txr_pagestore *s = txr_pagestore_new(&shape, 1, 64 * PAGE, 0);
	struct txr_held h;
	uint8_t page[PAGE];
	uint64_t commit;

	(void)state;
	make_page(page, 1000, 2, 10, 0);
	assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	make_page(page, 2000, 2, 10, LOST);
	assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	make_page(page, 3000, 2, 10, 0);
	assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	assert_int_equal(txr_pagestore_hold(s, 0, 0, UINT64_MAX, &h), 0);
	assert_int_equal(h.count, 3);
	assert_true(h.lost_unknown && !h.lost);
	memcpy(&commit, h.page[1] + 8, 8);
	assert_true(commit & LOST);
	memcpy(&commit, h.page[2] + 8, 8);
	assert_false(commit & LOST);
	txr_held_free(&h);
	txr_pagestore_free(s);
}

/* Bounded; the oldest go, and all CPUs begin at one moment. */
static void test_bounded(void **state)
{
	struct txr_pagestore *s = txr_pagestore_new(&shape, 2, 16 * PAGE, 0);
	uint64_t ts[2000], since, t = 1000;
	uint8_t page[PAGE];
	unsigned int i, n;
	size_t pages;

	(void)state;
	/* CPU 1 is slow: its page spans what CPU 0 fills many with. */
	make_page(page, 500, 60, 1000, 0);
	assert_int_equal(txr_pagestore_add(s, 1, page), 0);
	for (i = 0; i < 100; i++, t += 620) {
		make_page(page, t, 60, 10, 0);
		assert_int_equal(txr_pagestore_add(s, 0, page), 0);
		assert_true(txr_pagestore_bytes(s) <= 16 * PAGE);
	}
	since = txr_pagestore_since(s);
	assert_true(since > 1000);
	n = stored(s, 0, ts, 2000, &pages);
	assert_true(n >= 14 * 60 && n <= 16 * 60);
	assert_true(ts[0] > since && ts[0] <= since + 30);
	assert_true(ts[n - 1] == t - 620 + 590);
	n = stored(s, 1, ts, 2000, &pages);
	for (i = 0; i < n; i++)
		assert_true(ts[i] > since);
	txr_pagestore_free(s);
}

static void test_seconds(void **state)
{
	struct txr_pagestore *s = txr_pagestore_new(&shape, 1, 64 * PAGE, 10000);
	uint64_t ts[2000], t;
	uint8_t page[PAGE];
	unsigned int n;
	size_t pages;

	(void)state;
	for (t = 0; t < 60000; t += 1000) {
		make_page(page, t, 60, 10, 0);
		assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	}
	n = stored(s, 0, ts, 2000, &pages);
	assert_true(ts[n - 1] == 59590);
	assert_true(ts[0] >= 48000 && ts[0] <= 50600);
	txr_pagestore_free(s);
}

static void test_trim(void **state)
{
	uint8_t page[PAGE];
	uint64_t ts[100];

	(void)state;
	make_page(page, 1000, 10, 10, 0);
	assert_true(txr_page_trim(&shape, page, 500));
	assert_int_equal(walk((char *)page, ts, 100), 10);
	assert_true(txr_page_trim(&shape, page, 1040));
	assert_int_equal(walk((char *)page, ts, 100), 5);
	assert_true(ts[0] == 1050 && ts[4] == 1090);
	assert_false(txr_page_trim(&shape, page, 1090));
	make_page(page, 1000, 0, 10, 0);
	assert_false(txr_page_trim(&shape, page, 0));
}

static void test_end(void **state)
{
	uint8_t page[PAGE];
	uint64_t ts[100], lost = 77, flags = LOST | COUNTED;
	struct txr_page p;

	(void)state;
	make_page(page, 1000, 10, 10, 0);
	assert_true(txr_page_end(&shape, page, 5000));
	assert_int_equal(walk((char *)page, ts, 100), 10);
	assert_true(txr_page_end(&shape, page, 1040));
	assert_int_equal(walk((char *)page, ts, 100), 5);
	assert_true(ts[4] == 1040);
	assert_false(txr_page_end(&shape, page, 999));
	/* how much was lost moves with the end */
	make_page(page, 1000, 10, 10, flags);
	memcpy(page + DATA + 80, &lost, 8);
	assert_true(txr_page_end(&shape, page, 1025));
	assert_int_equal(walk((char *)page, ts, 100), 3);
	assert_true(txr_page_begin(&p, &shape, page, PAGE));
	assert_true(p.lost && p.lost_count == 77);
	/* a loss that may be before the end is told, by the record that ends it */
	assert_true(txr_page_end(&shape, page, 900));
	assert_int_equal(walk((char *)page, ts, 100), 1);
	assert_true(txr_page_begin(&p, &shape, page, PAGE));
	assert_true(p.lost && p.lost_count == 77);
}

/* A part of the time: what was held does not change while the store goes on. */
static void test_part_in_time(void **state)
{
	struct txr_pagestore *s = txr_pagestore_new(&shape, 1, 8 * PAGE, 0);
	uint64_t ts[2000] = { 0 }, t;
	struct txr_held h;
	uint8_t page[PAGE];
	unsigned int n, i;

	(void)state;
	for (t = 1000; t < 8000; t += 1000) {
		make_page(page, t, 30, 10, 0);
		assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	}
	assert_int_equal(txr_pagestore_hold(s, 0, 2050, 7120, &h), 0);
	for (; t < 60000; t += 1000) {
		make_page(page, t, 30, 10, 0);
		assert_int_equal(txr_pagestore_add(s, 0, page), 0);
		assert_true(txr_pagestore_bytes(s) <= 8 * PAGE);
	}
	n = walk_held(&h, ts, 2000);
	assert_true(ts[0] == 2060 && ts[n - 1] == 7120);
	assert_int_equal(n, 24 + 4 * 30 + 13);
	for (i = 1; i < n; i++)
		assert_true(ts[i] > ts[i - 1]);
	assert_false(h.lost || h.lost_unknown);
	txr_pagestore_free(s);
	n = walk_held(&h, ts, 2000);	/* it outlives the store */
	assert_true(ts[n - 1] == 7120);
	txr_held_free(&h);
}

/* The page whose loss reaches into the part is told of, the ones after it not. */
static void test_loss_at_the_end(void **state)
{
	struct txr_pagestore *s = txr_pagestore_new(&shape, 1, 64 * PAGE, 0);
	uint64_t ts[200], lost = 5;
	struct txr_held h;
	uint8_t page[PAGE];

	(void)state;
	make_page(page, 1000, 10, 10, 0);
	assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	make_page(page, 3000, 10, 10, LOST | COUNTED);
	memcpy(page + DATA + 80, &lost, 8);
	assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	make_page(page, 4000, 10, 10, 0);
	assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	assert_int_equal(txr_pagestore_hold(s, 0, 0, 2000, &h), 0);
	assert_int_equal(walk_held(&h, ts, 200), 11);
	assert_true(ts[10] == 3000);
	assert_true(h.lost == 5 && !h.lost_unknown);
	txr_held_free(&h);
	txr_pagestore_free(s);
}

static void test_nonsense(void **state)
{
	struct txr_pagestore *s = txr_pagestore_new(&shape, 1, PAGE, 0);
	uint64_t commit = PAGE * 4;
	uint8_t page[PAGE];
	struct txr_held h;

	(void)state;
	make_page(page, 1000, 10, 10, 0);
	memcpy(page + 8, &commit, 8);	/* more than the page */
	assert_int_equal(txr_pagestore_add(s, 0, page), 0);
	assert_int_equal(txr_pagestore_add(s, 7, page), 0);
	assert_int_equal(txr_pagestore_hold(s, 0, 0, UINT64_MAX, &h), 0);
	assert_int_equal(h.count, 0);
	txr_held_free(&h);
	txr_pagestore_free(s);
	txr_pagestore_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_put_together),
		cmocka_unit_test(test_lost),
		cmocka_unit_test(test_bounded),
		cmocka_unit_test(test_seconds),
		cmocka_unit_test(test_trim),
		cmocka_unit_test(test_end),
		cmocka_unit_test(test_part_in_time),
		cmocka_unit_test(test_loss_at_the_end),
		cmocka_unit_test(test_nonsense),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
