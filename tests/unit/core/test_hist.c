// SPDX-License-Identifier: GPL-2.0-only
/* test_hist.c - the histogram against sorted truth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "txring/hist.h"

static uint64_t rng_state = 88172645463325252ULL;

static uint64_t rng(void)
{
	rng_state ^= rng_state << 13;
	rng_state ^= rng_state >> 7;
	return rng_state ^= rng_state << 17;
}

static int cmp(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void assert_near(uint64_t got, uint64_t want)
{
	uint64_t off = got > want ? got - want : want - got;

	if (off > want / 128)
		fail_msg("%lu is not within 1/128 of %lu", (unsigned long)got,
			 (unsigned long)want);
}

static void check_quantiles(uint64_t *v, size_t n)
{
	static const struct { double q; size_t num, den; } qs[] = {
		{ .5, 1, 2 }, { .9, 9, 10 }, { .99, 99, 100 }, { .999, 999, 1000 },
		{ .001, 1, 1000 },
	};
	unsigned __int128 sum = 0;
	struct txr_hist h;
	size_t i;

	txr_hist_init(&h);
	for (i = 0; i < n; i++) {
		assert_int_equal(txr_hist_add(&h, v[i]), 0);
		sum += v[i];
	}
	qsort(v, n, sizeof(*v), cmp);
	assert_int_equal(h.count, n);
	assert_true(h.sum_ns == sum);
	assert_int_equal(h.min_ns, v[0]);
	assert_int_equal(h.max_ns, v[n - 1]);
	for (i = 0; i < sizeof(qs) / sizeof(qs[0]); i++) {
		size_t rank = (n * qs[i].num + qs[i].den - 1) / qs[i].den;

		assert_near(txr_hist_quantile(&h, qs[i].q), v[rank - 1]);
	}
	assert_int_equal(txr_hist_quantile(&h, 0), v[0]);
	assert_int_equal(txr_hist_quantile(&h, 1), v[n - 1]);
	txr_hist_free(&h);
}

/* Uniform, log-uniform over the whole range, heavy tail, two peaks. */
static void quantiles_of_random_data(void **state)
{
	static const size_t sizes[] = { 1, 2, 3, 10, 1000, 20000 };
	size_t s, i, shape, n;
	uint64_t *v;

	(void)state;
	for (s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
		for (shape = 0; shape < 4; shape++) {
			n = sizes[s];
			v = calloc(n, sizeof(*v));
			assert_non_null(v);
			for (i = 0; i < n; i++)
				v[i] = shape == 0 ? rng() % 1000000 :
				       shape == 1 ? rng() >> (rng() % 64) :
				       shape == 2 ? 1000 + 1000000000 / (1 + rng() % 100000) :
				       rng() % 2 ? 500 : 40000000;
			check_quantiles(v, n);
			free(v);
		}
}

static void small_values_are_exact(void **state)
{
	struct txr_hist h;
	uint64_t v;

	(void)state;
	for (v = 0; v < 128; v++) {
		txr_hist_init(&h);
		txr_hist_add(&h, 0);
		txr_hist_add(&h, v);
		txr_hist_add(&h, 1000);
		assert_int_equal(txr_hist_quantile(&h, .6), v);
		txr_hist_free(&h);
	}
}

struct walk {
	uint64_t at, count, buckets;
};

static void step(void *arg, uint64_t first, uint64_t last, uint64_t count)
{
	struct walk *w = arg;

	assert_true(first <= last);
	assert_true(!w->buckets || first > w->at);
	assert_true(last - first <= first / 64);
	w->at = last;
	w->count += count;
	w->buckets++;
}

/* Every value falls in the bucket that says so, up to the highest one. */
static void buckets_hold_their_values(void **state)
{
	struct txr_hist h;
	struct walk w;
	int bit, d;

	(void)state;
	for (bit = 0; bit < 64; bit++)
		for (d = -1; d <= 1; d++) {
			uint64_t v = (1ULL << bit) + d;

			txr_hist_init(&h);
			w = (struct walk){ 0 };
			assert_int_equal(txr_hist_add(&h, v), 0);
			txr_hist_each(&h, step, &w);
			assert_int_equal(w.buckets, 1);
			assert_true(w.at >= v);
			assert_int_equal(txr_hist_quantile(&h, .5), v);
			txr_hist_free(&h);
		}
	txr_hist_init(&h);
	assert_int_equal(txr_hist_add(&h, UINT64_MAX), 0);
	w = (struct walk){ 0 };
	txr_hist_each(&h, step, &w);
	assert_true(w.at == UINT64_MAX);
	txr_hist_free(&h);
}

static void merge_equals_adding_all(void **state)
{
	struct txr_hist a, b, all;
	struct walk w = { 0 }, wall = { 0 };
	double q;
	int i;

	(void)state;
	txr_hist_init(&a);
	txr_hist_init(&b);
	txr_hist_init(&all);
	for (i = 0; i < 5000; i++) {
		uint64_t v = rng() >> (rng() % 60);

		txr_hist_add(i % 3 ? &a : &b, v);
		txr_hist_add(&all, v);
	}
	assert_int_equal(txr_hist_merge(&a, &b), 0);
	assert_int_equal(a.count, all.count);
	assert_true(a.sum_ns == all.sum_ns);
	assert_int_equal(a.min_ns, all.min_ns);
	assert_int_equal(a.max_ns, all.max_ns);
	for (q = 0; q <= 1; q += .01)
		assert_int_equal(txr_hist_quantile(&a, q), txr_hist_quantile(&all, q));
	txr_hist_each(&a, step, &w);
	txr_hist_each(&all, step, &wall);
	assert_int_equal(w.count, 5000);
	assert_int_equal(w.buckets, wall.buckets);
	txr_hist_free(&a);
	txr_hist_free(&b);
	txr_hist_free(&all);
}

static void clear_and_empty(void **state)
{
	struct txr_hist h, empty;
	struct walk w = { 0 };

	(void)state;
	txr_hist_init(&h);
	txr_hist_init(&empty);
	assert_int_equal(txr_hist_quantile(&h, .5), 0);
	assert_true(txr_hist_mean(&h) == 0);
	txr_hist_add(&h, 10);
	txr_hist_add(&h, 30);
	assert_true(txr_hist_mean(&h) == 20);
	assert_int_equal(txr_hist_merge(&h, &empty), 0);
	assert_int_equal(h.min_ns, 10);
	txr_hist_clear(&h);
	assert_int_equal(h.count, 0);
	txr_hist_each(&h, step, &w);
	assert_int_equal(w.buckets, 0);
	txr_hist_add(&h, 7);
	assert_int_equal(h.min_ns, 7);
	assert_int_equal(h.max_ns, 7);
	txr_hist_free(&h);
	txr_hist_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quantiles_of_random_data),
		cmocka_unit_test(small_values_are_exact),
		cmocka_unit_test(buckets_hold_their_values),
		cmocka_unit_test(merge_equals_adding_all),
		cmocka_unit_test(clear_and_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
