// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_counters.c - the driver's tx_packets against what became of the packets
 * started.
 *
 * Fewer counted than came back is a contradiction whenever the counters span the
 * events. More may have been sent in the moments between the switch of the tracing
 * and the snapshot beside it: only where the device was quiet at both ends for much
 * longer than these took. Then some were sent unseen, or their events were given to
 * nobody: no figure has an upper bound. Far more is told as invisible-traffic.
 */
#include <inttypes.h>
#include "counters.h"
#include "findings.h"
#include "rowx.h"
#include "stats_impl.h"
#include "unseen.h"

#define GSO_SEGS 64		/* most packets of a skb that is inside still */

struct range {
	uint64_t low, high;	/* high UINT64_MAX: no bound is known */
};

static uint64_t plus(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Skbs, as what is counted. */
static uint64_t times_segs(uint64_t skbs, enum txr_counts counts)
{
	if (counts == TXR_COUNTS_SKBS)
		return skbs;
	return skbs < UINT64_MAX / GSO_SEGS ? skbs * GSO_SEGS : UINT64_MAX;
}

static uint64_t minus(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

static uint64_t high_of(const struct txr_u64 *f)
{
	return f->trust == TXR_FIG_EXACT || f->trust == TXR_FIG_BOUNDED ? f->high : UINT64_MAX;
}

/*
 * Packets older than the recording are counted when they come back in it. All were
 * inside when it began: of hardware's no more than the ring has (a software ring's
 * reader may hold some that it took).
 */
static uint64_t older_at_most(const struct txr_rowx *x)
{
	uint64_t n;

	if (x->cold || x->row->kind != TXR_KIND_RING)
		return 0;
	n = txr_older_counted(x);
	if (!x->sw && x->hard_cap != TXR_UNKNOWN && n > (uint64_t)x->hard_cap)
		return (uint64_t)x->hard_cap;
	return n;
}

/*
 * What the counter should have grown by, by packets that started in the recording. A
 * reset gives packets back unsent, and kfree_skb after xmit may be of one that failed.
 */
static struct range expected(const struct txr_rowx *x, enum txr_counts counts)
{
	const struct txr_row *r = x->row;
	uint64_t unsent = r->reset_released.value + x->q->books.kfree_done;
	uint64_t open = high_of(&r->in_device_at_end);
	struct range e;

	if (counts == TXR_COUNTS_SKBS) {
		e.low = minus(r->completed.low + r->handed_over.low, unsent);
		e.high = plus(high_of(&r->completed), high_of(&r->handed_over));
	} else {
		e.low = minus(r->wire_packets.low, unsent * GSO_SEGS);
		e.high = plus(high_of(&r->wire_packets), times_segs(open, counts));
	}
	if (x->late_release)	/* given back, and not freed yet */
		e.high = plus(e.high, open);
	/* what was restarted or not known may be one of them */
	e.high = plus(e.high, times_segs(plus(high_of(&r->uncertain), high_of(&r->restarted)),
					 counts));
	return e;
}

/* Nothing of the device happened at either end, as far as events can tell. */
static bool quiet_at_both_ends(const struct txr_rowx *x)
{
	const struct txr_meta *m = x->b->info->meta;
	uint64_t before = m->on_ns > m->start.clock_ns ? m->on_ns - m->start.clock_ns : 0;

	return m->on_ns && m->start.clock_ns &&
	       txr_times_apart(m->on_ns, x->q->first_ns, before) && txr_quiet_at_end(x);
}

/* The first event is not older than the counters at the start. */
static bool counters_span_events(const struct txr_rowx *x)
{
	const struct txr_meta *m = x->b->info->meta;

	return m->start.clock_ns && x->q->first_ns >= m->start.clock_ns;
}

static void message(struct txr_finding *f, uint64_t n, const struct range *e)
{
	if (n < e->low)
		txr_finding_message(f, "tx_packets grew by %" PRIu64 " only, and %" PRIu64
				    " packets at least came back to the stack as sent: %" PRIu64
				    " were not counted, or not sent", n, e->low, e->low - n);
	else
		txr_finding_message(f, "tx_packets grew by %" PRIu64 ", and the events account for "
				    "%" PRIu64 " at most: %" PRIu64 " were sent unseen, or counted "
				    "twice", n, e->high, n - e->high);
}

static void show(struct txr_finding *f, const struct txr_row *r, uint64_t n,
		 const struct range *e)
{
	txr_finding_number(f, "tx_packets_growth", (int64_t)n);
	txr_finding_number(f, "expected_low", (int64_t)e->low);
	if (e->high <= INT64_MAX)
		txr_finding_number(f, "expected_high", (int64_t)e->high);
	txr_finding_number(f, "off_by", (int64_t)(n < e->low ? e->low - n : n - e->high));
	txr_finding_number(f, "started", (int64_t)r->started.value);
	txr_finding_number(f, "dropped", (int64_t)r->dropped.value);
	txr_finding_number(f, "busy", (int64_t)r->busy.value);
	txr_finding_number(f, "in_device_at_end", (int64_t)r->in_device_at_end.value);
	txr_finding_number(f, "reset_released", (int64_t)r->reset_released.value);
	txr_finding_number(f, "completed", (int64_t)r->completed.value);
	txr_finding_number(f, "handed_over", (int64_t)r->handed_over.value);
	txr_finding_number(f, "wire_packets", (int64_t)r->wire_packets.value);
}

static void find(const struct txr_rowx *x, uint64_t n, const struct range *e)
{
	struct txr_finding *f = txr_finding_new(x->b, TXR_F_COUNTER_MISMATCH, x->row);

	if (!f)
		return;
	message(f, n, e);
	show(f, x->row, n, e);
	txr_finding_advice(f, "compare with tx_dropped, tx_errors and ethtool -S; was the device "
			   "reset, or does it send what goes past the stack (XDP, AF_XDP)?");
}

#define OLDER "unseen-or-older"

static void widen(struct txr_row *r, uint64_t n)
{
	struct txr_u64 *const f[] = {
		&r->started, &r->completed, &r->wire_packets,
		&r->in_device.p50, &r->in_device.p99, &r->in_device.max,
	};
	size_t i;

	for (i = 0; i < sizeof(f) / sizeof(f[0]); i++)
		txr_fig_more(f[i], n);
	txr_num_more(&r->in_device.avg, (double)n);
	txr_fig_no_high(&r->skb_bytes);
	txr_fig_no_high(&r->in_device.max_bytes);
}

/*
 * What is freed and matches no start may be older than the recording, or went past the
 * stock events. Of a tap it is the first: what waits in it is what a tap is for.
 */
static void why_older(struct txr_rowx *x, uint64_t n)
{
	if (x->sw || x->b->info->tier == TXR_TIER_PATCHED)
		return;
	widen(x->row, n);
	txr_row_reason(x, true, OLDER, n,
		       "the driver counted %" PRIu64 " packet%s more than were seen: older than the "
		       "recording, or sent past the stock events; figures may be higher by as many",
		       n, n == 1 ? "" : "s");
}

#define UNSENT "not-sent"

static void maybe_reset(struct txr_row *r, uint64_t n)
{
	txr_fig_more(&r->reset_released, n);
}

/*
 * A driver that is closed may say consumed of what it throws out (e1000_put_txbuf() in
 * e1000e/netdev.c), in a task, as the reader of a tap does with what it took.
 */
static void why_not_sent(struct txr_rowx *x, uint64_t n)
{
	if (x->sw)
		return;
	maybe_reset(x->row, n);
	txr_row_reason(x, true, UNSENT, n,
		       "%" PRIu64 " packet%s came back that the driver did not count as sent: a "
		       "close or reset may have thrown so many out, and lap times be of them",
		       n, n == 1 ? "" : "s");
}

void txr_why_counters(struct txr_rowx *x)
{
	enum txr_counts counts = x->end ? txr_tx_packets_counts(x->end) : TXR_COUNTS_UNKNOWN;
	int64_t n = txr_tx_packets_growth(x->start, x->end);
	uint64_t seen;
	struct range e;

	if (txr_told_by_device(x, "counter-mismatch", txr_row_at_least)) {
		txr_told_by_device(x, OLDER, widen);
		txr_told_by_device(x, UNSENT, maybe_reset);
		return;
	}
	if (counts == TXR_COUNTS_UNKNOWN || n == TXR_UNKNOWN || x->same_name != 1 ||
	    !txr_counters_comparable(x->b) || !counters_span_events(x))
		return;
	e = expected(x, counts);
	seen = e.high;
	e.high = plus(seen, times_segs(older_at_most(x), counts));
	if ((uint64_t)n >= e.low && ((uint64_t)n <= seen || !quiet_at_both_ends(x)))
		return;
	if ((uint64_t)n > seen && (uint64_t)n <= e.high) {
		why_older(x, (uint64_t)n - seen);
		return;
	}
	find(x, (uint64_t)n, &e);
	if ((uint64_t)n < e.low) {	/* what was not sent came back all the same */
		why_not_sent(x, e.low - (uint64_t)n);
		return;
	}
	txr_row_at_least(x->row, (uint64_t)n - e.high);
	txr_row_reason(x, true, "counter-mismatch", (uint64_t)n - e.high,
		       "the driver counted %" PRIu64 " packet%s more than the events account for; "
		       "figures are at least what is shown", (uint64_t)n - e.high,
		       (uint64_t)n - e.high == 1 ? "" : "s");
}
