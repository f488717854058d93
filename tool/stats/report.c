// SPDX-License-Identifier: GPL-2.0-only
/* report.c - the finished report, from statistics, engine and snapshots. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "build_device.h"
#include "findings.h"
#include "unseen.h"

static void forget_open(void *arg, struct txr_queue *q)
{
	(void)arg;
	q->oldest = (struct txr_oldest){ 0 };
	if (q->course)
		txr_binsum_free(&q->course->open);
}

static void note_open(void *arg, struct txr_lap *lap)
{
	struct txr_queue *q = lap->queue;

	if (!q)
		return;
	txr_oldest_note(&q->oldest, lap, arg);
	if (lap->start_ns > q->released_start_ns &&
	    (!q->oldest.in_turn_ns || lap->start_ns < q->oldest.in_turn_ns))
		q->oldest.in_turn_ns = lap->start_ns;
	if (q->course)
		txr_course_open(q->course, lap, ((struct txr_oldest_env *)arg)->traced_ns);
}

static void walk_open(struct txr_building *b)
{
	struct txr_oldest_env env = {
		.from_ns = b->st->from_ns, .end_ns = b->until_ns, .traced_ns = b->traced_ns,
		.loss_until_ns = b->st->loss.any ? b->st->loss.until_ns : 0,
	};

	txr_stats_each(b->st, forget_open, NULL);
	txr_pair_each_open(b->pair, note_open, &env);
}

/*
 * How much was lost that figures must allow for. The stream tells of gaps; the
 * kernel's own counters (of the whole recording) also know what was dropped after
 * the last event, and how much a gap without a count held.
 */
static void weigh_loss(struct txr_building *b)
{
	const struct txr_source_info *info = b->info;
	const struct txr_loss_state *s = &b->st->loss;
	uint64_t counted = info->meta ? info->meta->dropped_events : 0;
	uint64_t more = counted > info->lost_events ? counted - info->lost_events : 0;

	b->lost = s->events + info->undecodable;
	b->lost_more = s->gaps_unknown > 0;
	b->lost_apart = info->undecodable;
	if (s->gaps_unknown && more) {
		b->lost += more;
		b->lost_more = false;
	} else if (!info->lost_gaps_unknown) {
		b->lost += more;
		b->lost_apart += more;
	}
	/* The info knows of loss that the stream did not tell: be safe. */
	if (!s->gaps && !b->st->from_ns && info->lost_events > b->lost)
		b->lost = b->lost_apart = info->lost_events;
	if (!s->gaps && !b->st->from_ns && info->lost_gaps_unknown)
		b->lost_more = true;
}

/* What the gaps and the kernel's counters tell together. */
static void show_loss(const struct txr_building *b)
{
	struct txr_source_info *shown = &b->r->source;
	uint64_t lost = b->lost - b->info->undecodable;

	if (b->st->from_ns || b->lost_more || lost < shown->lost_events)
		return;
	shown->lost_events = lost;
	shown->lost_gaps_unknown = 0;
}

static int by_occupancy(const void *a, const void *b)
{
	const struct txr_row *x = a, *y = b;

	if (x->in_device.max.value != y->in_device.max.value)
		return x->in_device.max.value > y->in_device.max.value ? -1 : 1;
	if (x->started.value != y->started.value)
		return x->started.value > y->started.value ? -1 : 1;
	return x->dev < y->dev ? -1 : x->dev > y->dev;
}

static void build(struct txr_building *b)
{
	struct txr_report *r = b->r;
	size_t i;

	if (b->st->went && txr_went_settle(b->st->went))
		b->error = -ENOMEM;
	walk_open(b);
	if (b->st->gaps)
		txr_gaps_settle(b->st->gaps, &b->st->grid, b->traced_ns);
	weigh_loss(b);
	show_loss(b);
	for (i = 0; i < b->st->devs; i++)
		if (b->st->dev[i])
			txr_build_device(b, b->st->dev[i]);
	if (r->nr_devices)
		qsort(r->devices, r->nr_devices, sizeof(*r->devices), by_occupancy);
	txr_build_total(b);
	r->exact = r->total.exact;
	for (i = 0; i < r->nr_devices; i++)
		r->exact &= r->devices[i].exact;
	if (txr_recording_reasons(b))
		b->error = -ENOMEM;
	txr_find_unseen_devices(b);
	txr_findings_of_recording(b);
	txr_find_stalled_unseen(b);
	if (txr_findings_sort(r))
		b->error = -ENOMEM;
}

/*
 * Packets that never come back have no event: the last one may be long before the
 * recording's end, which its snapshot tells.
 */
static uint64_t recorded_until(const struct txr_source_info *info)
{
	const struct txr_meta *m = info->truncated ? NULL : info->meta;
	uint64_t end_ns = !m ? 0 : m->off_ns ? m->off_ns : m->end.clock_ns;

	return end_ns > info->last_ns ? end_ns : info->last_ns;
}

/* Up to then nothing happened without an event. The snapshot is taken later. */
static uint64_t traced_until(const struct txr_building *b, bool live)
{
	const struct txr_source_info *info = b->info;
	uint64_t end_ns = info->last_ns;

	if (live || b->end_ns < info->last_ns)
		return b->end_ns;
	if (info->meta && !info->truncated && info->meta->off_ns > end_ns)
		end_ns = info->meta->off_ns;
	return b->r->to_ns && b->end_ns < end_ns ? b->end_ns : end_ns;
}

static bool is_live(const struct txr_source_info *info)
{
	return !strcmp(info->format, "live");
}

int txr_report_build(struct txr_report **out, const struct txr_source_info *info,
		     const struct txr_devtab *devs, const struct txr_names *names,
		     struct txr_pair *p, struct txr_stats *st,
		     uint64_t from_ns, uint64_t to_ns, struct txr_err *err)
{
	struct txr_building b = {
		.info = info, .devs = devs, .names = names, .pair = p, .st = st,
		.first_ns = info->first_ns,
	};

	*out = NULL;
	b.end_ns = to_ns ? info->first_ns + to_ns : info->last_ns;
	/* Live, no event up to its end is still to come; nothing is known of later. */
	b.until_ns = b.end_ns < info->last_ns || is_live(info) ? b.end_ns :
		     recorded_until(info);
	b.error = txr_stats_error(st);
	b.r = calloc(1, sizeof(*b.r));
	if (b.r && !b.error) {
		b.r->source = *info;
		b.r->pair = *txr_pair_counts(p);
		b.r->from_ns = from_ns;
		b.r->to_ns = to_ns;
		b.traced_ns = traced_until(&b, is_live(info));
		build(&b);
		if (info->names_failed)
			b.error = -ENOMEM;
	}
	if (!b.r || b.error) {
		txr_report_free(b.r);
		return txr_fail(err, ENOMEM, "report: out of memory; free some and run again");
	}
	*out = b.r;
	return 0;
}

void txr_report_free(struct txr_report *r)
{
	size_t i;

	if (!r)
		return;
	for (i = 0; i < r->nr_devices; i++)
		txr_row_free(&r->devices[i]);
	txr_row_free(&r->total);
	free(r->devices);
	free(r->reasons);
	free(r->findings);
	for (i = 0; i < r->nr_matches; i++) {
		txr_match_free(r->matches[i]);
		free(r->matches[i]);
	}
	free(r->matches);
	free(r);
}
