// SPDX-License-Identifier: GPL-2.0-only
/* test_places.c - which frees can be of packets that a queue held before. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "stats/places.h"

static struct txr_own_places own_of(uint64_t a, uint64_t b)
{
	struct txr_own_places own = { 0 };

	txr_own_places_note(&own, a);
	if (b)
		txr_own_places_note(&own, b);
	return own;
}

static void note(struct txr_places *p, uint64_t place, int times)
{
	while (times--)
		assert_int_equal(txr_places_note(p, place), 0);
}

static void only_own_places_count(void **state)
{
	struct txr_own_places tun = own_of(0x1000, 0), two = own_of(0x1000, 0x3000);
	struct txr_places p = { 0 };

	(void)state;
	note(&p, 0x1000, 3);
	note(&p, 0x2000, 5);	/* a netlink message, say */
	note(&p, 0x3000, 7);
	assert_int_equal(txr_places_count(&p, 0, 15, &tun), 3);
	assert_int_equal(txr_places_count(&p, 2, 15, &tun), 1);
	assert_int_equal(txr_places_count(&p, 0, 2, &tun), 2);
	assert_int_equal(txr_places_count(&p, 0, 15, &two), 10);
	assert_int_equal(txr_places_count(&p, 8, 8, &two), 0);
	txr_places_free(&p);
}

static void not_told_counts_always(void **state)
{
	struct txr_own_places own = own_of(0x1000, 0), none = { 0 }, untold = own_of(0x1000, 0);
	struct txr_places p = { 0 };

	(void)state;
	note(&p, 0, 2);		/* 6.1: consume_skb has no location */
	note(&p, 0x2000, 4);
	assert_int_equal(txr_places_count(&p, 0, 6, &own), 2);
	assert_int_equal(txr_places_count(&p, 0, 6, &none), 6);
	txr_own_places_note(&untold, 0);
	assert_int_equal(txr_places_count(&p, 0, 6, &untold), 6);
	txr_places_free(&p);
}

static void too_many_own_places_are_any(void **state)
{
	struct txr_own_places own = { 0 };
	struct txr_places p = { 0 };
	uint64_t i;

	(void)state;
	for (i = 1; i <= TXR_OWN_PLACES; i++)
		txr_own_places_note(&own, i);
	assert_false(own.any);
	txr_own_places_note(&own, i);
	assert_true(own.any);
	note(&p, 0x5000, 3);
	assert_int_equal(txr_places_count(&p, 0, 3, &own), 3);
	txr_places_free(&p);
}

static void beyond_the_log_counts(void **state)
{
	struct txr_own_places own = own_of(0x1000, 0);
	struct txr_places p = { 0 };

	(void)state;
	note(&p, 0x2000, TXR_PLACES_LOG + 10);
	assert_int_equal(txr_places_count(&p, 0, TXR_PLACES_LOG + 10, &own), 10);
	txr_places_free(&p);
}

static void many_places(void **state)
{
	struct txr_own_places own = own_of(4000 * 16, 0);
	struct txr_places p = { 0 };
	uint64_t i;

	(void)state;
	for (i = 1; i <= 5000; i++)
		note(&p, i * 16, i == 4000 ? 3 : 1);
	assert_int_equal(txr_places_count(&p, 0, 5002, &own), 3);
	txr_places_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_own_places_count),
		cmocka_unit_test(not_told_counts_always),
		cmocka_unit_test(too_many_own_places_are_any),
		cmocka_unit_test(beyond_the_log_counts),
		cmocka_unit_test(many_places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
