// SPDX-License-Identifier: GPL-2.0-only
/* queue.c - everything that is counted of one tx queue, and of a device. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "queue.h"
#include "went_parts.h"

void txr_queue_init(struct txr_queue *q)
{
	memset(q, 0, sizeof(*q));
	txr_track_init(&q->occ);
	txr_hist_init(&q->lap_ns);
	txr_hist_init(&q->late_ns);
	txr_batch_init(&q->batch);
	q->first_ns = TXR_NEVER;
}

void txr_queue_free(struct txr_queue *q)
{
	if (!q)
		return;
	txr_track_free(&q->occ);
	txr_hist_free(&q->lap_ns);
	txr_hist_free(&q->late_ns);
	txr_batch_free(&q->batch);
	txr_reset_free(&q->reset);
	txr_drops_free(&q->drops);
	txr_nospec_free(q->nospec);
	q->nospec = NULL;
	txr_course_free(q->course);
	q->course = NULL;
	txr_kept_laps_free(q->kept);
	q->kept = NULL;
	txr_went_parts_free(q->went);
	q->went = NULL;
}

bool txr_queue_active(const struct txr_queue *q)
{
	return q->first_ns != TXR_NEVER;
}

void txr_queue_settle(struct txr_queue *q)
{
	if (q->occ.last_ns > q->last_ns)
		q->last_ns = q->occ.last_ns;
	if (q->last_start_ns > q->last_ns)
		q->last_ns = q->last_start_ns;
	txr_pids_settle(&q->senders);
	txr_pids_settle(&q->readers);
	if (q->reset.done)
		txr_pids_settle(&q->reset.done->tasks);
}

int txr_queue_begin(struct txr_queue *q, uint64_t ts_ns)
{
	uint64_t open = txr_books_open(&q->books);
	uint64_t since_release = q->books.started - q->started_by_release;
	struct txr_hist nowhere;
	int err;

	txr_hist_init(&nowhere);
	err = txr_reset_break(&q->reset, &nowhere);
	txr_hist_free(&nowhere);
	txr_reset_begin(&q->reset);
	q->books = (struct txr_books){ .started = open };
	q->first_ns = open ? ts_ns : TXR_NEVER;
	q->last_ns = ts_ns;
	q->started_by_release = open - since_release;
	txr_stall_begin(&q->stall);
	q->lap_sum_ns = q->doubt_sum_ns = 0;
	q->time_back = q->watchdogs = q->dql_stalls = 0;
	txr_batch_begin(&q->batch);
	txr_packed_begin(&q->packed, ts_ns);
	txr_hist_clear(&q->lap_ns);
	txr_hist_clear(&q->late_ns);
	txr_drops_clear(&q->drops);
	txr_nospec_clear(q->nospec);
	txr_went_parts_clear(q->went);
	q->senders = q->readers = (struct txr_pids){ 0 };
	err |= txr_track_begin(&q->occ, ts_ns);
	txr_kept_laps_clear(q->kept);
	if (q->course)
		txr_course_begin(q->course, open);
	return err ? -ENOMEM : 0;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void add_times(struct txr_queue *to, const struct txr_queue *from)
{
	if (from->first_ns < to->first_ns)
		to->first_ns = from->first_ns;
	to->last_ns = later(to->last_ns, from->last_ns);
	to->last_start_ns = later(to->last_start_ns, from->last_start_ns);
	to->last_release_ns = later(to->last_release_ns, from->last_release_ns);
	to->released_start_ns = later(to->released_start_ns, from->released_start_ns);
	to->started_by_release += from->started_by_release;
	to->lap_sum_ns += from->lap_sum_ns;
	to->doubt_sum_ns += from->doubt_sum_ns;
	to->time_back += from->time_back;
	to->watchdogs += from->watchdogs;
	to->dql_stalls += from->dql_stalls;
}

/* occ and loss are those of the whole; txr_device_occupancy() puts them in. */
int txr_queue_add(struct txr_queue *to, const struct txr_queue *from, bool first)
{
	int err = 0;

	add_times(to, from);
	txr_books_add(&to->books, &from->books);
	txr_packed_add(&to->packed, &from->packed);
	txr_warm_add(&to->warm, &from->warm, first);
	txr_own_places_add(&to->places, &from->places);
	txr_pids_add(&to->senders, &from->senders);
	txr_pids_add(&to->readers, &from->readers);
	txr_oldest_add(&to->oldest, &from->oldest);
	err |= txr_reset_add(&to->reset, &from->reset);
	to->loss.given_up += from->loss.given_up;
	err |= txr_hist_merge(&to->lap_ns, &from->lap_ns);
	err |= txr_hist_merge(&to->late_ns, &from->late_ns);
	err |= txr_batch_add(&to->batch, &from->batch);
	err |= txr_drops_add(&to->drops, &from->drops);
	err |= txr_nospec_add(&to->nospec, from->nospec);
	if (from->went && !to->went)
		to->went = txr_went_parts_new();
	if (from->went)
		err |= to->went ? txr_went_parts_add(to->went, from->went) : -ENOMEM;
	return err ? -ENOMEM : 0;
}
