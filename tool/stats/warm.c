// SPDX-License-Identifier: GPL-2.0-only
/* warm.c - packets older than the recording. */
#include "warm.h"

/*
 * unmatched counts the frees of the whole machine, so the largest of the queues
 * covers all of them, from the first start on any of them. The device may reach its maximum while one queue is still
 * warm, whatever the others do: max_before is then the device's own (queue.c).
 */
void txr_warm_add(struct txr_warm *to, const struct txr_warm *from, bool first)
{
	if (first) {
		*to = *from;
		return;
	}
	to->over = to->over && from->over;
	if (from->until_ns > to->until_ns)
		to->until_ns = from->until_ns;
	if (from->unmatched > to->unmatched)
		to->unmatched = from->unmatched;
	if (from->base < to->base)
		to->base = from->base;
}

uint64_t txr_warm_unseen(const struct txr_warm *w, uint64_t unmatched_now)
{
	return (w->over ? w->unmatched : unmatched_now) - w->base;
}

bool txr_warm_counts(const struct txr_warm *w, uint64_t from_ns)
{
	return !w->over || w->until_ns > from_ns;
}
