// SPDX-License-Identifier: GPL-2.0-only
/*
 * run.c - feed a stream to the engine in batches of random size, as a reader
 * would, and write down every transition.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "run.h"

static struct map *slot(struct run *r, const void *key)
{
	size_t h = ((uintptr_t)key >> 3) * 0x9e3779b97f4a7c15ULL >> 20;
	int i = h & (r->map_size - 1);

	while (r->map[i].key && r->map[i].key != key)
		i = (i + 1) & (r->map_size - 1);
	return &r->map[i];
}

static void fault(struct run *r, const char *what, uint64_t ts)
{
	if (!r->fault[0])
		snprintf(r->fault, sizeof(r->fault), "%s at %llu", what, (unsigned long long)ts);
}

static struct xlap *lap_of(struct run *r, const struct txr_lap *lap, const char *where)
{
	struct map *m = slot(r, lap);

	if (m->key && m->lap >= 0)
		return &r->laps.v[m->lap];
	fault(r, where, lap->start_ns);
	return NULL;
}

static void on_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	struct run *r = ctx;
	struct map *m = slot(r, lap);
	struct xlap *x = xlaps_add(&r->laps);

	if (m->key && m->lap >= 0)
		fault(r, "start() of a lap that is not gone", ev->ts_ns);
	m->key = lap;
	m->lap = r->laps.n - 1;
	if (ev < r->s->ev || ev >= r->s->ev + r->s->n)
		fault(r, "start() with an event that was not fed", ev->ts_ns);
	x->start_at = ev - r->s->ev;
	x->seq_start = ++r->seq;
	x->start_ns = lap->start_ns;
	x->start_cpu = lap->start_cpu;
	x->skb = lap->skbaddr;
	x->dev = lap->dev;
	x->queue = lap->queue_index;
	x->len_bytes = lap->len_bytes;
	x->segs = lap->segs;
	x->segs_low = lap->segs_low;
	x->segs_high = lap->segs_high;
	if (lap->queue)
		fault(r, "lap->queue is not NULL before start()", ev->ts_ns);
	r->stats.start(r->stats.ctx, lap, ev);
}

static void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts)
{
	struct run *r = ctx;
	struct xlap *x = lap_of(r, lap, "enter() of an unknown lap");

	if (x) {
		if (x->entered)
			fault(r, "enter() twice", ts);
		if (x->outcome)
			fault(r, "enter() after end()", ts);
		x->entered = true;
		x->enter_ns = ts;
		x->seq_enter = ++r->seq;
	}
	r->stats.enter(r->stats.ctx, lap, ts);
}

static void fill(struct xlap *x, const struct txr_lap *lap)
{
	x->has_result = lap->flags & TXR_LAP_RESULT;
	x->rc = lap->rc;
	x->result_ns = lap->result_ns;
	x->in_xmit = lap->flags & TXR_LAP_IN_XMIT;
	x->nospec_ok = lap->flags & TXR_LAP_NOSPEC_OK;
	x->full_ring = lap->flags & TXR_LAP_FULL_RING;
	x->has_reason = lap->flags & TXR_LAP_REASON;
	x->reason = lap->reason;
	x->tainted = lap->flags & TXR_LAP_TAINTED;
	x->evicted = lap->flags & TXR_LAP_EVICTED;
	x->aged = lap->flags & TXR_LAP_AGED;
	x->released = lap->release_ns != 0;
	x->release_ns = lap->release_ns;
	x->release_origin = lap->release_origin;
	x->release_ctx = lap->release_ctx;
	x->release_cpu = lap->release_cpu;
	x->release_pid = lap->release_pid;
	x->late_freed = lap->flags & TXR_LAP_LATE_FREED;
	x->free_ns = lap->free_ns;
}

static void on_end(void *ctx, struct txr_lap *lap, uint64_t ts)
{
	struct run *r = ctx;
	struct xlap *x = lap_of(r, lap, "end() of an unknown lap");

	if (x) {
		if (x->outcome)
			fault(r, "end() twice", ts);
		fill(x, lap);
		x->outcome = lap->outcome;
		if (!x->outcome)
			fault(r, "end() without an outcome", ts);
		if (!!(lap->flags & TXR_LAP_ENTERED) != x->entered)
			fault(r, "TXR_LAP_ENTERED differs from enter()", ts);
		x->end_ns = ts;
		x->seq_end = ++r->seq;
	}
	r->stats.end(r->stats.ctx, lap, ts);
}

static void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct run *r = ctx;
	struct xlap *x = lap_of(r, lap, "late_free() of an unknown lap");

	if (x) {
		if (!lap->release_ns)
			fault(r, "late_free() before the release", lap->free_ns);
		if (x->late_freed)
			fault(r, "late_free() twice", lap->free_ns);
		x->late_freed = true;
		x->free_ns = lap->free_ns;
	}
	r->stats.late_free(r->stats.ctx, lap);
}

static void on_gone(void *ctx, struct txr_lap *lap)
{
	struct run *r = ctx;
	struct xlap *x = lap_of(r, lap, "gone() of an unknown lap");

	if (x) {
		if (!x->outcome)
			fault(r, "gone() before end()", lap->start_ns);
		if (x->outcome != (enum txr_outcome)lap->outcome)
			fault(r, "outcome changed after end()", lap->start_ns);
		fill(x, lap);
		slot(r, lap)->lap = -1;
	}
	if (r->stats.gone)
		r->stats.gone(r->stats.ctx, lap);
}

static void on_unmatched(void *ctx, const struct txr_event *ev)
{
	struct run *r = ctx;

	r->unmatched++;
	if (r->s->verbose)
		printf("# engine: event %d is unmatched\n", (int)(ev - r->s->ev));
	r->stats.unmatched(r->stats.ctx, ev);
}

static void on_event(void *ctx, const struct txr_event *ev)
{
	struct run *r = ctx;

	r->stats.event(r->stats.ctx, ev);
}

static void count_open(void *arg, struct txr_lap *lap)
{
	struct run *r = arg;
	struct xlap *x = lap_of(r, lap, "each_open() of an unknown lap");

	if (!x)
		return;
	if (x->outcome)
		fault(r, "each_open() gives a lap with an outcome", lap->start_ns);
	fill(x, lap);
	r->max_open_seen++;	/* reused at the end as a counter */
}

static void fill_info(struct run *r, enum txr_tier tier, bool handover)
{
	const struct stream *s = r->s;
	int i;

	r->info.path = "sim";
	r->info.format = "trace.dat";
	r->info.clock_ordered = r->cfg.clock_ordered;
	r->info.clock_ns = true;
	r->info.preempt_rt = r->cfg.preempt_rt;
	r->info.has_result = r->cfg.has_result;
	r->info.has_handover = handover;
	r->info.has_drop_reason = true;
	r->info.tier = tier;
	r->info.cpus = r->cfg.cpus;
	r->info.lost_by_cpu = r->lost_by_cpu;
	for (i = 0; i < s->n; i++) {
		const struct txr_event *e = &s->ev[i];

		if (e->kind == TXR_LOST) {
			r->info.lost_events += e->lost.count;
			r->lost_by_cpu[e->cpu] += e->lost.count;
			r->info.lost_gaps_unknown += !e->lost.count;
			continue;
		}
		if (!r->info.events++)
			r->info.first_ns = e->ts_ns;
		r->info.last_ns = e->ts_ns;
	}
}

/* Replay: tell when the engine learns that a device is stacked. */
static void tell_learned(const struct txr_pair *p, int at, uint32_t *known)
{
	int i;

	for (i = 0; i < 8; i++) {
		if (*known & 1U << i || !txr_pair_is_stacked(p, i))
			continue;
		*known |= 1U << i;
		printf("# engine: event %d: device %d is stacked\n", at, i);
	}
}

static int feed(struct run *r, struct txr_pair *p, struct rng *rng)
{
	const struct txr_event *batch[64];
	uint32_t known = 0;
	int i = 0, k, n, rc;

	while (i < r->s->n) {
		n = r->s->verbose ? 1 : rng_range(rng, 1, rng_pct(rng, 50) ? 4 : 64);
		for (k = 0; k < n && i < r->s->n; k++)
			batch[k] = &r->s->ev[i++];
		rc = txr_pair_feed(p, batch, k);
		if (rc)
			return rc;
		if (r->s->verbose)
			tell_learned(p, i - 1, &known);
		/* Those inside xmit, few, cannot be given up. */
		if (r->cfg.max_open && txr_pair_counts(p)->open > r->cfg.max_open + 16)
			fault(r, "more laps open than the memory cap", r->s->ev[i - 1].ts_ns);
	}
	return 0;
}

static int finish(struct run *r, struct txr_pair *p, struct txr_stats *st)
{
	struct txr_err err = { 0 };
	uint64_t open = 0;
	int i, rc;

	txr_pair_finish(p);
	r->max_open_seen = 0;
	txr_pair_each_open(p, count_open, r);
	r->n = *txr_pair_counts(p);
	for (i = 0; i < r->laps.n; i++)
		open += !r->laps.v[i].outcome;
	if (open != r->max_open_seen || open != r->n.open)
		fault(r, "laps open, each_open() and counts differ", r->info.last_ns);
	rc = txr_report_build(&r->report, &r->info, r->devs, NULL, p, st, 0, 0, &err);
	if (rc)
		fault(r, err.text[0] ? err.text : "txr_report_build failed", 0);
	return rc;
}

int run_engine(struct run *r, const struct stream *s, const struct txr_pair_config *cfg,
	       enum txr_tier tier, uint32_t stacked, uint32_t polled, int ndev, bool handover,
	       struct rng *rng)
{
	struct txr_pair_sink sink = { r, on_start, on_enter, on_end, on_late_free, on_gone,
				      on_unmatched, on_event };
	struct txr_stats *st = NULL;
	struct txr_pair *p = NULL;
	struct txr_err err = { 0 };
	char name[16];
	int i, rc;

	memset(r, 0, sizeof(*r));
	r->s = s;
	r->cfg = *cfg;
	for (r->map_size = 1024; r->map_size < 4 * s->n; )
		r->map_size *= 2;
	r->map = calloc(r->map_size, sizeof(*r->map));
	r->devs = txr_devtab_new();
	if (!r->map || !r->devs)
		abort();
	for (i = 0; i < ndev; i++) {
		snprintf(name, sizeof(name), "d%d", i);
		txr_devtab_intern(r->devs, name, strlen(name), 0, 0);
	}
	fill_info(r, tier, handover);
	rc = txr_stats_new(&st, &err);
	if (!rc) {
		txr_stats_want(st, TXR_WANT_TIMELINE | TXR_WANT_LAP_GRID);
		r->stats = txr_stats_sink(st);
		rc = txr_pair_new(&p, cfg, &sink, &err);
	}
	for (i = 0; !rc && i < ndev; i++) {
		if (stacked & 1U << i)
			txr_pair_set_stacked(p, i);
		if (polled & 1U << i)
			rc = txr_pair_set_untold(p, i, s->untold_ns);
	}
	if (!rc)
		rc = feed(r, p, rng);
	if (!rc)
		rc = finish(r, p, st);
	if (!rc && txr_stats_error(st))
		rc = txr_stats_error(st);
	if (rc)
		fault(r, "the engine failed", 0);
	txr_pair_free(p);
	txr_stats_free(st);
	return rc;
}

void run_free(struct run *r)
{
	txr_report_free(r->report);
	txr_devtab_free(r->devs);
	xlaps_free(&r->laps);
	free(r->map);
	memset(r, 0, sizeof(*r));
}
