// SPDX-License-Identifier: GPL-2.0-only
/* xmit_func.c - starts and results by probes on a driver's own xmit function. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "xmit_func.h"

#define DEPTH 16	/* xmits in each other on one CPU: stacked devices */

struct open_xmit {
	uint64_t skbaddr;
	int32_t pid;		/* PREEMPT_RT: an xmit can be preempted by another's */
	uint16_t dev, queue;
	bool stock;		/* its stock events are there */
	bool func;		/* its function was entered */
};

struct open_cpu {
	struct open_xmit at[DEPTH];
	unsigned int count;
};

struct txr_xmit_func {
	struct open_cpu *cpu;
	unsigned int cpus;
	struct txr_event *made;
	int room;
};

struct txr_xmit_func *txr_xmit_func_new(void)
{
	return calloc(1, sizeof(struct txr_xmit_func));
}

void txr_xmit_func_free(struct txr_xmit_func *x)
{
	if (!x)
		return;
	free(x->cpu);
	free(x->made);
	free(x);
}

static struct open_cpu *cpu_of(struct txr_xmit_func *x, unsigned int cpu)
{
	struct open_cpu *more;

	if (cpu >= x->cpus) {
		more = reallocarray(x->cpu, cpu + 1, sizeof(*more));
		if (!more)
			return NULL;
		memset(more + x->cpus, 0, (cpu + 1 - x->cpus) * sizeof(*more));
		x->cpu = more;
		x->cpus = cpu + 1;
	}
	return &x->cpu[cpu];
}

static void push(struct open_cpu *c, const struct txr_event *ev, bool stock, bool func)
{
	/* The oldest lost their results (a return that the kernel did not see). */
	if (c->count == DEPTH)
		memmove(c->at, c->at + 1, --c->count * sizeof(c->at[0]));
	c->at[c->count++] = (struct open_xmit) {
		.skbaddr = ev->skbaddr, .pid = ev->pid, .dev = ev->dev, .queue = ev->queue,
		.stock = stock, .func = func,
	};
}

/* What lies above at lost its end. */
static void pop(struct open_cpu *c, struct open_xmit *at)
{
	c->count = at - c->at;
}

static struct open_xmit *innermost(struct open_cpu *c, int32_t pid)
{
	unsigned int i;

	for (i = c->count; i > 0; i--)
		if (c->at[i - 1].pid == pid)
			return &c->at[i - 1];
	return NULL;
}

/* Entry: the stock start of this very packet, or one of its own. */
static bool entered(struct open_cpu *c, const struct txr_event *ev)
{
	struct open_xmit *o = innermost(c, ev->pid);

	if (o && o->stock && !o->func && o->skbaddr == ev->skbaddr) {
		o->func = true;
		return false;
	}
	push(c, ev, false, true);
	return true;
}

/* True: *out is the result of a packet that has no stock one. */
static bool returned(struct open_cpu *c, const struct txr_event *ev, struct txr_event *out)
{
	struct open_xmit *o = innermost(c, ev->pid);

	/* Above it: stock ones that are of another driver, and lost their result. */
	while (o && o > c->at && !o->func)
		o = o[-1].pid == ev->pid ? o - 1 : NULL;
	if (!o || !o->func)
		return false;
	if (o->stock) {
		o->func = false;	/* its stock result comes */
		o->skbaddr = 0;		/* and no second entry */
		return false;
	}
	*out = *ev;
	out->skbaddr = o->skbaddr;
	out->dev = o->dev;
	out->queue = o->queue;
	pop(c, o);
	return true;
}

static void stock_result(struct open_cpu *c, const struct txr_event *ev)
{
	unsigned int i;

	for (i = c->count; i > 0; i--) {
		struct open_xmit *o = &c->at[i - 1];

		if (!o->stock || o->pid != ev->pid || o->dev != ev->dev ||
		    (o->skbaddr && o->skbaddr != ev->skbaddr))
			continue;
		pop(c, o);
		return;
	}
}

static void forget(struct txr_xmit_func *x, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < x->cpus; i++)
		if (i == cpu || cpu == UINT16_MAX)
			x->cpu[i].count = 0;
}

/* False: to be taken out. */
static bool keep(struct open_cpu *c, const struct txr_event **ev, struct txr_event *made)
{
	if ((*ev)->origin == TXR_O_XMIT_FUNC)
		return entered(c, *ev);
	if ((*ev)->origin == TXR_O_XMIT_FUNC_RETURN) {
		if (!returned(c, *ev, made))
			return false;
		*ev = made;
		return true;
	}
	if ((*ev)->kind == TXR_START)
		push(c, *ev, true, false);
	else
		stock_result(c, *ev);
	return true;
}

int txr_xmit_func_run(struct txr_xmit_func *x, const struct txr_event **ev, int n)
{
	struct txr_event *more;
	struct open_cpu *c;
	int i, left = 0;

	if (n > x->room) {
		more = reallocarray(x->made, n, sizeof(*more));
		if (!more)
			return -ENOMEM;
		x->made = more;
		x->room = n;
	}
	for (i = 0; i < n; i++) {
		const struct txr_event *e = ev[i];

		if (e->kind == TXR_LOST)
			forget(x, e->cpu);
		if (e->kind == TXR_START || e->kind == TXR_RESULT) {
			c = cpu_of(x, e->cpu);
			if (!c)
				return -ENOMEM;
			if (!keep(c, &e, &x->made[i]))
				continue;
		}
		ev[left++] = e;
	}
	return left;
}
