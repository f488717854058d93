// SPDX-License-Identifier: GPL-2.0-only
/* stalled.c - has a queue stalled? By its packets, by looks, by the kernel's word. */
#include <string.h>
#include "stalled.h"
#include "stats_impl.h"

/* Looks that are older than this tell nothing of the end. */
#define LOOKS_OLD_NS 5000000000ULL

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t before(uint64_t ns, int64_t by_ns)
{
	return by_ns > 0 && (uint64_t)by_ns < ns ? ns - (uint64_t)by_ns : 0;
}

static uint64_t threshold(const struct txr_rowx *x)
{
	return x->b->st->stall_ns;
}

/* A part that ends before the recording: states and looks are of another moment. */
static bool is_cut(const struct txr_building *b)
{
	return b->end_ns < b->info->last_ns;
}

static const struct txr_watch *looks(const struct txr_building *b)
{
	const struct txr_watch *w = b->info->meta ? &b->info->meta->watch : NULL;

	if (!w || w->looks < 2 || is_cut(b))
		return NULL;
	return w->last_clock_ns && b->until_ns > w->last_clock_ns + LOOKS_OLD_NS ? NULL : w;
}

static void find_looks(struct txr_stalled *s, const struct txr_rowx *x)
{
	const struct txr_watch *w = looks(x->b);

	s->dev = w ? txr_watch_find(w, x->end ? x->end : x->start) : NULL;
	if (!s->dev)
		return;
	if (x->row->queue >= 0 && (uint32_t)x->row->queue < s->dev->queues)
		s->q = &s->dev->queue[x->row->queue];
	if (s->q && s->q->waiting_ns > 0)
		s->wait = s->q;
	else if (s->dev->root.waiting_ns > 0)
		s->wait = &s->dev->root;
}

static bool is_paused(const struct txr_stalled *s, const struct txr_rowx *x)
{
	if (s->dev)
		return !s->dev->up || !s->dev->carrier;
	return x->end && !is_cut(x->b) && !(x->end->up && x->end->carrier);
}

/* When the carrier came back, or the device up; 0: it was always there. */
static uint64_t steady_since(const struct txr_stalled *s, const struct txr_rowx *x)
{
	return s->dev && s->dev->steady_ns >= 0 ?
	       later(before(x->b->until_ns, s->dev->steady_ns), 1) : 0;
}

/* Where no release is recorded, none can be missed. */
static bool sees_releases(const struct txr_building *b)
{
	return b->info->tier != TXR_TIER_STOCK ||
	       !(b->info->lacks_consume || b->info->lacks_kfree);
}

static bool gives_back(const struct txr_rowx *x)
{
	return x->row->kind != TXR_KIND_HANDOVER && x->row->kind != TXR_KIND_SYNCHRONOUS &&
	       sees_releases(x->b);
}

/* Nothing was released for the threshold. */
static bool is_quiet(const struct txr_rowx *x)
{
	return !x->q || x->b->until_ns >= x->q->stall.quiet_ns + threshold(x);
}

static void by_packets(struct txr_stalled *s, const struct txr_rowx *x)
{
	const struct txr_queue *q = x->q;
	uint64_t until_ns = x->b->until_ns, from_ns, wanted_ns;

	if (!q || !txr_queue_active(q) || !gives_back(x) ||
	    (!q->oldest.in_turn_ns && !(q->packed.state & (TXR_Q_FULL | TXR_Q_STOPPED))))
		return;
	from_ns = later(q->stall.quiet_ns, q->oldest.in_turn_ns);
	from_ns = later(from_ns, steady_since(s, x));
	if (until_ns < from_ns + threshold(x))
		return;
	wanted_ns = txr_stall_wanted(&q->stall, &q->packed, from_ns, q->last_start_ns);
	if (!(wanted_ns && until_ns >= wanted_ns + TXR_STALL_GRACE_NS) && !s->wait)
		return;
	s->state = TXR_STALL_NOW;
	s->basis |= TXR_BY_PACKETS;
	s->from_ns = from_ns;
	s->starts = q->books.started - q->started_by_release;
}

/*
 * Packets wait for this queue. Those in one qdisc for all queues wait for any of them:
 * for one that holds bytes and gives none back, or, if no queue is asked for, for all.
 */
static bool waits_for_it(const struct txr_stalled *s, const struct txr_rowx *x)
{
	if (!s->wait || s->wait->waiting_ns < (int64_t)threshold(x))
		return false;
	return s->wait == s->q || x->row->queue < 0 ||
	       (s->q && s->q->held_ns >= (int64_t)threshold(x));
}

static void by_looks(struct txr_stalled *s, const struct txr_rowx *x)
{
	if (!waits_for_it(s, x) || !is_quiet(x))
		return;
	if (s->state != TXR_STALL_NOW)
		s->from_ns = before(x->b->until_ns, s->wait->waiting_ns);
	s->state = TXR_STALL_NOW;
	s->basis |= TXR_BY_LOOKS;
}

/* Was it a pause? What stalled before the carrier went, and for long enough, was not. */
static bool in_pause(const struct txr_stalled *s, const struct txr_stall_time *t,
		     uint64_t threshold_ns)
{
	int64_t i, kept, long_enough_ns = (int64_t)(t->from_ns + threshold_ns);

	if (!s->dev)
		return false;
	kept = s->dev->pauses < TXR_PAUSES_MAX ? s->dev->pauses : TXR_PAUSES_MAX;
	/* Of earlier ones nothing is known any more. */
	if (s->dev->pauses > kept && (int64_t)t->from_ns < s->dev->pause[0].from_ns)
		return true;
	for (i = 0; i < kept; i++)
		if ((int64_t)t->from_ns <= s->dev->pause[i].to_ns &&
		    (int64_t)t->to_ns >= s->dev->pause[i].from_ns &&
		    s->dev->pause[i].from_ns < long_enough_ns)
			return true;
	return false;
}

static void ended_by_packets(struct txr_stalled *s, const struct txr_rowx *x)
{
	const struct txr_stall *t = &x->q->stall;
	size_t i;

	for (i = 0; i < TXR_STALLS_KEPT && t->time[i].to_ns; i++) {
		if (in_pause(s, &t->time[i], threshold(x)))
			continue;
		s->state = TXR_STALL_ENDED;
		s->basis |= TXR_BY_PACKETS;
		s->from_ns = t->time[i].from_ns;
		s->to_ns = t->time[i].to_ns;
		s->starts = t->time[i].starts;
		s->by_reset = t->time[i].by_reset;
		return;
	}
}

/* Both are told by the same looks. */
static bool ends_in_pause(const struct txr_stalled *s, int64_t end_ns)
{
	int64_t i;

	for (i = 0; end_ns && i < s->dev->pauses && i < TXR_PAUSES_MAX; i++)
		if (s->dev->pause[i].from_ns <= end_ns && end_ns <= s->dev->pause[i].to_ns)
			return true;
	return false;
}

/* Before the queue's first packet: of later times the packets tell. */
static void ended_by_looks(struct txr_stalled *s, const struct txr_rowx *x)
{
	const struct txr_queue_watch *q = s->q ? s->q : s->dev && x->row->queue < 0 ?
					  &s->dev->root : NULL;
	uint64_t end_ns = q ? (uint64_t)q->longest_end_ns : 0;

	if (!q || q->longest_ns < (int64_t)threshold(x) || end_ns < x->b->st->from_ns ||
	    (x->q && txr_queue_active(x->q) && (!end_ns || end_ns > x->q->first_ns)))
		return;
	s->state = TXR_STALL_ENDED;
	s->basis |= TXR_BY_LOOKS;
	s->from_ns = before(end_ns, q->longest_ns);
	s->to_ns = end_ns;
	s->by_pause = ends_in_pause(s, q->longest_end_ns);
	s->ended++;
}

/* Growth of a counter of a queue, or of all queues, between the two states. */
static int64_t growth(const struct txr_rowx *x, size_t offset)
{
	const struct txr_device_state *a = x->start, *b = x->end;
	int64_t n = TXR_UNKNOWN;
	uint32_t i;

	if (!a || !b || x->b->st->from_ns || is_cut(x->b))
		return TXR_UNKNOWN;
	for (i = 0; a->queue && b->queue && i < a->tx_queues && i < b->tx_queues; i++) {
		int64_t from = *(const int64_t *)((const char *)&a->queue[i] + offset);
		int64_t to = *(const int64_t *)((const char *)&b->queue[i] + offset);

		if ((x->row->queue >= 0 && i != (uint32_t)x->row->queue) || from < 0 || to < from)
			continue;
		n = (n < 0 ? 0 : n) + to - from;
	}
	return n;
}

static void by_the_kernel(struct txr_stalled *s, const struct txr_rowx *x)
{
	s->timeouts = growth(x, offsetof(struct txr_queue_state, tx_timeouts));
	s->bql_stalls = growth(x, offsetof(struct txr_queue_state, bql_stall_cnt));
	if ((x->q && x->q->watchdogs) || s->timeouts > 0)
		s->basis |= TXR_BY_WATCHDOG;
	if ((x->q && x->q->dql_stalls) || s->bql_stalls > 0)
		s->basis |= TXR_BY_BQL;
	if (s->state == TXR_STALL_NONE && (s->basis & (TXR_BY_WATCHDOG | TXR_BY_BQL)))
		s->state = TXR_STALL_ENDED;
}

/* The carrier went and came, and nobody looked when. */
static bool carrier_unknown(const struct txr_stalled *s, const struct txr_rowx *x)
{
	return !s->dev && x->start && x->end &&
	       x->start->carrier_changes != x->end->carrier_changes;
}

static const char *doubt(const struct txr_stalled *s, const struct txr_rowx *x)
{
	const struct txr_queue *q = x->q;

	if (s->basis != TXR_BY_PACKETS)
		return NULL;		/* seen by others too */
	if (x->b->st->loss.any && x->b->st->loss.until_ns > s->from_ns)
		return "events were lost meanwhile, it may be these";
	if (carrier_unknown(s, x))
		return "the carrier went or came meanwhile";
	if (s->state == TXR_STALL_NOW && !q->packed.state && x->late_release &&
	    txr_kernel_defers(x->b->info->kernel))
		return "this kernel may free packets without an event, it may be only that";
	/* As it does again and again: a driver that cleans up in large batches. */
	if (s->state == TXR_STALL_NOW && q->stall.ended && !q->stall.time[0].by_reset &&
	    q->stall.time[0].to_ns - q->stall.time[0].from_ns >= x->b->until_ns - s->from_ns)
		return "it was as long before, and went on";
	return NULL;
}

void txr_stalled_judge(struct txr_stalled *s, const struct txr_rowx *x)
{
	memset(s, 0, sizeof(*s));
	find_looks(s, x);
	s->paused = is_paused(s, x);
	s->ended = x->q ? x->q->stall.ended : 0;
	if (!s->paused) {
		by_packets(s, x);
		by_looks(s, x);
	}
	if (s->state == TXR_STALL_NONE && x->q && gives_back(x))
		ended_by_packets(s, x);
	if (s->state == TXR_STALL_NONE)
		ended_by_looks(s, x);
	by_the_kernel(s, x);
	s->doubt = doubt(s, x);
}
