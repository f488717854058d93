// SPDX-License-Identifier: GPL-2.0-only
/* reasons_queue.c - doubts that come from what a queue or device did. */
#include <inttypes.h>
#include "rowx.h"
#include "stats_impl.h"

/*
 * A release that was never seen: the packet seemed to be inside until its next
 * start. Without results it may be a refusal (txr_why_no_result).
 */
void txr_why_restarted(struct txr_rowx *x)
{
	uint64_t n = x->q->books.by_outcome[TXR_RESTARTED];
	struct txr_row *r = x->row;

	if (!n || !x->b->info->has_result)
		return;
	txr_fig_more(&r->completed, n);
	txr_fig_no_high(&r->skb_bytes);
	txr_fig_no_high(&r->wire_packets);
	txr_fig_less(&r->in_device.max, n);
	txr_fig_less(&r->in_device.p50, n);
	txr_fig_less(&r->in_device.p99, n);
	txr_fig_low(&r->in_device.max_bytes, 0);
	txr_fig_less(&r->in_device_at_end, n);
	/* a refusal lasts to the next release: one of an older packet is not seen */
	if (r->packed_source == TXR_PACKED_INFERRED && r->packed_ns.trust != TXR_FIG_UNKNOWN)
		txr_fig_low(&r->packed_ns, 0);
	if (r->observed_ns.value)
		txr_num_more(&r->in_device.avg, (double)((long double)x->q->doubt_sum_ns /
							 r->observed_ns.value));
	/* One that is shared is in the device as often as it was started. */
	if (x->b->info->tier != TXR_TIER_PATCHED) {
		txr_fig_no_high(&r->in_device.max);
		txr_fig_no_high(&r->in_device.p50);
		txr_fig_no_high(&r->in_device.p99);
		txr_fig_no_high(&r->in_device.max_bytes);
		txr_num_no_high(&r->in_device.avg);
	}
	txr_row_reason(x, true, "shared-skb", n,
		       "%" PRIu64 " packets started again with no release seen: sent several "
		       "times by their owner (pktgen clone_skb, burst), or freed without an "
		       "event: what was inside may have been more, or less by as many", n);
}

/*
 * What ends the warm start: the first release, where what is older was released before
 * it. Of two tasks that read from a tap one can take a packet first and free it last,
 * and the other's may all be older: these are freed within the recording.
 */
static struct txr_warm_end warm_end(const struct txr_rowx *x)
{
	const struct txr_queue *q = x->q;

	if (!x->late_release && !q->readers.count)
		return q->warm.first;
	if (!q->warm.sure.over ? x->late_release || !q->warm.first.over :
				 !x->late_release || !q->warm.spread)
		return q->warm.sure;
	return (struct txr_warm_end){ true, q->last_ns, x->b->st->unmatched, q->occ.max };
}

/*
 * How many packets older than the recording can have been inside; UINT64_MAX: any
 * number. Where no traced lap was released yet: at its maximum the ring had room
 * for that many beside the seen ones, and those inside earlier were freed.
 */
static uint64_t older_since(const struct txr_rowx *x, uint64_t base)
{
	const struct txr_warm_end end = warm_end(x);
	const struct txr_stats *st = x->b->st;
	bool all_told = !x->late_release || !txr_kernel_defers(x->b->info->kernel);
	uint64_t freed = txr_places_count(&st->places, base,
					  end.over ? end.unmatched : st->unmatched,
					  &x->q->places), room;

	if (end.over && all_told)
		return freed;
	if (x->hard_cap == TXR_UNKNOWN)
		return UINT64_MAX;
	room = (uint64_t)x->hard_cap > x->q->occ.max ?
	       (uint64_t)x->hard_cap - x->q->occ.max : 0;
	return room + freed;
}

/* Those that were gone at its first start were never inside with one that is seen. */
uint64_t txr_older_at_most(const struct txr_rowx *x)
{
	return older_since(x, x->q->warm.base);
}

uint64_t txr_older_counted(const struct txr_rowx *x)
{
	return older_since(x, 0);
}

/* The unseen may add to the maximum only while the queue was warm. */
static uint64_t above_max(const struct txr_rowx *x, uint64_t unseen)
{
	const struct txr_warm_end end = warm_end(x);
	uint64_t seen = x->q->occ.max;
	uint64_t before = end.over && x->queues == 1 ? end.max_before : seen;

	return before + unseen > seen ? before + unseen - seen : 0;
}

/* Bounds hold for a whole row; what is said of a moment takes the safe end. */
uint64_t txr_warm_until(const struct txr_rowx *x)
{
	const struct txr_warm *w = &x->q->warm;

	return w->sure.over && !(x->late_release && w->spread) ? w->sure.at_ns : UINT64_MAX;
}

static uint64_t warm_ns(const struct txr_rowx *x)
{
	const struct txr_warm_end end = warm_end(x);
	uint64_t end_ns = end.over ? end.at_ns : x->q->last_ns;

	return end_ns > x->q->first_ns ? end_ns - x->q->first_ns : 0;
}

/* Once it was full of packets that are seen, no older one was inside any more. */
static uint64_t room_unseen_ns(const struct txr_rowx *x)
{
	const struct txr_track *t = &x->q->occ;
	uint64_t ns = warm_ns(x), full_ns;

	if (x->queues != 1 || x->hard_cap == TXR_UNKNOWN || t->max < (uint64_t)x->hard_cap ||
	    t->max_at_ns < x->q->first_ns)
		return ns;
	full_ns = t->max_at_ns - x->q->first_ns;
	return full_ns < ns ? full_ns : ns;
}

bool txr_packed_is_inferred(const struct txr_rowx *x)
{
	return x->row->packed_ns.trust != TXR_FIG_UNKNOWN && x->packed_kind != TXR_P_DRIVER &&
	       x->packed_kind != TXR_P_WOKEN;
}

/*
 * Room that an older packet made shows at the next accepted one only. And a ring
 * that older ones have filled refuses nothing while nobody sends.
 */
static void packed_by_unseen(struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;
	struct txr_u64 *f = &x->row->packed_ns;
	uint64_t ns = room_unseen_ns(x), after_ns = p->refused_sum_ns - p->refused_low_ns;
	uint64_t all_ns = x->row->observed_ns.value;
	const struct txr_u64 *max = &x->row->in_device.max;

	if (!txr_packed_is_inferred(x))
		return;
	if (x->packed_kind == TXR_P_REFUSED && !x->late_release)
		txr_fig_less(f, after_ns < ns ? after_ns : ns);
	if (f->high >= all_ns || (x->capacity > 0 && max->high < (uint64_t)x->capacity))
		return;
	txr_fig_more(f, ns < all_ns - f->high ? ns : all_ns - f->high);
}

static void widen_by_unseen(struct txr_rowx *x, uint64_t unseen)
{
	uint64_t ns = warm_ns(x);
	struct txr_row *r = x->row;

	txr_fig_no_high(&r->in_device.max_bytes);
	if (unseen == UINT64_MAX) {
		txr_fig_no_high(&r->in_device.max);
		txr_fig_no_high(&r->in_device.p50);
		txr_fig_no_high(&r->in_device.p99);
		txr_num_no_high(&r->in_device.avg);
		return;
	}
	txr_fig_more(&r->in_device.max, above_max(x, unseen));
	txr_fig_more(&r->in_device.p50, unseen);
	txr_fig_more(&r->in_device.p99, unseen);
	if (r->observed_ns.value)
		txr_num_more(&r->in_device.avg, (double)((long double)unseen * ns /
							 r->observed_ns.value));
}

void txr_why_warm(struct txr_rowx *x)
{
	const struct txr_warm_end end = warm_end(x);
	struct txr_row *r = x->row;
	uint64_t unseen;

	if (x->cold || (end.over && end.at_ns <= x->q->first_ns) ||
	    r->kind == TXR_KIND_SYNCHRONOUS || r->kind == TXR_KIND_HANDOVER)
		return;
	unseen = txr_older_at_most(x);
	if (!unseen)
		return;
	widen_by_unseen(x, unseen);
	packed_by_unseen(x);
	if (unseen == UINT64_MAX)
		txr_row_reason(x, true, "warm-start", x->b->st->unmatched,
			       "no traced packet came back that rules out older ones: how many "
			       "are inside is not known; occupancy is at least what is shown");
	else
		txr_row_reason(x, true, "warm-start", unseen,
			       "up to %" PRIu64 " older packets may have been inside until the first "
			       "release (so many frees, where its own are freed, match no start): "
			       "occupancy may be higher by them until then", unseen);
}

static void occupancy_unknown(struct txr_row *r)
{
	txr_num_unknown(&r->in_device.avg);
	txr_fig_unknown(&r->in_device.p50);
	txr_fig_unknown(&r->in_device.p99);
	txr_fig_unknown(&r->in_device.max);
	txr_fig_unknown(&r->in_device.max_bytes);
}

/* veth, when its peer began or ceased to poll meanwhile. */
static bool some_were_held(const struct txr_rowx *x)
{
	const struct txr_books *b = &x->q->books;

	return x->b->info->has_handover &&
	       (b->untold || b->by_outcome[TXR_HANDED_OVER] > b->handed_in_xmit);
}

/* These kinds give nothing to see: null, not 0. */
void txr_why_invisible(struct txr_rowx *x)
{
	struct txr_row *r = x->row;

	if (r->kind == TXR_KIND_SYNCHRONOUS) {
		occupancy_unknown(r);
		txr_row_reason(x, false, "synchronous", r->completed_in_xmit.value,
			       "the driver frees the packet before xmit returns: no event shows "
			       "how many the device holds");
	} else if (r->kind == TXR_KIND_HANDOVER) {
		occupancy_unknown(r);
		if (some_were_held(x))
			txr_row_reason(x, false, "handover", r->handed_over.value,
				       "the device passes most packets on to a receiver within "
				       "their xmit: how many it held of the others is not told");
		else if (x->b->info->has_handover)
			txr_row_reason(x, false, "handover", r->handed_over.value,
				       "the device passes packets on to a receiver and holds none");
		else
			txr_row_reason(x, true, "handover", r->completed.value,
				       "the device passes packets on to a receiver, and no hand-over "
				       "events were recorded: laps last until the receiver frees "
				       "the packet");
	}
}

static bool has_bql(const struct txr_device_state *s)
{
	uint32_t i;

	for (i = 0; s && i < s->tx_queues; i++)
		if (s->queue[i].bql_limit_bytes > 0)
			return true;
	return false;
}

void txr_why_queue_state(struct txr_rowx *x)
{
	struct txr_row *r = x->row;

	if (r->kind == TXR_KIND_SYNCHRONOUS || r->kind == TXR_KIND_HANDOVER ||
	    r->kind == TXR_KIND_STACKED) {
		/* No ring of its own: nothing stops the queue. */
		return;
	}
	if (r->bql_limited_ns.trust == TXR_FIG_UNKNOWN && (has_bql(x->start) || has_bql(x->end)))
		txr_row_reason(x, false, "bql", 1,
			       "the driver uses BQL, which may hold the queue below what the ring "
			       "takes, and no event of this tier shows when");
	if (r->packed_ns.trust == TXR_FIG_UNKNOWN)
		txr_row_reason(x, false, "queue-state", 1,
			       "no event of this tier shows a stopped queue, and nothing else did: "
			       "whether the ring was packed is not known");
}

size_t txr_foreign_queues(const struct txr_rowx *x)
{
	const struct txr_device_state *s = x->start ? x->start : x->end;

	return s && s->tx_queues && x->row->queue < 0 && x->queues > s->tx_queues ?
	       x->queues : 0;
}

/* One device, or several of a name? Only 7.2's events tell them apart. */
void txr_why_ambiguous(struct txr_rowx *x)
{
	const struct txr_device_state *s = x->start ? x->start : x->end;

	if (x->same_name > 1)
		txr_row_reason(x, true, "ambiguous-name", x->same_name,
			       "%zu devices have this name and the events carry nothing else: the "
			       "figures are of all of them together", x->same_name);
	else if (txr_foreign_queues(x))
		txr_row_reason(x, true, "ambiguous-name", x->queues,
			       "packets on %zu queues of a device that has %u: another device with "
			       "this name, in another namespace, is in the figures", x->queues,
			       s->tx_queues);
}

/*
 * The row of all that found no place in the table of devices. A packet that goes
 * through two of them seems to start twice on one.
 */
void txr_why_many_devices(struct txr_rowx *x)
{
	if (x->row->dev != TXR_DEV_NONE)
		return;
	txr_doubt_all_but_started(x);
	txr_row_reason(x, true, "too-many-devices", x->row->started.value,
		       "more than %d devices were named: this row is of all the others together, "
		       "and only what they were given is known for sure; record fewer (-d)",
		       TXR_DEV_MAX);
}

/* Frames that XDP sends take slots and are no skbs (fact of ndo_xdp_xmit). */
void txr_why_xdp(struct txr_rowx *x)
{
	const struct txr_device_state *s = x->start && x->start->xdp_prog_id ? x->start : x->end;

	if (!s || !s->xdp_prog_id)
		return;
	txr_row_reason(x, false, "xdp-attached", 1,
		       "an XDP program (%s) was attached: frames that XDP sends or redirects take "
		       "ring slots and no event shows them", s->xdp_mode[0] ? s->xdp_mode : "?");
}
