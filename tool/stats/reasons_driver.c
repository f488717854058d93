// SPDX-License-Identifier: GPL-2.0-only
/* reasons_driver.c - doubts that come from how a driver gives packets back. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "rowx.h"

static bool holds_packets(const struct txr_row *r)
{
	return r->kind == TXR_KIND_RING || r->kind == TXR_KIND_UNKNOWN;
}

/* Every packet may have left earlier than its free says. */
static void seen_too_long(struct txr_rowx *x)
{
	struct txr_row *r = x->row;

	txr_fig_low(&r->in_device.max, r->in_device.max.value > 0);
	txr_fig_low(&r->in_device.max_bytes, 0);
	txr_fig_low(&r->in_device.p50, 0);
	txr_fig_low(&r->in_device.p99, 0);
	txr_num_low(&r->in_device.avg, 0);
	txr_fig_low(&r->in_device_at_end, 0);
}

/*
 * A recording of only one of the free events (perf record -e skb:consume_skb
 * alone, say): what the other would have closed stays open, or seems restarted.
 */
void txr_why_free_events(struct txr_rowx *x)
{
	const struct txr_source_info *info = x->b->info;
	struct txr_row *r = x->row;
	uint64_t unclosed = r->restarted.value + x->q->books.by_outcome[TXR_UNCERTAIN] +
			    x->q->oldest.open;

	if (!info->lacks_consume && !info->lacks_kfree)
		return;
	seen_too_long(x);
	txr_fig_more(&r->completed, unclosed);
	txr_fig_more(&r->completed_in_xmit, unclosed);
	txr_fig_more(&r->dropped, unclosed);
	txr_fig_low(&r->restarted, 0);
	txr_fig_low(&r->packed_ns, 0);
	txr_fig_no_high(&r->skb_bytes);
	txr_fig_no_high(&r->wire_packets);
	txr_row_reason(x, true, "no-free-events", unclosed,
		       "not recorded: %s%s%s; %" PRIu64 " packets may have been freed or dropped "
		       "unseen, laps and occupancy may be shown too long; record both",
		       info->lacks_consume ? "skb:consume_skb" : "",
		       info->lacks_consume && info->lacks_kfree ? " and " : "",
		       info->lacks_kfree ? "skb:kfree_skb" : "", unclosed);
}

static const char *driver_name(const struct txr_rowx *x)
{
	return x->row->driver[0] ? x->row->driver : "(not known)";
}

/*
 * __dev_kfree_skb_irq() (dev_kfree_skb_irq_reason() from 6.5 on) only queues the
 * skb; consume_skb comes in the NET_TX softirq, when the ring may have refilled.
 */
void txr_why_stock_release(struct txr_rowx *x)
{
	if (!x->late_release || !holds_packets(x->row))
		return;
	seen_too_long(x);
	if (x->b->info->tier == TXR_TIER_PROBE) {
		txr_row_reason(x, true, "missed-probes", x->b->info->meta->missed_releases,
			       "%" PRIu64 " releases came in the middle of another probe and "
			       "show by their free alone: laps may be shorter, occupancy lower "
			       "than shown, never higher", x->b->info->meta->missed_releases);
		return;
	}
	txr_row_reason(x, true, "stock-release", x->row->completed.value,
		       "stock events show when memory is freed, and driver %s may release "
		       "earlier: laps may be shorter, occupancy lower than shown, never higher",
		       driver_name(x));
}

/*
 * napi_consume_skb() gives a skb of another CPU back to it by
 * skb_attempt_defer_free() (not in 6.12, in 7.2; 6.19 is the first that may):
 * freed later, or with no event.
 */
bool txr_kernel_defers(const char *kernel)
{
	unsigned int major, minor;

	if (!kernel || sscanf(kernel, "%u.%u", &major, &minor) != 2)
		return false;
	return major > 6 || (major == 6 && minor >= 19);
}

void txr_why_skb_defer(struct txr_rowx *x)
{
	struct txr_row *r = x->row;
	uint64_t open = x->q->oldest.open;

	if (!x->late_release || !holds_packets(r) || !txr_kernel_defers(x->b->info->kernel))
		return;
	seen_too_long(x);
	txr_fig_more(&r->completed, open);
	txr_row_reason(x, true, "skb-defer", open,
		       "this kernel may free a sent packet later on another CPU, or with no event: "
		       "packets shown in the device may have left; net.core.skb_defer_max=0 "
		       "restores the event");
}

/* How many of them were of pktgen's threads, by their names. */
static uint64_t by_pktgen(const struct txr_names *n, const struct txr_pids *p)
{
	uint64_t sum = 0;
	uint32_t i;

	for (i = 0; n && n->comm && i < p->count; i++) {
		const char *comm = n->comm(n->ctx, p->pid[i]);

		if (comm && !strncmp(comm, "kpktgend_", 9))
			sum += p->times[i];
	}
	return sum;
}

uint64_t txr_pktgen_starts(const struct txr_rowx *x)
{
	return by_pktgen(x->b->names, &x->q->senders);
}

uint64_t txr_pktgen_frees(const struct txr_rowx *x)
{
	const struct txr_reset_runs *done = x->q->reset.done;

	return done ? by_pktgen(x->b->names, &done->tasks) : 0;
}

int txr_reset_was_none(const struct txr_rowx *x, struct txr_hist *laps)
{
	uint64_t n = txr_pktgen_frees(x);

	/* whose times are whose is not kept: with a reset among them, none are taken */
	return n && n == x->q->reset.released ? txr_hist_merge(laps, &x->q->reset.done->laps) : 0;
}

/* pktgen keeps a reference until it builds the next packet, unless !SHARED. */
void txr_why_pktgen(struct txr_rowx *x)
{
	uint64_t n;

	if (x->b->info->tier != TXR_TIER_STOCK)
		return;
	n = txr_pktgen_starts(x);
	if (!n || x->q->books.by_outcome[TXR_RESTARTED])
		return;	/* said already */
	seen_too_long(x);
	txr_row_reason(x, true, "shared-skb", n,
		       "%" PRIu64 " packets are pktgen's, which keeps a reference of its own: "
		       "a lap ends when the later of the two is dropped; laps may be shorter, "
		       "occupancy lower than shown", n);
}

void txr_why_hw_timestamp(struct txr_rowx *x)
{
	uint64_t n = x->q->books.hw_tstamp;
	struct txr_row *r = x->row;

	if (!n || x->b->info->tier != TXR_TIER_STOCK)
		return;
	txr_fig_less(&r->in_device.max, n);
	txr_fig_less(&r->in_device.p50, n);
	txr_fig_less(&r->in_device.p99, n);
	txr_fig_low(&r->in_device.max_bytes, 0);
	txr_fig_less(&r->in_device_at_end, n);
	txr_fig_more(&r->reset_released, n);
	txr_num_low(&r->in_device.avg, 0);
	txr_row_reason(x, true, "hw-timestamp", n,
		       "%" PRIu64 " packets asked for a hardware timestamp, for which a driver "
		       "keeps a reference: their free may come later than their release", n);
}

/* What was inferred of a full ring of the size that is known; refusals stay true. */
static void packed_by_size_in_doubt(struct txr_rowx *x, bool is_wrong_size)
{
	struct txr_row *r = x->row;

	if (!txr_packed_is_inferred(x))
		return;
	txr_fig_no_high(&r->packed_ns);
	if (x->packed_kind != TXR_P_NR || (r->packed_ns.value && !is_wrong_size))
		return;
	txr_fig_unknown(&r->packed_ns);
	r->packed_source = TXR_PACKED_NONE;
	r->packed_visits = 0;
	x->packed_level = 0;
}

/*
 * Snapshots are of the start and the end. A ring that was resized between them was
 * full, while it was the smaller, at a level that is no ceiling of the larger.
 */
static void why_resized(struct txr_rowx *x)
{
	const char *source;
	int64_t a = txr_capacity_packets(x->start, &source);
	int64_t b = txr_capacity_packets(x->end, &source);

	if (x->capacity == TXR_UNKNOWN || a == TXR_UNKNOWN || b == TXR_UNKNOWN || a == b)
		return;
	packed_by_size_in_doubt(x, false);
	txr_row_reason(x, x->row->packed_ns.trust != TXR_FIG_EXACT, "resized", 1,
		       "the ring held %" PRId64 " packets at the start and %" PRId64 " at the "
		       "end: it may have been full, with nothing refused, at the smaller "
		       "size unseen", a, b);
}

void txr_why_resized(struct txr_rowx *x)
{
	if (x->other_size)
		txr_row_reason(x, false, "above-ring", 1,
			       "more packets were inside than a ring of %" PRId64 " descriptors "
			       "takes: it was larger between start and end, and what it held is "
			       "not known", x->row->ring_descriptors);
	else
		why_resized(x);
}

/* More than the reading tasks account for: what was a slot, and when, is not known. */
static void more_than_slots(struct txr_rowx *x, uint64_t room)
{
	struct txr_u64 *max = &x->row->in_device.max;

	txr_fig_low(max, room);
	txr_fig_low(&x->row->in_device.p50, room);
	txr_fig_low(&x->row->in_device.p99, room);
	txr_fig_low(&x->row->in_device.max_bytes, 0);
	x->hard_cap = TXR_UNKNOWN;
	packed_by_size_in_doubt(x, true);
	txr_row_reason(x, true, "above-ring", max->value - room,
		       "%" PRIu64 " more packets were inside than the ring has slots: it was "
		       "larger between start and end, or its reader takes several at once and "
		       "frees them later (vhost)", max->value - room);
}

/*
 * A reader of tun takes the slot (ptr_ring_consume) and frees the packet only after
 * it is copied out: each reading task can have one such packet.
 */
void txr_why_free_after_slot(struct txr_rowx *x)
{
	struct txr_u64 *max = &x->row->in_device.max;
	const struct txr_pids *p = &x->q->readers;
	uint64_t room = (uint64_t)x->capacity, seen = max->value, least;

	if (!x->sw || !x->sw->free_after_slot || x->capacity == TXR_UNKNOWN || seen <= room)
		return;
	least = seen > p->count && !p->others ? seen - p->count : 0;
	if (least > room) {
		more_than_slots(x, room);
		return;
	}
	max->value = room;
	max->high = room;
	txr_fig_low(max, least);
	txr_row_reason(x, true, "free-after-slot", seen - room,
		       "%" PRIu64 " more packets than the ring has slots were not freed yet: %s "
		       "gives the slot back first, one for each reading task (%u)",
		       seen - room, x->sw->name, p->count);
}
