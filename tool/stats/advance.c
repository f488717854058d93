// SPDX-License-Identifier: GPL-2.0-only
/* advance.c - time goes by without an event. */
#include "stats_impl.h"

static void advance(void *arg, struct txr_queue *q)
{
	uint64_t ts_ns = *(const uint64_t *)arg;

	if (!txr_queue_active(q))
		return;
	txr_queue_settle(q);
	if (ts_ns > q->last_ns)
		q->last_ns = ts_ns;
}

void txr_stats_advance(struct txr_stats *s, uint64_t ts_ns)
{
	txr_stats_each(s, advance, &ts_ns);
}
