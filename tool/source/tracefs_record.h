/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_record.h - a recording, from tracefs to a trace.dat.
 *
 *	new	everything set up in an instance of our own, tracing off
 *	start	first snapshot, tracing on
 *	stop	tracing off, last snapshot, buffers drained, instance removed
 *	write	one file in place, an older one kept as FILE.old
 *	free	at any moment: nothing of it is left in the kernel
 */
#ifndef TXRING_TRACEFS_RECORD_H
#define TXRING_TRACEFS_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/err.h"
#include "txring/source.h"
#include "tracefs_events.h"

struct txr_record_config {		/* strings and lists are borrowed until free */
	const char *output;		/* NULL: none, for a live source */
	const char *const *dev;		/* -d, globs */
	size_t nr_dev;
	const char *const *event;	/* -e, SYSTEM:EVENT */
	size_t nr_event;
	bool why;			/* --why: interrupts, softirqs, polls, qdiscs */
	int tier;			/* TXR_TIER_AUTO or enum txr_tier */
	const char *const *xmit;	/* --xmit-func, [MODULE:]SYMBOL */
	size_t nr_xmit;
	uint64_t buffer_kb;		/* per CPU; 0: default */
	const char *clock;
	const char *command;		/* for the file; NULL none */
	int output_fd;			/* perf: of output "-" */
};

struct txr_record_stats {
	uint64_t events;	/* taken by the kernel's buffers, and not lost */
	uint64_t lost;		/* overwritten or dropped before they were read */
	uint64_t missed_releases;	/* a kprobe was met while another ran: these
				 * show by their free alone */
	uint64_t clock_set_ns;	/* the clock was set meanwhile, by so much at least */
	uint64_t *lost_by_cpu;	/* cpus entries, owned by the recorder */
	unsigned int cpus;
	uint64_t bytes;		/* in files, so far */
};

struct txr_record_result {
	uint64_t file_bytes;
	bool cut;		/* the file ends before the recording did */
	uint64_t cut_ns_before_end;	/* by so much; 0: not known */
	uint64_t events_left_out;	/* taken, but not in the file */
	bool torn;			/* the copy to the file failed: what is left out
					 * is not all at the end, and counted as lost */
	bool kept_old;		/* FILE.old was made */
};

struct txr_recorder;

int txr_recorder_new(struct txr_recorder **out, const struct txr_record_config *cfg,
		     struct txr_err *err);
int txr_recorder_start(struct txr_recorder *r, struct txr_err *err);
/* Readable once the recording has stopped by a failure to write. */
int txr_recorder_event_fd(const struct txr_recorder *r);
/* While it runs: asks the kernel. After stop: the final figures. */
void txr_recorder_stats(struct txr_recorder *r, struct txr_record_stats *s);
/*
 * Returns 0, or a negative errno with a line: reading or writing pages failed.
 * What was taken before is still there for write.
 */
int txr_recorder_stop(struct txr_recorder *r, struct txr_err *err);
int txr_recorder_write(struct txr_recorder *r, struct txr_record_result *res,
		       struct txr_err *err);
void txr_recorder_free(struct txr_recorder *r);	/* accepts NULL */

/*
 * In place of stop, in a child that fork() made after start, when its parent is
 * dead. Of what the watcher saw each second (struct txr_watch) nothing is known.
 */
int txr_recorder_adopt(struct txr_recorder *r, struct txr_err *err);

/*
 * While it runs, without an output: devices are as in *now (taken over, freed by
 * the recorder). -d and the hand-over events follow them.
 */
int txr_recorder_follow(struct txr_recorder *r, struct txr_snapshot *now,
			struct txr_err *err);
/*
 * While it runs: a file of the pages given, whole or not at all. The state of the
 * devices at its end is that of the last follow.
 */
struct txr_cpu_pages;
struct txr_part {
	const char *path;
	uint64_t limit_bytes;		/* the file may not be larger; 0: any size */
	const struct txr_cpu_pages *cpu;	/* one entry a CPU */
	struct txr_snapshot *start;	/* at its beginning, NULL: not known */
	const char *trigger;		/* why it is written, NULL: by hand */
	uint64_t from_ns, until_ns;	/* of its pages */
	/* Called when it is written, before it gets its name. NULL: not needed. */
	void (*before_name)(void *ctx, uint64_t file_bytes);
	void *ctx;
};
int txr_recorder_save(struct txr_recorder *r, const struct txr_part *part,
		      struct txr_record_result *res, struct txr_err *err);

/* The events that a configuration asks for, with these hand-over events. */
struct txr_events_want txr_record_want(const struct txr_record_config *cfg,
				       unsigned int handover);

/* What was set up, for -v and for warnings. */
enum txr_tier txr_recorder_tier(const struct txr_recorder *r);
uint64_t txr_recorder_buffer_kb(const struct txr_recorder *r);
/* Stale instances of killed runs that new() removed. */
int txr_recorder_stale(const struct txr_recorder *r);
/* "system:event" of the i-th event, or NULL past the end; valid until the next. */
const char *txr_recorder_event(struct txr_recorder *r, size_t i);
/* A -d that matches no device here now, or NULL. */
const char *txr_recorder_unmatched(const struct txr_recorder *r);

#endif
