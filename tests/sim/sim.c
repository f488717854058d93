// SPDX-License-Identifier: GPL-2.0-only
/*
 * sim.c - the simulation oracle: many seeded machines through the engine, the
 * statistics and the report, against their own truth and a plain reference.
 *
 *	sim [--seeds FROM-TO] [--family NAME] [--tier patched|stock|noresult]
 *	    [--way NAME] [--first] [--verbose SEED]
 *
 * --first ends at the first stream that fails; --verbose prints one stream.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "scenario.h"

enum way { WAY_PLAIN, WAY_CUT, WAY_COARSE, WAY_LOSS, WAY_SKEW, WAY_SMALL, WAY_NR };
static const char *const way_names[WAY_NR] = {
	"lossless", "cut", "coarse-clock", "loss", "skew", "memory-cap",
};
static const char *const tier_names[W_TIERS] = { "patched", "stock", "noresult" };

enum { GARB_PLAIN, GARB_LOSS, GARB_RT, GARB_SKEW, GARB_NORESULT, GARB_CAP, GARB_NR };
static const char *const garbage_names[GARB_NR] = {
	"garbage", "garbage-loss", "garbage-rt", "garbage-skew", "garbage-noresult",
	"garbage-cap",
};

struct options {
	unsigned int from, to;
	int family, way, tier;
	long verbose;
	bool first;
};

struct tally {
	unsigned int run, failed;
	unsigned int first_seed;
	char msg[MSG_MAX];
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
	default:
		break;
	}
}

static enum txr_tier tier_of(enum w_tier t)
{
	return t == W_PATCHED ? TXR_TIER_PATCHED : TXR_TIER_STOCK;
}

/* Returns true if the seed passed; else a line in msg. */
static bool run_world(char *msg, enum family fam, enum way way, enum w_tier tier,
		      unsigned int seed, bool verbose)
{
	struct rng r = { ((uint64_t)seed << 16) + fam * 256 + way * 16 + tier };
	struct txr_pair_config cfg = { 0 };
	struct reference *ref = NULL;
	struct stream s;
	struct world w;
	struct wconf c;
	struct run run;
	bool ok;
	int i;

	scenario_make(&c, fam, tier, &r);
	world_init(&w, &c, rng_next(&r));
	world_run(&w);
	stream_from_world(&s, &w);
	distort(&s, way, &r, &c);
	cfg.has_result = tier != W_NORESULT;
	cfg.preempt_rt = c.rt;
	cfg.clock_ordered = way != WAY_SKEW;
	cfg.refs_known = tier == W_PATCHED;
	cfg.cpus = c.cpus;
	cfg.max_open = way == WAY_SMALL ? rng_range(&r, 4, 30) : 0;
	/* Short streams: age within them now and then. */
	cfg.loss_age_ns = way == WAY_LOSS && rng_pct(&r, 50) ? 100000 : 0;
	s.verbose = verbose;
	for (i = 0; verbose && i < s.n; i++)
		print_event(i, &s.ev[i]);
	ok = run_engine(&run, &s, &cfg, tier_of(tier), scenario_stacked(&c), c.ndev,
			c.handover_events, &r) == 0 && !run.fault[0];
	if (!ok)
		snprintf(msg, MSG_MAX, "%.590s", run.fault);
	if (ok)
		ok = check_truth(msg, &run, &w, &s);
	if (ok && way != WAY_SMALL) {
		ref = run_reference(&s, &cfg, scenario_stacked(&c));
		ok = check_reference(msg, &run, ref);
	}
	if (ok)
		ok = check_report(msg, &run, &s, scenario_stacked(&c));
	if (ok && way != WAY_SMALL && way != WAY_SKEW)
		ok = check_bounds(msg, &run, &w, &s);
	ref_free(ref);
	run_free(&run);
	stream_free(&s);
	world_free(&w);
	return ok;
}

static bool run_garbage(char *msg, int kind, unsigned int seed, bool verbose)
{
	struct rng r = { ((uint64_t)seed << 16) + 0x8000 + kind };
	bool refs = kind != GARB_NORESULT && rng_pct(&r, 50);
	struct txr_pair_config cfg = { 0 };
	struct reference *ref = NULL;
	uint32_t stacked = rng_pct(&r, 30) ? 1U << rng_below(&r, 3) : 0;
	struct stream s;
	struct run run;
	bool ok;
	int i;

	cfg.cpus = rng_range(&r, 1, 3);
	cfg.has_result = kind != GARB_NORESULT;
	cfg.preempt_rt = kind == GARB_RT;
	cfg.clock_ordered = kind != GARB_SKEW;
	cfg.refs_known = refs;
	cfg.loss_age_ns = rng_pct(&r, 50) ? 300000 : 0;
	cfg.max_open = kind == GARB_CAP ? rng_range(&r, 2, 5) : 0;
	if (verbose)
		printf("# stacked %x refs %d\n", stacked, refs);
	stream_garbage(&s, &r, rng_range(&r, 20, 250), cfg.cpus, kind == GARB_LOSS, refs);
	s.verbose = verbose;
	for (i = 0; verbose && i < s.n; i++)
		print_event(i, &s.ev[i]);
	ok = run_engine(&run, &s, &cfg, refs ? TXR_TIER_PATCHED : TXR_TIER_STOCK, stacked, 8,
			true, &r) == 0 && !run.fault[0];
	if (!ok)
		snprintf(msg, MSG_MAX, "%.590s", run.fault);
	if (ok && kind != GARB_CAP) {	/* which lap is evicted when is the engine's affair */
		ref = run_reference(&s, &cfg, stacked);
		ok = check_reference(msg, &run, ref);
	}
	if (ok)
		ok = check_report(msg, &run, &s, stacked);
	ref_free(ref);
	run_free(&run);
	stream_free(&s);
	return ok;
}

static bool one(char *msg, int family, int way, int tier, unsigned int seed, bool verbose)
{
	msg[0] = '\0';
	if (family >= FAM_NR)
		return run_garbage(msg, family - FAM_NR, seed, verbose);
	return run_world(msg, family, way, tier, seed, verbose);
}

static const char *family_name(int f)
{
	return f < FAM_NR ? family_names[f] : garbage_names[f - FAM_NR];
}

static bool wanted(const struct options *o, int family, int way, int tier)
{
	return (o->family < 0 || o->family == family) && (o->way < 0 || o->way == way) &&
	       (o->tier < 0 || o->tier == tier);
}

static void run_family(const struct options *o, int family, int way, struct tally *t)
{
	char msg[MSG_MAX];
	unsigned int seed;
	int tier;

	for (seed = o->from; seed <= o->to; seed++) {
		for (tier = 0; tier < (family < FAM_NR ? W_TIERS : 1); tier++) {
			if (!wanted(o, family, way, tier))
				continue;
			t->run++;
			if (one(msg, family, way, tier, seed, o->verbose == (long)seed))
				continue;
			if (!t->failed++) {
				t->first_seed = seed;
				snprintf(t->msg, sizeof(t->msg), "--tier %s: %.570s",
					 tier_names[tier], msg);
			}
			if (o->first)
				return;
		}
	}
}

static int lookup(const char *name, const char *const *names, int n)
{
	int i;

	for (i = 0; i < n; i++)
		if (!strcmp(name, names[i]))
			return i;
	fprintf(stderr, "sim: unknown name %s\n", name);
	exit(2);
}

static int lookup_family(const char *name)
{
	int i;

	for (i = 0; i < FAM_NR + GARB_NR; i++)
		if (!strcmp(name, family_name(i)))
			return i;
	fprintf(stderr, "sim: unknown family %s\n", name);
	exit(2);
}

static void parse(struct options *o, int argc, char **argv)
{
	static const struct option table[] = {
		{ "seeds", 1, NULL, 's' }, { "family", 1, NULL, 'f' }, { "tier", 1, NULL, 't' },
		{ "way", 1, NULL, 'w' }, { "verbose", 1, NULL, 'v' },
		{ "first", 0, NULL, '1' }, { 0 },
	};
	int c;

	*o = (struct options){ 1, 20, -1, -1, -1, -1, false };
	while ((c = getopt_long(argc, argv, "", table, NULL)) != -1) {
		switch (c) {
		case 's':
			if (sscanf(optarg, "%u-%u", &o->from, &o->to) == 1)
				o->to = o->from;
			break;
		case 'f':
			o->family = lookup_family(optarg);
			break;
		case 't':
			o->tier = lookup(optarg, tier_names, W_TIERS);
			break;
		case 'w':
			o->way = lookup(optarg, way_names, WAY_NR);
			break;
		case '1':
			o->first = true;
			break;
		case 'v':
			o->verbose = atol(optarg);
			o->from = o->to = o->verbose;
			break;
		default:
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	unsigned int test = 0, failed = 0, runs = 0;
	struct options o;
	int f, way;

	parse(&o, argc, argv);
	for (f = 0; f < FAM_NR + GARB_NR && !(o.first && failed); f++) {
		for (way = 0; way < (f < FAM_NR ? WAY_NR : 1) && !(o.first && failed); way++) {
			struct tally t = { 0 };

			run_family(&o, f, way, &t);
			if (!t.run)
				continue;
			runs += t.run;
			failed += !!t.failed;
			printf("%s %u - %s%s%s: %u of %u streams\n", t.failed ? "not ok" : "ok",
			       ++test, family_name(f), f < FAM_NR ? " " : "",
			       f < FAM_NR ? way_names[way] : "", t.run - t.failed, t.run);
			if (t.failed)
				printf("# replay: --family %s%s%s --verbose %u %s\n",
				       family_name(f), f < FAM_NR ? " --way " : "",
				       f < FAM_NR ? way_names[way] : "", t.first_seed, t.msg);
			fflush(stdout);
		}
	}
	printf("1..%u\n# %u streams\n", test, runs);
	return failed || !test;
}
