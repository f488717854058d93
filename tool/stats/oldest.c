// SPDX-License-Identifier: GPL-2.0-only
/* oldest.c - laps still open at the end of the recording. */
#include <string.h>
#include "oldest.h"

static void insert(struct txr_oldest *o, const struct txr_open_lap *l)
{
	size_t i = o->count;

	if (i == TXR_OLDEST_MAX && l->start_ns >= o->lap[i - 1].start_ns)
		return;
	if (i == TXR_OLDEST_MAX)
		i--;
	else
		o->count++;
	for (; i && o->lap[i - 1].start_ns > l->start_ns; i--)
		o->lap[i] = o->lap[i - 1];
	o->lap[i] = *l;
}

#define PADDED_BYTES 68		/* the shortest frame, with its checksum */
#define HEAD_BYTES 256		/* of one segment, at most */

/* What a driver may tell BQL of a packet: padded, the headers of each segment. */
static uint64_t most_bytes_of(const struct txr_lap *lap)
{
	uint64_t len = lap->len_bytes + 4;

	return (len > PADDED_BYTES ? len : PADDED_BYTES) +
	       (lap->segs_high > 1 ? (lap->segs_high - 1) * (uint64_t)HEAD_BYTES : 0);
}

void txr_oldest_note(struct txr_oldest *o, const struct txr_lap *lap,
		     const struct txr_oldest_env *env)
{
	struct txr_open_lap l = {
		.skbaddr = lap->skbaddr, .start_ns = lap->start_ns,
		.age_ns = env->end_ns > lap->start_ns ? env->end_ns - lap->start_ns : 0,
		.len_bytes = lap->len_bytes, .queue = lap->queue_index,
		.pid = lap->start_pid,
	};
	uint64_t from_ns = lap->start_ns > env->from_ns ? lap->start_ns : env->from_ns;

	o->open++;
	o->most_bytes += most_bytes_of(lap);
	if (lap->flags & TXR_LAP_ENTERED) {
		o->entered++;
		o->start_sum_ns += from_ns;
	}
	if (!(lap->flags & TXR_LAP_TAINTED) &&
	    (!env->loss_until_ns || lap->start_ns > env->loss_until_ns))
		o->certain++;
	insert(o, &l);
}

unsigned __int128 txr_oldest_sum(const struct txr_oldest *o, uint64_t end_ns)
{
	unsigned __int128 end = (unsigned __int128)end_ns * o->entered;

	return end > o->start_sum_ns ? end - o->start_sum_ns : 0;
}

void txr_oldest_add(struct txr_oldest *to, const struct txr_oldest *from)
{
	size_t i;

	to->open += from->open;
	to->most_bytes += from->most_bytes;
	to->entered += from->entered;
	to->certain += from->certain;
	to->start_sum_ns += from->start_sum_ns;
	for (i = 0; i < from->count; i++)
		insert(to, &from->lap[i]);
}
