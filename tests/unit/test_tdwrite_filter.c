// SPDX-License-Identifier: GPL-2.0-only
/* -d: which devices, what lies below them, the kernel's filter, hand-overs. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "source/tracefs_filter.h"

static struct txr_device_state devs[] = {
	{ .name = "lo", .ifindex = 1, .up = true },
	{ .name = "eth0", .ifindex = 2, .up = true, .driver = "e1000e", .master_ifindex = 4 },
	{ .name = "eth1", .ifindex = 3, .up = true, .driver = "e1000e", .master_ifindex = 4 },
	{ .name = "bond0", .ifindex = 4, .up = true, .driver = "bonding", .link_kind = "bond",
	  .stacked = true },
	{ .name = "bond0.7", .ifindex = 5, .up = true, .link_kind = "vlan", .stacked = true,
	  .link_ifindex = 4 },
	{ .name = "gre1", .ifindex = 6, .up = true, .link_kind = "gre", .stacked = true,
	  .link_ifindex = 2 },
	{ .name = "veth1", .ifindex = 7, .link_kind = "veth", .driver = "veth",
	  .link_ifindex = 3, .peer_polls = TXR_UNKNOWN },
	{ .name = "tap0", .ifindex = 8, .up = true, .link_kind = "tun", .driver = "tun" },
	{ .name = "x[1]", .ifindex = 10, .up = true, .link_kind = "tun", .driver = "tun" },
	{ .name = "nk0", .ifindex = 9, .up = true, .link_kind = "netkit" },
	/* Another namespace: the same numbers and a name again, other devices. */
	{ .name = "port", .ifindex = 20, .netns_inode = 7, .master_ifindex = 4 },
	{ .name = "br9", .ifindex = 4, .netns_inode = 7, .link_kind = "bridge",
	  .stacked = true },
	{ .name = "gre1", .ifindex = 21, .netns_inode = 7, .link_kind = "gre",
	  .stacked = true, .link_ifindex = 22 },
	{ .name = "wan", .ifindex = 22, .netns_inode = 7 },
	{ .name = "mv0", .ifindex = 23, .netns_inode = 7, .link_kind = "macvlan",
	  .stacked = true, .link_ifindex = 3, .link_netns_inode = 8 },
	{ .name = "far", .ifindex = 3, .netns_inode = 8 },
};
static struct txr_snapshot snap = { .count = sizeof(devs) / sizeof(devs[0]), .dev = devs };

static struct txr_devsel select_devs(const char *const *glob, size_t n)
{
	struct txr_devsel sel;

	assert_int_equal(txr_devsel_init(&sel, glob, n, &snap, NULL), 0);
	return sel;
}

static void expect_filter(const char *const *glob, size_t n, const char *want)
{
	struct txr_devsel sel = select_devs(glob, n);
	char *filter;

	assert_int_equal(txr_devsel_filter(&sel, "name", &filter, NULL), 0);
	if (want)
		assert_string_equal(filter, want);
	else
		assert_null(filter);
	free(filter);
	txr_devsel_free(&sel);
}

static void filters(void **state)
{
	(void)state;
	expect_filter(NULL, 0, NULL);
	expect_filter((const char *[]){ "eth0" }, 1, "name == \"eth0\"");
	expect_filter((const char *[]){ "veth*" }, 1, "name ~ \"veth*\"");
	expect_filter((const char *[]){ "lo", "tap?" }, 2, "name == \"lo\" || name ~ \"tap?\"");
	expect_filter((const char *[]){ "a\"b" }, 1, "name == 'a\"b'");
	/* A device of that very name is there, which the glob does not take. */
	expect_filter((const char *[]){ "x[1]" }, 1, "name ~ \"x[1]\" || name == \"x[1]\"");
	expect_filter((const char *[]){ "y[1]" }, 1, "name ~ \"y[1]\"");
}

static void lower_devices_come_too(void **state)
{
	(void)state;
	expect_filter((const char *[]){ "br9" }, 1, "name == \"br9\" || name == \"port\"");
	/* On a device of another namespace, not on the one of its number here. */
	expect_filter((const char *[]){ "mv0" }, 1, "name == \"mv0\" || name == \"far\"");
	/* One of that name in each namespace. */
	expect_filter((const char *[]){ "gre1" }, 1,
		      "name == \"gre1\" || name == \"eth0\" || name == \"wan\"");
	/* veth's link is its peer, not below it. */
	expect_filter((const char *[]){ "veth1" }, 1, "name == \"veth1\"");
	/* What a glob takes already is not named again. */
	expect_filter((const char *[]){ "bond0.7", "eth*", "bond0" }, 3,
		      "name == \"bond0.7\" || name ~ \"eth*\" || name == \"bond0\"");
}

static void lower_devices_of_lower_ones(void **state)
{
	const char *const glob[] = { "bond0.7" };
	struct txr_devsel sel = select_devs(glob, 1);

	(void)state;
	assert_int_equal(sel.nr_lower, 3);
	assert_true(txr_devsel_match(&sel, "bond0"));
	assert_true(txr_devsel_match(&sel, "eth0"));
	assert_true(txr_devsel_match(&sel, "eth1"));
	assert_false(txr_devsel_match(&sel, "lo"));
	txr_devsel_free(&sel);
}

/* A link can lead into another namespace. */
static void lower_devices_elsewhere(void **state)
{
	static struct txr_device_state two[] = {
		{ .name = "eth0", .ifindex = 2, .netns_inode = 100 },
		{ .name = "mv0", .ifindex = 3, .netns_inode = 100, .stacked = true,
		  .link_ifindex = 2 },
		{ .name = "tap0", .ifindex = 2, .netns_inode = 200, .master_ifindex = 4 },
		{ .name = "other", .ifindex = 3, .netns_inode = 200 },
		{ .name = "br0", .ifindex = 4, .netns_inode = 200, .stacked = true },
		{ .name = "mv1", .ifindex = 2, .netns_inode = 300, .stacked = true,
		  .link_ifindex = 2, .link_netns_inode = 100 },
	};
	static const struct {
		const char *glob, *lower;
	} cases[] = {
		{ "mv0", "eth0" }, { "br0", "tap0" }, { "mv1", "eth0" }, { "eth0", NULL },
		{ "other", NULL },
	};
	struct txr_snapshot all = { .count = 6, .dev = two };
	struct txr_devsel sel;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(txr_devsel_init(&sel, &cases[i].glob, 1, &all, NULL), 0);
		assert_int_equal(sel.nr_lower, cases[i].lower ? 1 : 0);
		if (cases[i].lower)
			assert_string_equal(sel.lower[0], cases[i].lower);
		txr_devsel_free(&sel);
	}
}

static void expect_refused(const char *glob, int code)
{
	struct txr_devsel sel = { .glob = &glob, .nr_globs = 1 };
	struct txr_err err = { 0 };
	char *filter;

	assert_int_equal(txr_devsel_filter(&sel, "name", &filter, &err), -code);
	assert_int_equal(err.code, code);
	assert_null(filter);
}

static void what_the_kernel_would_not_take(void **state)
{
	char lower[300][TXR_IFNAMSIZ];
	struct txr_devsel sel = { .lower = lower, .nr_lower = 300 };
	char *filter, longname[300];
	size_t i;

	(void)state;
	memset(longname, 'x', sizeof(longname) - 1);
	longname[sizeof(longname) - 1] = '\0';
	expect_refused("", EINVAL);
	expect_refused("a'b\"c", EINVAL);
	expect_refused(longname, EINVAL);
	for (i = 0; i < 300; i++)
		snprintf(lower[i], TXR_IFNAMSIZ, "port%zu", i);
	assert_int_equal(txr_devsel_filter(&sel, "name", &filter, NULL), -E2BIG);
	assert_null(filter);
}

static unsigned int handover(const char *const *glob, size_t n)
{
	struct txr_devsel sel = select_devs(glob, n);
	unsigned int need = txr_devsel_handover(&sel, &snap);

	txr_devsel_free(&sel);
	return need;
}

static void hand_overs(void **state)
{
	(void)state;
	/* Everything: lo and netkit are up, veth1 is down. */
	assert_int_equal(handover(NULL, 0), TXR_HANDOVER_RX);
	assert_int_equal(handover((const char *[]){ "eth0" }, 1), 0);
	assert_int_equal(handover((const char *[]){ "tap0" }, 1), 0);
	assert_int_equal(handover((const char *[]){ "lo" }, 1), TXR_HANDOVER_RX);
	/* Named ones count when down: they may come up. */
	assert_int_equal(handover((const char *[]){ "veth*" }, 1), TXR_HANDOVER_ALL);
	/* Nothing is known of one that is not here. */
	assert_int_equal(handover((const char *[]){ "eth9" }, 1), TXR_HANDOVER_ALL);
	devs[6].up = true;
	assert_int_equal(handover(NULL, 0), TXR_HANDOVER_ALL);
	/* Its peer does not poll: each packet is handed on within its xmit. */
	devs[6].peer_polls = 0;
	assert_int_equal(handover(NULL, 0), TXR_HANDOVER_RX);
	assert_int_equal(handover((const char *[]){ "veth1" }, 1), TXR_HANDOVER_RX);
	devs[6].peer_polls = TXR_UNKNOWN;
	devs[6].up = false;
	/* Nor of those that nobody may see. */
	snap.namespaces_unseen = 1;
	assert_int_equal(handover(NULL, 0), TXR_HANDOVER_ALL);
	assert_int_equal(handover((const char *[]){ "eth0" }, 1), 0);
	snap.namespaces_unseen = 0;
	snap.only_own = true;
	assert_int_equal(handover(NULL, 0), TXR_HANDOVER_ALL);
	snap.only_own = false;
}

static void unmatched(void **state)
{
	const char *const glob[] = { "eth*", "wlan*", "x" };
	struct txr_devsel sel = select_devs(glob, 3);

	(void)state;
	assert_string_equal(txr_devsel_unmatched(&sel, &snap), "wlan*");
	sel.nr_globs = 1;
	assert_null(txr_devsel_unmatched(&sel, &snap));
	txr_devsel_free(&sel);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filters),
		cmocka_unit_test(lower_devices_come_too),
		cmocka_unit_test(lower_devices_of_lower_ones),
		cmocka_unit_test(lower_devices_elsewhere),
		cmocka_unit_test(what_the_kernel_would_not_take),
		cmocka_unit_test(hand_overs),
		cmocka_unit_test(unmatched),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
