// SPDX-License-Identifier: GPL-2.0-only
/*
 * reference_rel.c - releases, frees and hand-overs, by the rules.
 */
#include <stdio.h>
#include <stdlib.h>
#include "reference.h"

/* Between start and result of this lap, on its CPU, not in another's IRQ. */
static bool inside(const struct reference *r, int lap, const struct txr_event *e)
{
	const struct ref_lap *l = &r->l[lap];

	if (!l->xmit_open || l->cpu != e->cpu || l->pid != e->pid)
		return false;
	return !(e->ctx & TXR_CTX_HARDIRQ) || l->hard;
}

static enum txr_outcome unless_tainted(const struct reference *r, int lap, enum txr_outcome o)
{
	return r->laps.v[lap].tainted || r->l[lap].doubtful ? TXR_UNCERTAIN : o;
}

static int how_inside(const struct txr_event *e)
{
	if (e->origin != TXR_O_KFREE_SKB && !(e->flags & TXR_EVF_DROPPED))
		return RP_DONE;
	return e->flags & TXR_EVF_NOT_SPECIFIED ? RP_NOSPEC : RP_DROP;
}

/* A recording without results: the reason alone tells a drop. */
static enum txr_outcome by_reason(const struct txr_event *e)
{
	if (e->kind == TXR_FREE && e->origin == TXR_O_KFREE_SKB &&
	    !(e->flags & (TXR_EVF_NOT_SPECIFIED | TXR_EVF_QUEUE_PURGE)))
		return TXR_DROPPED;
	return TXR_COMPLETED;
}

/* A lap after a restart that may be none: this free may be the old lap's. */
static void race(struct reference *r, int lap, const struct txr_event *e)
{
	struct xlap *x = &r->laps.v[lap];

	if (r->l[lap].raced && e->cpu != x->start_cpu && e->ts_ns <= x->start_ns + 50000)
		r->l[lap].doubtful = true;
}

static void close_lap(struct reference *r, int lap, int at)
{
	const struct txr_event *e = &r->ev[at];
	struct ref_lap *l = &r->l[lap];

	ref_note_release(r, lap, at);
	if (!l->handed)
		race(r, lap, e);
	if (!r->cfg.has_result) {
		ref_end(r, lap, unless_tainted(r, lap, by_reason(e)), at);
	} else if (inside(r, lap, e)) {
		l->pend = how_inside(e);
	} else if (l->handed) {
		r->laps.v[lap].in_xmit = true;
		ref_end(r, lap, unless_tainted(r, lap, TXR_HANDED_OVER), at);
	} else {
		if (!r->laps.v[lap].entered)
			ref_enter(r, lap, at);
		ref_end(r, lap, unless_tainted(r, lap, TXR_COMPLETED), at);
	}
}

static bool late_free(struct reference *r, int at)
{
	int i;

	for (i = r->laps.n - 1; i >= 0; i--) {
		if (!r->l[i].awaits_free || r->laps.v[i].skb != r->ev[at].skbaddr)
			continue;
		if (!r->laps.v[i].late_freed)
			r->laps.v[i].free_ns = r->ev[at].ts_ns;
		r->laps.v[i].late_freed = true;
		return true;
	}
	return false;
}

/* A release that closes nothing may belong to a start that is yet to come, if
 * the clocks of two CPUs disagree. */
static void note_stray(struct ref_addr *a, const struct txr_event *e)
{
	a->stray_ns = realloc(a->stray_ns, (a->nstray + 1) * sizeof(*a->stray_ns));
	a->stray_cpu = realloc(a->stray_cpu, (a->nstray + 1) * sizeof(*a->stray_cpu));
	if (!a->stray_ns || !a->stray_cpu)
		abort();
	a->stray_ns[a->nstray] = e->ts_ns;
	a->stray_cpu[a->nstray++] = e->cpu;
}

void ref_do_free(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	struct ref_addr *a = ref_addr(r, e->skbaddr);
	bool known = late_free(r, at), closed = false;
	int i;

	for (i = 0; i < r->laps.n; i++)
		known |= r->l[i].memory && r->laps.v[i].skb == e->skbaddr;

	for (i = r->first_open; i < r->laps.n; i++) {
		if (!ref_live(r, i, e->skbaddr))
			continue;
		close_lap(r, i, at);
		known = closed = true;
	}
	for (i = 0; i < r->laps.n; i++)
		if (r->laps.v[i].skb == e->skbaddr)
			r->l[i].awaits_free = r->l[i].memory = false;
	r->busy_releases += a->busy ? known : a->unref && !known;
	if (!known && a->busy)
		r->n.expected_frees++;
	else if (!known && !a->unref)
		r->n.unmatched_frees++;
	if (r->verbose && !known)
		printf("# rules: event %d is %s\n", at, a->busy ? "expected" : a->unref ?
		       "someone's" : "unmatched");
	if (!closed)
		note_stray(a, e);
	a->busy = a->unref = a->unseen = false;
}

/* The oldest lap of the device where the skb started last. */
static int oldest_of_innermost(struct reference *r, uint64_t addr)
{
	int i, last = -1;

	for (i = r->first_open; i < r->laps.n; i++)
		if (ref_live(r, i, addr))
			last = i;
	if (last < 0)
		return -1;
	for (i = r->first_open; i < last; i++)
		if (ref_live(r, i, addr) && r->laps.v[i].dev == r->laps.v[last].dev)
			return i;
	return last;
}

void ref_do_release(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	struct ref_addr *a = ref_addr(r, e->skbaddr);
	int i, lap = oldest_of_innermost(r, e->skbaddr);
	bool late, known;

	/* consume_skb() and kfree_skb() of the last reference: their own event follows */
	if (e->origin == TXR_O_SKB_UNREF && e->refs == 1)
		return;
	if (lap >= 0) {
		for (i = 0; i < r->laps.n; i++)
			if (r->laps.v[i].skb == e->skbaddr)
				r->l[i].awaits_free = false;
		a->unseen |= r->laps.v[lap].tainted && r->laps.v[lap].shared;
		close_lap(r, lap, at);
		r->l[lap].awaits_free = r->l[lap].memory = true;
		if (lap < r->first_open)
			abort();
		return;
	}
	note_stray(a, e);
	late = e->origin == TXR_O_NAPI_CONSUME_SKB && late_free(r, at);
	known = late;
	for (i = 0; i < r->laps.n; i++)
		known |= r->l[i].memory && r->laps.v[i].skb == e->skbaddr;
	if (!late)		/* another reference goes: its free is not this lap's */
		for (i = 0; i < r->laps.n; i++)
			if (r->laps.v[i].skb == e->skbaddr)
				r->l[i].awaits_free = false;
	if (e->origin == TXR_O_SKB_UNREF) {
		a->unref = true;
		r->foreign_unrefs++;
	} else if (!known) {
		if (a->busy)
			r->busy_releases++;
		else
			r->n.unmatched_releases++;
		if (r->verbose)
			printf("# rules: event %d is %s\n", at, a->busy ? "expected" : "unmatched");
	}
}

void ref_do_handover(struct reference *r, int at)
{
	const struct txr_event *e = &r->ev[at];
	int i;

	for (i = r->first_open; i < r->laps.n; i++) {
		if (!ref_live(r, i, e->skbaddr))
			continue;
		if (inside(r, i, e)) {
			r->l[i].handed = true;
			continue;
		}
		if (r->l[i].handed)
			continue;
		ref_note_release(r, i, at);
		if (!r->laps.v[i].entered)
			ref_enter(r, i, at);
		ref_end(r, i, unless_tainted(r, i, TXR_HANDED_OVER), at);
	}
}
