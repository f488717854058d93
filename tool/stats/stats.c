// SPDX-License-Identifier: GPL-2.0-only
/*
 * stats.c - the sink of the pairing engine: what is not a transition of a lap
 * (sink.c has those), and the statistics' life.
 */
#include <errno.h>
#include <stdlib.h>
#include "stats_impl.h"

static void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = lap->queue;

	if (!q || lap->free_ns < lap->release_ns)
		return;
	/* The lap may be older than the statistics. */
	if (lap->release_ns < s->from_ns)
		return;
	if (txr_hist_add(&q->late_ns, lap->free_ns - lap->release_ns))
		s->error = -ENOMEM;
}

static void on_unmatched(void *ctx, const struct txr_event *ev)
{
	struct txr_stats *s = ctx;

	if (txr_places_note(&s->places, ev->free.location))
		s->error = -ENOMEM;
	if (s->qwait.count)
		txr_qwait_forget(&s->qwait, ev->skbaddr);
	s->unmatched++;
}

static void first_gap(void *arg, struct txr_queue *q)
{
	struct txr_whole *w = q->dev->whole;

	(void)arg;
	txr_loss_track_first(&q->loss, q->occ.max);
	if (!w)
		return;
	if (q == q->dev->list[0]) {
		txr_loss_track_first(&w->loss, w->occ.max);
		w->open = 0;
	}
	w->open += txr_books_open(&q->books);
}

static void look_at_loss(void *arg, struct txr_queue *q)
{
	txr_queue_sync_rare(arg, q);
}

static void lost(struct txr_stats *s, const struct txr_event *ev)
{
	bool first = !s->loss.any;

	if (first)
		txr_stats_each(s, first_gap, NULL);
	txr_loss_note(&s->loss, ev);
	txr_keep_gap(s, ev);
	txr_qwait_clear(&s->qwait);
	if (s->went)
		s->error |= txr_went_lost(s->went, ev);
	if (first)
		txr_stats_each(s, look_at_loss, s);
}

static void on_event(void *ctx, const struct txr_event *ev)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q;

	if (ev->kind == TXR_LOST) {
		lost(s, ev);
		return;
	}
	if (ev->kind == TXR_QUEUED || txr_went_is_of(ev)) {
		s->error |= txr_asked_event(s, ev);
		return;
	}
	if (ev->kind == TXR_WATCHDOG || ev->kind == TXR_DQL_STALL) {
		txr_stats_verdict(s, ev);
		return;
	}
	q = txr_stats_find(s, ev->dev, ev->queue);
	if (!q)
		return;
	if (ev->kind == TXR_RESULT && (ev->flags & TXR_EVF_QSTATE))
		txr_packed_qstate(&q->packed, &q->dev->spans, ev->result.qstate, ev->ts_ns);
	else if (ev->kind == TXR_WAKE)
		txr_packed_wake(&q->packed, &q->dev->spans, ev->ts_ns);
	txr_queue_sync_rare(s, q);
}

int txr_stats_new(struct txr_stats **out, struct txr_err *err)
{
	*out = calloc(1, sizeof(**out));
	if (!*out)
		return txr_fail(err, ENOMEM,
				"statistics: out of memory; free some and run again");
	(*out)->stall_ns = TXR_STALL_DEFAULT_NS;
	return 0;
}

void txr_stats_stall_after(struct txr_stats *s, uint64_t ns)
{
	s->stall_ns = ns;
}

void txr_stats_devices(struct txr_stats *s, const struct txr_devtab *devs)
{
	s->devtab = devs;
}

void txr_stats_free(struct txr_stats *s)
{
	if (!s)
		return;
	txr_stats_free_devices(s);
	txr_places_free(&s->places);
	free(s->gaps);
	txr_qwait_free(&s->qwait);
	txr_went_free(s->went);
	txr_by_free(s->by);
	free(s);
}

struct txr_pair_sink txr_stats_sink(struct txr_stats *s)
{
	return (struct txr_pair_sink){
		.ctx = s,
		.start = txr_sink_start, .enter = txr_sink_enter, .end = txr_sink_end,
		.late_free = on_late_free, .unmatched = on_unmatched, .event = on_event,
	};
}

int txr_stats_error(const struct txr_stats *s)
{
	return s->error ? -ENOMEM : 0;
}
