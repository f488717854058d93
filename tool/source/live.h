/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * live.h - the running kernel as a source of events.
 *
 * An instance of our own, as record's, whose pages are read while it traces. A
 * pass gives, by txr_source_read(), all events up to the watermark, in order: the
 * time at which the pass before began, and some ms ago at least. Whatever a CPU
 * wrote before then is in its buffer by now. A reader that comes too late finds its pages overwritten; that
 * is loss, and in the stream as such (TXR_LOST).
 */
#ifndef TXRING_LIVE_H
#define TXRING_LIVE_H

#include "tracefs_record.h"

struct txr_live_config {		/* strings are borrowed until close */
	const char *const *dev;		/* -d, globs */
	size_t nr_dev;
	int tier;			/* TXR_TIER_AUTO or enum txr_tier */
	uint64_t buffer_kb;		/* per CPU; 0: default */
	uint64_t keep_bytes, keep_ns;	/* raw pages held for txr_live_save(); ns 0:
					 * as many as the bytes allow */
};

int txr_source_open_live(struct txr_source **out, const struct txr_live_config *cfg,
			 struct txr_err *err);

/* Begin a pass: read then returns 0 once all up to the time returned was given. */
uint64_t txr_live_pass(struct txr_source *s);
/* The recorder below, for what was set up. */
struct txr_recorder *txr_live_recorder(struct txr_source *s);

/* Who reads begins anew: the state of the devices at the beginning is *now. */
void txr_live_begin(struct txr_source *s, struct txr_snapshot *now);
/* What the kernel's own counters tell of lost events, into the source's meta. */
void txr_live_count_lost(struct txr_source *s);

/* Devices and task names are as now; *now (taken by the caller) is taken over. */
int txr_live_follow(struct txr_source *s, struct txr_snapshot *now, struct txr_err *err);

/*
 * The pages held now, copied: not to be done while another thread reads. Then
 * written to a trace.dat, which may be.
 */
struct txr_live_copy {
	struct txr_cpu_pages *cpu;	/* owned, and their tails */
	unsigned int cpus;
	uint64_t from_ns, to_ns;	/* of the pages */
};

int txr_live_copy(struct txr_source *s, struct txr_live_copy *c, struct txr_err *err);
void txr_live_copy_free(struct txr_live_copy *c);
int txr_live_save(struct txr_source *s, const struct txr_live_copy *c, const char *path,
		  struct txr_record_result *res, struct txr_err *err);

#endif
