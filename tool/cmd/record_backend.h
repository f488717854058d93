/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record_backend.h - tracefs or perf events: one set of calls for both, as in
 * tracefs_record.h.
 */
#ifndef TXRING_RECORD_BACKEND_H
#define TXRING_RECORD_BACKEND_H

#include "record_opts.h"
#include "source/tracefs_record.h"

struct txr_perfrec;

struct txr_backend {
	struct txr_recorder *tracefs;
	struct txr_perfrec *perf;	/* one of the two */
	int output_fd;			/* of "-", or -1 */
};

#define TXR_BACKEND_NONE { .output_fd = -1 }

/*
 * Where the recording goes to standard output: keep that for it alone, COMMAND's
 * own output goes to stderr from now on (as perf record does).
 */
int txr_backend_output(struct txr_backend *b, const struct txr_record_opts *o,
		       struct txr_err *err);
int txr_backend_new(struct txr_backend *b, int backend, const struct txr_record_config *cfg,
		    struct txr_err *err);
int txr_backend_start(struct txr_backend *b, struct txr_err *err);
int txr_backend_event_fd(const struct txr_backend *b);
void txr_backend_stats(struct txr_backend *b, struct txr_record_stats *s);
int txr_backend_stop(struct txr_backend *b, struct txr_err *err);
int txr_backend_write(struct txr_backend *b, struct txr_record_result *res,
		      struct txr_err *err);
void txr_backend_free(struct txr_backend *b);

enum txr_tier txr_backend_tier(const struct txr_backend *b);
uint64_t txr_backend_buffer_kb(const struct txr_backend *b);
int txr_backend_stale(const struct txr_backend *b);
const char *txr_backend_event(struct txr_backend *b, size_t i);
const char *txr_backend_unmatched(const struct txr_backend *b);
const char *txr_backend_cpus_changed(const struct txr_backend *b, uint64_t *missed_ns);
const char *txr_backend_cpus_missed(const struct txr_backend *b);

#endif
