// SPDX-License-Identifier: GPL-2.0-only
/* test_sys_match.c - which devices a name in the events can stand for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "sys/snap.h"

static struct txr_device_state before[6], after[6];
static struct txr_meta meta;

static int setup(void **state)
{
	(void)state;
	memset(&meta, 0, sizeof(meta));
	meta.start.dev = before;
	meta.end.dev = after;
	return 0;
}

/* A device that is there all the time and sends nothing. */
static size_t add(const char *name, const char *kind, const char *qdisc)
{
	size_t i = meta.start.count++;
	struct txr_device_state *d = &before[i];

	txr_device_state_init(d);
	strcpy(d->name, name);
	strcpy(d->link_kind, kind);
	strcpy(d->driver, kind);
	strcpy(d->qdisc, qdisc);
	d->ifindex = 2;
	d->netns_inode = 1000 + i;
	d->netns_cookie = 50 + i;
	d->up = true;
	d->tx_packets = d->tx_bytes = d->tx_dropped = d->tx_errors = 7;
	d->rx_dropped = d->carrier_changes = 7;
	d->qdisc_sent_bytes = d->qdisc_requeues = 7;
	d->txqueuelen = 100;
	d->ring_tx = 256;
	d->tx_queues = 1;
	after[i] = *d;
	meta.end.count = meta.start.count;
	return i;
}

static void match_of(struct txr_match *m, const char *name, uint32_t ifindex, uint64_t cookie)
{
	struct txr_device d = { .ifindex = ifindex, .netns_cookie = cookie };

	strcpy(d.name, name);
	assert_int_equal(txr_meta_match(m, &meta, &d), 0);
}

static void expect(const char *name, size_t count)
{
	struct txr_match m;

	match_of(&m, name, 0, 0);
	assert_int_equal(m.count, count);
	txr_match_free(&m);
}

/* The one that sent, of a and b of this kind and qdisc. */
static void expect_sender(const char *kind, const char *qdisc, size_t offset, size_t count)
{
	const char *name = kind[0] ? "eth0" : "lo";
	struct txr_match m;
	size_t b;

	setup(NULL);
	add(name, kind, qdisc);
	b = add(name, kind, qdisc);
	*(int64_t *)((char *)&after[b] + offset) += 1;
	match_of(&m, name, 0, 0);
	assert_int_equal(m.count, count);
	if (count == 1) {
		assert_ptr_equal(m.start, &before[b]);
		assert_ptr_equal(m.end, &after[b]);
	}
	txr_match_free(&m);
}

#define AT(f) offsetof(struct txr_device_state, f)

static void counters_tell_who_sent(void **state)
{
	(void)state;
	expect_sender("", "noqueue", AT(tx_packets), 1);
	expect_sender("", "noqueue", AT(rx_dropped), 1);	/* lo's backlog drops */
	expect_sender("veth", "noqueue", AT(tx_packets), 1);
	expect_sender("veth", "noqueue", AT(tx_dropped), 1);
	expect_sender("dummy", "noqueue", AT(tx_bytes), 1);
	expect_sender("tun", "fq_codel", AT(qdisc_sent_bytes), 1);
	expect_sender("tun", "pfifo_fast", AT(qdisc_requeues), 1);
	expect_sender("tun", "pfifo_fast", AT(tx_errors), 1);
}

/* Packets that a ring or a cipher still holds are in no counter. */
static void counters_that_tell_nothing(void **state)
{
	(void)state;
	expect_sender("tun", "noqueue", AT(tx_packets), 2);
	expect_sender("wireguard", "noqueue", AT(tx_packets), 2);
	expect_sender("tun", "", AT(tx_packets), 2);
	expect_sender("e1000e", "noop", AT(tx_packets), 2);
	expect_sender("e1000e", "taprio", AT(qdisc_sent_bytes), 2);
}

static void unknown_counters(void **state)
{
	size_t a;

	(void)state;
	a = add("eth0", "veth", "noqueue");
	after[add("eth0", "veth", "noqueue")].tx_packets++;
	expect("eth0", 1);
	before[a].tx_packets = after[a].tx_packets = TXR_UNKNOWN;
	expect("eth0", 2);
}

static void qdisc_changed(void **state)
{
	size_t a = add("eth0", "tun", "fq");

	(void)state;
	after[add("eth0", "tun", "fq")].qdisc_sent_bytes++;
	expect("eth0", 1);
	strcpy(after[a].qdisc, "pfifo");	/* a new one, which began at 0 */
	expect("eth0", 2);
}

/* Down at both ends and no trace of having been up. */
static void down_devices(void **state)
{
	size_t a = add("eth0", "tun", "noop");

	(void)state;
	after[add("eth0", "tun", "fq")].qdisc_sent_bytes++;
	expect("eth0", 2);
	before[a].up = after[a].up = false;
	expect("eth0", 1);
	after[a].carrier_changes++;
	expect("eth0", 2);
}

static void nobody_sent(void **state)
{
	(void)state;
	expect("eth0", 0);
	/* The events are of one that was not seen. */
	add("eth0", "veth", "noqueue");
	expect("eth0", 0);
	add("eth0", "veth", "noqueue");
	expect("eth0", 0);
	after[1].tx_packets++;
	expect("eth0", 1);
	expect("eth1", 0);
}

static void no_end_snapshot(void **state)
{
	(void)state;
	add("eth0", "veth", "noqueue");
	expect("eth0", 0);
	meta.end.count = 0;
	expect("eth0", 1);
	add("eth0", "veth", "noqueue");
	meta.end.count = 0;
	expect("eth0", 2);
}

static void made_and_gone_meanwhile(void **state)
{
	size_t a = add("lo", "", "noqueue"), b = add("lo", "", "noqueue");
	struct txr_match m;

	(void)state;
	after[a].tx_packets++;
	expect("lo", 1);
	/* b is made meanwhile (inode of its own): it counts from 0. */
	before[b].netns_inode = after[b].netns_inode = 77;
	meta.start.count = 1;
	expect("lo", 2);
	after[b].tx_packets = after[b].tx_bytes = after[b].tx_dropped = 0;
	after[b].tx_errors = after[b].rx_dropped = 0;
	expect("lo", 1);
	/* b is there at the start only: nobody knows what it sent. */
	meta.start.count = 2;
	meta.end.count = 1;
	match_of(&m, "lo", 0, 0);
	assert_int_equal(m.count, 2);
	assert_int_equal(m.end->ifindex, 2);
	assert_int_equal(m.end->netns_inode, 0);	/* differs: b's counts too */
	txr_match_free(&m);
}

/* Namespaces' inodes are given again, cookies never. */
static void another_namespace_of_that_inode(void **state)
{
	size_t a = add("eth0", "veth", "noqueue");

	(void)state;
	after[a].netns_cookie = 99;
	after[a].tx_packets++;
	expect("eth0", 2);
	after[a].netns_cookie = 0;	/* not known */
	expect("eth0", 1);
}

/* One of two is there at the start, the other at the end: all must agree. */
static void number_inode_and_cookie(void **state)
{
	const struct txr_snapshot *s = &meta.start;

	(void)state;
	add("a", "tun", "fq");
	add("b", "tun", "fq");
	assert_ptr_equal(txr_snapshot_of(s, 2, 1001, 51), &before[1]);
	assert_ptr_equal(txr_snapshot_of(s, 2, 1001, 0), &before[1]);
	assert_null(txr_snapshot_of(s, 2, 1001, 50));	/* an inode used again */
	assert_null(txr_snapshot_of(s, 3, 1001, 51));
	assert_null(txr_snapshot_of(s, 2, 999, 0));
}

static void facts_of_the_absent_count(void **state)
{
	size_t a = add("eth0", "tun", "fq"), b = add("eth0", "tun", "fq");
	struct txr_device_state second = after[b];
	struct txr_match m;

	(void)state;
	(void)a;
	second.txqueuelen = 50;
	second.tx_packets++;
	meta.start.count = meta.end.count = 1;
	after[0] = second;
	match_of(&m, "eth0", 0, 0);
	assert_int_equal(m.count, 2);
	assert_int_equal(m.start->txqueuelen, TXR_UNKNOWN);
	assert_int_equal(m.end->txqueuelen, TXR_UNKNOWN);
	assert_int_equal(m.start->ring_tx, 256);
	txr_match_free(&m);
	meta.start.count = 0;
	match_of(&m, "eth0", 0, 0);
	assert_int_equal(m.count, 1);
	assert_null(m.start);
	assert_ptr_equal(m.end, &after[0]);
	txr_match_free(&m);
}

static void events_that_tell_more(void **state)
{
	size_t a = add("eth0", "veth", "noqueue"), b = add("eth0", "veth", "noqueue");
	struct txr_match m;

	(void)state;
	after[b].tx_packets++;
	match_of(&m, "eth0", 0, before[a].netns_cookie);	/* 7.2, stock */
	assert_int_equal(m.count, 1);
	assert_ptr_equal(m.start, &before[a]);
	txr_match_free(&m);
	match_of(&m, "renamed", 2, before[b].netns_cookie);	/* patched */
	assert_int_equal(m.count, 1);
	assert_ptr_equal(m.start, &before[b]);
	txr_match_free(&m);
	match_of(&m, "eth0", 3, before[b].netns_cookie);
	assert_int_equal(m.count, 0);
	txr_match_free(&m);
	match_of(&m, "eth0", 2, 12345);
	assert_int_equal(m.count, 0);
	txr_match_free(&m);
}

static void what_all_agree_on(void **state)
{
	size_t a = add("eth0", "tun", "fq"), b = add("eth0", "tun", "fq");
	struct txr_match m;

	(void)state;
	after[a].qdisc_sent_bytes++;
	after[b].qdisc_sent_bytes++;
	before[a].up = false;
	before[b].txqueuelen = 50;
	before[b].tx_queues = 3;
	before[b].xdp_prog_id = 9;
	strcpy(before[b].xdp_mode, "native");
	before[b].stacked = true;
	match_of(&m, "eth0", 0, 0);
	assert_int_equal(m.count, 2);
	assert_string_equal(m.start->name, "eth0");
	assert_string_equal(m.start->driver, "tun");
	assert_int_equal(m.start->ring_tx, 256);
	assert_int_equal(m.start->ifindex, 2);
	assert_int_equal(m.start->netns_inode, 0);
	assert_int_equal(m.start->netns_cookie, 0);
	assert_int_equal(m.start->txqueuelen, TXR_UNKNOWN);
	assert_int_equal(m.end->txqueuelen, 100);
	assert_true(m.start->up);
	assert_true(m.start->stacked);
	assert_false(m.end->stacked);
	assert_int_equal(m.start->xdp_prog_id, 9);
	assert_string_equal(m.start->xdp_mode, "native");
	assert_int_equal(m.start->tx_queues, 3);
	assert_int_equal(m.start->queue[2].bql_limit_bytes, TXR_UNKNOWN);
	txr_match_free(&m);
	assert_int_equal(before[a].txqueuelen, 100);	/* as it was */
	txr_match_free(NULL);
}

#define TEST(f) cmocka_unit_test_setup(f, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(counters_tell_who_sent), TEST(counters_that_tell_nothing),
		TEST(unknown_counters), TEST(qdisc_changed), TEST(down_devices),
		TEST(nobody_sent), TEST(no_end_snapshot), TEST(made_and_gone_meanwhile),
		TEST(another_namespace_of_that_inode), TEST(events_that_tell_more), TEST(number_inode_and_cookie),
		TEST(facts_of_the_absent_count),
		TEST(what_all_agree_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
