// SPDX-License-Identifier: GPL-2.0-only
/*
 * stats.c - the sink of the pairing engine: which transition moves what.
 *
 * start, enter and end run for every packet; what is rare is behind a branch
 * that is not taken.
 */
#include <errno.h>
#include <stdlib.h>
#include "stats_impl.h"

#define unlikely(x) __builtin_expect(!!(x), 0)

/* Context of a release that a task did, not an interrupt. */
#define TASK_CTX(ctx) (!((ctx) & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ)))

static uint64_t span(struct txr_queue *q, uint64_t from_ns, uint64_t to_ns)
{
	if (unlikely(to_ns < from_ns)) {
		q->time_back++;
		return 0;
	}
	return to_ns - from_ns;
}

static inline void touch(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns)
{
	if (ts_ns > q->last_ns)
		q->last_ns = ts_ns;
	if (ts_ns > s->last_ns)
		s->last_ns = ts_ns;
}

static void first_start(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns)
{
	struct txr_device_stats *d = q->dev;

	q->first_ns = ts_ns;
	s->error |= txr_track_begin(&q->occ, ts_ns);
	if (d->first_ns != TXR_NEVER)
		return;
	d->first_ns = ts_ns;
	if (d->whole)
		s->error |= txr_track_begin(&d->whole->occ, ts_ns);
}

static void start_after_loss(struct txr_queue *q)
{
	struct txr_whole *w = q->dev->whole;

	txr_loss_start(&q->loss, q->open);
	if (w)
		txr_loss_start(&w->loss, w->open);
}

static void on_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = s->last;

	(void)ev;
	if (unlikely(!q || q->index != lap->queue_index || q->dev->dev != lap->dev))
		q = txr_stats_queue(s, lap->dev, lap->queue_index);
	lap->queue = q;
	if (unlikely(!q))
		return;
	if (unlikely(q->first_ns == TXR_NEVER))
		first_start(s, q, lap->start_ns);
	lap->in_device_at_start = q->occ.cur;
	q->open++;
	q->books.started++;
	q->starts_since_release++;
	q->last_start_ns = lap->start_ns;
	touch(s, q, lap->start_ns);
	txr_batch_start(&q->batch);
	txr_pids_note(&q->senders, lap->start_pid);
	txr_packed_start(&q->packed, &q->dev->spans, lap->start_ns);
	if (unlikely(lap->flags & (TXR_LAP_HW_TSTAMP | TXR_LAP_SHARED))) {
		q->books.hw_tstamp += !!(lap->flags & TXR_LAP_HW_TSTAMP);
		q->books.shared += !!(lap->flags & TXR_LAP_SHARED);
	}
	if (unlikely(q->reset.run))
		s->error |= txr_reset_break(&q->reset, &q->lap_ns);
	if (q->dev->whole)
		q->dev->whole->open++;
	if (unlikely(s->loss.any))
		start_after_loss(q);
}

static void enter_after_loss(struct txr_stats *s, struct txr_queue *q,
			     const struct txr_lap *lap)
{
	txr_loss_enter(&q->loss, &s->loss, lap->start_ns);
	if (q->dev->whole)
		txr_loss_enter(&q->dev->whole->loss, &s->loss, lap->start_ns);
}

static void on_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = lap->queue;
	int err;

	if (unlikely(!q))
		return;
	touch(s, q, ts_ns);
	txr_packed_accept(&q->packed, &q->dev->spans, ts_ns);
	err = txr_track_enter(&q->occ, ts_ns, lap->len_bytes);
	if (q->dev->whole)
		err |= txr_track_enter(&q->dev->whole->occ, ts_ns, lap->len_bytes);
	if (unlikely(q->reset.run))
		err |= txr_reset_break(&q->reset, &q->lap_ns);
	if (unlikely(err))
		s->error = -ENOMEM;
	if (unlikely(s->loss.any))
		enter_after_loss(s, q, lap);
}

/* The queue holds one packet less. */
static void leave(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		  uint64_t ts_ns)
{
	struct txr_whole *w = q->dev->whole;
	int err;

	err = txr_track_leave(&q->occ, ts_ns, lap->len_bytes);
	if (w)
		err |= txr_track_leave(&w->occ, ts_ns, lap->len_bytes);
	if (unlikely(err))
		s->error = -ENOMEM;
	txr_packed_release(&q->packed, &q->dev->spans, ts_ns);
	txr_batch_release(&q->batch);
	if (!unlikely(s->loss.any))
		return;
	txr_loss_leave(&q->loss, &s->loss, lap->start_ns);
	if (w)
		txr_loss_leave(&w->loss, &s->loss, lap->start_ns);
}

/* Given back from the ring: a whole lap. */
static void given_back(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		       uint64_t lap_ns)
{
	int err = 0;

	/* A lap carried in counts here from the beginning of the statistics on. */
	q->lap_sum_ns += lap->start_ns >= s->from_ns ? lap_ns :
			 span(q, s->from_ns, lap->release_ns);
	q->last_release_ns = lap->release_ns;
	q->starts_since_release = 0;
	if (lap->start_ns > q->newest_released_ns)
		q->newest_released_ns = lap->start_ns;
	txr_warm_release(&q->warm, lap->release_ns, s->unmatched, q->occ.max);
	if (TASK_CTX(lap->release_ctx))
		txr_pids_note(&q->readers, lap->release_pid);
	if (unlikely(txr_reset_fits(lap))) {
		err = txr_reset_release(&q->reset, lap, lap_ns, q->occ.cur, &q->lap_ns);
	} else {
		if (unlikely(q->reset.run))
			err = txr_reset_break(&q->reset, &q->lap_ns);
		err |= txr_hist_add(&q->lap_ns, lap_ns);
	}
	if (unlikely(err))
		s->error = -ENOMEM;
}

static void completed(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap)
{
	struct txr_books *b = &q->books;
	uint64_t lap_ns = span(q, lap->start_ns, lap->release_ns);

	b->bytes += lap->len_bytes;
	b->wire += lap->segs;
	b->wire_low += lap->segs_low;
	b->wire_high += lap->segs_high;
	if (lap->flags & TXR_LAP_IN_XMIT) {
		b->completed_in_xmit++;
		if (unlikely(txr_hist_add(&q->lap_ns, lap_ns)))
			s->error = -ENOMEM;
		return;
	}
	b->kfree_done += lap->release_origin == TXR_O_KFREE_SKB;
	given_back(s, q, lap, lap_ns);
}

static void dropped(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		    uint64_t ts_ns)
{
	struct txr_drop_count what = {
		.reason = lap->flags & TXR_LAP_REASON ? lap->reason : 0,
		.known = !!(lap->flags & TXR_LAP_REASON),
		.full_ring = !!(lap->flags & TXR_LAP_FULL_RING), .count = 1,
	};

	if (lap->flags & TXR_LAP_FULL_RING) {
		q->packed.full_drops++;
		txr_packed_refused(&q->packed, q->first_ns, ts_ns);
	}
	if (lap->flags & TXR_LAP_NOSPEC_OK) {
		q->books.nospec++;
		s->error |= txr_nospec_note(&q->nospec, lap);
		return;
	}
	s->error |= txr_drops_note(&q->drops, what);
}

/* Restarted or uncertain: when it was given back is not known. */
static void doubtful(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		     uint64_t ts_ns)
{
	if (lap->flags & TXR_LAP_ENTERED)
		q->doubt_sum_ns += span(q, lap->start_ns >= s->from_ns ? lap->start_ns :
					s->from_ns, ts_ns);
	q->books.evicted += !!(lap->flags & TXR_LAP_EVICTED);
	q->books.aged += !!(lap->flags & TXR_LAP_AGED);
	if (lap->flags & (TXR_LAP_EVICTED | TXR_LAP_AGED)) {
		q->loss.given_up++;
		if (q->dev->whole)
			q->dev->whole->loss.given_up++;
	}
}

static void end_rare(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		     uint64_t ts_ns)
{
	if (unlikely(q->reset.run))
		s->error |= txr_reset_break(&q->reset, &q->lap_ns);
	switch (lap->outcome) {
	case TXR_DROPPED:
		dropped(s, q, lap, ts_ns);
		break;
	case TXR_BUSY:
		q->packed.busy++;
		txr_packed_refused(&q->packed, q->first_ns, ts_ns);
		break;
	case TXR_HANDED_OVER:
		if (lap->flags & TXR_LAP_ENTERED)
			given_back(s, q, lap, span(q, lap->start_ns, lap->release_ns));
		else
			q->books.handed_in_xmit++;
		break;
	case TXR_RESTARTED:
	case TXR_UNCERTAIN:
		doubtful(s, q, lap, ts_ns);
		break;
	}
}

static void on_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = lap->queue;

	if (unlikely(!q || lap->outcome > TXR_UNCERTAIN))
		return;
	touch(s, q, ts_ns);
	q->open--;
	if (q->dev->whole)
		q->dev->whole->open--;
	q->books.by_outcome[lap->outcome]++;
	if (lap->flags & TXR_LAP_ENTERED)
		leave(s, q, lap, ts_ns);
	if (lap->outcome == TXR_COMPLETED)
		completed(s, q, lap);
	else
		end_rare(s, q, lap, ts_ns);
}

static void on_late_free(void *ctx, struct txr_lap *lap)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = lap->queue;

	if (!q || lap->free_ns < lap->release_ns)
		return;
	/* The lap may be older than the statistics. */
	if (unlikely(lap->release_ns < s->from_ns))
		return;
	if (txr_hist_add(&q->late_ns, lap->free_ns - lap->release_ns))
		s->error = -ENOMEM;
}

static void on_unmatched(void *ctx, const struct txr_event *ev)
{
	(void)ev;
	((struct txr_stats *)ctx)->unmatched++;
}

static void first_gap(void *arg, struct txr_queue *q)
{
	(void)arg;
	txr_loss_track_first(&q->loss, q->occ.max);
	if (q->dev->whole && q == q->dev->list[0])
		txr_loss_track_first(&q->dev->whole->loss, q->dev->whole->occ.max);
}

static void on_event(void *ctx, const struct txr_event *ev)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q;

	if (ev->kind == TXR_LOST) {
		if (!s->loss.any)
			txr_stats_each(s, first_gap, NULL);
		txr_loss_note(&s->loss, ev);
		return;
	}
	q = txr_stats_find(s, ev->dev, ev->queue);
	if (!q) {
		s->stalls_elsewhere += ev->kind == TXR_WATCHDOG || ev->kind == TXR_DQL_STALL;
		return;
	}
	if (ev->kind == TXR_RESULT && (ev->flags & TXR_EVF_QSTATE))
		txr_packed_qstate(&q->packed, &q->dev->spans, ev->result.qstate, ev->ts_ns);
	else if (ev->kind == TXR_WAKE)
		txr_packed_wake(&q->packed, &q->dev->spans, ev->ts_ns);
	else if (ev->kind == TXR_WATCHDOG)
		q->watchdogs++;
	else if (ev->kind == TXR_DQL_STALL)
		q->dql_stalls++;
}

int txr_stats_new(struct txr_stats **out, struct txr_err *err)
{
	*out = calloc(1, sizeof(**out));
	if (!*out)
		return txr_fail(err, ENOMEM,
				"statistics: out of memory; free some and run again");
	return 0;
}

void txr_stats_free(struct txr_stats *s)
{
	if (!s)
		return;
	txr_stats_free_devices(s);
	free(s);
}

struct txr_pair_sink txr_stats_sink(struct txr_stats *s)
{
	return (struct txr_pair_sink){
		.ctx = s, .start = on_start, .enter = on_enter, .end = on_end,
		.late_free = on_late_free, .unmatched = on_unmatched, .event = on_event,
	};
}

int txr_stats_error(const struct txr_stats *s)
{
	return s->error ? -ENOMEM : 0;
}
