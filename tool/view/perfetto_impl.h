/* SPDX-License-Identifier: GPL-2.0-only */
/* perfetto_impl.h - between the files that write a Perfetto trace. */
#ifndef TXRING_VIEW_PERFETTO_IMPL_H
#define TXRING_VIEW_PERFETTO_IMPL_H

#include "view/lanes.h"
#include "view/perfetto.h"

struct txr_p_level {		/* of a counter */
	uint64_t packets, bytes;
	uint64_t most;		/* shown: what the report has as its maximum */
	uint64_t since_ns;	/* its last step; 0: none yet */
	bool written;
};

struct txr_p_queue {
	uint16_t index;
	uint32_t tid;
	struct txr_p_level level;
	struct txr_lanes lanes;
};

struct txr_p_device {
	uint16_t index;
	uint32_t pid;
	bool one_queue;		/* as the snapshot says: no counter of its own */
	struct txr_p_level level;
	struct txr_p_queue **queue;	/* by index */
	size_t queues;
};

struct txr_p_gap {		/* lost events; until UINT64_MAX: up to the end */
	uint64_t from_ns, until_ns, count;
	uint16_t cpu;
};

struct txr_perfetto {
	FILE *f;
	const struct txr_lap_context *c;
	const struct txr_meta *meta;
	const struct txr_report *report;	/* of the same recording; NULL: not known */
	uint64_t from_ns;
	struct txr_p_device **dev;	/* by index */
	size_t devs;
	uint32_t pids, tids;		/* given out so far */
	struct txr_p_gap *gap;
	size_t gaps;
	bool told_recording;		/* the process of what holds for all has its name */
	uint8_t told_cpu[(UINT16_MAX + 1) / 8];
	bool comma;
	uint64_t laps;
	int error;
};

#define TXR_P_RECORDING	1u	/* process of what holds for the whole recording */
#define TXR_P_FIRST_TID	100000u	/* a thread that is called as its process is another */

/* perfetto_write.c: one event, from its beginning to its end. */
void txr_p_begin(struct txr_perfetto *p, const char *ph, uint32_t pid);
void txr_p_time(struct txr_perfetto *p, const char *key, uint64_t ns);
void txr_p_ts(struct txr_perfetto *p, uint64_t ts_ns);	/* in the recording's clock */
void txr_p_tid(struct txr_perfetto *p, uint32_t tid);
void txr_p_name(struct txr_perfetto *p, const char *name);
void txr_p_end(struct txr_perfetto *p);
/* Arguments: first, then others, then close. */
void txr_p_args(struct txr_perfetto *p);
void txr_p_arg(struct txr_perfetto *p, const char *key, uint64_t n);
void txr_p_arg_text(struct txr_perfetto *p, const char *key, const char *text);
void txr_p_close_args(struct txr_perfetto *p);
/* Names of a process or thread. */
void txr_p_process_name(struct txr_perfetto *p, uint32_t pid, const char *name,
			const char *more);
void txr_p_thread_name(struct txr_perfetto *p, uint32_t pid, uint32_t tid, const char *name);

/* perfetto_table.c: made, with their names, when first seen. NULL: no memory (error). */
struct txr_p_device *txr_p_device(struct txr_perfetto *p, uint16_t index);
struct txr_p_queue *txr_p_queue(struct txr_perfetto *p, struct txr_p_device *d,
				uint16_t index);

/* perfetto_level.c: one packet more or less. */
void txr_p_step(struct txr_perfetto *p, struct txr_p_device *d, struct txr_p_queue *q,
		const struct txr_lap *lap, bool in, uint64_t ts_ns);
/* What stood still all the window long. */
void txr_p_finish_levels(struct txr_perfetto *p);

/* perfetto_gap.c: lost events; what holds for the whole recording. */
void txr_p_lost(struct txr_perfetto *p, const struct txr_event *ev);
void txr_p_finish_gaps(struct txr_perfetto *p, uint64_t last_ns);
void txr_p_doubts(struct txr_perfetto *p, const struct txr_report *r, uint64_t last_ns);

#endif
