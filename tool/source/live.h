/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * live.h - the running kernel as a source of events.
 *
 * An instance of our own, as record's, whose pages are read while it traces; or
 * rings of perf events, also as record's. A pass gives, by txr_source_read(), all events up to the watermark, in order: the
 * time at which the pass before began, and some ms ago at least. Whatever a CPU
 * wrote before then is in its buffer by now. A reader that comes too late finds its
 * pages overwritten, or its rings full; that is loss, and in the stream as such (TXR_LOST).
 */
#ifndef TXRING_LIVE_H
#define TXRING_LIVE_H

#include "sys/history.h"
#include "tracefs_record.h"

enum txr_live_backend { TXR_LIVE_TRACEFS, TXR_LIVE_PERF };

struct txr_live_config {		/* strings are borrowed until close */
	enum txr_live_backend backend;
	const char *const *dev;		/* -d, globs */
	size_t nr_dev;
	const char *const *event;	/* -e, for the files alone */
	size_t nr_event;
	const char *const *xmit;	/* --xmit-func */
	size_t nr_xmit;
	const char *command;		/* for the files; NULL none */
	int tier;			/* TXR_TIER_AUTO or enum txr_tier */
	uint64_t buffer_kb;		/* per CPU; 0: default */
	uint64_t keep_bytes, keep_ns;	/* raw pages held for txr_live_save(); ns 0:
					 * as many as the bytes allow. Not of perf */
};

int txr_source_open_live(struct txr_source **out, const struct txr_live_config *cfg,
			 struct txr_err *err);

/* Begin a pass: read then returns 0 once all up to the time returned was given. */
uint64_t txr_live_pass(struct txr_source *s);
/* What was set up. */
struct txr_live_set_up {
	enum txr_tier tier;
	uint64_t buffer_kb;	/* of each CPU */
	const char *unmatched;	/* a -d that matches no device here now, or NULL */
};
struct txr_live_set_up txr_live_set_up(struct txr_source *s);
/* The recorder below; NULL with perf. */
struct txr_recorder *txr_live_recorder(struct txr_source *s);

/*
 * Who reads begins anew, after a pass: the state of the devices at the beginning is
 * *now, and the table of devices is empty.
 */
int txr_live_begin(struct txr_source *s, struct txr_snapshot *now, struct txr_err *err);
/* What the kernel's own counters tell of lost events, into the source's meta. */
void txr_live_count_lost(struct txr_source *s);

/*
 * After a pass, once a second at most: CPUs that came or went since. They cannot wait
 * for follow, which is as rare as a state of all devices is dear.
 */
int txr_live_look(struct txr_source *s, struct txr_err *err);

/* How the devices are now, for follow; needs no source. */
int txr_live_take(struct txr_moment *m, struct txr_err *err);
/* Devices and task names are as in *now, which is taken over. */
int txr_live_follow(struct txr_source *s, struct txr_moment *now, struct txr_err *err);

/*
 * What is held of the last time up to until_ns, a moment up to which a pass has
 * given all: on every CPU from one moment to one moment. Not to be asked for while
 * another thread reads. Pages are shared, not copied, and can then be written while
 * one does.
 */
struct txr_held;
struct txr_live_copy {
	struct txr_cpu_pages *cpu;
	struct txr_held *held;
	unsigned int cpus;
	uint64_t from_ns, to_ns;	/* of the pages */
	struct txr_snapshot *start;	/* at from_ns, the source's; NULL: not known */
	uint64_t lost;			/* events that its pages tell to be lost */
	bool lost_unknown;		/* and some whose number they do not tell */
};

/* want_ns: so far back it shall reach; 0: as far as it can. */
int txr_live_copy(struct txr_source *s, uint64_t want_ns, uint64_t until_ns,
		  struct txr_live_copy *c, struct txr_err *err);
void txr_live_copy_free(struct txr_live_copy *c);

/* As in struct txr_part. */
struct txr_live_file {
	const char *path;
	uint64_t limit_bytes;
	const char *trigger;
	uint64_t want_ns;		/* as of txr_live_copy() */
	void (*before_name)(void *ctx, uint64_t file_bytes);
	void *ctx;
};

/* Write it; before the next follow. */
int txr_live_save(struct txr_source *s, const struct txr_live_copy *c,
		  const struct txr_live_file *to, struct txr_record_result *res,
		  struct txr_err *err);

#endif
