// SPDX-License-Identifier: GPL-2.0-only
/* test_report_stalled.c - queues that gave nothing back, and those that only seem so. */
#include "report_script.h"

#define DEV_QUEUES 3

static struct txr_queue_watch looked[DEV_QUEUES];
static struct txr_device_watch watched;

/* eth0 as the recorder saw it until now: nothing to tell, until the test says more. */
static struct txr_queue_watch *looks(struct rec *s, uint32_t queues)
{
	struct txr_device_state *d = rec_state(s, "eth0", "e1000e");
	uint32_t i;

	d->tx_queues = queues < 2 ? queues : 2;
	rec_same_at_end(s);
	for (i = 0; i < DEV_QUEUES; i++)
		txr_watch_init_queue(&looked[i]);
	watched = (struct txr_device_watch){
		.name = "eth0", .ifindex = d->ifindex, .netns_inode = d->netns_inode,
		.up = true, .carrier = true, .steady_ns = TXR_UNKNOWN, .queues = queues,
		.queue = looked,
	};
	txr_watch_init_queue(&watched.root);
	s->meta.watch = (struct txr_watch){ .looks = 5, .count = 1, .dev = &watched };
	return looked;
}

/* The recording goes on until the clock is t, without an event. */
static void until(struct rec *s, uint64_t t)
{
	s->now = t;
	s->info.meta = &s->meta;
	s->meta.end.clock_ns = t;
	s->meta.watch.last_clock_ns = t;
}

static void stop_with(struct rec *s, uint64_t skb, uint32_t qstate)
{
	start(s, skb);
	result_state(s, skb, qstate);
}

static void watchdog(struct rec *s)
{
	rec_feed(s, (struct txr_event){
		.kind = TXR_WATCHDOG, .origin = TXR_O_XMIT_TIMEOUT, .dev = s->dev,
		.queue = s->queue,
	});
}

/* By one task, bottom halves on: as a driver's reset throws its packets out. */
static void thrown_out(struct rec *s, uint64_t skb, uint8_t origin)
{
	int32_t pid = s->pid;

	s->pid = 55;
	s->cpu = 1;
	free_by(s, skb, origin, 0, 0);
	s->pid = pid;
	s->cpu = 0;
}

static const struct txr_finding *stalled(struct rec *s)
{
	rec_report(s);
	return finding(s->r, "queue-stalled");
}

static void expect(const struct txr_finding *f, enum txr_severity severity,
		   const char *state, const char *basis)
{
	assert_non_null(f);
	assert_int_equal(f->severity, severity);
	assert_string_equal(evidence(f, "state")->text, state);
	assert_string_equal(evidence(f, "basis")->text, basis);
}

static const char *class_of(const struct rec *s)
{
	const struct txr_finding *f = finding(s->r, "never-completed");

	return f ? evidence(f, "class")->text : "none";
}

/* Starts go on, nothing comes back. */
static void starts_go_on(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 10);
	for (i = 1; i <= 5; i++, s.now += 400 * MS)
		sent(&s, 100 + i);
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "packets");
	assert_int_equal(f->queue, 0);
	assert_int_equal(evidence(f, "threshold_ns")->number, SEC);
	assert_int_equal(evidence(f, "stalled_ns")->number, 1600 * MS);
	assert_int_equal(evidence(f, "open_packets")->number, 5);
	assert_int_equal(evidence(f, "starts_since_release")->number, 5);
	assert_int_equal(evidence(f, "oldest_age_ns")->number, 1600 * MS);
	assert_int_equal(evidence(f, "since_last_release_ns")->number, 1600 * MS + US);
	assert_string_equal(evidence(f, "oldest")->text, "0x65, 100 bytes, 1.6 s, sender/100");
	assert_string_equal(evidence(f, "oldest_3")->text, "0x67, 100 bytes, 800 ms, sender/100");
	assert_int_equal(evidence(f, "watchdog_events")->number, 0);
	assert_string_equal(f->message, "nothing was given back for 1.6 s; 5 packets are inside, "
			    "the oldest for 1.6 s, 5 started since");
	assert_string_equal(class_of(&s), "none");
	rec_close(&s);
}

/* One packet that never had an answer is a tail, however old. */
static void a_tail(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 50);
	until(&s, s.now + 60 * SEC);
	assert_null(stalled(&s));
	assert_string_equal(class_of(&s), "idle-tail");
	rec_close(&s);
}

/* A driver that cleans up at the next xmit: tails of seconds, no stall. */
static void cleaned_at_the_next_xmit(void **state)
{
	struct rec s;
	uint64_t skb;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 50);
	for (skb = 51; skb < 60; skb++) {
		s.now += 5 * SEC;
		start(&s, skb);
		consume(&s, skb - 1);
		result(&s, skb, 0);
	}
	until(&s, s.now + 5 * SEC);
	assert_null(stalled(&s));
	assert_string_equal(class_of(&s), "idle-tail");
	rec_close(&s);
}

/* Or when some are there: the burst that brings it is short. */
static void cleaned_when_some_are_there(void **state)
{
	struct rec s;
	uint64_t round, skb;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (round = 0; round < 4; round++) {
		for (skb = 0; skb < 8; skb++, s.now += MS)
			sent(&s, 100 + skb);
		for (skb = 0; skb < 4; skb++)
			consume(&s, 100 + skb);
		s.now += 5 * SEC;	/* four wait */
		for (skb = 0; skb < 3; skb++, s.now += MS)
			sent(&s, 200 + skb);
		for (skb = 0; skb < 4; skb++)
			consume(&s, 104 + skb);
		for (skb = 0; skb < 3; skb++)
			consume(&s, 200 + skb);
	}
	assert_null(stalled(&s));
	rec_close(&s);
}

/* The same interval again and again: it may be how that driver is. */
static void as_before(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	uint64_t round, skb;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (round = 0; round < 3; round++) {
		for (skb = 1; skb <= 16; skb++, s.now += 200 * MS)
			sent(&s, 100 * round + skb);
		for (skb = 1; round < 2 && skb <= 16; skb++)
			consume(&s, 100 * round + skb);
	}
	f = stalled(&s);
	expect(f, TXR_WARNING, "now", "packets");
	assert_non_null(strstr(f->message, "it was as long before"));
	assert_int_equal(evidence(f, "stalls_ended")->number, 2);
	rec_close(&s);
}

static void full_and_silent(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 1);
	sent(&s, 2);
	refused_full(&s, 3);
	until(&s, s.now + 2 * SEC);
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "packets");
	assert_non_null(strstr(f->message, "the ring refuses more"));
	rec_close(&s);
}

/* A recording that begins when the ring is full already. */
static void full_from_the_beginning(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (i = 0; i < 9; i++, s.now += 300 * MS)
		refused_full(&s, 3);
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "packets");
	assert_int_equal(evidence(f, "open_packets")->number, 0);
	assert_int_equal(evidence(f, "stalled_ns")->number, 2400 * MS);
	assert_int_equal(evidence(f, "starts_since_release")->number, 9);
	assert_non_null(strstr(f->message, "nothing was given back for 2.4 s, 9 started since, "
			       "the ring refuses more"));
	rec_close(&s);
}

/* BUSY, and the reader is only slow: at each release the clock begins anew. */
static void slow_is_no_stall(void **state)
{
	struct rec s;
	uint64_t skb;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 1);
	for (skb = 1; skb < 9; skb++) {
		s.now += 400 * MS;
		start(&s, 99);
		result(&s, 99, TXR_NETDEV_TX_BUSY);
		s.now += 500 * MS;
		sent(&s, skb + 1);
		consume(&s, skb);
	}
	s.now += 900 * MS;
	refused_full(&s, 77);
	assert_null(stalled(&s));
	rec_close(&s);
}

static void stopped(void **state)
{
	static const struct {
		uint32_t qstate;
		const char *text;
	} how[] = {
		{ TXR_QSTATE_DRV_XOFF, "the driver has stopped the queue" },
		{ TXR_QSTATE_STACK_XOFF, "BQL has stopped the queue" },
	};
	const struct txr_finding *f;
	struct rec s;
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		rec_init(&s);
		rec_open(&s);
		flow(&s, 1, 3);
		stop_with(&s, 9, how[i].qstate);
		until(&s, s.now + 2 * SEC);
		f = stalled(&s);
		expect(f, TXR_ERROR, "now", "packets");
		assert_non_null(strstr(f->message, how[i].text));
		rec_close(&s);
	}
}

/* It went on after seconds: told, with when and how long. */
static void ended(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	uint64_t skb, round;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (round = 0; round < 2; round++) {
		flow(&s, 1, 10);
		for (skb = 1; skb <= 10 + 5 * round; skb++, s.now += 200 * MS)
			sent(&s, 100 + skb);
		for (skb = 1; skb <= 10 + 5 * round; skb++)
			consume(&s, 100 + skb);
		s.now += 10 * SEC;	/* nothing inside */
	}
	flow(&s, 1, 10);
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "packets");
	assert_int_equal(evidence(f, "stalled_ns")->number, 3 * SEC);
	assert_int_equal(evidence(f, "stalls_ended")->number, 2);
	assert_non_null(strstr(f->message, "it stalled for 3 s from 12 s on: nothing was given "
			       "back, and 15 started; then it went on"));
	rec_close(&s);
}

/* A reset that ends a stall, and one that finds a tail alone. */
static void resets(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	uint64_t skb;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (skb = 1; skb <= 8; skb++, s.now += 400 * MS)
		sent(&s, skb);
	for (skb = 1; skb <= 8; skb++, s.now += US)
		thrown_out(&s, skb, TXR_O_KFREE_SKB);
	flow(&s, 1, 5);
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "packets");
	assert_non_null(strstr(f->message, "then a reset threw out what was inside"));
	assert_int_equal(rec_row(&s, "eth0")->reset_released.value, 8);
	assert_int_equal(rec_row(&s, "eth0")->lap_ns.max, US);
	rec_close(&s);

	rec_init(&s);
	rec_open(&s);
	for (skb = 1; skb <= 8; skb++, s.now += US)
		sent(&s, skb);
	s.now += 30 * SEC;
	for (skb = 1; skb <= 8; skb++, s.now += US)
		thrown_out(&s, skb, TXR_O_KFREE_SKB);
	assert_null(stalled(&s));
	assert_int_equal(rec_row(&s, "eth0")->reset_released.value, 8);
	rec_close(&s);
}

/* After the watchdog's word a driver may call consumed what it throws out. */
static void reset_by_the_watchdog(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	uint64_t skb;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	for (skb = 1; skb <= 8; skb++, s.now += US)
		sent(&s, skb);
	s.now += 5 * SEC;
	watchdog(&s);
	s.now += MS;
	for (skb = 1; skb <= 8; skb++, s.now += US)
		thrown_out(&s, skb, TXR_O_CONSUME_SKB);
	for (skb = 1; skb <= 3; skb++)		/* and now a reader */
		sent(&s, skb);
	for (skb = 1; skb <= 3; skb++, s.now += US)
		thrown_out(&s, skb, TXR_O_CONSUME_SKB);
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "packets watchdog");
	assert_non_null(strstr(f->message, "a reset threw out what was inside"));
	assert_non_null(strstr(f->message, "watchdog found it so 1 time"));
	assert_int_equal(rec_row(&s, "eth0")->reset_released.value, 8);
	assert_int_equal(rec_row(&s, "eth0")->lap_ns.count, 3);
	rec_close(&s);

	/* It came back by itself. */
	rec_init(&s);
	rec_open(&s);
	for (skb = 1; skb <= 8; skb++, s.now += US)
		sent(&s, skb);
	s.now += 5 * SEC;
	watchdog(&s);
	for (skb = 1; skb <= 8; skb++, s.now += US)
		consume(&s, skb);
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "packets watchdog");
	assert_non_null(strstr(f->message, "then it went on"));
	assert_int_equal(rec_row(&s, "eth0")->reset_released.value, 0);
	rec_close(&s);
}

static void with_loss_less_sure(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 1);
	for (i = 1; i <= 8; i++, s.now += 200 * MS)
		sent(&s, 100 + i);
	lost(&s, s.now, s.now + US, 5);
	s.now += 2 * US;
	sent(&s, 200);
	f = stalled(&s);
	expect(f, TXR_WARNING, "now", "packets");
	assert_non_null(strstr(f->message, "events were lost"));
	rec_close(&s);

	rec_init(&s);		/* before what is inside began: no doubt */
	rec_open(&s);
	sent(&s, 1);
	lost(&s, s.now, s.now + US, 5);
	s.now += 2 * US;
	for (i = 1; i <= 8; i++, s.now += 200 * MS)
		sent(&s, 100 + i);
	expect(stalled(&s), TXR_ERROR, "now", "packets");
	rec_close(&s);
}

/* A free that has no event looks like none. */
static void frees_without_an_event(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int i, stop;

	(void)state;
	for (stop = 0; stop < 2; stop++) {
		rec_init(&s);
		s.info.tier = TXR_TIER_STOCK;
		s.info.kernel = "7.2.13";
		rec_open(&s);
		flow(&s, 1, 1);
		for (i = 1; i <= 8; i++, s.now += 200 * MS)
			sent(&s, 100 + i);
		if (stop) {
			refused_full(&s, 200);
			s.now += 200 * MS;
			refused_full(&s, 200);
		}
		f = stalled(&s);
		expect(f, stop ? TXR_ERROR : TXR_WARNING, "now", "packets");
		rec_close(&s);
	}

	rec_init(&s);		/* no frees in the recording at all */
	s.info.tier = TXR_TIER_STOCK;
	s.info.lacks_consume = true;
	rec_open(&s);
	for (i = 1; i <= 8; i++, s.now += 400 * MS)
		sent(&s, 100 + i);
	assert_null(stalled(&s));
	rec_close(&s);
}

/* While the carrier is gone nothing can come back; then the clock begins anew. */
static void carrier(void **state)
{
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	looks(&s, 1);
	rec_open(&s);
	flow(&s, 1, 10);
	stop_with(&s, 100, TXR_QSTATE_DRV_XOFF);
	until(&s, s.now + 9 * SEC);
	watched.carrier = false;
	watched.steady_ns = 8 * SEC;
	watched.pauses = 1;
	assert_null(stalled(&s));
	assert_string_equal(class_of(&s), "no-carrier");
	watched.carrier = true;			/* it came back */
	watched.steady_ns = 700 * MS;
	assert_null(stalled(&s));
	watched.steady_ns = 1100 * MS;
	expect(stalled(&s), TXR_ERROR, "now", "packets");
	assert_int_equal(evidence(finding(s.r, "queue-stalled"), "stalled_ns")->number, 1100 * MS);
	s.meta.watch.looks = 0;			/* only the state at the end */
	s.end_dev[0].carrier = false;
	assert_null(stalled(&s));
	assert_string_equal(class_of(&s), "no-carrier");
	rec_close(&s);

	/* A pause that ended; and a stall at another time than the pause. */
	rec_init(&s);
	looks(&s, 1);
	rec_open(&s);
	stop_with(&s, 100, TXR_QSTATE_DRV_XOFF);
	s.now += 4 * SEC;
	consume(&s, 100);
	wake(&s);
	for (i = 0; i < 3; i++)
		flow(&s, 1, 1);
	until(&s, s.now + SEC);
	watched.pauses = 1;
	watched.pause[0] = (struct txr_pause){ SEC / 2, 3 * SEC };
	assert_null(stalled(&s));
	watched.pause[0] = (struct txr_pause){ 2 * SEC, 3 * SEC };	/* it stood before */
	expect(stalled(&s), TXR_WARNING, "ended", "packets");
	watched.pause[0] = (struct txr_pause){ (int64_t)(4 * SEC + 500 * MS), 5 * SEC };
	expect(stalled(&s), TXR_WARNING, "ended", "packets");
	watched.pauses = TXR_PAUSES_MAX + 1;	/* of the earliest one nothing is known */
	assert_null(stalled(&s));
	rec_close(&s);
}

/* Nothing started, packets wait: the looks alone. */
static void begun_after_the_stall(void **state)
{
	struct txr_queue_watch *q;
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	q = looks(&s, 1);
	rec_open(&s);
	s.dev = 1;
	flow(&s, 1, 10);			/* of another device */
	until(&s, s.now + 8 * SEC);
	assert_null(stalled(&s));
	q[0].waiting_ns = 900 * MS;
	q[0].waiting_min = 30;
	q[0].waiting_last = 40;
	assert_null(stalled(&s));
	q[0].waiting_ns = 7 * SEC;
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "looks");
	assert_string_equal(f->device, "eth0");
	assert_int_equal(f->queue, 0);
	assert_int_equal(evidence(f, "waiting_ns")->number, 7 * SEC);
	assert_int_equal(evidence(f, "backlog_packets")->number, 40);
	assert_int_equal(evidence(f, "backlog_min_packets")->number, 30);
	q[0].held_ns = 7 * SEC;
	q[0].held_bytes = 3028;
	s.end_dev[0].queue = &s.queue_state[6];
	s.queue_state[6] = s.queue_state[0];
	s.queue_state[6].tx_timeouts = 2;
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "looks watchdog");
	assert_string_equal(f->message, "40 packets wait in the qdisc, and the driver was given "
			    "none for 7 s; 3028 bytes are in the device, the same for 7 s; the "
			    "kernel's watchdog found it so 2 times");
	assert_int_equal(evidence(f, "bql_inflight_bytes")->number, 3028);
	assert_int_equal(evidence(f, "tx_timeouts")->number, 2);
	watched.up = false;
	expect(stalled(&s), TXR_WARNING, "ended", "watchdog");
	watched.up = true;
	s.meta.watch.looks = 1;			/* one look is none */
	expect(stalled(&s), TXR_WARNING, "ended", "watchdog");
	s.meta.watch.looks = 9;
	s.meta.watch.last_clock_ns -= 6 * SEC;	/* of long ago */
	expect(stalled(&s), TXR_WARNING, "ended", "watchdog");
	rec_close(&s);
}

/* With packets too: those of the stall, or none that tell. */
static void packets_and_looks(void **state)
{
	struct txr_queue_watch *q;
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	q = looks(&s, 1);
	rec_open(&s);
	flow(&s, 1, 10);
	sent(&s, 50);				/* nothing after it: packets alone are a tail */
	until(&s, s.now + 8 * SEC);
	assert_null(stalled(&s));
	assert_string_equal(class_of(&s), "idle-tail");
	q[0].waiting_ns = 7 * SEC;
	q[0].waiting_last = q[0].waiting_min = 12;
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "packets looks");
	assert_non_null(strstr(f->message, "12 wait in the qdisc"));
	assert_string_equal(class_of(&s), "none");
	rec_close(&s);

	rec_init(&s);		/* it gives back: whatever waits, it is no stall yet */
	q = looks(&s, 1);
	rec_open(&s);
	flow(&s, 1, 10);
	until(&s, s.now + 500 * MS);
	q[0].waiting_ns = 7 * SEC;
	q[0].waiting_last = 12;
	assert_null(stalled(&s));
	rec_close(&s);

	rec_init(&s);		/* nothing inside, none given: it stands stopped */
	q = looks(&s, 1);
	rec_open(&s);
	flow(&s, 1, 10);
	until(&s, s.now + 9 * SEC);
	q[0].waiting_ns = 8 * SEC;
	q[0].waiting_last = 12;
	expect(stalled(&s), TXR_ERROR, "now", "looks");
	rec_close(&s);
}

/* One qdisc for all queues: the one that holds bytes; else the device. */
static void one_qdisc_for_all(void **state)
{
	struct txr_queue_watch *q;
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	q = looks(&s, 3);
	rec_open(&s);
	flow(&s, 1, 3);				/* of queue 0: it gives back */
	until(&s, s.now + 8 * SEC);
	watched.root.waiting_ns = 6 * SEC;
	watched.root.waiting_last = 12;
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "looks");
	assert_int_equal(f->queue, -1);
	q[1].held_ns = 6 * SEC;
	q[1].held_bytes = 100;
	f = stalled(&s);
	expect(f, TXR_ERROR, "now", "looks");
	assert_int_equal(f->queue, 1);
	rec_close(&s);
}

/* The looks of before the first packet. */
static void ended_before_the_first_packet(void **state)
{
	struct txr_queue_watch *q;
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	q = looks(&s, 1);
	rec_open(&s);
	s.dev = 1;
	flow(&s, 1, 1);
	s.dev = 0;
	s.now += 9 * SEC;
	flow(&s, 1, 10);
	until(&s, s.now + SEC / 2);
	q[0].longest_ns = 5 * SEC;
	q[0].longest_end_ns = 8 * SEC;
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "looks");
	assert_int_equal(evidence(f, "stalled_ns")->number, 5 * SEC);
		assert_non_null(strstr(f->message, "for at least 5 s from 3 s on at the latest"));
	assert_non_null(strstr(f->message, "then it went on"));
	watched.pauses = 1;		/* what waited was thrown away */
	watched.pause[0] = (struct txr_pause){ 8 * SEC, 9 * SEC };
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "looks");
	assert_non_null(strstr(f->message, "then its carrier went"));
	watched.pause[0] = (struct txr_pause){ 8 * SEC + 1, 9 * SEC };
	assert_non_null(strstr(stalled(&s)->message, "then it went on"));
	watched.pauses = 0;
	q[0].longest_end_ns = (int64_t)s.now;	/* then its packets tell */
	assert_null(stalled(&s));
	rec_close(&s);
}

/* The kernel's own word on a queue that was given nothing, and on one that was. */
static void verdicts(void **state)
{
	const struct txr_finding *f;
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 3);
	s.queue = 5;
	watchdog(&s);
	s.now += 5 * SEC;
	watchdog(&s);
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "watchdog");
	assert_int_equal(f->queue, 5);
	assert_int_equal(evidence(f, "watchdog_events")->number, 2);
	assert_int_equal(rec_row(&s, "eth0")->nr_queues, 1);
	rec_close(&s);

	rec_init(&s);
	rec_open(&s);
	flow(&s, 1, 3);
	rec_feed(&s, (struct txr_event){ .kind = TXR_DQL_STALL, .origin = TXR_O_DQL_STALL });
	flow(&s, 1, 3);
	f = stalled(&s);
	expect(f, TXR_WARNING, "ended", "bql");
	assert_string_equal(f->message, "the kernel's stall detector (BQL stall_thrs) counted 1 "
			    "stall");
	rec_close(&s);
}

/* The watchdog's event has the name alone, and may be known before the first start. */
static void a_name_alone(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	uint64_t skb;
	int others;

	(void)state;
	for (others = 0; others < 2; others++) {
		rec_init(&s);
		assert_int_equal(txr_devtab_intern(s.devs, "eth0", 4, 2, 77), 3);
		rec_open(&s);
		if (others) {		/* two of that name: nobody knows which */
			s.dev = txr_devtab_intern(s.devs, "eth0", 4, 2, 99);
			flow(&s, 50, 1);
		}
		s.dev = 3;
		for (skb = 1; skb <= 4; skb++)
			sent(&s, skb);
		s.now += 5 * SEC;
		s.dev = 0;
		watchdog(&s);
		for (skb = 1; skb <= 4; skb++)
			thrown_out(&s, skb, TXR_O_CONSUME_SKB);
		f = stalled(&s);
		assert_non_null(f);
		assert_int_equal(f->dev, others ? 0 : 3);
		assert_int_equal(evidence(f, "watchdog_events")->number, 1);
		assert_int_equal(rec_row(&s, "eth0")->reset_released.value, others ? 0 : 4);
		rec_close(&s);
	}
}

/* The threshold is the user's. */
static void another_threshold(void **state)
{
	struct rec s;
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		uint64_t skb;

		rec_init(&s);
		rec_open(&s);
		txr_stats_stall_after(s.st, i ? 3 * SEC : 5 * SEC);
		for (skb = 1; skb <= 9; skb++, s.now += 500 * MS)
			sent(&s, skb);
		assert_true(!stalled(&s) == !i);
		if (i)
			assert_int_equal(evidence(finding(s.r, "queue-stalled"),
						  "threshold_ns")->number, 3 * SEC);
		rec_close(&s);
	}
}

/* Statistics of an interval know what went on before it. */
static void an_interval(void **state)
{
	const struct txr_finding *f;
	struct rec s;
	int i;

	(void)state;
	rec_init(&s);
	s.info.format = "live";
	rec_open(&s);
	flow(&s, 1, 10);
	for (i = 1; i <= 5; i++, s.now += 400 * MS)
		sent(&s, 100 + i);
	txr_stats_reset(s.st, s.now);		/* nothing happens from here on */
	s.now += 500 * MS;
	txr_stats_advance(s.st, s.now);
	assert_int_equal(txr_report_build(&s.r, &s.info, s.devs, &s.names, s.p, s.st,
					  s.now - 500 * MS - s.info.first_ns,
					  s.now - s.info.first_ns, NULL), 0);
	f = finding(s.r, "queue-stalled");
	expect(f, TXR_ERROR, "now", "packets");
	assert_int_equal(evidence(f, "stalled_ns")->number, 2500 * MS);
	assert_int_equal(evidence(f, "starts_since_release")->number, 5);
	for (i = 1; i <= 5; i++)
		consume(&s, 100 + i);
	txr_report_free(s.r);
	s.r = NULL;
	f = stalled(&s);			/* it ended in this one */
	expect(f, TXR_WARNING, "ended", "packets");
	txr_stats_reset(s.st, s.now);
	flow(&s, 1, 2);
	assert_null(stalled(&s));		/* and is over in the next */
	rec_close(&s);
}

/* An old packet that was overtaken is not what the queue waits for. */
static void overtaken(void **state)
{
	struct rec s;

	(void)state;
	rec_init(&s);
	rec_open(&s);
	sent(&s, 50);
	s.now += 100 * US;
	flow(&s, 1, 10);
	s.now += 10 * SEC;
	sent(&s, 60);
	s.now += 300 * MS;
	sent(&s, 61);
	assert_null(stalled(&s));
	assert_string_equal(class_of(&s), "overtaken");
	until(&s, s.now + 900 * MS);		/* 1.2 s since 60, with 61 after it */
	expect(stalled(&s), TXR_ERROR, "now", "packets");
	assert_int_equal(evidence(finding(s.r, "queue-stalled"), "stalled_ns")->number,
			 1200 * MS);
	rec_close(&s);
}

/* A part that ends before the recording: its end is not that of the looks. */
static void a_part(void **state)
{
	struct txr_queue_watch *q;
	struct rec s;

	(void)state;
	rec_init(&s);
	q = looks(&s, 1);
	rec_open(&s);
	flow(&s, 1, 10);
	s.info.last_ns = s.now + 20 * SEC;
	until(&s, s.now + 20 * SEC);
	q[0].waiting_ns = 9 * SEC;
	q[0].waiting_last = 5;
	txr_pair_finish(s.p);
	assert_int_equal(txr_report_build(&s.r, &s.info, s.devs, &s.names, s.p, s.st, 0,
					  10 * SEC, NULL), 0);
	assert_null(finding(s.r, "queue-stalled"));
	rec_close(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(starts_go_on), cmocka_unit_test(a_tail),
		cmocka_unit_test(cleaned_at_the_next_xmit),
		cmocka_unit_test(cleaned_when_some_are_there), cmocka_unit_test(as_before),
		cmocka_unit_test(full_and_silent), cmocka_unit_test(full_from_the_beginning),
		cmocka_unit_test(slow_is_no_stall), cmocka_unit_test(stopped),
		cmocka_unit_test(ended), cmocka_unit_test(resets),
		cmocka_unit_test(reset_by_the_watchdog), cmocka_unit_test(with_loss_less_sure),
		cmocka_unit_test(frees_without_an_event), cmocka_unit_test(carrier),
		cmocka_unit_test(begun_after_the_stall), cmocka_unit_test(packets_and_looks),
		cmocka_unit_test(one_qdisc_for_all),
		cmocka_unit_test(ended_before_the_first_packet), cmocka_unit_test(verdicts),
		cmocka_unit_test(a_name_alone),
		cmocka_unit_test(another_threshold), cmocka_unit_test(an_interval),
		cmocka_unit_test(overtaken), cmocka_unit_test(a_part),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
