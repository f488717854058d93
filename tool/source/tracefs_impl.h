/* SPDX-License-Identifier: GPL-2.0-only */
/* tracefs_impl.h - the recorder's inside, for tracefs_record*.c only. */
#ifndef TXRING_TRACEFS_IMPL_H
#define TXRING_TRACEFS_IMPL_H

#include "clockset.h"
#include "tracedat_write.h"
#include "tracefs_events.h"
#include "tracefs_filter.h"
#include "tracefs_instance.h"
#include "tracefs_outfile.h"
#include "tracefs_pages.h"
#include "tracefs_record.h"
#include "tracefs_stats.h"
#include "tracefs_tier.h"

struct txr_recorder {
	struct txr_record_config cfg;
	struct txr_tracefs tfs;
	struct txr_instance inst;
	struct txr_tier_choice choice;
	struct txr_event_set events;
	struct txr_devsel sel;
	struct txr_outfile out;
	struct txr_pages *pages;
	struct txr_meta meta;
	struct txr_clockset clockset;	/* at start and end, */
	struct txr_clockset watched;	/* and by the watcher, in its thread */
	struct txr_watcher *watcher;	/* between start and stop, with an output */
	unsigned int cpus;		/* highest CPU number + 1 */
	uint32_t page_size;		/* of the ring buffer */
	uint64_t buffer_kb;
	int stale;
	bool running, stopped;
	unsigned int handover;		/* TXR_HANDOVER_*: enabled */
	const char *unmatched;
	uint64_t *lost_by_cpu;
	struct txr_record_stats last;
	struct txr_text *cpustat;	/* the kernel's own text per CPU, for the file */
	struct txr_text header_page;
	struct txr_text clocks;		/* trace_clock with [the one used] */
	struct txr_text cmdlines;
	uint64_t off_ns;		/* when tracing was switched off, 0 unknown */
	const struct txr_part *given;	/* txr_recorder_save() */
	const struct txr_meta *given_meta;
	char label[160];		/* txr_recorder_event() */
};

/* tracefs_follow.c: with an output; the watcher calls it once a second */
void txr_recorder_follow_handover(struct txr_recorder *r);
/* What another process (record's own, killed) switched on by that. */
void txr_recorder_adopt_handover(struct txr_recorder *r);
/* Texts of the instance that the file will need, before it is removed. */
void txr_recorder_keep_texts(struct txr_recorder *r);
/* Time now in a trace clock that user space can read; 0: it cannot. */
uint64_t txr_trace_clock_now(const char *clock);

#endif
