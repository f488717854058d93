// SPDX-License-Identifier: GPL-2.0-only
/* went_cpu.c - what one CPU is at, from its interrupt and softirq events. */
#include <errno.h>
#include <stdlib.h>
#include "went_cpu.h"

#define POLLS_MAX 65536		/* a run ends long before: netdev_budget */

void txr_went_cpu_init(struct txr_went_cpu *c)
{
	*c = (struct txr_went_cpu){ .now_act = TXR_WENT_NO_ACT };
}

void txr_went_cpu_free(struct txr_went_cpu *c)
{
	free(c->poll);
	c->poll = NULL;
}

void txr_went_cpu_gap(struct txr_went_cpu *c, uint64_t until_ns)
{
	struct txr_went_poll *poll = c->poll;
	size_t room = c->room_polls;

	txr_went_cpu_init(c);
	c->poll = poll;
	c->room_polls = room;
	c->gap_until_ns = until_ns;
}

/* Give the handler that runs a place among those that may have led to a poll. */
static void keep_act(struct txr_went_cpu *c)
{
	if (c->now_act != TXR_WENT_NO_ACT)
		return;
	c->now_act = c->acts++;
	c->act[c->now_act % TXR_WENT_ACTS] = c->now;
}

/*
 * The end of a handler is missing: of all, or here. Recorders switch one event on after
 * the other, so at their beginning one may be missing alone.
 */
static void no_exit(struct txr_went_cpu *c, uint64_t ts_ns, struct txr_went_ways *w)
{
	w->no_exits |= !w->exits_seen;
	txr_went_cpu_gap(c, ts_ns);
}

static void handler_entry(struct txr_went_cpu *c, const struct txr_event *ev,
			  struct txr_went_ways *w)
{
	if (c->in_handler)	/* they do not nest: interrupts are off */
		no_exit(c, ev->ts_ns, w);
	c->irq_seen = true;
	c->in_handler = true;
	c->now = (struct txr_went_act){
		.entry_ns = ev->ts_ns, .irq = ev->irq.number, .handler = ev->irq.handler,
		.idle = c->softirq != TXR_SOFTIRQ_NET_RX && !c->pending,
		.in_action = c->softirq == TXR_SOFTIRQ_NET_RX || c->due,
	};
	c->now_act = TXR_WENT_NO_ACT;
}

/*
 * While polls run or are due, a kernel since 6.2 schedules without a raise
 * (in_net_rx_action), and from the first raise on an instance may be scheduled already:
 * then any handler that found its interrupt may matter.
 */
static void handler_exit(struct txr_went_cpu *c, const struct txr_event *ev,
			 struct txr_went_ways *w)
{
	struct txr_went_act *a;

	if (!c->in_handler)
		return;
	if (ev->irq.handled && c->now.idle && c->now_act == TXR_WENT_NO_ACT)
		txr_went_note_handler(w, &c->now, false);
	if (ev->irq.handled && (c->softirq == TXR_SOFTIRQ_NET_RX || c->pending))
		keep_act(c);
	a = txr_went_act_at(c, c->now_act);
	if (a)
		a->exit_ns = ev->ts_ns;
	c->in_handler = false;
}

static void raised_rx(struct txr_went_cpu *c, struct txr_went_ways *w)
{
	struct txr_went_act *a;

	c->pending = true;
	if (c->softirq == TXR_SOFTIRQ_NET_RX) {	/* for this run or the next? */
		c->next_mixed = true;
		if (c->calm_polls > c->nr_polls)
			c->calm_polls = c->nr_polls;
	}
	if (!c->in_handler) {
		c->next_others = true;
		c->due |= c->softirq == TXR_SOFTIRQ_NET_RX;
		return;
	}
	w->raises |= c->due;
	txr_went_note_handler(w, &c->now, true);
	c->raised_between = c->softirq == TXR_SOFTIRQ_NET_RX && c->nr_polls;
	keep_act(c);
	a = txr_went_act_at(c, c->now_act);
	if (a)
		a->raised++;
	if (c->nr_next == TXR_WENT_ACTS)
		c->next_mixed = true;
	else
		c->next[c->nr_next++] = c->now_act;
}

static void raised_tx(struct txr_went_cpu *c)
{
	struct txr_went_tx *t = &c->tx_next;

	/* What the run has not taken yet may be of this raise as well. */
	if (c->softirq == TXR_SOFTIRQ_NET_TX)
		c->tx_run.several = true;
	if (!c->in_handler) {
		t->elsewhere = true;
		t->several |= t->irq_ns != 0;
		return;
	}
	t->several |= t->elsewhere || (t->irq_ns && t->irq_ns != c->now.entry_ns);
	if (!t->irq_ns)
		t->irq_ns = c->now.entry_ns;
}

static void softirq_raise(struct txr_went_cpu *c, const struct txr_event *ev,
			  struct txr_went_ways *w)
{
	if (c->in_handler && !(ev->ctx & TXR_CTX_HARDIRQ))
		no_exit(c, ev->ts_ns, w);
	c->raise_seen = true;
	if (ev->softirq.which == TXR_SOFTIRQ_NET_RX)
		raised_rx(c, w);
	else if (ev->softirq.which == TXR_SOFTIRQ_NET_TX)
		raised_tx(c);
}

static void begin_rx(struct txr_went_cpu *c)
{
	size_t i;

	for (i = 0; i < c->nr_next; i++)
		c->run[i] = c->next[i];
	c->nr_run = c->nr_next;
	c->run_clean = c->emptied && !c->next_mixed && !c->next_others;
	c->run_others = c->next_others;
	c->nr_next = c->nr_polls = 0;
	c->calm_polls = SIZE_MAX;
	c->next_mixed = c->next_others = c->due = c->pending = c->raised_between = false;
}

/* More polls than raises: some were scheduled during the run. */
static void look_for_silent(const struct txr_went_cpu *c, struct txr_went_ways *w)
{
	w->silent |= c->raise_seen && c->run_clean && !c->next_mixed && !c->next_others &&
		     c->nr_polls > c->nr_run;
}

/* Nothing is left of what was scheduled before the run, or in it without a raise. */
static void spend(struct txr_went_cpu *c)
{
	uint64_t i = c->acts > TXR_WENT_ACTS ? c->acts - TXR_WENT_ACTS : 0;

	for (; i < c->acts; i++) {
		struct txr_went_act *a = txr_went_act_at(c, i);

		if (a->entry_ns < c->softirq_ns || !a->raised)
			a->spent = true;
	}
}

/* fn first: what it asks of the run is as it was in it. */
static int end_rx(struct txr_went_cpu *c, txr_went_run_fn fn, void *arg, bool seen_whole,
		  struct txr_went_ways *w)
{
	int ret;

	if (seen_whole)
		look_for_silent(c, w);
	ret = fn(arg, c, seen_whole);
	c->softirq = TXR_SOFTIRQ_OTHER;
	c->emptied = seen_whole && !c->due;
	if (c->emptied)
		spend(c);
	return ret;
}

static int softirq_entry(struct txr_went_cpu *c, const struct txr_event *ev,
			 txr_went_run_fn fn, void *arg, struct txr_went_ways *w)
{
	int ret = 0;

	/* The end of the one before was not recorded. */
	if (c->softirq == TXR_SOFTIRQ_NET_RX)
		ret = end_rx(c, fn, arg, false, w);
	c->softirq_seen = true;
	c->softirq = ev->softirq.which;
	c->softirq_ns = ev->ts_ns;
	if (c->softirq == TXR_SOFTIRQ_NET_RX) {
		begin_rx(c);
	} else if (c->softirq == TXR_SOFTIRQ_NET_TX) {
		c->tx_run = c->tx_next;
		c->tx_next = (struct txr_went_tx){ .known = true };
	}
	return ret;
}

static int softirq_exit(struct txr_went_cpu *c, txr_went_run_fn fn, void *arg,
			struct txr_went_ways *w)
{
	int ret = 0;

	if (c->softirq == TXR_SOFTIRQ_NET_RX)
		ret = end_rx(c, fn, arg, true, w);
	c->softirq_seen = true;
	c->softirq = TXR_SOFTIRQ_OTHER;
	return ret;
}

static int polled(struct txr_went_cpu *c, const struct txr_event *ev,
		  struct txr_went_ways *w)
{
	struct txr_went_poll *p = c->poll;

	if (c->nr_polls == c->room_polls) {
		size_t room = c->room_polls ? 2 * c->room_polls : 16;

		if (c->nr_polls == POLLS_MAX)
			return 0;
		p = reallocarray(p, room, sizeof(*p));
		if (!p)
			return -ENOMEM;
		c->poll = p;
		c->room_polls = room;
	}
	w->raises |= c->raised_between;
	p += c->nr_polls;
	*p = (struct txr_went_poll){
		.napi = ev->poll.napi, .dev = ev->dev, .end_ns = ev->ts_ns,
		.work = ev->poll.work, .budget = ev->poll.budget,
		.begin_ns = c->nr_polls ? p[-1].end_ns : c->softirq_ns,
	};
	c->nr_polls++;
	if (!ev->poll.budget)	/* netpoll: not one of the list */
		c->run_clean = false;
	return 0;
}

int txr_went_cpu_event(struct txr_went_cpu *c, const struct txr_event *ev,
		      txr_went_run_fn fn, void *arg, struct txr_went_ways *w)
{
	switch (ev->kind) {
	case TXR_IRQ_ENTRY:
		handler_entry(c, ev, w);
		return 0;
	case TXR_IRQ_EXIT:
		c->irq_seen = true;
		w->exits_seen = true;
		w->no_exits = false;
		handler_exit(c, ev, w);
		return 0;
	case TXR_SOFTIRQ_RAISE:
		softirq_raise(c, ev, w);
		return 0;
	case TXR_SOFTIRQ_ENTRY:
		return softirq_entry(c, ev, fn, arg, w);
	case TXR_SOFTIRQ_EXIT:
		return softirq_exit(c, fn, arg, w);
	case TXR_NAPI_POLL:
		if (c->softirq == TXR_SOFTIRQ_NET_RX && (ev->ctx & TXR_CTX_SOFTIRQ))
			return polled(c, ev, w);
		return 0;
	default:
		return 0;
	}
}
