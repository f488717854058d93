// SPDX-License-Identifier: GPL-2.0-only
/* test_sys_handover.c - which devices need which events, and since when they were on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "sys/handover.h"
#include "sys/newcomers.h"
#include "sys/snap.h"

#define NEVER ((uint64_t)INT64_MAX)

static struct txr_device_state device(const char *kind, int8_t peer_polls)
{
	struct txr_device_state d;

	txr_device_state_init(&d);
	strcpy(d.name, "x0");
	strcpy(d.link_kind, kind);
	d.peer_polls = peer_polls;
	return d;
}

static void expect_needed(const char *kind, int8_t peer_polls, unsigned int ways,
			  unsigned int needed)
{
	struct txr_device_state d = device(kind, peer_polls);

	assert_int_equal(txr_handover_ways(&d), ways);
	assert_int_equal(txr_handover_needed(&d), needed);
}

static void needs(void **state)
{
	struct txr_device_state d = device("", TXR_UNKNOWN);

	(void)state;
	expect_needed("", TXR_UNKNOWN, 0, 0);
	expect_needed("tun", TXR_UNKNOWN, 0, 0);
	expect_needed("netkit", TXR_UNKNOWN, TXR_HANDOVER_RX, TXR_HANDOVER_RX);
	expect_needed("ifb", TXR_UNKNOWN, TXR_HANDOVER_ALL, TXR_HANDOVER_ALL);
	expect_needed("bridge", 0, TXR_HANDOVER_ALL, TXR_HANDOVER_ALL);
	expect_needed("veth", 0, TXR_HANDOVER_ALL, TXR_HANDOVER_RX);
	expect_needed("veth", 1, TXR_HANDOVER_ALL, TXR_HANDOVER_ALL);
	expect_needed("veth", TXR_UNKNOWN, TXR_HANDOVER_ALL, TXR_HANDOVER_ALL);
	strcpy(d.name, "lo");
	assert_int_equal(txr_handover_needed(&d), TXR_HANDOVER_RX);
}

static void since_when(void **state)
{
	struct txr_meta m = { 0 };

	(void)state;
	txr_handover_note_start(&m, TXR_HANDOVER_ALL);
	assert_true(m.rx_on_ns == 0 && m.napi_on_ns == 0);
	txr_handover_note_more(&m, TXR_HANDOVER_ALL, 9);
	assert_true(m.rx_on_ns == 0 && m.napi_on_ns == 0);
	txr_handover_note_start(&m, 0);
	txr_handover_note_more(&m, TXR_HANDOVER_RX, 5);
	assert_true(m.rx_on_ns == 5 && m.napi_on_ns == NEVER);
	txr_handover_note_more(&m, TXR_HANDOVER_ALL, 0);	/* no clock */
	assert_true(m.napi_on_ns == NEVER);
	txr_handover_note_more(&m, TXR_HANDOVER_ALL, 9);
	txr_handover_note_more(&m, TXR_HANDOVER_ALL, 11);
	assert_true(m.rx_on_ns == 5 && m.napi_on_ns == 9);
}

static uint64_t untold(const struct txr_meta *m, const char *kind, size_t count)
{
	struct txr_device_state d = device(kind, 0);
	struct txr_match match = { .count = count, .end = count ? &d : NULL };
	struct txr_device dev = { .name = "x0" };

	return txr_handover_untold_ns(m, &match, &dev);
}

static void untold_until(void **state)
{
	struct txr_meta m = { .rx_on_ns = 5, .napi_on_ns = 9 }, old = { 0 };

	(void)state;
	assert_int_equal(untold(&m, "veth", 1), 9);
	assert_int_equal(untold(&m, "netkit", 1), 5);
	assert_int_equal(untold(&m, "tun", 1), 0);
	assert_int_equal(untold(&m, "", 1), 0);
	assert_int_equal(untold(&m, "", 2), 0);		/* no two alike */
	assert_int_equal(untold(&m, "", 0), 9);		/* nothing known of it */
	/* as an older recording has it */
	assert_int_equal(untold(&old, "veth", 1), 0);
	assert_int_equal(untold(&old, "", 0), 0);
}

/* Gone before anybody looked, but the kernel told what it was. */
static void of_newcomers(void **state)
{
	struct txr_meta m = { .rx_on_ns = 5, .napi_on_ns = 9 };

	(void)state;
	assert_int_equal(txr_newcomers_add(&m.watch, "x1", "netkit"), 0);
	assert_int_equal(untold(&m, "", 0), 9);
	assert_int_equal(txr_newcomers_add(&m.watch, "x0", "tun"), 0);
	assert_int_equal(untold(&m, "", 0), 0);
	assert_int_equal(txr_newcomers_add(&m.watch, "x0", "tun"), 0);
	assert_int_equal(m.watch.newcomers, 2);
	/* one of its name after it */
	assert_int_equal(txr_newcomers_add(&m.watch, "x0", "veth"), 0);
	assert_int_equal(untold(&m, "", 0), 9);
	/* what a snapshot knows counts alone */
	assert_int_equal(untold(&m, "tun", 1), 0);
	txr_watch_free(&m.watch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(needs),
		cmocka_unit_test(since_when),
		cmocka_unit_test(untold_until),
		cmocka_unit_test(of_newcomers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
