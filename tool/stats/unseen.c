// SPDX-License-Identifier: GPL-2.0-only
/* unseen.c - packets that a device counted as sent, and that no event showed. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "counters.h"
#include "findings.h"
#include "stats_impl.h"
#include "unseen.h"

/*
 * Counters are of the hardware's or of a timer's moment, packets older than the
 * recording are in them, a GSO packet may be more than it seems: only what is much
 * more than was seen tells of others.
 */
#define SLACK_PACKETS	256
#define SLACK_SHARE	4	/* a quarter of what was counted */
#define GSO_SEGS	64	/* of a packet whose outcome is open */

static uint64_t slack_of(const struct txr_device_state *s, uint64_t lost)
{
	uint64_t ring = s->ring_tx > 0 ? (uint64_t)s->ring_tx : 0;

	return (ring > SLACK_PACKETS ? ring : SLACK_PACKETS) + lost;
}

/* 0: nothing to say. */
static uint64_t unseen(const struct txr_building *b, const struct txr_device_state *s,
		       const struct txr_device_state *e, uint64_t seen)
{
	int64_t n = txr_tx_packets_growth(s, e);

	if (n == TXR_UNKNOWN || (uint64_t)n <= seen)
		return 0;
	if ((uint64_t)n - seen <= slack_of(e, b->lost) + (seen ? (uint64_t)n / SLACK_SHARE : 0))
		return 0;
	return (uint64_t)n - seen;
}

static const char *cause(const struct txr_building *b, const struct txr_device_state *e)
{
	if (e->xdp_prog_id)
		return "an XDP program may have sent them, or what goes past the stack";
	if (b->info->tier == TXR_TIER_PATCHED)
		return "AF_XDP zero copy or XDP sent them, or a driver that is called directly";
	return "pktgen (start_xmit), packet sockets with qdisc bypass, AF_XDP and netpoll go "
	       "past the stock events";
}

static const char *remedy(const struct txr_building *b)
{
	return b->info->tier == TXR_TIER_PATCHED ?
	       "count them elsewhere (ethtool -S): no event shows them" :
	       "record on a patched kernel, or with --xmit-func MODULE:SYMBOL";
}

static void find(struct txr_building *b, const struct txr_row *row,
		 const struct txr_device_state *e, uint64_t n, uint64_t seen)
{
	struct txr_finding *f = txr_finding_new(b, TXR_F_INVISIBLE_TRAFFIC, row);

	if (!f)
		return;
	txr_finding_message(f, "%" PRIu64 " packets were sent and not seen: %s", n, cause(b, e));
	txr_finding_number(f, "unseen", (int64_t)n);
	txr_finding_number(f, "tx_packets_growth", (int64_t)(n + seen));
	txr_finding_number(f, "seen", (int64_t)seen);
	txr_finding_advice(f, "%s", remedy(b));
}

bool txr_told_by_device(struct txr_rowx *x, const char *code,
			void (*widen)(struct txr_row *r, uint64_t n))
{
	const struct txr_reason *told;

	if (!x->whole)
		return false;
	told = txr_row_told(x->whole, code);
	if (!told)
		return true;
	widen(x->row, told->count);
	txr_row_reason(x, true, code, told->count, "%s", told->text);
	return true;
}

/* So many were sent unseen, and it may be more: the counter lags behind. */
void txr_row_at_least(struct txr_row *r, uint64_t n)
{
	struct txr_u64 *const f[] = {
		&r->started, &r->completed, &r->completed_in_xmit, &r->dropped, &r->busy,
		&r->handed_over, &r->restarted, &r->in_device_at_end, &r->reset_released,
		&r->skb_bytes, &r->wire_packets, &r->in_device.p50, &r->in_device.p99,
		&r->in_device.max, &r->in_device.max_bytes,
	};
	size_t i;

	(void)n;
	for (i = 0; i < sizeof(f) / sizeof(f[0]); i++)
		txr_fig_no_high(f[i]);
	txr_num_no_high(&r->in_device.avg);
}

/* Wire packets that the events account for, at most. */
static uint64_t seen_at_most(const struct txr_row *r)
{
	uint64_t open = r->started.value > r->completed.value ?
			r->started.value - r->completed.value : 0;

	if (r->wire_packets.trust == TXR_FIG_AT_LEAST)
		return UINT64_MAX;
	return r->wire_packets.high + open * GSO_SEGS;
}

void txr_why_unseen(struct txr_rowx *x)
{
	struct txr_row *r = x->row;
	uint64_t n, seen;

	if (txr_told_by_device(x, "invisible-traffic", txr_row_at_least))
		return;
	if (x->same_name > 1 || !x->start || !x->end || !txr_counters_comparable(x->b))
		return;
	seen = seen_at_most(r);
	n = unseen(x->b, x->start, x->end, seen);
	if (!n)
		return;
	txr_row_at_least(r, n);
	find(x->b, r, x->end, n, seen);
	txr_row_reason(x, true, "invisible-traffic", n,
		       "the driver counted %" PRIu64 " packets more than were seen: %s; figures are "
		       "at least what is shown", n, cause(x->b, x->end));
}

static bool has_row(const struct txr_report *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->nr_devices; i++)
		if (!strcmp(r->devices[i].name, name))
			return true;
	return false;
}

void txr_find_unseen_devices(struct txr_building *b)
{
	const struct txr_meta *m = b->info->meta;
	struct txr_row row = { .dev = TXR_DEV_NONE, .queue = -1 };
	size_t i;
	uint64_t n;

	if (!txr_counters_comparable(b))
		return;
	for (i = 0; i < m->end.count; i++) {
		const struct txr_device_state *e = &m->end.dev[i];

		if (has_row(b->r, e->name) || !txr_meta_has(m, e->name))
			continue;
		n = unseen(b, txr_snapshot_of(&m->start, e->ifindex, e->netns_inode,
					      e->netns_cookie), e, 0);
		if (!n)
			continue;
		memcpy(row.name, e->name, sizeof(row.name));
		row.ifindex = e->ifindex;
		row.netns_inode = e->netns_inode ? (int64_t)e->netns_inode : TXR_UNKNOWN;
		find(b, &row, e, n, 0);
		b->r->exact = false;
		if (txr_reason_add(&b->r->reasons, &b->r->nr_reasons, "invisible-traffic", n,
				   "a device counted packets that no event showed: see the findings"))
			b->error = -ENOMEM;
	}
}
