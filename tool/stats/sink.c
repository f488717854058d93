// SPDX-License-Identifier: GPL-2.0-only
/*
 * sink.c - the transitions of a lap: which one moves what.
 *
 * start, enter and end run for every packet; what is rare is behind a branch
 * that is not taken.
 */
#include <errno.h>
#include "hist_count.h"
#include "stats_impl.h"

#define unlikely(x) __builtin_expect(!!(x), 0)
#define hot_path inline __attribute__((always_inline))
#define cold_path __attribute__((noinline, cold))

/* Context of a release that a task did, not an interrupt. */
#define TASK_CTX(ctx) (!((ctx) & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ)))

static cold_path uint64_t went_back(struct txr_queue *q)
{
	q->time_back++;
	return 0;
}

static inline uint64_t span(struct txr_queue *q, uint64_t from_ns, uint64_t to_ns)
{
	return unlikely(to_ns < from_ns) ? went_back(q) : to_ns - from_ns;
}

static cold_path void first_start(struct txr_stats *s, struct txr_queue *q, uint64_t ts_ns)
{
	struct txr_device_stats *d = q->dev;

	q->first_ns = q->last_ns = ts_ns;
	if (ts_ns > q->stall.quiet_ns)
		q->stall.quiet_ns = ts_ns;
	if (!q->warm.first.over)
		q->warm.base = s->unmatched;
	s->error |= txr_track_begin(&q->occ, ts_ns);
	txr_keep_first_start(s, q, ts_ns);
	if (d->first_ns != TXR_NEVER)
		return;
	d->first_ns = ts_ns;
	if (d->whole)
		s->error |= txr_track_begin(&d->whole->occ, ts_ns);
	txr_keep_device_start(s, d, ts_ns);
}

static cold_path void start_rare(struct txr_stats *s, struct txr_queue *q,
			    struct txr_lap *lap, const struct txr_event *ev)
{
	struct txr_whole *w = q->dev->whole;

	if (s->asked)
		s->error |= txr_asked_start(s, q, lap, ev);
	txr_packed_start(&q->packed, &q->dev->spans, lap->start_ns);
	s->error |= txr_reset_break(&q->reset, &q->lap_ns);
	if (s->loss.any) {
		txr_loss_start(&q->loss, txr_books_open(&q->books));
		if (w)
			txr_loss_start(&w->loss, ++w->open);
	}
	txr_keep_start(q, lap);
	txr_queue_sync_rare(s, q);
}

static cold_path void start_flagged(struct txr_queue *q, const struct txr_lap *lap)
{
	q->books.hw_tstamp += !!(lap->flags & TXR_LAP_HW_TSTAMP);
	q->books.shared += !!(lap->flags & TXR_LAP_SHARED);
}

static cold_path struct txr_queue *new_queue(struct txr_stats *s, const struct txr_lap *lap)
{
	struct txr_queue *q = txr_stats_make(s, lap->dev, lap->queue_index);

	if (q)
		txr_queue_sync_rare(s, q);
	return q;
}

static cold_path void start_after_quiet(struct txr_queue *q, uint64_t ts_ns)
{
	txr_stall_start(&q->stall, ts_ns, q->occ.cur || q->packed.state);
}

void txr_sink_start(void *ctx, struct txr_lap *lap, const struct txr_event *ev)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = txr_stats_find(s, lap->dev, lap->queue_index);

	if (unlikely(!q))
		q = new_queue(s, lap);
	lap->queue = q;
	if (unlikely(!q))
		return;
	if (unlikely(q->first_ns == TXR_NEVER))
		first_start(s, q, lap->start_ns);
	lap->in_device_at_start = q->occ.cur;
	q->books.started++;
	if (unlikely(lap->start_ns - q->stall.quiet_ns >= TXR_STALL_GRACE_NS))
		start_after_quiet(q, lap->start_ns);
	if (lap->start_ns > q->last_start_ns)
		q->last_start_ns = lap->start_ns;
	if (unlikely(txr_batch_start(&q->batch)))
		s->error = -ENOMEM;
	txr_pids_note(&q->senders, lap->start_pid);
	if (unlikely(lap->flags & (TXR_LAP_HW_TSTAMP | TXR_LAP_SHARED)))
		start_flagged(q, lap);
	if (unlikely(q->rare))
		start_rare(s, q, lap, ev);
}

static cold_path void enter_rare(struct txr_stats *s, struct txr_queue *q,
			    const struct txr_lap *lap, uint64_t ts_ns)
{
	txr_packed_room(&q->packed, &q->dev->spans, ts_ns);
	s->error |= txr_reset_break(&q->reset, &q->lap_ns);
	if (s->loss.any) {
		txr_loss_enter(&q->loss, &s->loss, lap->start_ns);
		if (q->dev->whole)
			txr_loss_enter(&q->dev->whole->loss, &s->loss, lap->start_ns);
	}
	txr_keep_enter(s, q, lap, ts_ns);
	txr_queue_sync_rare(s, q);
}

void txr_sink_enter(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = lap->queue;
	struct txr_whole *w;

	if (unlikely(!q))
		return;
	w = q->dev->whole;
	if (unlikely(q->rare))
		enter_rare(s, q, lap, ts_ns);
	q->packed.last_accept_ns = ts_ns;
	q->packed.by_result = lap->flags & TXR_LAP_RESULT;
	if (unlikely(txr_track_enter(&q->occ, ts_ns, lap->len_bytes)))
		s->error = -ENOMEM;
	if (w && unlikely(txr_track_enter(&w->occ, ts_ns, lap->len_bytes)))
		s->error = -ENOMEM;
}

static cold_path void leave_rare(struct txr_stats *s, struct txr_queue *q,
			    const struct txr_lap *lap, uint64_t ts_ns)
{
	txr_packed_room(&q->packed, &q->dev->spans, ts_ns);
	if (s->loss.any) {
		txr_loss_leave(&q->loss, &s->loss, lap->start_ns);
		if (q->dev->whole)
			txr_loss_leave(&q->dev->whole->loss, &s->loss, lap->start_ns);
	}
	txr_keep_end(s, q, lap, ts_ns);
	txr_queue_sync_rare(s, q);
}

/* The queue holds one packet less. */
static hot_path void leave(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
			 uint64_t ts_ns)
{
	struct txr_whole *w = q->dev->whole;

	if (unlikely(txr_track_leave(&q->occ, ts_ns, lap->len_bytes)))
		s->error = -ENOMEM;
	if (w && unlikely(txr_track_leave(&w->occ, ts_ns, lap->len_bytes)))
		s->error = -ENOMEM;
	if (unlikely(q->rare))
		leave_rare(s, q, lap, ts_ns);
}

/*
 * May this release be of a reset? After the watchdog's event by any kind of free; a
 * packet that was handed on is no free.
 */
static bool fits_reset(const struct txr_queue *q, const struct txr_lap *lap)
{
	return lap->outcome == TXR_COMPLETED && !(lap->flags & TXR_LAP_IN_XMIT) &&
	       (q->rare & TXR_RARE_VERDICT ? txr_reset_fits_verdict(lap) :
		txr_reset_fits(lap));
}

/* A lap carried in counts from the beginning of the statistics on. */
static cold_path uint64_t share_of(const struct txr_stats *s, const struct txr_lap *lap)
{
	return lap->release_ns > s->from_ns ? lap->release_ns - s->from_ns : 0;
}

/* Time in the ring as given_back() counts it. */
static void back_by(struct txr_stats *s, const struct txr_lap *lap, uint64_t lap_ns)
{
	bool whole = lap->outcome != TXR_COMPLETED || !(lap->flags & TXR_LAP_IN_XMIT);

	txr_by_back(s->by, lap, !whole ? 0 :
		    lap->start_ns < s->from_ns ? share_of(s, lap) : lap_ns);
	if (lap->outcome == TXR_COMPLETED)
		txr_by_end(s->by, lap);
}

/* A run of frees by a task is not decided, this may be one of it, or more is kept. */
static cold_path void count_rare(struct txr_stats *s, struct txr_queue *q,
			    const struct txr_lap *lap, uint64_t lap_ns)
{
	bool in_ring = !(lap->flags & TXR_LAP_IN_XMIT);
	uint64_t resets = q->reset.resets;
	int err;

	if (in_ring && lap->release_origin == TXR_O_KFREE_SKB)
		q->books.kfree_done += lap->outcome == TXR_COMPLETED;
	if (fits_reset(q, lap)) {
		err = txr_reset_release(&q->reset, lap, lap_ns, q->occ.cur, &q->lap_ns);
	} else {
		err = txr_reset_break(&q->reset, &q->lap_ns);
		err |= txr_hist_add(&q->lap_ns, lap_ns);
		if (s->went && q->went)
			err |= txr_went_lap(s->went, q, lap, lap_ns);
		if (in_ring && q->kept)
			err |= txr_lapgrid_add(&q->kept->sure, lap->in_device_at_start, lap_ns);
		if (in_ring)	/* it completes: what follows is no reset */
			q->stall.suspect = false;
	}
	if (s->by)
		back_by(s, lap, lap_ns);
	if (q->reset.resets != resets) {
		txr_stall_was_reset(&q->stall, q->reset.begin_ns);
		q->stall.suspect = false;
	}
	s->error |= err;
	txr_queue_sync_rare(s, q);
}

static hot_path void count_time(struct txr_stats *s, struct txr_queue *q,
			      const struct txr_lap *lap, uint64_t lap_ns)
{
	if (unlikely((q->rare & TXR_RARE_COUNT) ||
		     lap->release_origin == TXR_O_KFREE_SKB))
		count_rare(s, q, lap, lap_ns);
	else if (unlikely(txr_hist_count(&q->lap_ns, lap_ns)))
		s->error = -ENOMEM;
}

static cold_path void released_warm(struct txr_stats *s, struct txr_queue *q,
				    const struct txr_lap *lap)
{
	struct txr_warm_end end = { true, lap->release_ns, s->unmatched, q->occ.max };

	txr_warm_release(&q->warm, lap, &end, q->occ.cur);
}

static cold_path void release_after_quiet(struct txr_stats *s, struct txr_queue *q,
					  const struct txr_lap *lap)
{
	struct txr_stall_end e = {
		.start_ns = lap->start_ns, .release_ns = lap->release_ns,
		.threshold_ns = s->stall_ns, .starts = q->books.started - q->started_by_release,
		.last_start_ns = q->last_start_ns,
	};

	txr_stall_release(&q->stall, &q->packed, &e);
}

/* Given back from the ring: a whole lap. */
static hot_path void given_back(struct txr_stats *s, struct txr_queue *q,
			      const struct txr_lap *lap, uint64_t lap_ns)
{
	q->lap_sum_ns += unlikely(lap->start_ns < s->from_ns) ? share_of(s, lap) : lap_ns;
	if (unlikely(txr_batch_release(&q->batch, q->last_release_ns, lap->release_ns, lap_ns)))
		s->error = -ENOMEM;
	if (unlikely(lap->release_ns - q->stall.quiet_ns >= s->stall_ns))
		release_after_quiet(s, q, lap);
	q->stall.quiet_ns = q->last_release_ns = lap->release_ns;
	q->released_start_ns = lap->start_ns;
	q->started_by_release = q->books.started;
	txr_own_places_note(&q->places, lap->release_location);
	if (unlikely(!q->warm.settled))
		released_warm(s, q, lap);
	if (TASK_CTX(lap->release_ctx))
		txr_pids_note(&q->readers, lap->release_pid);
	count_time(s, q, lap, lap_ns);
}

static hot_path void completed(struct txr_stats *s, struct txr_queue *q,
			     const struct txr_lap *lap)
{
	struct txr_books *b = &q->books;
	uint64_t lap_ns = span(q, lap->start_ns, lap->release_ns);

	b->bytes += lap->len_bytes;
	b->wire += lap->segs;
	if (unlikely(lap->segs_low != lap->segs_high)) {
		b->wire_less += lap->segs - lap->segs_low;
		b->wire_more += lap->segs_high - lap->segs;
	}
	if (lap->flags & TXR_LAP_IN_XMIT) {
		b->completed_in_xmit++;
		if (unlikely((q->rare & TXR_RARE_KEPT) && !(lap->flags & TXR_LAP_ENTERED)))
			txr_keep_end(s, q, lap, lap->release_ns);
		count_time(s, q, lap, lap_ns);
		return;
	}
	given_back(s, q, lap, lap_ns);
}

static cold_path void handed_over(struct txr_stats *s, struct txr_queue *q,
			     const struct txr_lap *lap)
{
	if (lap->flags & TXR_LAP_ENTERED)
		given_back(s, q, lap, span(q, lap->start_ns, lap->release_ns));
	else
		q->books.handed_in_xmit++;
}

static void dropped(struct txr_stats *s, struct txr_queue *q, const struct txr_lap *lap,
		    uint64_t ts_ns)
{
	struct txr_drop_count what = {
		.reason = lap->flags & TXR_LAP_REASON ? lap->reason : 0,
		.known = !!(lap->flags & TXR_LAP_REASON),
		.full_ring = !!(lap->flags & TXR_LAP_FULL_RING), .count = 1,
		.place = lap->release_location,
	};

	if (lap->flags & TXR_LAP_FULL_RING) {
		q->packed.full_drops++;
		txr_stall_refused(&q->stall, ts_ns);
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
	} else {
		q->books.untold += !!(lap->flags & TXR_LAP_UNTOLD);
	}
}

static cold_path void end_otherwise(struct txr_stats *s, struct txr_queue *q,
			       const struct txr_lap *lap, uint64_t ts_ns)
{
	if (!(lap->flags & TXR_LAP_ENTERED))
		txr_keep_end(s, q, lap, ts_ns);
	if (s->by)
		txr_by_end(s->by, lap);
	s->error |= txr_reset_break(&q->reset, &q->lap_ns);
	switch (lap->outcome) {
	case TXR_DROPPED:
		dropped(s, q, lap, ts_ns);
		break;
	case TXR_BUSY:
		q->packed.busy++;
		txr_stall_refused(&q->stall, ts_ns);
		txr_packed_refused(&q->packed, q->first_ns, ts_ns);
		break;
	case TXR_HANDED_OVER:
		handed_over(s, q, lap);
		break;
	case TXR_RESTARTED:
	case TXR_UNCERTAIN:
		doubtful(s, q, lap, ts_ns);
		break;
	}
	if (ts_ns > q->last_ns)
		q->last_ns = ts_ns;
	txr_queue_sync_rare(s, q);
}

void txr_sink_end(void *ctx, struct txr_lap *lap, uint64_t ts_ns)
{
	struct txr_stats *s = ctx;
	struct txr_queue *q = lap->queue;

	if (unlikely(!q || lap->outcome > TXR_UNCERTAIN))
		return;
	q->books.by_outcome[lap->outcome]++;
	if (lap->flags & TXR_LAP_ENTERED)
		leave(s, q, lap, ts_ns);
	else if (ts_ns > q->last_ns)
		q->last_ns = ts_ns;
	if (unlikely(s->loss.any) && q->dev->whole)
		q->dev->whole->open--;
	if (lap->outcome == TXR_COMPLETED)
		completed(s, q, lap);
	else
		end_otherwise(s, q, lap, ts_ns);
}
