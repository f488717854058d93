// SPDX-License-Identifier: GPL-2.0-only
/* one.c - one stream through the engine and every oracle. */
#include <stdio.h>
#include "one.h"

const char *const way_names[WAY_NR] = {
	"lossless", "cut", "coarse-clock", "loss", "skew", "memory-cap", "untold",
};
const char *const garbage_names[GARB_NR] = {
	"garbage", "garbage-loss", "garbage-rt", "garbage-skew", "garbage-noresult",
	"garbage-cap",
};

static void print_event(int i, const struct txr_event *e)
{
	static const char *const kinds[] = { "?", "START", "RESULT", "RELEASE", "FREE",
					     "HANDOVER", "WAKE", "WATCHDOG", "DQL", "LOST" };

	printf("# %5d %llu cpu%u pid%d ctx%x %s %s skb=%llx", i, (unsigned long long)e->ts_ns,
	       e->cpu, e->pid, e->ctx, kinds[e->kind], txr_origin_name(e->origin),
	       (unsigned long long)(e->skbaddr & 0xffffff));
	if (e->dev != TXR_DEV_NONE)
		printf(" dev%u.%u", e->dev, e->queue);
	if (e->kind == TXR_START || e->kind == TXR_RELEASE)
		printf(" refs=%u flags=%x", e->refs, e->flags);
	if (e->kind == TXR_RESULT)
		printf(" rc=%d q=%x", e->result.rc, e->result.qstate);
	if (e->kind == TXR_FREE || e->kind == TXR_RELEASE)
		printf(" reason=%d flags=%x", e->free.reason, e->flags);
	if (e->kind == TXR_LOST)
		printf(" until=%llu count=%llu", (unsigned long long)e->lost.until_ns,
		       (unsigned long long)e->lost.count);
	printf("\n");
}

static struct reference *run_reference(const struct stream *s, const struct txr_pair_config *cfg,
				       uint32_t stacked)
{
	struct reference *r = ref_new(cfg, s->ev);
	int i;

	r->verbose = s->verbose;
	for (i = 0; i < 32; i++)
		r->stacked[i] = stacked & 1U << i;
	for (i = 0; i < s->n; i++)
		ref_feed(r, i);
	ref_finish(r, s->n - 1);
	return r;
}

static void distort(struct stream *s, enum way way, struct rng *r, const struct wconf *c)
{
	switch (way) {
	case WAY_CUT:
		stream_cut(s, r, rng_pct(r, 70), rng_pct(r, 70));
		break;
	case WAY_COARSE:
		stream_coarse(s, rng_pct(r, 50) ? 1000 : 20000);
		break;
	case WAY_LOSS:
		stream_lose(s, r, c->cpus, rng_range(r, 1, 4), rng_pct(r, 70) ? 12 : 150);
		break;
	case WAY_SKEW:
		stream_skew(s, r, c->cpus, rng_pct(r, 50) ? 2000 : 20000);
		break;
	case WAY_UNTOLD:
		/* who notes when they came on records results */
		if (c->tier != W_NORESULT)
			stream_untell(s, r);
		break;
	default:
		break;
	}
}

/* Those whose packets a poll of the peer takes, as a recorder knows from its looks. */
static uint32_t polled(const struct wconf *c)
{
	uint32_t m = 0;
	int i;

	for (i = 0; i < c->ndev; i++)
		if (c->dev[i].kind == WK_VNAPI)
			m |= 1U << i;
	return m;
}

static enum txr_tier tier_of(enum w_tier t)
{
	return t == W_PATCHED ? TXR_TIER_PATCHED : TXR_TIER_STOCK;
}

bool one_world(char *msg, enum family fam, enum way way, enum w_tier tier, struct rng *r,
	       int events, bool verbose)
{
	struct txr_pair_config cfg = { 0 };
	struct reference *ref = NULL;
	struct stream s;
	struct world w;
	struct wconf c;
	struct run run;
	bool ok;
	int i;

	scenario_make(&c, fam, tier, r);
	if (events && c.events > events)
		c.events = events;
	world_init(&w, &c, rng_next(r));
	w.r.tape = r->tape;
	world_run(&w);
	stream_from_world(&s, &w);
	distort(&s, way, r, &c);
	cfg.has_result = tier != W_NORESULT;
	cfg.preempt_rt = c.rt;
	cfg.clock_ordered = way != WAY_SKEW;
	cfg.refs_known = tier == W_PATCHED;
	cfg.cpus = c.cpus;
	cfg.max_open = way == WAY_SMALL ? rng_range(r, 4, 30) : 0;
	/* Short streams: age within them now and then. */
	cfg.loss_age_ns = way == WAY_LOSS && rng_pct(r, 50) ? 100000 : 0;
	s.verbose = verbose;
	for (i = 0; verbose && i < s.n; i++)
		print_event(i, &s.ev[i]);
	ok = run_engine(&run, &s, &cfg, tier_of(tier), scenario_stacked(&c), polled(&c), c.ndev,
			c.handover_events, r) == 0 && !run.fault[0];
	if (!ok)
		snprintf(msg, MSG_MAX, "%.590s", run.fault);
	if (ok)
		ok = check_truth(msg, &run, &w, &s);
	if (ok && way != WAY_SMALL && way != WAY_UNTOLD) {	/* it knows no such rule */
		ref = run_reference(&s, &cfg, scenario_stacked(&c));
		ok = check_reference(msg, &run, ref);
	}
	if (ok)
		ok = check_report(msg, &run, &s, scenario_stacked(&c)) &&
		     check_findings(msg, &run, &s);
	if (ok && way != WAY_SMALL && way != WAY_SKEW)
		ok = check_bounds(msg, &run, &w, &s);
	if (ok)
		ok = check_timeline(msg, &run, &w, &s);
	ref_free(ref);
	run_free(&run);
	stream_free(&s);
	world_free(&w);
	return ok;
}

bool one_garbage(char *msg, enum garbage kind, struct rng *r, bool verbose)
{
	bool refs = kind != GARB_NORESULT && rng_pct(r, 50);
	struct txr_pair_config cfg = { 0 };
	struct reference *ref = NULL;
	uint32_t stacked = rng_pct(r, 30) ? 1U << rng_below(r, 3) : 0;
	struct stream s;
	struct run run;
	bool ok;
	int i;

	cfg.cpus = rng_range(r, 1, 3);
	cfg.has_result = kind != GARB_NORESULT;
	cfg.preempt_rt = kind == GARB_RT;
	cfg.clock_ordered = kind != GARB_SKEW;
	cfg.refs_known = refs;
	cfg.loss_age_ns = rng_pct(r, 50) ? 300000 : 0;
	cfg.max_open = kind == GARB_CAP ? rng_range(r, 2, 5) : 0;
	if (verbose)
		printf("# stacked %x refs %d\n", stacked, refs);
	stream_garbage(&s, r, rng_range(r, 20, 250), cfg.cpus, kind == GARB_LOSS, refs);
	s.verbose = verbose;
	for (i = 0; verbose && i < s.n; i++)
		print_event(i, &s.ev[i]);
	ok = run_engine(&run, &s, &cfg, refs ? TXR_TIER_PATCHED : TXR_TIER_STOCK, stacked, 0,
			8, true, r) == 0 && !run.fault[0];
	if (!ok)
		snprintf(msg, MSG_MAX, "%.590s", run.fault);
	if (ok && kind != GARB_CAP) {	/* which lap is evicted when is the engine's affair */
		ref = run_reference(&s, &cfg, stacked);
		ok = check_reference(msg, &run, ref);
	}
	if (ok)
		ok = check_report(msg, &run, &s, stacked) && check_findings(msg, &run, &s);
	if (ok)
		ok = check_timeline(msg, &run, NULL, &s);
	ref_free(ref);
	run_free(&run);
	stream_free(&s);
	return ok;
}
