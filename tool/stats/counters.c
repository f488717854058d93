// SPDX-License-Identifier: GPL-2.0-only
/* counters.c - what the drivers' own counters grew by in the time that was recorded. */
#include <string.h>
#include "counters.h"

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
