// SPDX-License-Identifier: GPL-2.0-only
/*
 * scenario.c - which devices a simulated machine has, and what goes on.
 */
#include <string.h>
#include "scenario.h"

const char *const family_names[FAM_NR] = {
	"ring", "irq", "tap", "sync", "handover", "stacked", "shared", "hwtstamp",
	"deferred-free", "preempt-rt", "reset", "mix",
};

static struct wdev *add(struct wconf *c, enum w_kind kind, struct rng *r)
{
	static const int sizes[] = { 1, 2, 3, 5, 8, 16, 40, 118 };
	struct wdev *d = &c->dev[c->ndev];

	d->kind = kind;
	d->id = c->ndev++;
	d->nq = rng_range(r, 1, W_QUEUES_MAX);
	d->cap = sizes[rng_below(r, 8)];
	d->irq_cpu = rng_below(r, c->cpus);
	d->lower = -1;
	d->weight = rng_range(r, 20, 100);
	d->stop_mode = rng_pct(r, 60);
	d->spread_irq = rng_pct(r, 30);
	d->lltx = kind == WK_DUMMY || kind == WK_OLDDUMMY || kind == WK_LO ||
		  kind == WK_STACK || kind == WK_STACKQ || kind == WK_VNAPI;
	if (kind == WK_TAP || kind == WK_VNAPI)
		d->stop_mode = false;
	return d;
}

static struct wdev *add_ring(struct wconf *c, enum w_kind kind, struct rng *r)
{
	struct wdev *d = add(c, kind, r);

	d->drop_pct = rng_pct(r, 40) ? rng_range(r, 1, 15) : 0;
	d->busy_pct = rng_pct(r, 30) ? rng_range(r, 1, 10) : 0;
	d->old_kfree = rng_pct(r, 15);
	d->lazy = kind == WK_RING && rng_pct(r, 15);
	d->cn_pct = rng_pct(r, 10) ? 5 : 0;
	return d;
}

static void add_stacked(struct wconf *c, struct rng *r)
{
	int low = c->ndev;
	struct wdev *l, *d;

	switch (rng_below(r, 5)) {
	case 0: l = add_ring(c, WK_RING, r); break;
	case 1: l = add_ring(c, WK_IRQRING, r); break;
	case 2: l = add(c, WK_TAP, r); break;
	case 3: l = add(c, WK_DUMMY, r); break;
	default: l = add(c, WK_LO, r); break;
	}
	l->lazy = false;
	d = add(c, rng_pct(r, 65) ? WK_STACK : WK_STACKQ, r);
	d->lower = low;
	/* Learning works only where every packet is nested. */
	d->declared = d->kind == WK_STACKQ || l->kind == WK_RING || l->kind == WK_IRQRING ||
		      c->tier == W_NORESULT || rng_pct(r, 50);
	d->qdrop_pct = rng_pct(r, 30) ? 5 : 0;
	d->cn_pct = rng_pct(r, 30) ? 5 : 0;
	if (c->ndev < W_DEVS_MAX - 3 && rng_pct(r, 25)) {	/* vlan over bond */
		struct wdev *top = add(c, WK_STACK, r);

		top->lower = c->ndev - 2;
		top->declared = true;
		c->dev[top->lower].declared = true;
	}
}

static void add_above(struct wconf *c, int lower, struct rng *r)
{
	struct wdev *d = add(c, WK_STACK, r);

	d->lower = lower;
	d->declared = true;
}

static void rings(struct wconf *c, struct rng *r, enum w_kind kind)
{
	int n = rng_range(r, 1, 3);

	while (n--)
		add_ring(c, kind, r);
}

/* Hundreds of packets inside at once, and slow hardware. */
static void make_big(struct wconf *c)
{
	int i;

	c->events = 6000;
	c->hw_pct = 1;
	for (i = 0; i < c->ndev; i++)
		c->dev[i].cap = 500;
}

static void devices(struct wconf *c, enum family fam, struct rng *r)
{
	switch (fam) {
	case FAM_IRQ:
		rings(c, r, WK_IRQRING);
		c->netpoll_pct = 20;
		if (rng_pct(r, 40))
			add(c, WK_DUMMY, r);
		break;
	case FAM_TAP:
		add(c, WK_TAP, r);
		if (rng_pct(r, 50))
			add(c, WK_TAP, r)->lltx = true;
		break;
	case FAM_SYNC:
		add(c, WK_DUMMY, r);
		add(c, WK_OLDDUMMY, r);
		c->netpoll_pct = 10;
		break;
	case FAM_HANDOVER:
		add(c, WK_LO, r)->rps = rng_pct(r, 50);
		add(c, WK_VNAPI, r);
		if (rng_pct(r, 50))
			rings(c, r, WK_RING);
		if (c->ndev < W_DEVS_MAX && rng_pct(r, 40))
			add_above(c, 1, r);	/* the veth */
		break;
	case FAM_STACKED:
		add_stacked(c, r);
		if (rng_pct(r, 40))
			add_stacked(c, r);
		break;
	case FAM_SHARED:
		rings(c, r, rng_pct(r, 60) ? WK_RING : WK_IRQRING);
		c->pktgen_pct = 30;
		c->pktgen_early = rng_pct(r, 30);
		break;
	case FAM_HWTS:
		rings(c, r, WK_RING);
		c->dev[0].hwts_pct = 40;
		break;
	case FAM_DEFER:
		rings(c, r, WK_RING);
		c->dev[0].spread_irq = true;
		c->k72 = true;
		c->zerocopy_pct = rng_pct(r, 50) ? 5 : 0;
		c->defer_max = rng_pct(r, 50) ? 128 : rng_range(r, 0, 4);
		break;
	case FAM_RESET:
		rings(c, r, rng_pct(r, 70) ? WK_RING : WK_IRQRING);
		c->reset_pct = 30;
		break;
	case FAM_MIX:
		add_stacked(c, r);
		add_ring(c, WK_RING, r);
		add_ring(c, WK_IRQRING, r);
		add(c, rng_pct(r, 50) ? WK_TAP : WK_VNAPI, r);
		if (c->ndev < W_DEVS_MAX)
			add(c, rng_pct(r, 50) ? WK_LO : WK_OLDDUMMY, r);
		c->netpoll_pct = 5;
		c->reset_pct = 3;
		c->pktgen_pct = rng_pct(r, 30) ? 5 : 0;
		break;
	case FAM_RT:
		c->rt = true;
		rings(c, r, rng_pct(r, 60) ? WK_RING : WK_IRQRING);
		add_stacked(c, r);
		break;
	default:
		rings(c, r, WK_RING);
		if (rng_pct(r, 6))
			make_big(c);
	}
}

void scenario_make(struct wconf *c, enum family fam, enum w_tier tier, struct rng *r)
{
	memset(c, 0, sizeof(*c));
	c->tier = tier;
	c->cpus = rng_range(r, 1, W_CPUS_MAX);
	c->events = rng_pct(r, 2) ? 8000 : rng_pct(r, 80) ? rng_range(r, 200, 800) :
		    rng_range(r, 800, 3000);
	c->handover_events = true;
	c->hw_pct = 7;
	c->rx_pct = rng_pct(r, 40) ? rng_range(r, 1, 20) : 0;
	c->clone_pct = rng_pct(r, 20) ? 10 : 0;
	c->gso_pct = rng_pct(r, 30) ? 20 : 0;
	c->purge = rng_pct(r, 40);
	c->drain = rng_pct(r, 50);
	c->defer_max = 128;
	c->backlog_max = rng_pct(r, 50) ? 3 : 1000;
	c->step_ns = rng_pct(r, 50) ? 200 : 5000;
	devices(c, fam, r);
}

uint32_t scenario_stacked(const struct wconf *c)
{
	uint32_t m = 0;
	int i;

	for (i = 0; i < c->ndev; i++)
		if (c->dev[i].declared)
			m |= 1U << i;
	return m;
}
