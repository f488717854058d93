// SPDX-License-Identifier: GPL-2.0-only
/* counters.c - what the drivers' own counters grew by in the time that was recorded. */
#include <string.h>
#include "counters.h"
#include "stats_impl.h"

#define QUIET_TIMES 5		/* as long as the moment without events, */
#define QUIET_NS 2000000	/* and so long at least */

bool txr_counters_comparable(const struct txr_building *b)
{
	const struct txr_source_info *info = b->info;

	return info->meta && info->meta->start.count && info->meta->end.count &&
	       !b->r->from_ns && !b->r->to_ns && !b->lost_more && !info->truncated &&
	       strcmp(info->format, "live");
}

int64_t txr_tx_packets_growth(const struct txr_device_state *s,
			      const struct txr_device_state *e)
{
	if (!s || !e || s->tx_packets == TXR_UNKNOWN || e->tx_packets < s->tx_packets)
		return TXR_UNKNOWN;
	return e->tx_packets - s->tx_packets;
}

bool txr_times_apart(uint64_t from_ns, uint64_t to_ns, uint64_t moment_ns)
{
	uint64_t want = QUIET_TIMES * moment_ns;

	return to_ns > from_ns && to_ns - from_ns >= (want > QUIET_NS ? want : QUIET_NS);
}

bool txr_quiet_at_end(const struct txr_rowx *x)
{
	const struct txr_meta *m = x->b->info->meta;
	uint64_t after = m->end.clock_ns > m->off_ns ? m->end.clock_ns - m->off_ns : 0;

	return m->off_ns && m->end.clock_ns && txr_times_apart(x->q->last_ns, m->off_ns, after);
}
