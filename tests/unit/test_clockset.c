// SPDX-License-Identifier: GPL-2.0-only
/* test_clockset.c - a clock that was set is told from one that was read slowly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>
#include <cmocka.h>
#include "source/clockset.h"

#define S 1000000000ull

static void never_set(void **state)
{
	struct txr_clockset c = { 0 };
	uint64_t t;

	(void)state;
	/* 37 s ahead; looks that take from nothing to a second, at any place of it */
	for (t = S; t < 60 * S; t += S)
		txr_clockset_note(&c, t, t + t % (7 * S) / 7 + 37 * S, t + t % (7 * S) / 7 * 2);
	assert_int_equal(c.set_ns, 0);
	assert_true(c.low_ns <= (int64_t)(37 * S) && c.high_ns >= (int64_t)(37 * S));
}

static void set_on_and_back(void **state)
{
	struct txr_clockset c = { 0 };

	(void)state;
	txr_clockset_note(&c, 10 * S, 47 * S, 10 * S + 5);
	txr_clockset_note(&c, 11 * S, 48 * S + 3600 * S, 11 * S + 5);
	assert_in_range(c.set_ns, 3600 * S - 10, 3600 * S);
	/* as it was: that makes it no better */
	txr_clockset_note(&c, 12 * S, 49 * S, 12 * S + 5);
	assert_in_range(c.set_ns, 7200 * S - 20, 7200 * S);
	txr_clockset_note(&c, 13 * S, 50 * S, 13 * S + 5);
	assert_in_range(c.set_ns, 7200 * S - 20, 7200 * S);
	/* before 1970 of the other one */
	txr_clockset_note(&c, 14 * S, 0, 14 * S + 5);
	assert_in_range(c.set_ns, 7251 * S - 30, 7251 * S);
}

/* As little as the looks can tell. */
static void set_by_little(void **state)
{
	struct txr_clockset c = { 0 };

	(void)state;
	txr_clockset_note(&c, 1000, 1050, 1100);
	txr_clockset_note(&c, 2000, 2150, 2100);	/* ahead by 50 to 150: can be */
	assert_int_equal(c.set_ns, 0);
	txr_clockset_note(&c, 3000, 3151, 3000);	/* and by 151 cannot */
	assert_int_equal(c.set_ns, 101);
}

static void clocks_of_this_machine(void **state)
{
	struct txr_clockset c = { 0 };
	int i;

	(void)state;
	for (i = 0; i < 100; i++) {
		assert_true(txr_clockset_look(&c, CLOCK_MONOTONIC_RAW) > 0);
		assert_false(c.seen);
	}
	for (i = 0; i < 100; i++)
		assert_true(txr_clockset_look(&c, CLOCK_TAI) > 0);
	assert_true(c.seen);
	assert_int_equal(txr_clockset_look(&c, -1000), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(never_set),
		cmocka_unit_test(set_on_and_back),
		cmocka_unit_test(set_by_little),
		cmocka_unit_test(clocks_of_this_machine),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
