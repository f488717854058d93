// SPDX-License-Identifier: GPL-2.0-only
/*
 * asked.c - what is looked at for every lap, because the recording holds it or the
 * user asked for it.
 */
#include <errno.h>
#include "stats_impl.h"

static int make_parts(struct txr_queue *q)
{
	q->went = txr_went_parts_new();
	if (!q->went)
		return -ENOMEM;
	q->reset.also = &q->went->part[TXR_WENT_TASK];
	return 0;
}

/* Starts so far are not known in the qdisc. */
static void ask_queue(void *arg, struct txr_queue *q)
{
	struct txr_stats *s = arg;

	if (!q->went) {
		if (make_parts(q))
			s->error = -ENOMEM;
		else
			q->went->qdisc_unknown = q->books.started;
	}
	txr_queue_sync_rare(s, q);
}

static void ask(struct txr_stats *s, uint32_t what)
{
	if ((s->asked & what) == what)
		return;
	s->asked |= what;
	txr_stats_each(s, ask_queue, s);
}

/* Of the laps before the first such event, nothing more is known. */
static void not_seen(void *arg, struct txr_queue *q)
{
	struct txr_stats *s = arg;

	if (!q->went)
		return;
	txr_hist_clear(&q->went->part[TXR_WENT_TASK]);	/* of runs that were no reset */
	if (txr_went_unseen(q->went, &q->lap_ns))
		s->error = -ENOMEM;
}

static int begin_went(struct txr_stats *s)
{
	s->went = txr_went_new();
	if (!s->went)
		return -ENOMEM;
	ask(s, TXR_RARE_WENT);
	txr_stats_each(s, not_seen, s);
	return 0;
}

void txr_stats_why(struct txr_stats *s)
{
	if (!s->went && begin_went(s))
		s->error = -ENOMEM;
}

int txr_asked_event(struct txr_stats *s, const struct txr_event *ev)
{
	if (ev->kind == TXR_QUEUED) {
		ask(s, TXR_RARE_QUEUED);
		return txr_qwait_note(&s->qwait, ev);
	}
	if (!s->went && begin_went(s))
		return -ENOMEM;
	return txr_went_event(s->went, s->devtab, ev);
}

int txr_asked_queue(struct txr_stats *s, struct txr_queue *q)
{
	return s->asked & (TXR_RARE_WENT | TXR_RARE_QUEUED) ? make_parts(q) : 0;
}

void txr_stats_by(struct txr_stats *s, enum txr_by_what what)
{
	s->by = what == TXR_BY_NONE ? NULL : txr_by_new(what);
	if (s->by)
		s->asked |= TXR_RARE_BY;
	else if (what != TXR_BY_NONE)
		s->error = -ENOMEM;
}

int txr_asked_start(struct txr_stats *s, struct txr_queue *q, struct txr_lap *lap,
		    const struct txr_event *ev)
{
	struct txr_queued queued;
	bool known = txr_qwait_take(&s->qwait, lap->skbaddr, lap->dev, &queued) &&
		     queued.ts_ns <= lap->start_ns;

	if (s->by && txr_by_start(s->by, lap, ev->ctx, known ? &queued : NULL))
		return -ENOMEM;
	if (!q->went)
		return 0;
	if (known)
		return txr_hist_add(&q->went->qdisc_wait, lap->start_ns - queued.ts_ns);
	q->went->qdisc_unknown++;
	return 0;
}
