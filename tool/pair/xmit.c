// SPDX-License-Identifier: GPL-2.0-only
/*
 * xmit.c - the open xmits of each CPU, innermost last.
 *
 * ndo_start_xmit runs with preemption off (__dev_queue_xmit and
 * netdev_start_xmit's other callers hold the tx lock and rcu_read_lock_bh), so
 * xmits of one CPU nest. On PREEMPT_RT a task can be preempted inside it: then
 * xmits nest per task, and the stack of a CPU holds those of several.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "pair_impl.h"

#define TASK_CONTEXT(ev) (!((ev)->ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ)))

struct txr_xmit_stack *txr_xmit_stack(struct txr_pair *p, uint16_t cpu)
{
	if (cpu < p->cpus && p->stack[cpu])
		return p->stack[cpu];
	if (cpu >= p->cpus) {
		struct txr_xmit_stack **n = reallocarray(p->stack, cpu + 1, sizeof(*n));

		if (!n) {
			p->error = -ENOMEM;
			return NULL;
		}
		memset(n + p->cpus, 0, (cpu + 1 - p->cpus) * sizeof(*n));
		p->stack = n;
		p->cpus = cpu + 1;
	}
	p->stack[cpu] = calloc(1, sizeof(**p->stack));
	if (!p->stack[cpu])
		p->error = -ENOMEM;
	return p->stack[cpu];
}

static void take_out(struct txr_xmit_stack *s, unsigned int i)
{
	s->depth--;
	memmove(&s->open[i], &s->open[i + 1], (s->depth - i) * sizeof(s->open[0]));
}

static void result_missing(struct txr_pair *p, struct txr_xmit_stack *s,
			   unsigned int i, uint64_t ts_ns)
{
	uint32_t lap = s->open[i].lap;

	take_out(s, i);
	p->counts.missing_results++;
	txr_result_missing(p, lap, ts_ns);
}

/* Xmits that cannot be open any more: another task runs on their CPU. */
static void drop_stale(struct txr_pair *p, struct txr_xmit_stack *s,
		       const struct txr_event *ev)
{
	if (p->cfg.preempt_rt || !TASK_CONTEXT(ev))
		return;
	while (s->depth && s->open[s->depth - 1].pid != ev->pid)
		result_missing(p, s, s->depth - 1, ev->ts_ns);
}

void txr_xmit_push(struct txr_pair *p, const struct txr_event *ev, uint32_t lap)
{
	struct txr_xmit_stack *s = txr_xmit_stack(p, ev->cpu);

	if (!s)
		return;
	if (s->depth) {
		if (s->depth == XMIT_DEPTH)
			result_missing(p, s, 0, ev->ts_ns);
	}
	s->open[s->depth++] = (struct txr_xmit){
		.skbaddr = ev->skbaddr, .lap = lap, .pid = ev->pid, .dev = ev->dev,
	};
	txr_lap_at(&p->laps, lap)->refs_held |= HELD_XMIT;
}

struct txr_xmit *txr_xmit_innermost(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_xmit_stack *s;
	unsigned int i;

	if (ev->cpu >= p->cpus || !p->stack[ev->cpu])
		return NULL;
	s = p->stack[ev->cpu];
	if (!s->depth)
		return NULL;
	drop_stale(p, s, ev);
	for (i = s->depth; i-- > 0; )
		if (s->open[i].pid == ev->pid)
			return &s->open[i];
	return NULL;
}

static bool agrees(const struct txr_xmit *x, const struct txr_event *ev)
{
	return x->skbaddr == ev->skbaddr && x->dev == ev->dev && x->pid == ev->pid;
}

uint32_t txr_xmit_pop(struct txr_pair *p, const struct txr_event *ev)
{
	struct txr_xmit_stack *s;
	unsigned int i;
	uint32_t lap;

	if (ev->cpu >= p->cpus || !p->stack[ev->cpu])
		return 0;
	s = p->stack[ev->cpu];
	for (i = s->depth; i-- > 0; )
		if (agrees(&s->open[i], ev))
			break;
	if (i == (unsigned int)-1)
		return 0;
	lap = s->open[i].lap;
	/* those above it are over too, unless they are another task's (RT) */
	while (s->depth > i + 1) {
		unsigned int top = s->depth - 1;

		while (top > i && p->cfg.preempt_rt && s->open[top].pid != ev->pid)
			top--;
		if (top == i)
			break;
		result_missing(p, s, top, ev->ts_ns);
	}
	take_out(s, i);
	return lap;
}

bool txr_xmit_inside(const struct txr_lap *lap, const struct txr_event *ev)
{
	return lap->state == LAP_XMIT && lap->start_cpu == ev->cpu &&
	       lap->start_pid == ev->pid &&
	       (!(ev->ctx & TXR_CTX_HARDIRQ) || (lap->flags & LAP_F_HARDIRQ));
}

static void lost_one(struct txr_pair *p, struct txr_xmit_stack *s, uint64_t ts_ns)
{
	while (s->depth) {
		uint32_t i = s->open[--s->depth].lap;
		struct txr_lap *lap = txr_lap_at(&p->laps, i);

		if (lap->state == LAP_PENDING)
			txr_lap_end_checked(p, i, TXR_UNCERTAIN, ts_ns);
		else if (lap->state == LAP_XMIT)
			lap->state = LAP_DEVICE;	/* perhaps: tainted anyway */
		txr_lap_unhold(p, i, HELD_XMIT);
	}
}

void txr_xmit_lost(struct txr_pair *p, uint16_t cpu, uint64_t ts_ns)
{
	unsigned int i = cpu == UINT16_MAX ? 0 : cpu;
	unsigned int end = cpu == UINT16_MAX ? p->cpus : i + 1;

	for (; i < end && i < p->cpus; i++)
		if (p->stack[i])
			lost_one(p, p->stack[i], ts_ns);
}

void txr_xmit_finish(struct txr_pair *p)
{
	unsigned int i;

	for (i = 0; i < p->cpus; i++) {
		struct txr_xmit_stack *s = p->stack[i];

		while (s && s->depth) {
			uint32_t l = s->open[--s->depth].lap;

			txr_result_at_finish(p, l);
			txr_lap_unhold(p, l, HELD_XMIT);
		}
	}
}

void txr_xmit_free(struct txr_pair *p)
{
	unsigned int i;

	for (i = 0; i < p->cpus; i++)
		free(p->stack[i]);
	free(p->stack);
}
