/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * source.h - a recording as one stream of events in time order.
 *
 * trace.dat and perf.data are read through the same four calls. CPUs are merged
 * by time in memory that does not grow with the file. Loss is in the stream
 * (TXR_LOST) and counted in the info.
 */
#ifndef TXRING_SOURCE_H
#define TXRING_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "device.h"
#include "err.h"
#include "event.h"
#include "snapshot.h"

enum txr_tier { TXR_TIER_STOCK, TXR_TIER_PROBE, TXR_TIER_PATCHED };

struct txr_source;

struct txr_source_info {
	const char *path;
	const char *format;		/* "trace.dat" or "perf.data" */
	const char *kernel;		/* uname -r of the recording, or NULL */
	const char *clock;		/* trace clock, or NULL: not known */
	bool clock_ordered;		/* one order across CPUs (mono, global, boot,
					 * tai, counter, x86-tsc, mono_raw) */
	bool clock_ns;			/* ts are nanoseconds, not counts */
	bool preempt_rt;		/* xmit can be preempted on its CPU */
	bool has_result;		/* RESULT events were recorded */
	bool has_handover;		/* HANDOVER events were recorded */
	bool has_drop_reason;		/* kfree_skb carries a reason */
	bool lacks_consume, lacks_kfree; /* consume_skb, kfree_skb were not recorded */
	bool truncated;			/* the file ends before it should */
	bool meta_damaged;		/* txring's own block cannot be read: no meta */
	bool formats_assumed;		/* it holds none: those of the running kernel */
	bool going_on;			/* it is traced still: the snapshot at the end is
					 * older than the events */
	bool names_failed;		/* no memory to look up a function's name */
	enum txr_tier tier;
	unsigned int cpus;
	uint64_t first_ns, last_ns;	/* of the packet events read so far */
	uint64_t events;		/* packet events delivered so far */
	uint64_t lost_events;		/* known to be lost, so far */
	uint64_t lost_gaps_unknown;	/* gaps whose count is not known */
	uint64_t *lost_by_cpu;		/* cpus entries, owned by the source */
	uint64_t duplicates;		/* one sample seen twice, dropped */
	uint64_t out_of_order;		/* steps back in time within one CPU */
	uint64_t undecodable;		/* records that could not be decoded */
	unsigned int ignored_buffers;	/* other buffers in the file with tx events */
	bool appended;			/* the file goes on with another recording */
	uint64_t real_ns_at_first;	/* wall clock of first_ns; 0 not known */
	const struct txr_meta *meta;	/* NULL: not recorded by txring */
};

/* Open by content, not by name. path "-" is standard input (perf pipe mode). */
int txr_source_open(struct txr_source **out, const char *path, struct txr_err *err);
void txr_source_close(struct txr_source *s);	/* accepts NULL */

/*
 * Next events in time order: fills ev[] with at most max pointers, valid until
 * the next call. Returns their number, 0 at the end, or a negative errno.
 * A file that is cut short ends with 0 and info->truncated set.
 */
int txr_source_read(struct txr_source *s, const struct txr_event **ev, int max,
		    struct txr_err *err);

/* Figures grow while reading; the pointer stays valid until close. */
const struct txr_source_info *txr_source_info(const struct txr_source *s);
const struct txr_devtab *txr_source_devices(const struct txr_source *s);

/* Reason and task names of this recording; valid until close. */
struct txr_names txr_source_names(const struct txr_source *s);

#endif
