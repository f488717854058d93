// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_laps.c - lap by lap: the engine against the reference and the truth.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"

const char *describe(char *buf, size_t size, const struct xlap *x)
{
	snprintf(buf, size,
		 "%s%s%s%s%s%s%s enter=%" PRIu64 " end=%" PRIu64 " release=%" PRIu64
		 " by %s cpu%u rc=%d result=%" PRIu64 " reason=%d free=%" PRIu64,
		 txr_outcome_name(x->outcome), x->in_xmit ? " in-xmit" : "",
		 x->nospec_ok ? " nospec-ok" : "", x->tainted ? " tainted" : "",
		 x->aged ? " aged" : "", x->evicted ? " evicted" : "",
		 x->entered ? " entered" : "", x->entered ? x->enter_ns : 0,
		 x->outcome ? x->end_ns : 0, x->released ? x->release_ns : 0,
		 x->release_origin ? txr_origin_name(x->release_origin) : "-",
		 x->release_cpu, x->has_result ? x->rc : -1,
		 x->has_result ? x->result_ns : 0, x->has_reason ? x->reason : -1,
		 x->late_freed ? x->free_ns : 0);
	return buf;
}

static bool differ(char *msg, const struct xlap *e, const struct xlap *o, const char *who,
		   const char *what)
{
	char a[260], b[260];

	snprintf(msg, MSG_MAX, "lap of event %d (skb %" PRIx64 " dev %u queue %u at %" PRIu64
		 "): %s differs: engine %s | %s %s", e->start_at, e->skb & 0xffffff, e->dev,
		 e->queue, e->start_ns, what, describe(a, sizeof(a), e), who,
		 describe(b, sizeof(b), o));
	return false;
}

#define SAME(field) do {						\
	if (e->field != o->field)					\
		return differ(msg, e, o, who, #field);			\
} while (0)

static bool same_start(char *msg, const struct xlap *e, const struct xlap *o, const char *who)
{
	SAME(start_at);
	SAME(skb);
	SAME(dev);
	SAME(queue);
	SAME(len_bytes);
	SAME(segs);
	SAME(segs_low);
	SAME(segs_high);
	SAME(start_ns);
	SAME(start_cpu);
	return true;
}

static bool same_result(char *msg, const struct xlap *e, const struct xlap *o, const char *who)
{
	SAME(has_result);
	if (o->has_result) {
		SAME(rc);
		SAME(result_ns);
	}
	return true;
}

static bool same_times(char *msg, const struct xlap *e, const struct xlap *o, const char *who)
{
	/* Of several laps of one skb it is not certain which one is meant. */
	if (o->shared && (o->outcome == TXR_UNCERTAIN || o->outcome == TXR_HANDED_OVER))
		return true;
	SAME(entered);
	if (o->entered)
		SAME(enter_ns);
	if (o->outcome)
		SAME(end_ns);
	if (o->outcome == TXR_COMPLETED || o->outcome == TXR_DROPPED ||
	    (o->outcome == TXR_HANDED_OVER && o->entered)) {
		SAME(release_ns);
		SAME(release_origin);
		SAME(release_cpu);
		SAME(release_ctx);
		SAME(release_pid);
	}
	return true;
}

static bool same_outcome(char *msg, const struct xlap *e, const struct xlap *o, const char *who)
{
	SAME(outcome);
	if (o->outcome != TXR_UNCERTAIN && o->outcome != TXR_OPEN) {
		SAME(in_xmit);
		SAME(nospec_ok);
	}
	if (o->outcome == TXR_DROPPED && o->release_origin == TXR_O_KFREE_SKB) {
		SAME(has_reason);
		SAME(reason);
		SAME(full_ring);
	}
	return true;
}

static bool same_ref(char *msg, const struct xlap *e, const struct xlap *o, bool refused)
{
	const char *who = "rules";

	if (!same_start(msg, e, o, who))
		return false;
	if (!same_outcome(msg, e, o, who))
		return false;
	SAME(evicted);
	SAME(aged);
	if (o->outcome == TXR_OPEN || (o->outcome == TXR_UNCERTAIN && !o->has_result))
		SAME(tainted);
	if (!same_result(msg, e, o, who) || !same_times(msg, e, o, who))
		return false;
	/*
	 * Whose reference skb_unref dropped is a guess, so is its free. One that follows
	 * a refusal too is expected for that, or is late for the lap before.
	 */
	if (o->release_origin == TXR_O_SKB_UNREF || o->shared || refused)
		return true;
	SAME(late_freed);
	if (o->late_freed)
		SAME(free_ns);
	return true;
}

#define SAME_COUNT(field) do {						\
	if (run->n.field != ref->n.field) {				\
		snprintf(msg, MSG_MAX, #field " differs: engine %" PRIu64	\
			 ", rules %" PRIu64, run->n.field, ref->n.field);	\
		return false;						\
	}								\
} while (0)

bool check_reference(char *msg, const struct run *run, const struct reference *ref)
{
	int i;

	for (i = 0; i < run->laps.n && i < ref->laps.n; i++)
		if (!same_ref(msg, &run->laps.v[i], &ref->laps.v[i],
			      ref->busy_releases))
			return false;
	if (run->laps.n != ref->laps.n) {
		snprintf(msg, MSG_MAX, "starts differ: engine %d, rules %d", run->laps.n,
			 ref->laps.n);
		return false;
	}
	if (run->n.unmatched_frees - ref->n.unmatched_frees > ref->foreign_unrefs) {
		snprintf(msg, MSG_MAX, "unmatched_frees differs: engine %" PRIu64 ", rules %"
			 PRIu64, run->n.unmatched_frees, ref->n.unmatched_frees);
		return false;
	}
	/* A foreign skb_unref may be called unmatched, or be known as such. */
	if (run->n.unmatched_releases - ref->n.unmatched_releases > ref->foreign_unrefs) {
		snprintf(msg, MSG_MAX, "unmatched_releases differs: engine %" PRIu64
			 ", rules %" PRIu64, run->n.unmatched_releases,
			 ref->n.unmatched_releases);
		return false;
	}
	SAME_COUNT(unmatched_results);
	/* A refused skb may go by a release and then a free: one or two. */
	if (run->n.expected_frees + ref->busy_releases - ref->n.expected_frees >
	    2 * ref->busy_releases) {
		snprintf(msg, MSG_MAX, "expected_frees differs: engine %" PRIu64 ", rules %"
			 PRIu64, run->n.expected_frees, ref->n.expected_frees);
		return false;
	}
	SAME_COUNT(missing_results);
	SAME_COUNT(anomalies);
	SAME_COUNT(evicted);
	SAME_COUNT(aged);
	if (run->cfg.clock_ordered || run->laps.n < 1000)
		SAME_COUNT(open);
	if (run->unmatched != run->n.unmatched_frees + run->n.unmatched_releases) {
		snprintf(msg, MSG_MAX, "unmatched() was called %" PRIu64 " times, counts say %"
			 PRIu64, run->unmatched,
			 run->n.unmatched_frees + run->n.unmatched_releases);
		return false;
	}
	return true;
}

static bool w_nospec(const struct xlap *t)
{
	return t->release_origin == TXR_O_KFREE_SKB && t->reason == WR_NOT_SPECIFIED;
}

/* What the truth becomes when the recording ends before the lap does. */
static void cut_truth(struct xlap *t, const int *to, int last)
{
	if (t->result_at >= 0 && to[t->result_at] < 0)
		t->has_result = false;
	if (t->entered && to[t->enter_at] < 0)
		t->entered = false;
	if (!t->outcome || to[t->end_at] >= 0)
		return;
	/* Freed inside xmit and the result cut off: as if OK. */
	if (t->in_xmit && t->outcome != TXR_HANDED_OVER && to[t->release_at] >= 0) {
		t->end_ns = last;
		t->nospec_ok |= w_nospec(t);
		t->fuzzy = true;
		return;
	}
	if (t->in_xmit)		/* the hand-over, or what came of it, may be cut off */
		t->fuzzy = t->fuzzy_outcome = true;
	t->outcome = TXR_OPEN;
	t->in_xmit = t->nospec_ok = false;
}

/*
 * A recording that begins while earlier laps of a shared skb are in the ring:
 * their releases cannot be told from those of the laps that it shows.
 */
static bool behind_unseen(const struct world *w, const struct stream *s, const int *to,
			  const struct xlap *t)
{
	int i, first_free = s->n;

	for (i = 0; i < s->n; i++) {
		if (s->ev[i].kind == TXR_FREE && s->ev[i].skbaddr == t->skb) {
			first_free = i;
			break;
		}
	}
	if (to[t->start_at] > first_free)
		return false;
	for (i = 0; i < w->laps.n; i++) {
		const struct xlap *u = &w->laps.v[i];

		if (u->skb == t->skb && u->start_at < t->start_at && to[u->start_at] < 0 &&
		    (u->end_at < 0 || to[u->end_at] >= 0))
			return true;
	}
	return false;
}

/* Nothing certain is wrong: the rule where events were lost. */
static bool certain_is_true(char *msg, const struct xlap *e, const struct xlap *o)
{
	const char *who = "truth";

	if (e->outcome == TXR_UNCERTAIN || e->outcome == TXR_OPEN || e->tainted) {
		if (e->outcome == TXR_OPEN && !e->tainted && o->outcome != TXR_OPEN)
			return differ(msg, e, o, who, "certain outcome");
		if (e->outcome != TXR_BUSY && e->outcome != TXR_DROPPED &&
		    e->outcome != TXR_COMPLETED)
			return true;
	}
	SAME(outcome);
	SAME(in_xmit);
	if (o->outcome == TXR_COMPLETED || o->outcome == TXR_DROPPED)
		SAME(release_ns);
	return true;
}

static bool within_skew(uint64_t a, uint64_t b, uint64_t skew)
{
	return a > b ? a - b <= 2 * skew : b - a <= 2 * skew;
}

/* Skewed clocks move a time by no more than the skew of two CPUs. */
static bool same_skewed(char *msg, const struct xlap *e, const struct xlap *o, uint64_t skew)
{
	const char *who = "truth";

	if (e->outcome == TXR_UNCERTAIN || o->outcome == TXR_HANDED_OVER)
		return true;
	SAME(outcome);
	if (o->released && !within_skew(e->release_ns, o->release_ns, skew))
		return differ(msg, e, o, who, "release_ns beyond the skew");
	return true;
}

/*
 * Could skew have turned round two events of this address, on two CPUs, around
 * or within the lap? Then its figures are not known.
 */
static bool at_risk(const struct world *w, const struct xlap *t, uint64_t skew)
{
	uint64_t start = w->ev[t->start_at].ts_ns, stop = UINT64_MAX;
	const struct txr_event *last[W_CPUS_MAX] = { NULL };
	int i, c;

	if (t->shared)		/* a turn anywhere shifts the releases of them all */
		start = 0;
	if (!t->shared && t->end_at >= 0 && t->end_at + 1 < w->nev)
		stop = w->ev[t->end_at].ts_ns;
	for (i = 0; i < w->nev; i++) {
		const struct txr_event *e = &w->ev[i];

		if (e->skbaddr != t->skb || e->ts_ns + 2 * skew < start ||
		    e->ts_ns > (stop == UINT64_MAX ? stop : stop + 2 * skew))
			continue;
		for (c = 0; c < W_CPUS_MAX; c++)
			if (c != e->cpu && last[c] && e->ts_ns <= last[c]->ts_ns + 2 * skew)
				return true;
		last[e->cpu] = e;
	}
	return false;
}

static bool same_truth(char *msg, const struct run *run, const struct xlap *e,
		       struct xlap *t, const struct stream *s, const struct world *w)
{
	const char *who = "truth";

	/*
	 * A lap of a shared skb that was given up at the cap is still in the ring:
	 * its release closes a later one of the same skb, which looks the same.
	 */
	if (t->shared && run->n.evicted)
		return true;
	/* A driver that cleans its ring in xmit: the release may be an older lap's. */
	if (t->shared && s->lossy && e->in_xmit)
		return true;
	if (s->lossy)
		return t->fuzzy || t->fuzzy_outcome || certain_is_true(msg, e, t);
	if (t->fuzzy_outcome)
		return true;
	if (e->evicted)
		return e->outcome == TXR_UNCERTAIN ||
		       differ(msg, e, t, who, "outcome of an evicted lap");
	if (s->skewed)
		return at_risk(w, t, s->skew_ns) || same_skewed(msg, e, t, s->skew_ns);
	if (e->tainted) {
		return differ(msg, e, t, who, "tainted");
	}
	if (!same_outcome(msg, e, t, who) || !same_result(msg, e, t, who))
		return false;
	return t->fuzzy || same_times(msg, e, t, who);
}

/* The truth at the times that the recording shows. */
static void retime(struct xlap *t, const struct stream *s, const int *to)
{
	t->start_ns = s->ev[to[t->start_at]].ts_ns;
	if (t->result_at >= 0 && to[t->result_at] >= 0)
		t->result_ns = s->ev[to[t->result_at]].ts_ns;
	if (t->enter_at >= 0 && to[t->enter_at] >= 0)
		t->enter_ns = s->ev[to[t->enter_at]].ts_ns;
	if (t->end_at >= 0 && to[t->end_at] >= 0)
		t->end_ns = s->ev[to[t->end_at]].ts_ns;
	if (t->release_at >= 0 && to[t->release_at] >= 0)
		t->release_ns = s->ev[to[t->release_at]].ts_ns;
}

bool check_truth(char *msg, const struct run *run, const struct world *w,
		 const struct stream *s)
{
	int *to = malloc((w->nev + 1) * sizeof(*to));
	int i, k = 0;
	bool ok = true;

	if (!to)
		abort();
	for (i = 0; i < w->nev; i++)
		to[i] = -1;
	for (i = 0; i < s->n; i++)
		if (s->orig[i] >= 0)
			to[s->orig[i]] = i;
	for (i = k = 0; ok && k < w->laps.n; k++) {
		struct xlap t = w->laps.v[k];

		if (to[t.start_at] < 0)
			continue;
		if (s->skewed)		/* another order: look it up */
			for (i = 0; i < run->laps.n; i++)
				if (run->laps.v[i].start_at == to[t.start_at])
					break;
		if (i >= run->laps.n || run->laps.v[i].start_at != to[t.start_at]) {
			snprintf(msg, MSG_MAX, "the start of event %d made no lap",
				 to[t.start_at]);
			ok = false;
			break;
		}
		retime(&t, s, to);
		if (!s->lossy && s->cut_end)
			cut_truth(&t, to, s->n ? s->ev[s->n - 1].ts_ns : 0);
		if (s->cut_begin && behind_unseen(w, s, to, &t))
			t.fuzzy = t.fuzzy_outcome = true;
		if (s->lossy && t.shared && outlived_its_loss(run, w, s, to, &t))
			t.fuzzy = t.fuzzy_outcome = true;
		ok = same_truth(msg, run, &run->laps.v[i], &t, s, w);
		i++;
	}
	free(to);
	return ok;
}
