// SPDX-License-Identifier: GPL-2.0-only
/*
 * unseen_inside.c - bytes that BQL has in flight at the end, and no open packet accounts
 * for: packets are inside that no event showed.
 *
 * A device that stands has counted nothing of them. Drivers add to the length what they
 * send more: padding, the headers of each segment. So only what is above all that tells.
 */
#include <inttypes.h>
#include "counters.h"
#include "stats_impl.h"
#include "unseen.h"

#define CODE "unseen-inside"

/* In flight on the row's queues at the end; TXR_UNKNOWN: without BQL. */
static int64_t in_flight(const struct txr_rowx *x)
{
	const struct txr_device_state *s = x->end;
	int64_t sum = TXR_UNKNOWN;
	uint32_t i;

	for (i = 0; s && i < s->tx_queues; i++) {
		if (x->row->queue >= 0 && i != (uint32_t)x->row->queue)
			continue;
		if (s->queue[i].bql_limit_bytes <= 0 || s->queue[i].bql_inflight_bytes < 0)
			return TXR_UNKNOWN;
		sum = (sum == TXR_UNKNOWN ? 0 : sum) + s->queue[i].bql_inflight_bytes;
	}
	return sum;
}

/* Outcomes that leave open whether a packet is inside. */
static bool is_in_doubt(const struct txr_rowx *x)
{
	const uint64_t *n = x->q->books.by_outcome;

	return x->b->st->loss.any || n[TXR_UNCERTAIN] || n[TXR_RESTARTED] || x->same_name != 1;
}

void txr_why_unseen_inside(struct txr_rowx *x)
{
	int64_t bytes = in_flight(x), most = (int64_t)x->q->oldest.most_bytes;

	/* patched: all starts are seen, and older ones have their reason (txr_why_warm()) */
	if (x->b->info->tier == TXR_TIER_PATCHED || bytes == TXR_UNKNOWN || bytes <= most ||
	    is_in_doubt(x) || !txr_counters_comparable(x->b) || !txr_quiet_at_end(x))
		return;
	txr_row_at_least(x->row, 0);
	txr_row_reason(x, true, CODE, (uint64_t)(bytes - most),
		       "of %" PRId64 " bytes in flight by BQL %" PRId64 " at most are of packets that "
		       "were seen: others are inside, older or sent past the stock events; figures "
		       "are at least what is shown", bytes, most);
}
