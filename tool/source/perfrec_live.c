// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_live.c - a recorder without an output: as the devices and CPUs are now.
 *
 * Events of perf take one filter in their life (ftrace_profile_set_filter() in
 * kernel/trace/trace_events_filter.c), and a CPU that goes offline takes them off
 * for good. So whenever something must change all are opened anew.
 */
#include <errno.h>
#include <stdlib.h>
#include "follow.h"
#include "perfrec_impl.h"

#define LOOK_NS 1000000000ULL
/*
 * How far the time for which events are on may fall behind the clock: both are
 * slewed (perfrec_follow.c), and one may move in jiffies.
 */
#define SLEW_SHIFT 10
#define SLACK_NS 20000000

struct look {
	struct txr_perfrec *r;
	txr_missing missing;
	void *ctx;
};

static bool has_events(const struct txr_perfrec *r, unsigned int cpu)
{
	unsigned int i;

	for (i = 0; i < r->cpus; i++)
		if (r->cpu[i] == cpu)
			return true;
	return false;
}

static void look_for_new(void *ctx, unsigned int cpu)
{
	struct look *l = ctx;

	if (!has_events(l->r, cpu))
		l->missing(l->ctx, cpu, l->r->looked_ns);
}

static int note_on(const struct txr_perfrec *r, struct txr_reader *d, unsigned int ring)
{
	struct txr_ring *g = &d->ring[ring];
	int ret = txr_reader_on_ns(d, ring, &g->on_ns);

	g->looked_ns = txr_perfrec_now(r);
	return ret;
}

/* Events that are on all the time were on from one look to the next. */
static void look_at_ring(struct look *l, struct txr_reader *d, unsigned int ring)
{
	struct txr_ring *g = &d->ring[ring];
	uint64_t since = g->looked_ns, past = txr_perfrec_now(l->r) - since, was_ns = g->on_ns;
	uint64_t on = 0;

	if (!note_on(l->r, d, ring) && g->on_ns > was_ns)
		on = g->on_ns - was_ns;
	if (on + SLACK_NS + (past >> SLEW_SHIFT) < past)
		l->missing(l->ctx, g->cpu, since + (on > SLACK_NS ? on - SLACK_NS : 0));
}

void txr_perfrec_look_begin(struct txr_perfrec *r, uint64_t since_ns)
{
	unsigned int i, c;

	r->looked_ns = since_ns;
	for (i = 0; i < r->readers; i++)
		for (c = 0; c < r->reader[i]->rings; c++)
			note_on(r, r->reader[i], c);
}

void txr_perfrec_look_live(struct txr_perfrec *r, bool at_once, txr_missing missing,
			   void *ctx)
{
	struct look l = { r, missing, ctx };
	uint64_t now = txr_perfrec_now(r);
	unsigned int i, c;

	if (!at_once && now - r->looked_ns < LOOK_NS)
		return;
	for (i = 0; i < r->readers; i++)
		for (c = 0; c < r->reader[i]->rings; c++)
			look_at_ring(&l, r->reader[i], c);
	txr_each_online(look_for_new, &l);
	r->looked_ns = now;
}

int txr_perfrec_outdated(struct txr_perfrec *r, struct txr_err *err)
{
	int ret = txr_follow_devsel(&r->sel, &r->meta.end, err);

	if (!ret)
		txr_perfrec_hand_over(r, txr_devsel_handover(&r->sel, &r->meta.end));
	return ret;
}

int txr_perfrec_anew(struct txr_perfrec *r, struct txr_err *err)
{
	uint64_t since_ns = txr_perfrec_now(r);
	int ret;

	txr_perfrec_tear_down(r);
	ret = txr_perfrec_set_up(r, err);
	if (ret)
		return ret;
	txr_readers_switch(r->reader, r->readers, true);
	txr_handover_note_more(&r->meta, txr_events_handover(&r->events),
			       txr_perfrec_now(r));
	txr_perfrec_look_begin(r, since_ns);
	return 0;
}
