// SPDX-License-Identifier: GPL-2.0-only
/* test_went.c - where the time of a lap went, from events made by hand. */
#include "went_script.h"

#define RX TXR_SOFTIRQ_NET_RX
#define TX TXR_SOFTIRQ_NET_TX
#define HARD TXR_CTX_HARDIRQ
#define SOFT TXR_CTX_SOFTIRQ

static void open_on_cpu1(struct rec *s)
{
	rec_init(s);
	rec_open(s);
	s->cpu = 1;
}

static void sent_from(struct rec *s, uint64_t skb, uint64_t ns)
{
	s->now = ns;
	sent(s, skb);
}

/* Hard IRQ: until its handler began, and in it. */
static void released_in_the_handler(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	sent_from(&s, 1, 10000);
	s.now = 15000;
	irq_in(&s, 24);
	s.now = 15700;
	free_in(&s, 1, HARD);
	irq_out(&s, 24);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 5000);
	assert_int_equal(w->part[TXR_WENT_TO_NAPI].sum, 0);
	assert_int_equal(w->part[TXR_WENT_CLEANING].sum, 700);
	assert_int_equal(w->largest, TXR_WENT_DEVICE);
	assert_non_null(strstr(w->advice, "moderation"));
	rec_close(&s);
}

/* Without a handler (a timer), and before any interrupt was seen. */
static void hard_irq_without_a_handler(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	soft_out(&s, RX);
	sent_from(&s, 1, 10000);
	s.now = 10300;
	free_in(&s, 1, HARD);
	irq_in(&s, 24);
	irq_out(&s, 24);
	sent_from(&s, 2, 11000);
	s.now = 11500;
	free_in(&s, 2, HARD);
	w = went_of(&s, "eth0");
	assert_int_equal(w->cause[TXR_CAUSE_UNSEEN].ns, 300);
	assert_int_equal(w->cause[TXR_CAUSE_OTHER_CONTEXT].ns, 500);
	assert_int_equal(w->largest, TXR_WENT_UNATTRIBUTED);
	rec_close(&s);
}

/* A free postponed out of the handler: until it, until NET_TX, and in that. */
static void postponed_to_net_tx(void **state)
{
	const struct txr_went_row *w;
	struct rec s;
	int i;

	(void)state;
	open_on_cpu1(&s);
	soft_in(&s, TX);
	soft_out(&s, TX);
	sent_from(&s, 1, 10000);
	sent_from(&s, 2, 11000);
	s.now = 20000;
	irq_in(&s, 24);
	for (i = 0; i < 2; i++)
		raised(&s, TX, HARD);
	s.now = 20500;
	irq_out(&s, 24);
	s.now = 20800;
	soft_in(&s, TX);
	s.now = 21000;
	free_in(&s, 2, SOFT);
	s.now = 21100;
	free_in(&s, 1, SOFT);
	soft_out(&s, TX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 10000 + 9000);
	assert_int_equal(w->part[TXR_WENT_TO_NAPI].sum, 800 + 800);
	assert_int_equal(w->part[TXR_WENT_CLEANING].sum, 200 + 300);
	rec_close(&s);
}

/* Two runs of handlers, one raise by a task, one during the run, none at all. */
static void net_tx_in_doubt(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	soft_in(&s, TX);
	sent_from(&s, 1, 10000);
	s.now = 10100;
	free_in(&s, 1, SOFT);	/* raises before the recording are not known */
	soft_out(&s, TX);
	sent_from(&s, 2, 11000);
	irq_in(&s, 24);
	raised(&s, TX, HARD);
	irq_out(&s, 24);
	s.now = 11050;
	irq_in(&s, 24);
	raised(&s, TX, HARD);
	irq_out(&s, 24);
	soft_in(&s, TX);
	s.now = 11200;
	free_in(&s, 2, SOFT);
	soft_out(&s, TX);
	sent_from(&s, 3, 12000);
	irq_in(&s, 24);
	raised(&s, TX, HARD);
	irq_out(&s, 24);
	raised(&s, TX, 0);
	soft_in(&s, TX);
	s.now = 12300;
	free_in(&s, 3, SOFT);
	soft_out(&s, TX);
	sent_from(&s, 4, 13000);
	irq_in(&s, 24);
	raised(&s, TX, HARD);
	irq_out(&s, 24);
	soft_in(&s, TX);
	irq_in(&s, 25);
	raised(&s, TX, HARD);
	irq_out(&s, 25);
	s.now = 13400;
	free_in(&s, 4, SOFT);
	soft_out(&s, TX);
	soft_in(&s, TX);
	soft_out(&s, TX);
	sent_from(&s, 5, 14000);
	raised(&s, TX, 0);
	soft_in(&s, TX);
	s.now = 14500;
	free_in(&s, 5, SOFT);
	soft_out(&s, TX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->cause[TXR_CAUSE_UNSEEN].ns, 100);
	assert_int_equal(w->cause[TXR_CAUSE_AMBIGUOUS].ns, 200 + 300 + 400);
	assert_int_equal(w->cause[TXR_CAUSE_NO_INTERRUPT].ns, 500);
	assert_int_equal(w->part[TXR_WENT_CLEANING].count, 0);
	rec_close(&s);
}

/* NAPI: until the interrupt, until the poll began, and in it. */
static void polled_after_an_interrupt(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	empty_run(&s);
	sent_from(&s, 1, 10000);
	s.now = 15000;
	irq_raises(&s, 24, 1);
	sent_from(&s, 2, 15150);	/* after the interrupt */
	s.now = 15300;
	soft_in(&s, RX);
	s.now = 15500;
	free_in(&s, 1, SOFT);
	s.now = 15550;
	free_in(&s, 2, SOFT);
	s.now = 15900;
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 5000);
	assert_int_equal(w->part[TXR_WENT_TO_NAPI].sum, 300);
	assert_int_equal(w->part[TXR_WENT_CLEANING].sum, 200);
	assert_int_equal(w->part[TXR_WENT_AFTER_INTERRUPT].sum, 400);
	assert_int_equal(w->part[TXR_WENT_UNATTRIBUTED].count, 0);
	rec_close(&s);
}

/* Two devices' interrupts, one run: polls come in the order of the raises. */
static void two_instances_in_one_run(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	empty_run(&s);
	sent_from(&s, 1, 10000);
	s.dev = 1;
	sent_from(&s, 2, 10000);
	s.now = 12000;
	irq_raises(&s, 25, 1);	/* eth1 first */
	s.now = 14000;
	irq_raises(&s, 24, 1);
	s.now = 15000;
	soft_in(&s, RX);
	s.now = 15200;
	free_in(&s, 2, SOFT);
	s.now = 15300;
	polled(&s, 1, 1, 1);
	s.now = 15600;
	free_in(&s, 1, SOFT);
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	w = went_of(&s, "eth1");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 2000);
	assert_int_equal(w->part[TXR_WENT_TO_NAPI].sum, 3000);
	assert_int_equal(w->part[TXR_WENT_CLEANING].sum, 200);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 4000);
	assert_int_equal(w->part[TXR_WENT_TO_NAPI].sum, 1300);	/* until eth1's was over */
	assert_int_equal(w->part[TXR_WENT_CLEANING].sum, 300);
	rec_close(&s);
}

/* Its budget is used up: polled again, in another run, by no interrupt. */
static void polled_again(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	empty_run(&s);
	sent_from(&s, 1, 10000);
	sent_from(&s, 2, 10000);
	s.now = 12000;
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	s.now = 13000;
	free_in(&s, 1, SOFT);
	polled(&s, 0, 64, 0);
	raised(&s, RX, SOFT);	/* by net_rx_action() itself */
	soft_out(&s, RX);
	s.now = 14000;
	soft_in(&s, RX);
	free_in(&s, 2, SOFT);
	polled(&s, 0, 3, 0);
	soft_out(&s, RX);
	/* and after that by an interrupt, as ever */
	sent_from(&s, 3, 20000);
	s.now = 20500;
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	free_in(&s, 3, SOFT);
	polled(&s, 0, 3, 0);
	soft_out(&s, RX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 2000 + 500);
	assert_int_equal(w->cause[TXR_CAUSE_NO_INTERRUPT].ns, 4000);
	assert_int_equal(w->part[TXR_WENT_CLEANING].count, 2);
	rec_close(&s);
}

/*
 * Scheduled while polls run: since 6.2 without a raise, and polled in the same run;
 * the instance is known by then. One that is not known stays in doubt.
 */
static void scheduled_while_polls_run(void **state)
{
	const struct txr_went_row *w;
	struct rec s;
	int known;

	(void)state;
	for (known = 0; known < 2; known++) {
		open_on_cpu1(&s);
		empty_run(&s);
		if (known) {
			irq_raises(&s, 24, 1);
			soft_in(&s, RX);
			polled(&s, 0, 1, 0);
			soft_out(&s, RX);
		}
		sent_from(&s, 1, 10000);
		s.now = 12000;
		irq_raises(&s, 25, 1);
		soft_in(&s, RX);
		s.now = 12500;
		irq_in(&s, 24);
		s.now = 12600;
		irq_out(&s, 24);
		s.now = 12700;
		polled(&s, 1, 1, 1);
		s.now = 13000;
		free_in(&s, 1, SOFT);
		polled(&s, 0, 1, 0);
		soft_out(&s, RX);
		w = went_of(&s, "eth0");
		if (known) {
			assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 2500);
			assert_int_equal(w->part[TXR_WENT_TO_NAPI].sum, 200);
			assert_int_equal(w->part[TXR_WENT_CLEANING].sum, 300);
		} else {
			assert_int_equal(w->cause[TXR_CAUSE_AMBIGUOUS].ns, 3000);
		}
		rec_close(&s);
	}
}

/* A raise that is for no instance (an IPI's handler): the order says nothing. */
static void fewer_polls_than_raises(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	empty_run(&s);
	sent_from(&s, 1, 10000);
	s.now = 11000;
	irq_raises(&s, 3, 1);
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	s.now = 11900;
	free_in(&s, 1, SOFT);
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->cause[TXR_CAUSE_AMBIGUOUS].ns, 1900);
	rec_close(&s);
}

/* In another device's poll: of a stacked device the parts hold, of others nothing. */
static void in_another_devices_poll(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	txr_pair_set_stacked(s.p, 1);
	empty_run(&s);
	s.now = 10000;
	s.dev = 1;
	start(&s, 1);		/* bond: its packet starts again on eth0 */
	s.dev = 0;
	sent(&s, 1);
	s.dev = 1;
	result(&s, 1, 0);
	s.dev = 2;
	sent_from(&s, 2, 10000);	/* cleaned when eth0's poll sends on eth2 */
	s.dev = 0;
	s.now = 12000;
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	s.now = 13000;
	free_in(&s, 1, SOFT);
	free_in(&s, 2, SOFT);
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	w = went_of(&s, "eth1");
	assert_int_equal(rec_row(&s, "eth1")->kind, TXR_KIND_STACKED);
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 2000);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 2000);
	w = went_of(&s, "eth2");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 0);
	assert_int_equal(w->cause[TXR_CAUSE_OTHER_DEVICE].ns, 3000);
	rec_close(&s);
}

/* One name in two namespaces: a poll tells only the name. */
static void polls_know_names_alone(void **state)
{
	const struct txr_went_row *w;
	struct rec s;
	int i;

	(void)state;
	for (i = 0; i < 2; i++) {
		open_on_cpu1(&s);
		if (!i)
			txr_stats_devices(s.st, NULL);
		s.dev = txr_devtab_intern(s.devs, "eth0", 4, 7, 99);
		assert_int_not_equal(s.dev, 0);
		empty_run(&s);
		sent_from(&s, 1, 10000);
		s.now = 12000;
		irq_raises(&s, 24, 1);
		soft_in(&s, RX);
		s.now = 13000;
		free_in(&s, 1, SOFT);
		polled(&s, 0, 1, 0);
		soft_out(&s, RX);
		w = went_of(&s, "eth0");
		assert_int_equal(w->part[TXR_WENT_DEVICE].sum, i ? 2000 : 0);
		assert_int_equal(w->cause[TXR_CAUSE_OTHER_DEVICE].laps, !i);
		rec_close(&s);
	}
}

/* By a task; inside xmit; in a softirq of others; after the last poll. */
static void other_ways_back(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	soft_out(&s, RX);
	sent_from(&s, 1, 10000);
	s.now = 10100;
	free_in(&s, 1, 0);
	start(&s, 2);
	s.now = 10300;
	free_in(&s, 2, 0);
	result(&s, 2, 0);
	sent_from(&s, 3, 11000);
	soft_in(&s, TXR_SOFTIRQ_OTHER);
	s.now = 11400;
	free_in(&s, 3, SOFT);
	soft_out(&s, TXR_SOFTIRQ_OTHER);
	sent_from(&s, 4, 12000);
	s.now = 12100;
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	polled(&s, 0, 1, 0);
	s.now = 12800;
	free_in(&s, 4, SOFT);
	soft_out(&s, RX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_TASK].sum, 100);
	assert_int_equal(w->part[TXR_WENT_IN_XMIT].sum, 200);
	assert_int_equal(w->cause[TXR_CAUSE_OTHER_CONTEXT].ns, 400 + 800);
	rec_close(&s);
}

/* A gap: neither what ran in it nor what it interrupted is known. */
static void after_a_gap(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	empty_run(&s);
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	irq_in(&s, 24);
	lost(&s, 9000, 9500, 3);
	s.now = 10000;
	sent_from(&s, 1, 10000);
	s.now = 10100;
	free_in(&s, 1, HARD);	/* in which handler? */
	sent_from(&s, 2, 11000);
	s.now = 11200;
	free_in(&s, 2, SOFT);
	sent_from(&s, 3, 12000);
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	s.now = 12400;
	free_in(&s, 3, SOFT);	/* was there another interrupt in the gap? */
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	sent_from(&s, 4, 13000);
	s.now = 13500;
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	free_in(&s, 4, SOFT);	/* the run before has made all clear */
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->cause[TXR_CAUSE_UNSEEN].ns, 100 + 200 + 400);
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 500);
	rec_close(&s);
}

/* Before the first such event, and in a run that the recording cuts. */
static void before_and_at_the_end(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	sent_from(&s, 1, 2000);
	s.now = 2300;
	free_in(&s, 1, SOFT);
	empty_run(&s);
	sent_from(&s, 2, 10000);
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	s.now = 10500;
	free_in(&s, 2, SOFT);
	w = went_of(&s, "eth0");
	assert_int_equal(w->cause[TXR_CAUSE_UNSEEN].ns, 300 + 500);
	assert_int_equal(w->qdisc_unknown, 2);
	rec_close(&s);
}

/* Handlers' ends are not recorded: which one is running cannot be told. */
static void without_handlers_ends(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	irq_in(&s, 24);
	s.now = 5000;
	irq_in(&s, 25);
	sent_from(&s, 1, 10000);
	s.now = 10500;
	free_in(&s, 1, HARD);
	w = went_of(&s, "eth0");
	assert_int_equal(w->cause[TXR_CAUSE_UNSEEN].ns, 500);
	rec_close(&s);
}

/* A run of kfree_skb by a task: no laps when it was a reset, task when not. */
static void reset_or_not(void **state)
{
	const struct txr_went_row *w;
	struct rec s;
	int reset;

	(void)state;
	for (reset = 0; reset < 2; reset++) {
		open_on_cpu1(&s);
		empty_run(&s);
		sent_from(&s, 1, 10000);
		sent_from(&s, 2, 10000);
		s.now = 11000;
		free_by(&s, 1, TXR_O_KFREE_SKB, 0, 0);
		if (!reset)
			sent(&s, 3);
		s.now = 12000;
		free_by(&s, 2, TXR_O_KFREE_SKB, 0, 0);
		w = went_of(&s, "eth0");
		assert_int_equal(w->part[TXR_WENT_TASK].sum, reset ? 0 : 3000);
		assert_int_equal(rec_row(&s, "eth0")->reset_released.value, reset ? 2 : 0);
		rec_close(&s);
	}
}

/* The same, decided before the first interrupt was seen; queued packets were. */
static void not_reset_before(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	queued(&s, 1, 0);
	sent_from(&s, 1, 10000);
	sent_from(&s, 2, 10000);
	s.now = 11000;
	free_by(&s, 1, TXR_O_KFREE_SKB, 0, 0);
	sent(&s, 3);
	rec_report(&s);
	assert_null(rec_row(&s, "eth0")->why);
	soft_out(&s, RX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->cause[TXR_CAUSE_UNSEEN].ns, 1000);
	assert_int_equal(w->part[TXR_WENT_TASK].sum, 0);
	assert_int_equal(w->qdisc_wait_ns.count, 1);
	assert_int_equal(w->qdisc_unknown, 2);
	rec_close(&s);
}

/* The way through the qdisc, of the same packet only. */
static void waited_in_the_qdisc(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	soft_out(&s, RX);
	s.now = 10000;
	queued(&s, 1, TXR_DEV_NONE);	/* its device has sent nothing yet */
	queued(&s, 2, 0);
	queued(&s, 3, 0);
	queued(&s, 4, 1);		/* to another device */
	s.now = 10400;
	free_in(&s, 3, SOFT);		/* dropped by the qdisc; its address used again */
	sent_from(&s, 1, 10500);
	sent_from(&s, 2, 10700);
	sent_from(&s, 3, 10800);
	sent_from(&s, 4, 10900);
	free_in(&s, 2, 0);
	s.now = 20000;
	sent(&s, 2);			/* known once only */
	w = went_of(&s, "eth0");
	assert_int_equal(w->qdisc_wait_ns.sum, 500 + 700);
	assert_int_equal(w->qdisc_wait_ns.count, 2);
	assert_int_equal(w->qdisc_unknown, 3);
	rec_close(&s);
}

/* Many packets wait, and leave in another order. */
static void a_long_qdisc(void **state)
{
	const struct txr_went_row *w;
	struct rec s;
	uint64_t i;

	(void)state;
	open_on_cpu1(&s);
	soft_out(&s, RX);
	for (i = 1; i <= 5000; i++) {
		s.now = 10000 + i;
		queued(&s, i * 0x100, 0);
	}
	for (i = 5000; i >= 1; i--) {
		s.now = 100000 + (5000 - i);
		if (i % 7 == 0)
			free_in(&s, i * 0x100, SOFT);
		else
			sent(&s, i * 0x100);
	}
	w = went_of(&s, "eth0");
	assert_int_equal(w->qdisc_wait_ns.count, 5000 - 714);
	assert_int_equal(w->qdisc_unknown, 0);
	assert_int_equal(w->qdisc_wait_ns.min, 100000 - 10000 - 5000);
	assert_int_equal(w->qdisc_wait_ns.max, 100000 + 4999 - 10001);
	rec_close(&s);
}

/* Statistics that begin later count laps that end later, whole. */
static void begun_anew(void **state)
{
	const struct txr_went_row *w;
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	empty_run(&s);
	sent_from(&s, 1, 10000);
	sent_from(&s, 2, 10000);
	s.now = 12000;
	irq_raises(&s, 24, 1);
	soft_in(&s, RX);
	free_in(&s, 1, SOFT);
	txr_stats_reset(s.st, 12500);
	s.now = 13000;
	free_in(&s, 2, SOFT);
	polled(&s, 0, 1, 0);
	soft_out(&s, RX);
	w = went_of(&s, "eth0");
	assert_int_equal(w->part[TXR_WENT_DEVICE].sum, 2000);
	assert_int_equal(w->part[TXR_WENT_CLEANING].count, 1);
	rec_close(&s);
}

/* Not recorded so: nothing is said. */
static void not_recorded(void **state)
{
	struct rec s;

	(void)state;
	open_on_cpu1(&s);
	sent_from(&s, 1, 10000);
	s.now = 12000;
	free_in(&s, 1, SOFT);
	rec_report(&s);
	assert_null(rec_row(&s, "eth0")->why);
	rec_close(&s);
}

/* It was recorded from the start on, and nothing interrupted: that is known then. */
static void recorded_and_none_came(void **state)
{
	const struct txr_went_row *w;
	struct rec s;
	int told;

	(void)state;
	for (told = 0; told < 2; told++) {
		open_on_cpu1(&s);
		if (told)
			txr_stats_why(s.st);
		sent_from(&s, 1, 10000);
		s.now = 12000;
		read_by(&s, 1, READER);
		sent_from(&s, 2, 13000);
		s.now = 13500;
		free_in(&s, 2, SOFT);	/* of a softirq that began before */
		if (!told) {
			rec_report(&s);
			assert_null(rec_row(&s, "eth0")->why);
			soft_out(&s, RX);
		}
		w = went_of(&s, "eth0");
		assert_int_equal(w->part[TXR_WENT_TASK].sum, told ? 2000 : 0);
		assert_int_equal(w->cause[TXR_CAUSE_UNSEEN].ns, told ? 500 : 2500);
		assert_int_equal(w->qdisc_unknown, 2);
		rec_close(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded_and_none_came),
		cmocka_unit_test(released_in_the_handler),
		cmocka_unit_test(hard_irq_without_a_handler),
		cmocka_unit_test(postponed_to_net_tx),
		cmocka_unit_test(net_tx_in_doubt),
		cmocka_unit_test(polled_after_an_interrupt),
		cmocka_unit_test(two_instances_in_one_run),
		cmocka_unit_test(polled_again),
		cmocka_unit_test(scheduled_while_polls_run),
		cmocka_unit_test(fewer_polls_than_raises),
		cmocka_unit_test(in_another_devices_poll),
		cmocka_unit_test(polls_know_names_alone),
		cmocka_unit_test(other_ways_back),
		cmocka_unit_test(after_a_gap),
		cmocka_unit_test(before_and_at_the_end),
		cmocka_unit_test(without_handlers_ends),
		cmocka_unit_test(reset_or_not),
		cmocka_unit_test(not_reset_before),
		cmocka_unit_test(waited_in_the_qdisc),
		cmocka_unit_test(a_long_qdisc),
		cmocka_unit_test(begun_anew),
		cmocka_unit_test(not_recorded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
