// SPDX-License-Identifier: GPL-2.0-only
/* Moments kept: bounded, the near ones close together, none that is too old. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdlib.h>
#include <cmocka.h>
#include "sys/history.h"

#define S 1000000000ULL

static void add(struct txr_history *h, uint64_t at_ns, uint64_t since_ns)
{
	struct txr_moment m = { .begin_ns = at_ns };

	m.snap.clock_ns = at_ns + 1000;
	m.snap.count = 1;
	m.snap.dev = calloc(1, sizeof(*m.snap.dev));
	m.snap.dev->ifindex = (uint32_t)(at_ns / S);
	txr_history_add(h, &m, since_ns);
	assert_null(m.snap.dev);
}

static void all_of_a_short_time(void **state)
{
	struct txr_history h = { 0 };
	uint64_t t;

	(void)state;
	assert_null(txr_history_since(&h, 0));
	for (t = 100; t < 2000; t++)
		add(&h, t * S, (t - 60) * S);
	assert_int_equal(h.count, 61);
	for (t = 0; t < 61; t++) {
		assert_true(h.at[t].begin_ns == (1939 + t) * S);
		assert_int_equal(h.at[t].snap.dev->ifindex, 1939 + t);
	}
	assert_ptr_equal(txr_history_since(&h, 1950 * S - 1), &h.at[11]);
	assert_ptr_equal(txr_history_since(&h, 1950 * S), &h.at[11]);
	assert_null(txr_history_since(&h, 2000 * S));
	txr_history_free(&h);
	assert_int_equal(h.count, 0);
}

/* Of an hour: whatever age is asked for, one is not far from it. */
static void any_age(void **state)
{
	struct txr_history h = { 0 };
	uint64_t t, age, got;

	(void)state;
	for (t = 5000; t < 15000; t++) {
		add(&h, t * S, (t - 3600) * S);
		assert_true(h.count <= TXR_HISTORY_MAX);
		if (t < 9000 || t % 97)
			continue;
		for (age = 2; age <= 3300; age++) {
			struct txr_moment *m = txr_history_since(&h, (t - age) * S);

			assert_non_null(m);
			got = t - m->begin_ns / S;
			assert_true(got <= age && got + 2 + age / 5 >= age);
		}
	}
	txr_history_free(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_of_a_short_time),
		cmocka_unit_test(any_age),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
