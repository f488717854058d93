/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timeline.h - a row over time, and its lap time against its occupancy: plain data
 * for pictures.
 *
 * Both are kept only where txr_stats_want() asked for them before the first event;
 * else the row's pointers are NULL. Their size has a bound, however long the
 * recording: when the bins are full, every two become one and are twice as wide.
 * All timelines of a report have the same bins.
 */
#ifndef TXRING_TIMELINE_H
#define TXRING_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TXR_TIME_BINS 512u	/* at most; half of it or more once it was full */
/*
 * Queues that have a timeline, the first ones of all devices; what comes later has
 * none, nor has its device. About 60 KB each, and as much again in the report.
 */
#define TXR_TIMELINES_MAX 1024u

/*
 * What may be off in a bin. Doubts of the whole row (its reasons) are not here: they
 * hold for every bin.
 */
#define TXR_BIN_UNSEEN	0x1	/* before the row's first start: nothing is known of it */
#define TXR_BIN_WARM	0x2	/* packets older than the recording may be inside: levels
				 * and averages are lower bounds */
#define TXR_BIN_GAP	0x4	/* events were lost in it, on any CPU */
#define TXR_BIN_GAP_UNKNOWN 0x8	/* and of one gap that begins here, how many is not known */
#define TXR_BIN_DOUBT	0x10	/* since a gap: packets may be inside that are not counted,
				 * and counted ones may have left; min, max and averages
				 * may be off either way, until it is sure again */

struct txr_time_bin {
	/*
	 * Packets in the device: the levels met in the bin, that at its beginning
	 * too, whichever short time they lasted. As in the report, a packet counts
	 * from its result to its release. max of all bins is in_device.max.
	 */
	uint32_t min, max;
	uint64_t max_ns;	/* time spent at max */
	uint64_t max_bytes;	/* most bytes in the device, as in_device.max_bytes */
	/*
	 * Time in the device, summed over packets: whole laps, from start to release,
	 * cut at the bin's edges. Divided by txr_time_bin_ns() it is the average
	 * occupancy; summed over all bins and divided by observed_ns, in_device.avg.
	 * doubt_ns: of packets whose release was not seen (restarted, uncertain), until
	 * that was clear; open_ns: of those still inside at the end. Both are more that
	 * may have been inside, as between in_device.avg.value and its high.
	 */
	uint64_t lap_ns, doubt_ns, open_ns;
	/* Starts, and outcomes when they were decided; sums are those of the row. */
	uint64_t started, completed, dropped, busy, handed_over;
	uint64_t unclear;	/* restarted or uncertain */
	/* Of a device with several queues: with at least one of them so. */
	uint64_t packed_ns;	/* 0 where packed_known is not set */
	uint64_t bql_ns;	/* held back by BQL */
	uint64_t lost;		/* events lost in gaps that begin here, of all devices */
	uint32_t flags;		/* TXR_BIN_* */
};

struct txr_timeline {
	/* Relative to source.first_ns; bin i is [start_ns + i * bin_ns, + bin_ns). */
	uint64_t start_ns, bin_ns;
	/* The row was observed in [first_ns, end_ns]: from its first start to the end
	 * of the recording or of the window, or, where it is not known when the recording
	 * was ended, to its last event on any device. */
	uint64_t first_ns, end_ns;
	uint64_t carried_in;	/* of started: open when the window began, in no bin */
	uint64_t lost_apart;	/* events lost at a time that is not known, in no bin: then
				 * every bin is in doubt */
	bool levels_known;	/* false: as in_device is unknown, min to open_ns say nothing */
	bool packed_known;	/* packed_ns sums up to the row's packed_ns.value */
	size_t nr;
	struct txr_time_bin *bin;	/* owned */
};

/* How much of bin i was observed; 0: none. */
static inline uint64_t txr_time_bin_ns(const struct txr_timeline *t, size_t i)
{
	uint64_t from_ns = t->start_ns + i * t->bin_ns, to_ns = from_ns + t->bin_ns;

	from_ns = from_ns < t->first_ns ? t->first_ns : from_ns;
	to_ns = to_ns > t->end_ns ? t->end_ns : to_ns;
	return to_ns > from_ns ? to_ns - from_ns : 0;
}

/*
 * Laps of packets that were in the ring and came back (resets left out): how many
 * packets their queue held when they started, and how long they took. Both scales
 * are exact below 8 and have 4 steps an octave above.
 */
struct txr_lap_cell {
	uint32_t inside_low, inside_high;	/* packets in the queue, both included */
	uint64_t lap_low_ns, lap_high_ns;	/* both included */
	uint64_t count;				/* above 0 */
};

struct txr_lap_grid {
	uint64_t count;			/* sum over the cells */
	size_t nr;
	struct txr_lap_cell *cell;	/* owned, by inside, then by lap */
};

#endif
