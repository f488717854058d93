// SPDX-License-Identifier: GPL-2.0-only
/* The symbols that a recording needs: those that cover its addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "source/tracefs_symbols.h"

static struct txr_addresses addrs(const uint64_t *a, size_t n)
{
	struct txr_addresses out = { .count = 0 };

	while (n--)
		txr_addresses_add(&out, a[n]);
	return out;
}

static void expect(const struct txr_addresses *a, const char *kallsyms, const char *want)
{
	FILE *f = fmemopen((char *)kallsyms, strlen(kallsyms), "r");
	struct txr_buf b = { 0 };

	txr_symbols_pick(&b, a, f);
	txr_buf_put(&b, "", 1);
	assert_string_equal(b.data, want);
	txr_buf_free(&b);
	fclose(f);
}

static void addresses_once_and_in_order(void **state)
{
	const uint64_t in[] = { 7, 3, 7, 0, 9, 3 };
	struct txr_addresses a = addrs(in, 6);
	uint64_t i;

	(void)state;
	assert_int_equal(a.count, 3);
	assert_int_equal(a.addr[0], 3);
	assert_int_equal(a.addr[1], 7);
	assert_int_equal(a.addr[2], 9);
	for (i = 0; i < 2 * TXR_ADDRESSES_MAX; i++)
		txr_addresses_add(&a, 100 + i);
	assert_int_equal(a.count, TXR_ADDRESSES_MAX);
}

static void symbols_that_cover(void **state)
{
	static const char text[] =
		"0000000000002000 T beta\n"	/* in no order: modules come last */
		"0000000000001000 T alpha\n"
		"0000000000001000 t alpha_alias\n"
		"0000000000003000 D data\n"
		"0000000000004000 t gamma\n"
		"0000000000006000 T omega\t[module]\n"
		"0000000000005000 W delta\n";
	const uint64_t in[] = { 0x1010, 0x1020, 0x3fff, 0x5000 };
	struct txr_addresses a = addrs(in, 4);

	(void)state;
	expect(&a, text, "0000000000001000 T alpha\n0000000000002000 T beta\n"
	       "0000000000004000 t gamma\n0000000000005000 W delta\n"
	       "0000000000006000 T omega\t[module]\n");
}

static void nothing_where_addresses_are_hidden(void **state)
{
	const uint64_t in[] = { 0x1010 };
	struct txr_addresses a = addrs(in, 1), none = { .count = 0 };

	(void)state;
	expect(&a, "0000000000000000 T alpha\n0000000000000000 T beta\n", "");
	expect(&none, "0000000000001000 T alpha\n", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_once_and_in_order),
		cmocka_unit_test(symbols_that_cover),
		cmocka_unit_test(nothing_where_addresses_are_hidden),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
