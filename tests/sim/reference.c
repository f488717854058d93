// SPDX-License-Identifier: GPL-2.0-only
/*
 * reference.c - starts, results, loss and the end of the recording, by the
 * rules. Releases are in reference_rel.c.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"

#define SUSPECT_NS 50000
#define XMIT_DEPTH 32

#define GROW(v, n, cap) do {						\
	if ((n) == (cap)) {						\
		(cap) = (cap) ? 2 * (cap) : 64;				\
		(v) = realloc((v), (cap) * sizeof(*(v)));		\
		if (!(v))						\
			abort();					\
	}								\
} while (0)

struct reference *ref_new(const struct txr_pair_config *cfg, const struct txr_event *ev)
{
	struct reference *r = calloc(1, sizeof(*r));

	if (!r)
		abort();
	r->cfg = *cfg;
	r->ev = ev;
	if (!r->cfg.loss_age_ns)
		r->cfg.loss_age_ns = TXR_LOSS_AGE_DEFAULT_NS;
	if (!r->cfg.max_open)
		r->cfg.max_open = TXR_MAX_OPEN_DEFAULT;
	return r;
}

void ref_free(struct reference *r)
{
	int i;

	if (!r)
		return;
	xlaps_free(&r->laps);
	free(r->l);
	free(r->stack);
	for (i = 0; i < r->naddr; i++) {
		free(r->addr[i].stray_ns);
		free(r->addr[i].stray_cpu);
	}
	free(r->addr);
	free(r->win);
	free(r->group);
	free(r);
}

struct ref_addr *ref_addr(struct reference *r, uint64_t addr)
{
	int i;

	for (i = 0; i < r->naddr; i++)
		if (r->addr[i].addr == addr)
			return &r->addr[i];
	GROW(r->addr, r->naddr, r->cap_addr);
	memset(&r->addr[r->naddr], 0, sizeof(*r->addr));
	r->addr[r->naddr].addr = addr;
	return &r->addr[r->naddr++];
}

/* A lap of this address whose memory is still its own. */
bool ref_live(const struct reference *r, int lap, uint64_t addr)
{
	return r->laps.v[lap].skb == addr && !r->laps.v[lap].outcome && !r->l[lap].pend;
}

void ref_enter(struct reference *r, int lap, int at)
{
	struct xlap *x = &r->laps.v[lap];

	x->entered = true;
	x->enter_at = at;
	x->enter_ns = r->ev[at].ts_ns;
	x->seq_enter = ++r->seq;
}

void ref_end(struct reference *r, int lap, enum txr_outcome o, int at)
{
	struct xlap *x = &r->laps.v[lap];

	x->outcome = o;
	x->end_at = at;
	x->end_ns = r->ev[at].ts_ns;
	x->seq_end = ++r->seq;
	r->n.open--;
}

void ref_note_release(struct reference *r, int lap, int at)
{
	struct xlap *x = &r->laps.v[lap];
	const struct txr_event *e = &r->ev[at];

	x->released = true;
	x->release_at = at;
	x->release_ns = e->ts_ns;
	x->release_origin = e->origin;
	x->release_ctx = e->ctx;
	x->release_cpu = e->cpu;
	x->release_pid = e->pid;
	if (e->origin == TXR_O_KFREE_SKB || e->flags & TXR_EVF_DROPPED) {
		x->has_reason = true;
		x->reason = e->free.reason;
		x->full_ring = e->kind == TXR_FREE && e->flags & TXR_EVF_FULL_RING;
	}
}

/* The outcome of a lap that was freed or handed over inside xmit. sure: start
 * and result were both seen on one CPU without a gap there. */
static void decide_inside(struct reference *r, int lap, int at, bool sure)
{
	struct xlap *x = &r->laps.v[lap];
	struct ref_lap *l = &r->l[lap];
	enum txr_outcome o = TXR_COMPLETED;

	x->in_xmit = true;
	if (l->pend == RP_DROP || l->pend == RP_NOSPEC)
		o = TXR_DROPPED;
	else if (l->handed)
		o = TXR_HANDED_OVER;
	x->nospec_ok = l->pend == RP_NOSPEC && x->rc == 0;
	if ((x->tainted && !sure) || l->fifo)
		o = TXR_UNCERTAIN;
	ref_end(r, lap, o, at);
}

/* This xmit will see no result. */
static void lose_result(struct reference *r, int k, int at, bool loss)
{
	int lap = r->stack[k];
	struct xlap *x = &r->laps.v[lap];

	memmove(r->stack + k, r->stack + k + 1, (--r->nstack - k) * sizeof(*r->stack));
	r->l[lap].xmit_open = false;
	r->n.missing_results += !loss;
	if (x->outcome)
		return;
	if (!r->l[lap].pend && !r->l[lap].handed) {
		if (!loss)
			ref_enter(r, lap, at);	/* as if it had been OK */
	} else if (loss) {
		x->in_xmit = true;
		if (r->l[lap].pend)
			ref_end(r, lap, TXR_UNCERTAIN, at);
	} else {
		decide_inside(r, lap, at, true);
	}
}

/* One stack of open xmits: of a CPU, or of a task where xmit can be preempted. */
static bool one_stack(const struct reference *r, int lap, const struct txr_event *e)
{
	return r->l[lap].cpu == e->cpu && (!r->cfg.preempt_rt || r->l[lap].pid == e->pid);
}

static bool same_stack(const struct reference *r, int lap, const struct txr_event *e)
{
	/* Within ndo_start_xmit the task does not change, nor does the CPU. */
	return r->l[lap].cpu == e->cpu && r->l[lap].pid == e->pid;
}

/* The lap of the innermost open xmit where this event happens; -1: none. */
static int innermost(const struct reference *r, const struct txr_event *e)
{
	int k;

	for (k = r->nstack - 1; k >= 0; k--)
		if (same_stack(r, r->stack[k], e))
			return r->stack[k];
	return -1;
}

static void other_task_started(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	int k;

	if (r->cfg.preempt_rt || e->ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ))
		return;
	for (k = r->nstack - 1; k >= 0; k--) {
		if (r->l[r->stack[k]].cpu != e->cpu)
			continue;
		if (r->l[r->stack[k]].pid == e->pid)
			break;
		lose_result(r, k, at, false);
	}
}

static void ref_learn(struct reference *r, uint16_t dev, int at)
{
	if (r->verbose && !r->stacked[dev])
		printf("# rules: event %d: device %u is stacked\n", at, dev);
	r->stacked[dev] = true;
}

/* What the start of an address does to a lap of it that is still open. */
static void meet_open_lap(struct reference *r, int lap, int at, bool *fifo_tainted, bool *raced)
{
	const struct txr_event *e = &r->ev[at];
	struct xlap *x = &r->laps.v[lap];
	struct ref_lap *l = &r->l[lap];

	if (x->dev == e->dev && r->cfg.refs_known && e->refs > 1) {
		*fifo_tainted |= x->tainted;
		return;
	}
	if (x->dev != e->dev) {
		if (l->handed) {
			x->in_xmit = true;
			ref_end(r, lap, x->tainted ? TXR_UNCERTAIN : TXR_HANDED_OVER, at);
			return;
		}
		if (r->stacked[x->dev])
			return;
	}
	*raced |= !r->cfg.clock_ordered;
	ref_end(r, lap, x->tainted || !r->cfg.clock_ordered ? TXR_UNCERTAIN : TXR_RESTARTED, at);
}

/*
 * Soon after a loss, more references than the sender's own, this start's and one
 * for each open lap: laps may be open whose start was lost, and whose releases
 * come first. Until a start shows no more references, or the last one goes.
 */
static void unseen_laps(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	struct ref_addr *a = ref_addr(r, e->skbaddr);
	bool soon = a->unseen;
	int i, open = 0;

	for (i = 0; i < r->nwin; i++)
		soon |= e->ts_ns <= r->win[i].until_ns ||
			e->ts_ns - r->win[i].until_ns <= r->cfg.loss_age_ns;
	for (i = r->first_open; i < r->laps.n; i++)
		open += ref_live(r, i, e->skbaddr);
	/* open counts this start's lap as well */
	a->unseen = soon && e->refs > 2 && e->refs > 1 + open;
	if (!a->unseen)
		return;
	for (i = r->first_open; i < r->laps.n; i++)
		if (ref_live(r, i, e->skbaddr) && r->laps.v[i].dev == e->dev)
			r->laps.v[i].tainted = r->l[i].fifo = true;
}

static void evict(struct reference *r, int at)
{
	int i;

	for (i = 0; i < r->laps.n && r->n.open >= r->cfg.max_open; i++) {
		if (r->laps.v[i].outcome)
			continue;
		r->laps.v[i].evicted = true;
		r->n.evicted++;
		ref_end(r, i, TXR_UNCERTAIN, at);
	}
}

static int new_lap(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	struct xlap *x = xlaps_add(&r->laps);
	int i, lap = r->laps.n - 1;
	struct ref_lap *l;

	x->start_at = at;
	x->start_ns = e->ts_ns;
	x->start_cpu = e->cpu;
	x->skb = e->skbaddr;
	x->dev = e->dev;
	x->queue = e->queue;
	x->len_bytes = e->start.len_bytes;
	x->segs = e->start.segs;
	x->segs_low = e->start.segs_low;
	x->segs_high = e->start.segs_high;
	x->shared = e->refs > 1;
	if (r->cap_l < r->laps.cap) {
		r->cap_l = r->laps.cap;
		r->l = realloc(r->l, r->cap_l * sizeof(*r->l));
		if (!r->l)
			abort();
	}
	l = &r->l[lap];
	memset(l, 0, sizeof(*l));
	l->cpu = e->cpu;
	l->pid = e->pid;
	l->hard = e->ctx & TXR_CTX_HARDIRQ;
	for (i = 0; i < r->nwin; i++)
		x->tainted |= e->ts_ns <= r->win[i].until_ns;
	r->n.open++;
	return lap;
}

/* No CPU can have that many open (XMIT_RECURSION_LIMIT of each context is far less):
 * the outermost has lost its result. */
static void too_deep(struct reference *r, int at)
{
	int k, first = -1, open = 0;

	for (k = r->nstack - 1; k >= 0; k--) {
		if (r->l[r->stack[k]].cpu != r->ev[at].cpu)
			continue;
		first = k;
		open++;
	}
	if (open >= XMIT_DEPTH)
		lose_result(r, first, at, false);
}

static void do_start(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	struct ref_addr *a;
	bool fifo_tainted = false, raced = false;
	int i, lap;

	other_task_started(r, at);
	i = innermost(r, e);
	if (i >= 0 && ref_live(r, i, e->skbaddr) && r->laps.v[i].dev != e->dev &&
	    !r->l[i].handed)
		ref_learn(r, r->laps.v[i].dev, at);
	for (i = r->first_open; i < r->laps.n; i++)
		if (ref_live(r, i, e->skbaddr))
			meet_open_lap(r, i, at, &fifo_tainted, &raced);
	evict(r, at);
	for (i = 0; i < r->laps.n; i++)
		if (r->laps.v[i].skb == e->skbaddr)
			r->l[i].awaits_free = r->l[i].memory = false;
	lap = new_lap(r, at);
	r->laps.v[lap].tainted |= fifo_tainted;
	r->l[lap].fifo = fifo_tainted;
	r->l[lap].raced = raced;
	unseen_laps(r, at);
	a = ref_addr(r, e->skbaddr);
	for (i = 0; !r->cfg.clock_ordered && i < a->nstray; i++)
		if (a->stray_cpu[i] != e->cpu && a->stray_ns[i] + SUSPECT_NS >= e->ts_ns)
			r->l[lap].suspect = r->laps.v[lap].suspect = true;
	a->busy = a->unref = false;
	if (!r->cfg.has_result) {
		ref_enter(r, lap, at);
		return;
	}
	too_deep(r, at);
	r->l[lap].xmit_open = true;
	GROW(r->stack, r->nstack, r->cap_stack);
	r->stack[r->nstack++] = lap;
}

static void take_result(struct reference *r, int lap, int at)
{
	const struct txr_event *e = &r->ev[at];
	struct xlap *x = &r->laps.v[lap];
	struct ref_lap *l = &r->l[lap];
	bool busy = e->result.rc == TXR_NETDEV_TX_BUSY;

	l->xmit_open = false;
	x->has_result = true;
	x->rc = e->result.rc;
	x->result_ns = e->ts_ns;
	x->result_at = at;
	/* With references, whose a later free is may be a matter of taste. */
	r->busy_releases += busy && r->cfg.refs_known;
	if (x->outcome) {
		r->n.anomalies += busy;
	} else if (l->pend && busy) {
		r->n.anomalies++;
		x->in_xmit = true;
		ref_end(r, lap, TXR_UNCERTAIN, at);
	} else if (l->pend || (l->handed && !busy)) {
		decide_inside(r, lap, at, true);
	} else if (busy) {
		ref_end(r, lap, TXR_BUSY, at);
		ref_addr(r, x->skb)->busy = true;
	} else {
		ref_enter(r, lap, at);
	}
}

static void do_result(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	int k, j, lap;

	for (k = r->nstack - 1; k >= 0; k--) {
		lap = r->stack[k];
		if (same_stack(r, lap, e) && r->laps.v[lap].skb == e->skbaddr &&
		    r->laps.v[lap].dev == e->dev)
			break;
	}
	if (k < 0) {
		r->n.unmatched_results++;
		return;
	}
	for (j = r->nstack - 1; j > k; j--)
		if (one_stack(r, r->stack[j], e))
			lose_result(r, j, at, false);
	memmove(r->stack + k, r->stack + k + 1, (--r->nstack - k) * sizeof(*r->stack));
	take_result(r, lap, at);
}

/* Windows that end within 1/16 of the age of each other count as one. */
static void note_end(struct reference *r, uint64_t until_ns)
{
	struct ref_group *g = r->ngroup ? &r->group[r->ngroup - 1] : NULL;

	if (g && until_ns <= g->last_ns)
		return;
	if (g && until_ns - g->first_ns <= r->cfg.loss_age_ns / 16) {
		g->last_ns = until_ns;
		return;
	}
	GROW(r->group, r->ngroup, r->cap_group);
	r->group[r->ngroup++] = (struct ref_group){ until_ns, until_ns };
}

static void do_lost(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	int i, k;

	GROW(r->win, r->nwin, r->cap_win);
	r->win[r->nwin].cpu = e->cpu;
	r->win[r->nwin].from_ns = e->ts_ns;
	r->win[r->nwin++].until_ns = e->lost.until_ns;
	note_end(r, e->lost.until_ns);
	for (i = 0; i < r->laps.n; i++) {
		if (r->laps.v[i].outcome)
			continue;
		r->laps.v[i].tainted = true;
	}
	for (k = r->nstack - 1; k >= 0; k--)
		if (r->l[r->stack[k]].cpu == e->cpu)
			lose_result(r, k, at, true);
}

/* The end of the first windows that the lap overlaps; UINT64_MAX: none. */
static uint64_t first_end(const struct reference *r, uint64_t start_ns)
{
	int i;

	for (i = 0; i < r->ngroup; i++)
		if (start_ns <= r->group[i].last_ns)
			return r->group[i].last_ns;
	return UINT64_MAX;
}

/* Its release is still to come, and will seem to be another's of the FIFO. */
static void taint_fifo(struct reference *r, int lap)
{
	int i;

	if (r->laps.v[lap].shared)
		ref_addr(r, r->laps.v[lap].skb)->unseen = true;
	for (i = r->first_open; i < r->laps.n; i++)
		if (ref_live(r, i, r->laps.v[lap].skb) && r->laps.v[i].dev == r->laps.v[lap].dev)
			r->laps.v[i].tainted = r->l[i].fifo = true;
}

static void age(struct reference *r, int at)
{
	uint64_t now = r->ev[at].ts_ns, end_ns;
	int i;

	for (i = r->first_open; i < r->laps.n; i++) {
		struct xlap *x = &r->laps.v[i];

		end_ns = first_end(r, x->start_ns);
		if (x->outcome || r->l[i].pend || now <= end_ns ||
		    now - end_ns <= r->cfg.loss_age_ns)
			continue;
		taint_fifo(r, i);
		x->aged = true;
		r->n.aged++;
		ref_end(r, i, TXR_UNCERTAIN, at);
	}
}

void ref_feed(struct reference *r, int at)
{
	while (r->first_open < r->laps.n && r->laps.v[r->first_open].outcome &&
	       !r->l[r->first_open].memory)
		r->first_open++;
	if (r->nwin)
		age(r, at);
	switch (r->ev[at].kind) {
	case TXR_START:
		do_start(r, at);
		break;
	case TXR_RESULT:
		if (r->cfg.has_result)
			do_result(r, at);
		break;
	case TXR_RELEASE:
		ref_do_release(r, at);
		break;
	case TXR_FREE:
		ref_do_free(r, at);
		break;
	case TXR_HANDOVER:
		ref_do_handover(r, at);
		break;
	case TXR_LOST:
		do_lost(r, at);
		break;
	}
}

void ref_finish(struct reference *r, int at)
{
	int i;

	for (i = 0; i < r->laps.n; i++) {
		if (r->laps.v[i].outcome)
			continue;
		if (r->l[i].pend || (r->l[i].xmit_open && r->l[i].handed))
			decide_inside(r, i, at, r->l[i].xmit_open);
		else if (r->l[i].suspect)
			ref_end(r, i, TXR_UNCERTAIN, at);
	}
}
