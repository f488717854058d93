// SPDX-License-Identifier: GPL-2.0-only
/* test_ticks.c - ticks are round, within the axis, and say what they are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "view/ticks.h"

#define S 1000000000ULL

/* "0 50 100": the labels, one blank between. */
static const char *labels(const struct txr_ticks *t)
{
	static char text[TXR_TICKS_MAX * TXR_UNIT_BUF];
	size_t i, len = 0;

	text[0] = '\0';
	for (i = 0; i < t->nr; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s",
					i ? " " : "", t->tick[i].label);
	return text;
}

static void counts(void **state)
{
	struct txr_ticks t;

	(void)state;
	txr_ticks_count(&t, 0, 118, 5);
	assert_string_equal(labels(&t), "0 50 100");
	assert_true(t.tick[2].at == 100);
	txr_ticks_count(&t, 0, 0, 5);
	assert_string_equal(labels(&t), "0");
	txr_ticks_count(&t, 0, 1, 5);
	assert_string_equal(labels(&t), "0 1");
	txr_ticks_count(&t, 0, 5, 5);
	assert_string_equal(labels(&t), "0 1 2 3 4 5");
	txr_ticks_count(&t, 0, 6, 5);
	assert_string_equal(labels(&t), "0 2 4 6");
	txr_ticks_count(&t, 0, 5000, 4);
	assert_string_equal(labels(&t), "0 2,000 4,000");
	txr_ticks_count(&t, 3, 17, 5);
	assert_string_equal(labels(&t), "5 10 15");
	txr_ticks_count(&t, 0, 4200000, 4);
	assert_string_equal(labels(&t), "0 2M 4M");
}

static void times(void **state)
{
	struct txr_ticks t;

	(void)state;
	txr_ticks_time(&t, 0, 49400000, 6);
	assert_string_equal(labels(&t), "0 10ms 20ms 30ms 40ms");
	txr_ticks_time(&t, 0, 3, 6);
	assert_string_equal(labels(&t), "0 1ns 2ns 3ns");
	txr_ticks_time(&t, 1200000, 1900000, 4);
	assert_string_equal(labels(&t), "1.2ms 1.4ms 1.6ms 1.8ms");
	txr_ticks_time(&t, 0, 100 * S, 6);
	assert_string_equal(labels(&t), "0 20s 40s 60s 80s 100s");
	txr_ticks_time(&t, 0, 170 * S, 6);
	assert_string_equal(labels(&t), "0 30s 60s 90s 2m 2m30s");
	txr_ticks_time(&t, 0, 3 * 3600 * S, 6);
	assert_string_equal(labels(&t), "0 30m 1h 1h30m 2h 2h30m 3h");
	txr_ticks_time(&t, 0, 10 * 86400 * S, 6);
	assert_string_equal(labels(&t), "0 2d 4d 6d 8d 10d");
	txr_ticks_time(&t, 7, 7, 6);
	assert_string_equal(labels(&t), "7ns");
}

static void logarithmic(void **state)
{
	struct txr_ticks t;

	(void)state;
	txr_ticks_log_ns(&t, 45000, 72000);
	assert_string_equal(labels(&t), "50us");
	txr_ticks_log_ns(&t, 300, 20000000);
	assert_string_equal(labels(&t), "1us 10us 100us 1ms 10ms");
	txr_ticks_log_count(&t, 1, 118);
	assert_string_equal(labels(&t), "1 2 5 10 20 50 100");
}

/* Whatever the axis: ascending, inside, and no more than was asked for. */
static void any_axis(void **state)
{
	uint64_t high, low;
	unsigned int most;
	struct txr_ticks t;
	size_t i;

	(void)state;
	for (high = 1; high && high < UINT64_MAX / 4; high += high / 3 * 2 + 1) {
		for (most = 1; most <= 20; most += 3) {
			low = high / 3 * (most % 3);
			txr_ticks_time(&t, low, high, most);
			assert_in_range(t.nr, 0, most + 1);
			for (i = 0; i < t.nr; i++) {
				assert_true(t.tick[i].at >= (double)low);
				assert_true(t.tick[i].at <= (double)high);
				assert_true(!i || t.tick[i].at > t.tick[i - 1].at);
			}
			txr_ticks_count(&t, 0, high, most);
			assert_in_range(t.nr, 1, most + 1);
		}
		txr_ticks_log_ns(&t, 1, high);
		assert_in_range(t.nr, 1, TXR_TICKS_MAX - 1);
	}
	txr_ticks_time(&t, 0, UINT64_MAX, 6);
	assert_in_range(t.nr, 1, 7);
	txr_ticks_count(&t, 0, UINT64_MAX / 4, 1);
	assert_in_range(t.nr, 1, 2);
	txr_ticks_log_ns(&t, 1, UINT64_MAX);
	assert_string_equal(labels(&t), "1ns 1us 1ms 1s 16m40s 11d13h46m40s 11574d1h46m40s");
}

static void exact_labels(void **state)
{
	char buf[TXR_UNIT_BUF];

	(void)state;
	assert_string_equal(txr_tick_ns(buf, 1234567), "1.234567ms");
	assert_string_equal(txr_tick_ns(buf, 1500000000), "1.5s");
	assert_string_equal(txr_tick_ns(buf, 119 * S + 1), "119.000000001s");
	assert_string_equal(txr_tick_ns(buf, 150 * S), "2m30s");
	assert_string_equal(txr_tick_ns(buf, 150 * S + 500000000), "150.5s");
	assert_string_equal(txr_tick_count(buf, 1500), "1,500");
	assert_string_equal(txr_tick_count(buf, 250000), "250k");
	assert_string_equal(txr_tick_count(buf, 1500000), "1.5M");
	assert_string_equal(txr_tick_count(buf, 20 * S), "20G");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts),
		cmocka_unit_test(times),
		cmocka_unit_test(logarithmic),
		cmocka_unit_test(any_axis),
		cmocka_unit_test(exact_labels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
