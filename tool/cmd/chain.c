// SPDX-License-Identifier: GPL-2.0-only
/* chain.c - one more listener to the engine. */
#include "chain.h"

static void on_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	struct txr_chain *c = ctx;

	c->first.start(c->first.ctx, lap, ev);
	if (c->then.start)
		c->then.start(c->then.ctx, lap, ev);
}

static void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_chain *c = ctx;

	c->first.enter(c->first.ctx, lap, ts_ns);
	if (c->then.enter)
		c->then.enter(c->then.ctx, lap, ts_ns);
}

static void on_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_chain *c = ctx;

	c->first.end(c->first.ctx, lap, ts_ns);
	if (c->then.end)
		c->then.end(c->then.ctx, lap, ts_ns);
}

static void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct txr_chain *c = ctx;

	c->first.late_free(c->first.ctx, lap);
	if (c->then.late_free)
		c->then.late_free(c->then.ctx, lap);
}

static void on_gone(void *ctx, struct txr_lap *lap)
{
	struct txr_chain *c = ctx;

	if (c->first.gone)
		c->first.gone(c->first.ctx, lap);
	if (c->then.gone)
		c->then.gone(c->then.ctx, lap);
}

static void on_unmatched(void *ctx, const struct txr_event *ev)
{
	struct txr_chain *c = ctx;

	c->first.unmatched(c->first.ctx, ev);
	if (c->then.unmatched)
		c->then.unmatched(c->then.ctx, ev);
}

static void on_event(void *ctx, const struct txr_event *ev)
{
	struct txr_chain *c = ctx;

	c->first.event(c->first.ctx, ev);
	if (c->then.event)
		c->then.event(c->then.ctx, ev);
}

struct txr_pair_sink txr_chain_sink(struct txr_chain *c)
{
	return (struct txr_pair_sink){
		.ctx = c, .start = on_start, .enter = on_enter, .end = on_end,
		.late_free = on_late_free, .gone = on_gone,
		.unmatched = on_unmatched, .event = on_event,
	};
}
