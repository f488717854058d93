// SPDX-License-Identifier: GPL-2.0-only
/* went.c - where the time of each lap went: which interrupt led to its release. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "went.h"
#include "went_led.h"

#define HELD_MAX 65536		/* laps of one run; more: its end was not recorded */

struct held {			/* a lap released in a NET_RX run that is not over */
	struct txr_queue *q;
	uint64_t start_ns, release_ns, lap_ns;
	size_t poll;		/* in which of the run's polls */
};

struct cpu {
	struct txr_went_cpu c;
	struct held *held;
	size_t nr, room;
};

struct txr_went {
	struct cpu **cpu;	/* made as they come */
	size_t cpus;
	struct txr_went_napis napis;
	struct txr_went_ways ways;
	const struct txr_devtab *devs;	/* during a call */
};

struct txr_went *txr_went_new(void)
{
	return calloc(1, sizeof(struct txr_went));
}

void txr_went_free(struct txr_went *w)
{
	size_t i;

	if (!w)
		return;
	for (i = 0; i < w->cpus; i++) {
		if (!w->cpu[i])
			continue;
		txr_went_cpu_free(&w->cpu[i]->c);
		free(w->cpu[i]->held);
		free(w->cpu[i]);
	}
	free(w->cpu);
	txr_went_napis_free(&w->napis);
	free(w);
}

static struct cpu *cpu_of(struct txr_went *w, uint16_t nr)
{
	struct cpu **n;

	if (nr >= w->cpus) {
		n = reallocarray(w->cpu, nr + 1u, sizeof(*n));
		if (!n)
			return NULL;
		memset(n + w->cpus, 0, (nr + 1u - w->cpus) * sizeof(*n));
		w->cpu = n;
		w->cpus = nr + 1u;
	}
	if (!w->cpu[nr]) {
		w->cpu[nr] = calloc(1, sizeof(*w->cpu[nr]));
		if (w->cpu[nr])
			txr_went_cpu_init(&w->cpu[nr]->c);
	}
	return w->cpu[nr];
}

static int all_unseen(struct cpu *p)
{
	int err = 0;
	size_t i;

	for (i = 0; i < p->nr; i++)
		err |= txr_went_unattributed(p->held[i].q->went, TXR_CAUSE_UNSEEN,
					    p->held[i].lap_ns);
	p->nr = 0;
	return err ? -ENOMEM : 0;
}

/* By index, or by name: a poll tells no namespace. */
static bool same_device(const struct txr_devtab *devs, uint16_t a, uint16_t b)
{
	const struct txr_device *x, *y;

	if (a == b || !devs)
		return a == b;
	x = txr_devtab_get(devs, a);
	y = txr_devtab_get(devs, b);
	return x && y && !strcmp(x->name, y->name);
}

static int settle_lap(const struct txr_went *w, const struct held *h,
		      const struct txr_went_poll *poll, const struct txr_went_led *led)
{
	struct txr_went_cut cut = {
		.start_ns = h->start_ns, .release_ns = h->release_ns, .lap_ns = h->lap_ns,
		.irq_ns = led->irq_ns, .begin_ns = led->begin_ns,
	};

	if (w->ways.no_exits)
		return txr_went_unattributed(h->q->went, TXR_CAUSE_UNSEEN, h->lap_ns);
	if (!led->found)
		return txr_went_unattributed(h->q->went, led->cause, h->lap_ns);
	if (!same_device(w->devs, poll->dev, h->q->dev->dev))
		return txr_went_set_apart(h->q->went, &cut);
	return txr_went_attributed(h->q->went, &cut);
}

/* A NET_RX run is over: what led to each of its polls, and so to the laps held. */
static int settle_run(void *arg, struct txr_went_cpu *c, bool seen_whole)
{
	struct cpu *p = (struct cpu *)c;	/* its first member */
	struct txr_went *w = arg;
	struct txr_went_led led;
	size_t i, k = 0;
	int err = 0;

	if (!seen_whole)
		return all_unseen(p);
	for (i = 0; i < c->nr_polls; i++) {
		if (k < p->nr && p->held[k].poll == i)
			c->poll[i].first_release_ns = p->held[k].release_ns;
		err |= txr_went_led_to(&w->napis, c, i, &w->ways, &led);
		for (; k < p->nr && p->held[k].poll == i; k++)
			err |= settle_lap(w, &p->held[k], &c->poll[i], &led);
	}
	for (; k < p->nr; k++)	/* after the last poll */
		err |= txr_went_unattributed(p->held[k].q->went, TXR_CAUSE_OTHER_CONTEXT,
					    p->held[k].lap_ns);
	p->nr = 0;
	return err ? -ENOMEM : 0;
}

int txr_went_event(struct txr_went *w, const struct txr_devtab *devs,
		  const struct txr_event *ev)
{
	struct cpu *p = cpu_of(w, ev->cpu);
	int err;

	if (!p)
		return -ENOMEM;
	w->devs = devs;
	if (ev->kind == TXR_NAPI_POLL &&
	    (!(ev->ctx & TXR_CTX_SOFTIRQ) || !ev->poll.budget))
		txr_went_napi_elsewhere(&w->napis, ev);
	err = txr_went_cpu_event(&p->c, ev, settle_run, w, &w->ways);
	if (p->nr && p->c.softirq != TXR_SOFTIRQ_NET_RX)	/* a gap in the run */
		err |= all_unseen(p);
	return err ? -ENOMEM : 0;
}

int txr_went_lost(struct txr_went *w, const struct txr_event *ev)
{
	int err = 0;
	size_t i;

	for (i = 0; i < w->cpus; i++) {
		if (!w->cpu[i] || (ev->cpu != i && ev->cpu != UINT16_MAX))
			continue;
		err |= all_unseen(w->cpu[i]);
		txr_went_cpu_gap(&w->cpu[i]->c, ev->lost.until_ns);
	}
	return err ? -ENOMEM : 0;
}

static int hold(struct cpu *p, const struct held *h)
{
	if (p->nr == HELD_MAX) {
		if (all_unseen(p))
			return -ENOMEM;
	}
	if (p->nr == p->room) {
		size_t room = p->room ? 2 * p->room : 64;
		struct held *n = reallocarray(p->held, room, sizeof(*n));

		if (!n)
			return -ENOMEM;
		p->held = n;
		p->room = room;
	}
	p->held[p->nr++] = *h;
	return 0;
}

/* By the handler that runs now. */
static int in_hard_irq(const struct txr_went *w, const struct cpu *p, struct txr_queue *q,
		       struct txr_went_cut *cut)
{
	if (w->ways.no_exits || !p->c.irq_seen)
		return txr_went_unattributed(q->went, TXR_CAUSE_UNSEEN, cut->lap_ns);
	if (!p->c.in_handler)
		return txr_went_unattributed(q->went, TXR_CAUSE_OTHER_CONTEXT, cut->lap_ns);
	cut->irq_ns = cut->begin_ns = p->c.now.entry_ns;
	return txr_went_attributed(q->went, cut);
}

static int in_net_tx(const struct txr_went *w, const struct cpu *p, struct txr_queue *q,
		     struct txr_went_cut *cut)
{
	const struct txr_went_tx *t = &p->c.tx_run;

	if (w->ways.no_exits || !t->known)
		return txr_went_unattributed(q->went, TXR_CAUSE_UNSEEN, cut->lap_ns);
	if (t->several)
		return txr_went_unattributed(q->went, TXR_CAUSE_AMBIGUOUS, cut->lap_ns);
	if (!t->irq_ns)
		return txr_went_unattributed(q->went, TXR_CAUSE_NO_INTERRUPT, cut->lap_ns);
	cut->irq_ns = t->irq_ns;
	cut->begin_ns = p->c.softirq_ns;
	return txr_went_attributed(q->went, cut);
}

static int in_softirq(const struct txr_went *w, struct cpu *p, struct txr_queue *q,
		      struct txr_went_cut *cut)
{
	struct held h = {
		.q = q, .start_ns = cut->start_ns, .release_ns = cut->release_ns,
		.lap_ns = cut->lap_ns, .poll = p->c.nr_polls,
	};

	if (!p->c.softirq_seen)
		return txr_went_unattributed(q->went, TXR_CAUSE_UNSEEN, cut->lap_ns);
	if (p->c.softirq == TXR_SOFTIRQ_NET_TX)
		return in_net_tx(w, p, q, cut);
	if (p->c.softirq == TXR_SOFTIRQ_NET_RX)
		return hold(p, &h);
	return txr_went_unattributed(q->went, TXR_CAUSE_OTHER_CONTEXT, cut->lap_ns);
}

int txr_went_lap(struct txr_went *w, struct txr_queue *q, const struct txr_lap *lap,
		uint64_t lap_ns)
{
	struct txr_went_cut cut = {
		.start_ns = lap->start_ns, .release_ns = lap->release_ns, .lap_ns = lap_ns,
	};
	struct cpu *p;

	if (lap->flags & TXR_LAP_IN_XMIT)
		return txr_went_whole(q->went, TXR_WENT_IN_XMIT, lap_ns);
	if (!(lap->release_ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ)))
		return txr_went_whole(q->went, TXR_WENT_TASK, lap_ns);
	p = cpu_of(w, lap->release_cpu);
	if (!p)
		return -ENOMEM;
	if (lap->release_ctx & TXR_CTX_HARDIRQ)
		return in_hard_irq(w, p, q, &cut);
	return in_softirq(w, p, q, &cut);
}

int txr_went_settle(struct txr_went *w)
{
	int err = 0;
	size_t i;

	for (i = 0; i < w->cpus; i++)
		if (w->cpu[i])
			err |= all_unseen(w->cpu[i]);
	return err ? -ENOMEM : 0;
}

void txr_went_forget(struct txr_went *w)
{
	size_t i;

	for (i = 0; i < w->cpus; i++)
		if (w->cpu[i])
			w->cpu[i]->nr = 0;
}
