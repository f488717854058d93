// SPDX-License-Identifier: GPL-2.0-only
/* Numbers with units, both ways. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "cli/units.h"

typedef int (*parse_fn)(const char *, uint64_t *);
typedef char *(*format_fn)(char *, uint64_t);

static void gives(parse_fn parse, const char *s, uint64_t want)
{
	uint64_t got = 0xdead;

	assert_int_equal(parse(s, &got), 0);
	assert_int_equal(got, want);
}

static void fails(parse_fn parse, const char *s, int want)
{
	uint64_t got = 0xdead;

	assert_int_equal(parse(s, &got), want);
	assert_int_equal(got, 0xdead);
}

static void test_u64(void **state)
{
	(void)state;
	gives(txr_parse_u64, "0", 0);
	gives(txr_parse_u64, "18446744073709551615", UINT64_MAX);
	fails(txr_parse_u64, "18446744073709551616", -ERANGE);
	fails(txr_parse_u64, "", -EINVAL);
	fails(txr_parse_u64, "-1", -EINVAL);
	fails(txr_parse_u64, "+1", -EINVAL);
	fails(txr_parse_u64, " 1", -EINVAL);
	fails(txr_parse_u64, "1 ", -EINVAL);
	fails(txr_parse_u64, "0x10", -EINVAL);
	fails(txr_parse_u64, "1.0", -EINVAL);
}

static void test_ns(void **state)
{
	(void)state;
	gives(txr_parse_ns, "2", 2000000000);
	gives(txr_parse_ns, "0.5", 500000000);
	gives(txr_parse_ns, "500ms", 500000000);
	gives(txr_parse_ns, "1.5us", 1500);
	gives(txr_parse_ns, "80ns", 80);
	gives(txr_parse_ns, "2m", 120000000000);
	gives(txr_parse_ns, "1h", 3600000000000);
	gives(txr_parse_ns, "12345.123456789", 12345123456789);
	gives(txr_parse_ns, "0.9999999999", 999999999);
	gives(txr_parse_ns, "18446744073", 18446744073000000000u);
	fails(txr_parse_ns, "18446744074", -ERANGE);
	fails(txr_parse_ns, "99999999999h", -ERANGE);
	fails(txr_parse_ns, ".5", -EINVAL);
	fails(txr_parse_ns, "1.", -EINVAL);
	fails(txr_parse_ns, "1.s", -EINVAL);
	fails(txr_parse_ns, "5 s", -EINVAL);
	fails(txr_parse_ns, "5d", -EINVAL);
	fails(txr_parse_ns, "-5", -EINVAL);
	fails(txr_parse_ns, "nan", -EINVAL);
}

static void test_kib(void **state)
{
	(void)state;
	gives(txr_parse_kib, "1408", 1408);
	gives(txr_parse_kib, "1408K", 1408);
	gives(txr_parse_kib, "8M", 8192);
	gives(txr_parse_kib, "1g", 1048576);
	fails(txr_parse_kib, "8MB", -EINVAL);
	fails(txr_parse_kib, "1.5M", -EINVAL);
	fails(txr_parse_kib, "18446744073709551615M", -ERANGE);
}

static void shows(format_fn format, uint64_t n, const char *want)
{
	char buf[TXR_UNIT_BUF];

	assert_string_equal(format(buf, n), want);
}

static void test_format_ns(void **state)
{
	(void)state;
	shows(txr_format_ns, 0, "0ns");
	shows(txr_format_ns, 999, "999ns");
	shows(txr_format_ns, 1000, "1.00us");
	shows(txr_format_ns, 7319, "7.31us");
	shows(txr_format_ns, 12345, "12.3us");
	shows(txr_format_ns, 795687, "795us");
	shows(txr_format_ns, 999999, "999us");
	shows(txr_format_ns, 1000000, "1.00ms");
	shows(txr_format_ns, 12500000000, "12.5s");
	shows(txr_format_ns, UINT64_MAX, "18446744073s");
}

static void test_format_counts(void **state)
{
	(void)state;
	shows(txr_format_count, 0, "0");
	shows(txr_format_count, 999, "999");
	shows(txr_format_count, 1000, "1,000");
	shows(txr_format_count, 999999, "999,999");
	shows(txr_format_count, 1313131, "1.31M");
	shows(txr_format_count, 20000000000, "20.0G");
	shows(txr_format_grouped, 118234567, "118,234,567");
	shows(txr_format_grouped, UINT64_MAX, "18,446,744,073,709,551,615");
	shows(txr_format_bytes, 512, "512B");
	shows(txr_format_bytes, 1500, "1.50KB");
	shows(txr_format_bytes, 20123456, "20.1MB");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_u64),
		cmocka_unit_test(test_ns),
		cmocka_unit_test(test_kib),
		cmocka_unit_test(test_format_ns),
		cmocka_unit_test(test_format_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
