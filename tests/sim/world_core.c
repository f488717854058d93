// SPDX-License-Identifier: GPL-2.0-only
/*
 * world_core.c - time, CPUs and their frames: who runs next.
 */
#include <stdlib.h>
#include <string.h>
#include "world.h"

static void *must(void *p)
{
	if (!p)
		abort();
	return p;
}

void vec_push(struct vec *v, void *p)
{
	vec_insert(v, v->n, p);
}

void vec_insert(struct vec *v, int at, void *p)
{
	if (v->n == v->cap) {
		v->cap = v->cap ? 2 * v->cap : 16;
		v->v = must(realloc(v->v, v->cap * sizeof(*v->v)));
	}
	memmove(v->v + at + 1, v->v + at, (v->n - at) * sizeof(*v->v));
	v->v[at] = p;
	v->n++;
}

void *vec_pop(struct vec *v)
{
	return v->n ? v->v[--v->n] : NULL;
}

void *vec_shift(struct vec *v)
{
	void *p;

	if (!v->n)
		return NULL;
	p = v->v[0];
	memmove(v->v, v->v + 1, --v->n * sizeof(*v->v));
	return p;
}

struct xlap *xlaps_add(struct xlaps *x)
{
	if (x->n == x->cap) {
		x->cap = x->cap ? 2 * x->cap : 256;
		x->v = must(realloc(x->v, x->cap * sizeof(*x->v)));
	}
	memset(&x->v[x->n], 0, sizeof(*x->v));
	x->v[x->n].result_at = x->v[x->n].enter_at = -1;
	x->v[x->n].end_at = x->v[x->n].release_at = -1;
	return &x->v[x->n++];
}

void xlaps_free(struct xlaps *x)
{
	free(x->v);
	memset(x, 0, sizeof(*x));
}

void w_tick(struct world *w, uint32_t longest)
{
	w->now += 1 + rng_below(&w->r, longest);
}

int w_emit(struct world *w, struct wcpu *c, struct wtask *t, uint8_t ctx,
	   const struct txr_event *ev)
{
	struct txr_event *e;

	if (w->nev == w->cap_ev) {
		w->cap_ev = w->cap_ev ? 2 * w->cap_ev : 1024;
		w->ev = must(realloc(w->ev, w->cap_ev * sizeof(*w->ev)));
	}
	e = &w->ev[w->nev];
	*e = *ev;
	w_tick(w, 40);
	e->ts_ns = w->now;
	e->cpu = c->id;
	e->pid = t->pid;
	e->ctx = ctx;
	return w->nev++;
}

struct frame *w_push(struct world *w, struct wcpu *c, struct wtask *t, int type, uint8_t ctx)
{
	struct frame *f;

	(void)w;
	(void)c;
	if (t->n == W_FRAMES)
		abort();
	f = &t->f[t->n++];
	memset(f, 0, sizeof(*f));
	f->type = type;
	f->ctx = ctx;
	f->lap = -1;
	return f;
}

static int step(struct world *w, struct wcpu *c, struct wtask *t)
{
	int depth = t->n - 1, r;
	struct frame *f = &t->f[depth];

	switch (f->type) {
	case WF_TX:
		r = w_step_tx(w, c, t, f);
		break;
	case WF_XMIT:
		r = w_step_xmit(w, c, t, f);
		break;
	case WF_REL:
		r = w_step_rel(w, c, t, f) ? W_DONE : W_AGAIN;
		break;
	default:
		r = w_step_work(w, c, t, f);
	}
	if (r == W_DONE) {
		free(f->list.v);
		/* Only the top frame runs, so it is still the top one. */
		if (t->n - 1 != depth)
			abort();
		t->n--;
	}
	return r;
}

/* A hard IRQ comes in anywhere, but not into another one. */
static bool take_irq(struct world *w, struct wcpu *c, struct wtask *t, bool busy)
{
	uint8_t below = busy ? t->f[t->n - 1].ctx : 0;
	struct frame *f;
	int i;

	if (w->c.rt) {
		t = &c->task[2];
		if (t->n)
			return false;
	} else if (below & TXR_CTX_HARDIRQ || t->n > W_FRAMES - 12) {
		return false;
	}
	if (c->irq && rng_pct(&w->r, 60)) {
		for (i = 0; !(c->irq & 1U << i); i++)
			;
		c->irq &= ~(1U << i);
		if (!t->n && !w->c.rt)
			t->pid = 0;
		f = w_push(w, c, t, WF_IRQ, w->c.rt ? 0 : TXR_CTX_HARDIRQ | below);
		f->dev = &w->c.dev[i];
		f->bh_off = true;
		return true;
	}
	if (!w->c.rt && !w->draining && busy && w->c.netpoll_pct &&
	    rng_below(&w->r, 1000) < (unsigned int)w->c.netpoll_pct) {
		f = w_push(w, c, t, WF_NETPOLL, TXR_CTX_HARDIRQ | below);
		f->bh_off = true;
		return true;
	}
	return false;
}

static void run_cpu(struct world *w, struct wcpu *c)
{
	struct wtask *t = &c->task[0], *soft = t;
	struct frame *top;

	if (w->c.rt) {
		t = &c->task[rng_below(&w->r, W_TASKS)];
		soft = &c->task[2];
	}
	top = t->n ? &t->f[t->n - 1] : NULL;
	if (take_irq(w, c, t, top))
		return;
	if (w_softirq_pending(c) && rng_pct(&w->r, 50)) {
		if (w->c.rt ? !soft->n : !top || (!top->bh_off && !top->ctx)) {
			if (!soft->n && !w->c.rt)
				soft->pid = 0;
			w_start_softirq(w, c, soft);
			return;
		}
	}
	if (top)
		step(w, c, t);
	else if (!w->c.rt || t != soft)
		w_start_activity(w, c, t);
}

void world_run(struct world *w)
{
	int limit = 80 * w->c.events + 20000;

	while (w->nev < w->c.events && w->steps++ < limit) {
		w_tick(w, w->c.step_ns);
		w_hardware(w);
		run_cpu(w, &w->cpu[rng_below(&w->r, w->c.cpus)]);
	}
	if (!w->c.drain) {
		t_finish(w);
		return;
	}
	w->draining = true;
	for (limit += 60000; !w_idle(w) && w->steps++ < limit; ) {
		w_tick(w, w->c.step_ns);
		w_hardware(w);
		run_cpu(w, &w->cpu[rng_below(&w->r, w->c.cpus)]);
	}
	t_finish(w);
}

void world_init(struct world *w, const struct wconf *c, uint64_t seed)
{
	int i, j;

	memset(w, 0, sizeof(*w));
	w->c = *c;
	w->r.s = seed;
	w->now = 1000000000ULL + rng_below(&w->r, 1000000);
	w->next_addr = 0xffff888100000000ULL;
	for (i = 0; i < c->cpus; i++) {
		w->cpu[i].id = i;
		for (j = 0; j < W_TASKS; j++)
			w->cpu[i].task[j].pid = 100 + 10 * i + j;
	}
}

static void free_queue(struct wqueue *q)
{
	while (q->ring.n)
		free(vec_pop(&q->ring));
	free(q->ring.v);
	free(q->qdisc.v);
}

void world_free(struct world *w)
{
	int i, j, k;

	for (i = 0; i < w->c.cpus; i++) {
		for (j = 0; j < W_TASKS; j++)
			for (k = 0; k < w->cpu[i].task[j].n; k++)
				free(w->cpu[i].task[j].f[k].list.v);
		free(w->cpu[i].free.v);
		free(w->cpu[i].completion.v);
		free(w->cpu[i].defer.v);
		free(w->cpu[i].backlog.v);
	}
	for (i = 0; i < w->c.ndev; i++)
		for (j = 0; j < w->c.dev[i].nq; j++)
			free_queue(&w->c.dev[i].q[j]);
	while (w->skbs.n) {
		struct skb *s = vec_pop(&w->skbs);

		free(s->lap);
		free(s);
	}
	free(w->skbs.v);
	free(w->clones.v);
	free(w->tstamps.v);
	free(w->ev);
	xlaps_free(&w->laps);
	free(w->xmit_open);
	free(w->xmit_in);
	free(w->pend);
	free(w->handed);
	memset(w, 0, sizeof(*w));
}
