// SPDX-License-Identifier: GPL-2.0-only
/* test_sys_watch.c - looks at devices, made by hand, and what is kept of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "sys/meta.h"
#include "sys/newcomers.h"
#include "sys/snap.h"

#define SEC 1000000000ULL
#define CLOCK 5000		/* the recording's clock is ahead by so many seconds */

static struct txr_device_state dev[3];
static struct txr_queue_state queue[3][2];
static struct txr_snapshot snap;
static struct txr_watch w;
static uint64_t second;

static int begin(void **state)
{
	size_t i;

	(void)state;
	memset(&w, 0, sizeof(w));
	second = 100;
	for (i = 0; i < 3; i++) {
		txr_device_state_init(&dev[i]);
		snprintf(dev[i].name, sizeof(dev[i].name), "eth%zu", i);
		dev[i].ifindex = 2 + i;
		dev[i].netns_inode = 7;
		dev[i].up = dev[i].carrier = true;
		dev[i].carrier_changes = 1;
		strcpy(dev[i].qdisc, "fq_codel");
		dev[i].tx_queues = 2;
		dev[i].queue = queue[i];
		txr_queue_state_init(&queue[i][0]);
		txr_queue_state_init(&queue[i][1]);
		queue[i][0].qdisc_backlog_packets = queue[i][0].qdisc_sent_bytes = 0;
	}
	snap = (struct txr_snapshot){ .dev = dev, .count = 1 };
	return 0;
}

static int end(void **state)
{
	(void)state;
	txr_watch_free(&w);
	assert_null(w.dev);
	return 0;
}

/* So many looks, a second between each. */
static void look(unsigned int times)
{
	for (; times; times--, second++) {
		snap.clock_ns = (second + CLOCK) * SEC;
		assert_int_equal(txr_watch_note(&w, &snap, second * SEC), 0);
	}
}

static const struct txr_queue_watch *q0(void)
{
	return &txr_watch_find(&w, &dev[0])->queue[0];
}

/* A queue that stands: bytes in flight, packets that wait, none given on. */
static void stands(void **state)
{
	(void)state;
	queue[0][0].bql_inflight_bytes = 3000;
	queue[0][0].qdisc_backlog_packets = 40;
	queue[0][0].qdisc_sent_bytes = 777;
	look(1);
	assert_int_equal(q0()->held_ns, 0);
	assert_int_equal(q0()->waiting_ns, 0);
	look(5);
	assert_int_equal(w.looks, 6);
	assert_int_equal(w.gap_max_ns, SEC);
	assert_int_equal(q0()->held_ns, 5 * SEC);
	assert_int_equal(q0()->held_bytes, 3000);
	assert_int_equal(q0()->waiting_ns, 5 * SEC);
	queue[0][0].qdisc_backlog_packets = 30;	/* dropped at its head: none was sent */
	look(1);
	queue[0][0].qdisc_backlog_packets = 90;
	look(1);
	assert_int_equal(q0()->waiting_ns, 7 * SEC);
	assert_int_equal(q0()->waiting_min, 30);
	assert_int_equal(q0()->waiting_last, 90);
	assert_int_equal(q0()->longest_ns, 0);
	/* nothing is known of the other queue */
	assert_int_equal(txr_watch_find(&w, &dev[0])->queue[1].waiting_ns, TXR_UNKNOWN);
	assert_int_equal(txr_watch_find(&w, &dev[0])->queue[1].held_ns, TXR_UNKNOWN);
	assert_int_equal(txr_watch_find(&w, &dev[0])->steady_ns, TXR_UNKNOWN);
	assert_int_equal(txr_watch_find(&w, &dev[0])->pauses, 0);
}

/* One packet was given on: from there on it counts anew; the longest is kept. */
static void moves(void **state)
{
	(void)state;
	queue[0][0].bql_inflight_bytes = 3000;
	queue[0][0].qdisc_backlog_packets = 40;
	queue[0][0].qdisc_sent_bytes = 777;
	look(5);
	queue[0][0].qdisc_sent_bytes = 837;
	queue[0][0].bql_inflight_bytes = 2940;
	look(1);
	assert_int_equal(q0()->held_ns, 0);
	assert_int_equal(q0()->waiting_ns, 0);
	assert_int_equal(q0()->waiting_min, 40);
	assert_int_equal(q0()->longest_ns, 4 * SEC);
	assert_int_equal(q0()->longest_end_ns, (104 + CLOCK) * SEC);
	look(2);
	assert_int_equal(q0()->waiting_ns, 2 * SEC);
	queue[0][0].qdisc_backlog_packets = 0;	/* a shorter one is forgotten */
	queue[0][0].bql_inflight_bytes = 0;
	look(2);
	assert_int_equal(q0()->waiting_ns, 0);
	assert_int_equal(q0()->held_ns, 0);
	assert_int_equal(q0()->longest_ns, 4 * SEC);
	queue[0][0].qdisc_backlog_packets = 1;	/* came just now */
	look(1);
	assert_int_equal(q0()->waiting_ns, 0);
}

/* Packets that a qdisc paces wait for no device. */
static void paced(void **state)
{
	(void)state;
	queue[0][0].qdisc_backlog_packets = 40;
	dev[0].qdisc_paced = true;
	look(5);
	assert_int_equal(q0()->waiting_ns, 0);
	dev[0].qdisc_paced = false;
	look(1);
	assert_int_equal(q0()->waiting_ns, 0);
	look(1);
	assert_int_equal(q0()->waiting_ns, SEC);
}

/* A carrier that is gone, and one that went and came between two looks. */
static void carrier(void **state)
{
	const struct txr_device_watch *d;

	(void)state;
	queue[0][0].bql_inflight_bytes = 3000;
	queue[0][0].qdisc_backlog_packets = 40;
	look(3);
	dev[0].carrier = false;
	dev[0].carrier_changes = 2;
	look(4);
	d = txr_watch_find(&w, &dev[0]);
	assert_false(d->carrier);
	assert_int_equal(d->steady_ns, 3 * SEC);
	assert_int_equal(d->pauses, 1);
	assert_int_equal(d->pause[0].from_ns, (102 + CLOCK) * SEC);
	assert_int_equal(d->pause[0].to_ns, (106 + CLOCK) * SEC);
	assert_int_equal(q0()->waiting_ns, 0);
	assert_int_equal(q0()->held_ns, 0);
	dev[0].carrier = true;
	dev[0].carrier_changes = 3;
	look(1);
	assert_int_equal(d->pauses, 1);
	assert_int_equal(d->pause[0].to_ns, (107 + CLOCK) * SEC);
	look(2);
	assert_int_equal(q0()->waiting_ns, 2 * SEC);
	assert_int_equal(q0()->held_ns, 2 * SEC);
	assert_int_equal(d->steady_ns, 2 * SEC);
	dev[0].carrier_changes = 5;
	look(1);
	assert_int_equal(d->pauses, 2);
	assert_int_equal(d->pause[1].from_ns, (109 + CLOCK) * SEC);
	assert_int_equal(d->pause[1].to_ns, (110 + CLOCK) * SEC);
	assert_int_equal(q0()->waiting_ns, 0);
}

/* More pauses than are kept: the latest stay, all are counted. */
static void many_pauses(void **state)
{
	const struct txr_device_watch *d;
	int i;

	(void)state;
	look(1);
	for (i = 0; i < 11; i++) {
		dev[0].carrier_changes += 2;
		look(1);
		look(1);
	}
	d = txr_watch_find(&w, &dev[0]);
	assert_int_equal(d->pauses, 11);
	assert_int_equal(d->pause[0].from_ns, (100 + 6 + CLOCK) * SEC);
	assert_int_equal(d->pause[TXR_PAUSES_MAX - 1].to_ns, (100 + 21 + CLOCK) * SEC);
}

/* Only what can wait is watched; what is gone is forgotten; a new one begins new. */
static void come_and_go(void **state)
{
	(void)state;
	strcpy(dev[1].qdisc, "noqueue");
	snap.count = 3;
	queue[0][0].qdisc_backlog_packets = queue[2][0].qdisc_backlog_packets = 5;
	look(3);
	assert_int_equal(w.count, 2);
	assert_null(txr_watch_find(&w, &dev[1]));
	assert_int_equal(q0()->waiting_ns, 2 * SEC);
	snap.count = 2;			/* eth2 is gone */
	strcpy(dev[0].name, "wan");	/* another name, the same device */
	look(1);
	assert_int_equal(w.count, 1);
	assert_null(txr_watch_find(&w, &dev[2]));
	assert_string_equal(txr_watch_find(&w, &dev[0])->name, "wan");
	assert_int_equal(q0()->waiting_ns, 3 * SEC);
	dev[0].netns_cookie = 9;	/* the numbers again, in another namespace */
	look(1);
	assert_int_equal(w.count, 1);
	assert_int_equal(q0()->waiting_ns, 0);
	dev[0].tx_queues = 1;		/* ethtool -L */
	look(1);
	assert_int_equal(txr_watch_find(&w, &dev[0])->queues, 1);
	assert_int_equal(q0()->waiting_ns, SEC);
	dev[0].ifindex = 0;
	assert_null(txr_watch_find(&w, &dev[0]));
	assert_null(txr_watch_find(NULL, &dev[0]));
}

static void same_figures(const struct txr_queue_watch *a, const struct txr_queue_watch *b)
{
	/* What is not above 0 is not in the file. */
	assert_int_equal(a->held_ns > 0 ? a->held_ns : -1, b->held_ns);
	assert_int_equal(a->waiting_ns > 0 ? a->waiting_ns : -1, b->waiting_ns);
	if (a->waiting_ns > 0)
		assert_int_equal(a->waiting_last, b->waiting_last);
	assert_int_equal(a->longest_ns, b->longest_ns);
	assert_int_equal(a->longest_end_ns, b->longest_end_ns);
}

static void in_the_file(void **state)
{
	const struct txr_device_watch *a, *b;
	struct txr_meta m = { 0 }, back;
	char *text;

	(void)state;
	snap.count = 3;
	queue[0][0].qdisc_backlog_packets = 40;
	queue[0][0].bql_inflight_bytes = 3000;
	dev[2].qdisc_backlog_packets = 40;	/* one for all queues */
	dev[2].qdisc_sent_bytes = 1;
	queue[2][0].qdisc_backlog_packets = TXR_UNKNOWN;
	queue[2][1].bql_inflight_bytes = 9;
	look(4);
	dev[1].carrier = false;
	look(2);
	dev[2].qdisc_sent_bytes = 2;
	look(3);
	dev[2].qdisc_backlog_packets = 0;
	look(1);
	assert_int_equal(txr_newcomers_add(&w, "tap\xff", "tun"), 0);
	assert_int_equal(txr_newcomers_add(&w, "eth9", ""), 0);
	m.watch = w;
	text = txr_meta_to_json(&m);
	assert_non_null(text);
	assert_int_equal(txr_meta_from_json(&back, text, strlen(text), NULL), 0);
	assert_int_equal(back.watch.looks, 10);
	assert_int_equal(back.watch.last_clock_ns, (109 + CLOCK) * SEC);
	assert_int_equal(back.watch.gap_max_ns, SEC);
	assert_int_equal(back.watch.count, 3);
	assert_int_equal(back.watch.newcomers, 2);
	assert_string_equal(back.watch.newcomer[0].name, "tap\xff");
	assert_string_equal(back.watch.newcomer[0].kind, "tun");
	assert_string_equal(back.watch.newcomer[1].name, "eth9");
	assert_string_equal(back.watch.newcomer[1].kind, "");
	a = txr_watch_find(&w, &dev[0]);
	b = txr_watch_find(&back.watch, &dev[0]);
	assert_int_equal(b->queues, 2);
	same_figures(&a->queue[0], &b->queue[0]);
	assert_int_equal(b->queue[0].waiting_ns, 9 * SEC);
	assert_int_equal(b->root.waiting_ns, TXR_UNKNOWN);	/* each has its own */
	assert_true(b->up && b->carrier);
	assert_int_equal(b->pauses, 0);
	assert_int_equal(b->steady_ns, TXR_UNKNOWN);
	b = txr_watch_find(&back.watch, &dev[1]);
	assert_false(b->carrier);
	assert_int_equal(b->pauses, 1);
	assert_int_equal(b->pause[0].from_ns, (103 + CLOCK) * SEC);
	assert_int_equal(b->pause[0].to_ns, (109 + CLOCK) * SEC);
	assert_int_equal(b->steady_ns, 5 * SEC);
	a = txr_watch_find(&w, &dev[2]);
	b = txr_watch_find(&back.watch, &dev[2]);
	same_figures(&a->queue[0], &b->queue[0]);
	assert_int_equal(b->queue[1].held_ns, 9 * SEC);
	same_figures(&a->root, &b->root);
	assert_int_equal(b->root.longest_ns, 5 * SEC);
	assert_int_equal(b->root.longest_end_ns, (105 + CLOCK) * SEC);
	free(text);
	txr_meta_free(&back);
}

/* Out of a file that anybody may have written. */
static void harmful(void **state)
{
	static const char *const text[] = {
		"{\"watch\":{\"looks\":3,\"devices\":[{\"name\":\"e\",\"pauses\":99,"
		"\"pause\":[1,2,3]},7,{\"pauses\":-1,\"pause\":[1,2,3,4]},"
		"{\"pauses\":8,\"pause\":\"x\",\"queues\":[],\"root\":3,\"tx_queues\":1e9}]}}",
		"{\"watch\":[]}", "{\"watch\":{\"devices\":{}}}",
		"{\"watch\":{\"looks\":1,\"devices\":[],\"newcomers\":[3,{},{\"name\":7,\"kind\":\"x\"},"
		"{\"name\":\"e\",\"kind\":[]},[\"f\",\"tun\"]]}}",
	};
	struct txr_meta m;
	size_t i;

	(void)state;
	for (i = 0; i < 4; i++) {
		assert_int_equal(txr_meta_from_json(&m, text[i], strlen(text[i]), NULL), 0);
		assert_int_equal(m.watch.count, i ? 0 : 3);
		assert_int_equal(m.watch.newcomers, i == 3);
		if (!i) {
			assert_int_equal(m.watch.dev[0].pauses, 1);
			assert_int_equal(m.watch.dev[1].pauses, 0);
			assert_int_equal(m.watch.dev[2].pauses, 0);
			assert_int_equal(m.watch.dev[2].queues, 0);
		}
		txr_meta_free(&m);
	}
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(stands), TEST(moves), TEST(paced), TEST(carrier), TEST(many_pauses),
		TEST(come_and_go), TEST(in_the_file), TEST(harmful),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
