// SPDX-License-Identifier: GPL-2.0-only
/*
 * wild.c - events of any kind and number, as no source would give them.
 *
 * Times only go on (the sources see to that); all else is drawn: CPUs beyond
 * those that were announced, devices by the thousand, losses anywhere.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "sound.h"
#include "stream.h"
#include "txring/report.h"
#include "wild.h"

#define EVENTS_MAX 600
#define DEVICES 40

static uint64_t time_after(struct rng *r, uint64_t now)
{
	unsigned int shift = rng_below(r, 48);

	return now + ((uint64_t)rng_below(r, 256) << shift >> 8);
}

static void fill_start(struct txr_event *e, struct rng *r)
{
	e->start.len_bytes = rng_pct(r, 5) ? UINT32_MAX : rng_below(r, 65536);
	e->start.segs_low = rng_range(r, 1, 4);
	e->start.segs = e->start.segs_low + rng_below(r, 4);
	e->start.segs_high = e->start.segs + rng_below(r, 4);
}

static void fill_lost(struct txr_event *e, struct rng *r)
{
	e->cpu = rng_pct(r, 20) ? UINT16_MAX : e->cpu;
	e->lost.count = rng_pct(r, 50) ? rng_below(r, 65536) : 0;
	e->lost.until_ns = rng_pct(r, 20) ? UINT64_MAX : time_after(r, e->ts_ns);
	if (rng_pct(r, 20))
		e->ts_ns = rng_pct(r, 50) ? 0 : e->ts_ns / 2;
}

static void fill(struct txr_event *e, struct rng *r, uint64_t now)
{
	memset(e, 0, sizeof(*e));
	e->ts_ns = now;
	e->kind = rng_range(r, TXR_START, TXR_LOST);
	e->origin = rng_range(r, 1, TXR_O_NR - 1);
	e->cpu = rng_pct(r, 5) ? rng_below(r, 65536) : rng_below(r, 3);
	e->pid = rng_pct(r, 5) ? -1 : (int32_t)rng_below(r, 4);
	e->ctx = rng_below(r, 16);
	e->flags = rng_below(r, 256);
	e->skbaddr = rng_pct(r, 5) ? rng_below(r, 2) * UINT64_MAX : 256 * (1 + rng_below(r, 8));
	e->dev = rng_pct(r, 5) ? TXR_DEV_NONE : rng_below(r, DEVICES);
	e->queue = rng_pct(r, 5) ? rng_below(r, 65536) : rng_below(r, 3);
	e->refs = rng_pct(r, 10) ? rng_below(r, 65536) : rng_below(r, 4);
	switch (e->kind) {
	case TXR_START:
		e->dev = e->dev == TXR_DEV_NONE ? 0 : e->dev;
		fill_start(e, r);
		break;
	case TXR_RESULT:
		e->result.rc = rng_pct(r, 70) ? 0 : (int32_t)rng_below(r, 64) - 20;
		e->result.qstate = rng_below(r, 4);
		e->result.bql_inflight_bytes = rng_below(r, 65536);
		e->result.bql_limit_bytes = rng_below(r, 65536);
		break;
	case TXR_FREE:
	case TXR_RELEASE:
		e->free.reason = (int32_t)rng_below(r, 128) - 4;
		break;
	case TXR_LOST:
		fill_lost(e, r);
		break;
	}
}

struct wild {
	struct txr_pair_config cfg;
	struct txr_source_info info;
	struct txr_devtab *devs;
	struct txr_stats *st;
	struct txr_pair *p;
	uint64_t now, from_ns;	/* from_ns: of the window, relative; 0: none */
};

static void configure(struct wild *w, struct rng *r)
{
	unsigned int bits = rng_below(r, 256);

	w->cfg = (struct txr_pair_config){
		.has_result = bits & 1, .preempt_rt = bits & 2, .clock_ordered = bits & 4,
		.refs_known = bits & 8, .cpus = rng_range(r, 0, 3),
		.max_open = bits & 16 ? 2 : 0, .loss_age_ns = bits & 32 ? 1000 : 0,
	};
	w->info = (struct txr_source_info){
		.path = "wild", .format = "trace.dat", .clock_ns = true,
		.has_result = bits & 1, .has_handover = bits & 64, .has_drop_reason = bits & 128,
		.clock_ordered = bits & 4, .cpus = w->cfg.cpus, .tier = rng_below(r, 3),
	};
}

static int open_all(struct wild *w)
{
	struct txr_pair_sink sink;
	struct txr_err err = { 0 };
	char name[16];
	int i;

	w->devs = txr_devtab_new();
	if (!w->devs || txr_stats_new(&w->st, &err))
		abort();
	for (i = 0; i < DEVICES; i++)
		txr_devtab_intern(w->devs, name, (size_t)sprintf(name, "w%d", i), 0, 0);
	sink = txr_stats_sink(w->st);
	return txr_pair_new(&w->p, &w->cfg, &sink, &err);
}

static int feed(struct wild *w, struct rng *r)
{
	const struct txr_event *batch[8];
	struct txr_event ev[8];
	int i, n = (int)rng_range(r, 1, 8);

	for (i = 0; i < n; i++) {
		w->now = time_after(r, w->now);
		fill(&ev[i], r, w->now);
		if (ev[i].kind == TXR_LOST) {
			w->info.lost_events += ev[i].lost.count;
			w->info.lost_gaps_unknown += !ev[i].lost.count;
		} else if (!w->info.events++) {
			w->info.first_ns = w->now;
		}
		batch[i] = &ev[i];
	}
	w->info.last_ns = w->now;
	return txr_pair_feed(w->p, batch, n);
}

/* Now and then what `top` and --time do between events. */
static void between(struct wild *w, struct rng *r)
{
	unsigned int what = rng_below(r, 64);

	if (what == 1 && w->info.events) {
		txr_stats_reset(w->st, w->now);
		w->from_ns = w->now - w->info.first_ns + 1;
	}
	if (what == 2)
		txr_stats_advance(w->st, w->now = time_after(r, w->now));
	if (what == 3)
		txr_pair_set_stacked(w->p, rng_below(r, DEVICES));
}

static const char *finish(struct wild *w)
{
	struct txr_report *report = NULL;
	struct txr_err err = { 0 };
	const char *bad = NULL;

	txr_pair_finish(w->p);
	if (txr_report_build(&report, &w->info, w->devs, NULL, w->p, w->st,
			     w->from_ns, 0, &err))
		return "no report";
	bad = sound_report(report);
	txr_report_free(report);
	return bad;
}

const char *wild_stream(struct rng *r)
{
	const char *bad = NULL;
	struct wild w = { .now = 1000000000 };
	int fed;

	configure(&w, r);
	if (open_all(&w))
		bad = "the engine cannot be made";
	for (fed = 0; !bad && r->tape->left && fed < EVENTS_MAX; fed++) {
		between(&w, r);
		if (feed(&w, r))
			bad = "the engine fails";
	}
	if (!bad)
		bad = finish(&w);
	txr_pair_free(w.p);
	txr_stats_free(w.st);
	txr_devtab_free(w.devs);
	return bad;
}
