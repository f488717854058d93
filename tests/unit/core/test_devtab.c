// SPDX-License-Identifier: GPL-2.0-only
/* The table of devices: what is one device, and what happens when it is full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <cmocka.h>
#include "txring/device.h"
#include "txring/event.h"

static uint16_t named(struct txr_devtab *t, unsigned int i)
{
	char name[TXR_IFNAMSIZ];

	return txr_devtab_intern(t, name, (size_t)snprintf(name, sizeof(name), "veth%u", i), 0, 0);
}

static void what_is_one_device(void **state)
{
	struct txr_devtab *t = txr_devtab_new();

	(void)state;
	assert_int_equal(txr_devtab_intern(t, "eth0", 4, 0, 0), 0);
	assert_int_equal(txr_devtab_intern(t, "eth0", 4, 3, 0), 1);
	assert_int_equal(txr_devtab_intern(t, "eth0", 4, 3, 7), 2);
	assert_int_equal(txr_devtab_intern(t, "eth01", 5, 0, 0), 3);
	/* The length is that of the field, the name ends before; 15 bytes count. */
	assert_int_equal(txr_devtab_intern(t, "eth0\0rest", 9, 0, 0), 0);
	assert_int_equal(txr_devtab_intern(t, "fifteen-letters", 15, 0, 0), 4);
	assert_int_equal(txr_devtab_intern(t, "fifteen-letters+", 16, 0, 0), 4);
	assert_int_equal(txr_devtab_intern(t, "", 0, 0, 0), 5);
	assert_int_equal(txr_devtab_count(t), 6);
	assert_string_equal(txr_devtab_get(t, 4)->name, "fifteen-letters");
	assert_int_equal(txr_devtab_get(t, 2)->ifindex, 3);
	assert_int_equal(txr_devtab_get(t, 2)->netns_cookie, 7);
	assert_null(txr_devtab_get(t, 6));
	assert_null(txr_devtab_get(t, TXR_DEV_NONE));
	txr_devtab_free(t);
}

static void more_than_fit(void **state)
{
	struct txr_devtab *t = txr_devtab_new();
	unsigned int i;

	(void)state;
	for (i = 0; i < TXR_DEV_MAX; i++)
		assert_int_equal(named(t, i), i);
	assert_false(txr_devtab_full(t));
	assert_int_equal(named(t, TXR_DEV_MAX), TXR_DEV_NONE);
	assert_true(txr_devtab_full(t));
	assert_false(txr_devtab_failed(t));
	assert_int_equal(named(t, TXR_DEV_MAX + 1), TXR_DEV_NONE);
	/* Those that are there stay there. */
	for (i = TXR_DEV_MAX; i-- > 0; )
		assert_int_equal(named(t, i), i);
	assert_string_equal(txr_devtab_get(t, 65533)->name, "veth65533");
	assert_int_equal(txr_devtab_count(t), TXR_DEV_MAX);
	txr_devtab_free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_one_device),
		cmocka_unit_test(more_than_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
