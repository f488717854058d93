// SPDX-License-Identifier: GPL-2.0-only
/* record_backend.c - tracefs or perf events, whichever was asked for. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "record_backend.h"
#ifdef HAVE_LIBPERF
#include "source/perfrec.h"
#define PERF(call, otherwise) (call)
#else
#define PERF(call, otherwise) (otherwise)
#endif

int txr_backend_output(struct txr_backend *b, const struct txr_record_opts *o,
		       struct txr_err *err)
{
	if (o->backend != TXR_BACKEND_PERF || strcmp(o->output, "-"))
		return 0;
	if (isatty(STDOUT_FILENO))
		return txr_fail(err, EINVAL, "-o -: standard output is a terminal; pipe it to "
				"txring report -i -, or give a file");
	b->output_fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (b->output_fd < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		return txr_fail(err, errno, "-o -: %s; give a file", strerror(errno));
	return 0;
}

int txr_backend_new(struct txr_backend *b, int backend, const struct txr_record_config *cfg,
		    struct txr_err *err)
{
	struct txr_record_config own = *cfg;

	own.output_fd = b->output_fd;
	if (backend == TXR_BACKEND_TRACEFS)
		return txr_recorder_new(&b->tracefs, &own, err);
	return PERF(txr_perfrec_new(&b->perf, &own, err),
		    txr_fail(err, ENOTSUP, "--backend perf: built without libperf; make deps, "
			     "then make"));
}

int txr_backend_start(struct txr_backend *b, struct txr_err *err)
{
	return b->perf ? PERF(txr_perfrec_start(b->perf, err), 0) :
			 txr_recorder_start(b->tracefs, err);
}

int txr_backend_event_fd(const struct txr_backend *b)
{
	return b->perf ? PERF(txr_perfrec_event_fd(b->perf), -1) :
			 txr_recorder_event_fd(b->tracefs);
}

void txr_backend_stats(struct txr_backend *b, struct txr_record_stats *s)
{
	if (b->perf)
		PERF(txr_perfrec_stats(b->perf, s), (void)0);
	else
		txr_recorder_stats(b->tracefs, s);
}

int txr_backend_stop(struct txr_backend *b, struct txr_err *err)
{
	return b->perf ? PERF(txr_perfrec_stop(b->perf, err), 0) :
			 txr_recorder_stop(b->tracefs, err);
}

int txr_backend_write(struct txr_backend *b, struct txr_record_result *res,
		      struct txr_err *err)
{
	return b->perf ? PERF(txr_perfrec_write(b->perf, res, err), 0) :
			 txr_recorder_write(b->tracefs, res, err);
}

void txr_backend_free(struct txr_backend *b)
{
	PERF(txr_perfrec_free(b->perf), (void)0);
	txr_recorder_free(b->tracefs);
	if (b->output_fd >= 0)
		close(b->output_fd);
	*b = (struct txr_backend)TXR_BACKEND_NONE;
}

enum txr_tier txr_backend_tier(const struct txr_backend *b)
{
	return b->perf ? PERF(txr_perfrec_tier(b->perf), TXR_TIER_STOCK) :
			 txr_recorder_tier(b->tracefs);
}

uint64_t txr_backend_buffer_kb(const struct txr_backend *b)
{
	return b->perf ? PERF(txr_perfrec_buffer_kb(b->perf), 0) :
			 txr_recorder_buffer_kb(b->tracefs);
}

int txr_backend_stale(const struct txr_backend *b)
{
	return b->perf ? 0 : txr_recorder_stale(b->tracefs);
}

const char *txr_backend_event(struct txr_backend *b, size_t i)
{
	return b->perf ? PERF(txr_perfrec_event(b->perf, i), NULL) :
			 txr_recorder_event(b->tracefs, i);
}

const char *txr_backend_unmatched(const struct txr_backend *b)
{
	return b->perf ? PERF(txr_perfrec_unmatched(b->perf), NULL) :
			 txr_recorder_unmatched(b->tracefs);
}

const char *txr_backend_cpus_changed(const struct txr_backend *b, uint64_t *missed_ns)
{
	*missed_ns = 0;
	return b->perf ? PERF(txr_perfrec_cpus_changed(b->perf, missed_ns), NULL) : NULL;
}

const char *txr_backend_cpus_missed(const struct txr_backend *b)
{
	return b->perf ? PERF(txr_perfrec_cpus_missed(b->perf), NULL) : NULL;
}
