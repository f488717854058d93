/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pipeline.h - source, pairing and statistics, run over one recording.
 *
 * report and script (and later commands) differ in what they do with laps and
 * figures, not in how these come about.
 */
#ifndef TXRING_CMD_PIPELINE_H
#define TXRING_CMD_PIPELINE_H

#include "txring/report.h"

/* --time: which part of the recording the statistics are of. */
struct txr_window {
	bool given;
	bool percent;		/* from and to are percent of the recording */
	double from_percent, to_percent;
	uint64_t from_ns, to_ns;	/* in the recording's clock; to UINT64_MAX: end */
};

/*
 * "FROM,TO" in seconds of the recording's clock, either side may be empty;
 * "A%-B%"; "A%/N", the Nth part of that size. -EINVAL with a line.
 */
int txr_window_parse(struct txr_window *w, const char *arg, struct txr_err *err);

/* Read path for its first and last event. */
int txr_recording_span(const char *path, uint64_t *first_ns, uint64_t *last_ns,
		       struct txr_err *err);

struct txr_pipeline {
	struct txr_source *src;
	struct txr_stats *stats;
	struct txr_pair *pair;
	struct txr_window window;	/* absolute once open */
	uint64_t jobs;			/* threads to be used; 0: as 1 */
	size_t devs_seen;		/* devices looked at for set_stacked */
	bool began;			/* the window's statistics have begun */
	bool ended;			/* an event past the window was seen */
};

/*
 * Open path and build the engine. wrap, if not NULL, is given the statistics'
 * sink and returns the one that the engine shall tell; ctx is passed to it.
 */
int txr_pipeline_open(struct txr_pipeline *p, const char *path,
		      const struct txr_window *window,
		      struct txr_pair_sink (*wrap)(void *ctx, struct txr_pair_sink inner),
		      void *ctx, struct txr_err *err);
/* Read all, and finish the engine. With jobs above 1 no sink may look at src meanwhile. */
int txr_pipeline_run(struct txr_pipeline *p, struct txr_err *err);
/* --time begins after the last event. */
bool txr_pipeline_too_late(const struct txr_pipeline *p);
int txr_pipeline_report(struct txr_pipeline *p, struct txr_report **out,
			struct txr_err *err);
void txr_pipeline_close(struct txr_pipeline *p);	/* half-open is fine */

/* What of it `top` does too, with a source that has no end. */
struct txr_pair_config txr_pair_config_of(const struct txr_source_info *info);

/* --stalled-after: -EINVAL with a line if it makes no sense. */
int txr_check_stall_after(uint64_t ns, struct txr_err *err);

/* The file to read when none is named: txring.dat, else txring.data. */
const char *txr_default_recording(void);

/* Flush stdout: 0, or -errno with a line (none for EPIPE: the reader has left). */
int txr_flush_stdout(struct txr_err *err);
/* The same for a failure that a view has met: code is its errno. */
int txr_fail_stdout(int code, struct txr_err *err);

#endif
