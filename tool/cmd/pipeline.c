// SPDX-License-Identifier: GPL-2.0-only
/* pipeline.c - source, pairing and statistics, run over one recording. */
#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>
#include "ahead.h"
#include "declare.h"
#include "pipeline.h"

#define BATCH 512

const char *txr_default_recording(void)
{
	return access("txring.dat", F_OK) && !access("txring.data", F_OK) ?
	       "txring.data" : "txring.dat";
}

/* Less than the grace that a driver has to answer a start (stats/stall.h) is none. */
int txr_check_stall_after(uint64_t ns, struct txr_err *err)
{
	if (ns >= 100000000ULL && ns <= 86400000000000ULL)
		return 0;
	return txr_fail(err, EINVAL, "--stalled-after: not between 0.1 and 86400 seconds; give "
			"one like 0.5 or 5");
}

int txr_fail_stdout(int code, struct txr_err *err)
{
	/* Told once: main.c need not find it again. */
	__fpurge(stdout);
	clearerr(stdout);
	if (code == EPIPE)
		return -EPIPE;
	return txr_fail(err, code, "standard output: %s; the output is not complete",
			strerror(code));
}

int txr_flush_stdout(struct txr_err *err)
{
	errno = 0;
	if (!fflush(stdout) && !ferror(stdout))
		return 0;
	return txr_fail_stdout(errno ? errno : EIO, err);
}

int txr_recording_span(const char *path, uint64_t *first_ns, uint64_t *last_ns,
		       struct txr_err *err)
{
	const struct txr_event *ev[BATCH];
	struct txr_source *src;
	int n;

	n = txr_source_open(&src, path, err);
	if (n)
		return n;
	do {
		n = txr_source_read(src, ev, BATCH, err);
	} while (n > 0);
	*first_ns = txr_source_info(src)->first_ns;
	*last_ns = txr_source_info(src)->last_ns;
	txr_source_close(src);
	return n;
}

/* Percent of a recording need its first and last event: read it for these. */
static int settle_percent(struct txr_window *w, const char *path, struct txr_err *err)
{
	uint64_t first_ns, last_ns;
	double span;
	int ret;

	if (!strcmp(path, "-"))
		return txr_fail(err, EINVAL, "--time: percent of standard input are not "
				"known while it is read; give FROM,TO in seconds");
	ret = txr_recording_span(path, &first_ns, &last_ns, err);
	if (ret)
		return ret;
	span = (double)(last_ns - first_ns);
	w->from_ns = first_ns + (uint64_t)(span * w->from_percent / 100);
	if (w->to_percent < 100)
		w->to_ns = first_ns + (uint64_t)(span * w->to_percent / 100);
	return 0;
}

struct txr_pair_config txr_pair_config_of(const struct txr_source_info *info)
{
	return (struct txr_pair_config){
		.has_result = info->has_result,
		.preempt_rt = info->preempt_rt,
		.clock_ordered = info->clock_ordered,
		.refs_known = info->tier == TXR_TIER_PATCHED,
		.cpus = info->cpus,
	};
}

static int new_engine(struct txr_pipeline *p,
		      struct txr_pair_sink (*wrap)(void *ctx, struct txr_pair_sink inner),
		      void *ctx, struct txr_err *err)
{
	struct txr_pair_config cfg = txr_pair_config_of(txr_source_info(p->src));
	struct txr_pair_sink sink;
	int ret;

	ret = txr_stats_new(&p->stats, err);
	if (ret)
		return ret;
	txr_stats_devices(p->stats, txr_source_devices(p->src));
	if (txr_source_info(p->src)->meta && txr_source_info(p->src)->meta->why)
		txr_stats_why(p->stats);
	sink = txr_stats_sink(p->stats);
	if (wrap)
		sink = wrap(ctx, sink);
	return txr_pair_new(&p->pair, &cfg, &sink, err);
}

int txr_pipeline_open(struct txr_pipeline *p, const char *path,
		      const struct txr_window *window,
		      struct txr_pair_sink (*wrap)(void *ctx, struct txr_pair_sink inner),
		      void *ctx, struct txr_err *err)
{
	const struct txr_source_info *info;
	int ret;

	memset(p, 0, sizeof(*p));
	p->window = *window;
	if (!window->given)
		p->window.to_ns = UINT64_MAX;
	if (window->percent) {
		ret = settle_percent(&p->window, path, err);
		if (ret)
			return ret;
	}
	ret = txr_source_open(&p->src, path, err);
	if (ret)
		return ret;
	info = txr_source_info(p->src);
	if (window->given && !window->percent && !info->clock_ns)
		return txr_fail(err, EINVAL, "--time: the clock of %s (%s) counts no "
				"seconds; give percent like 10%%-20%%", path,
				info->clock ? info->clock : "not known");
	return new_engine(p, wrap, ctx, err);
}

/* How many of ev[] come before ns; their order is that of time. */
static int events_before(const struct txr_event *const *ev, int n, uint64_t ns)
{
	int i = 0;

	while (i < n && ev[i]->ts_ns < ns)
		i++;
	return i;
}

static int feed_part(struct txr_pipeline *p, const struct txr_event *const *ev, int n)
{
	int before, ret;

	if (!p->began && p->window.from_ns) {
		before = events_before(ev, n, p->window.from_ns);
		ret = txr_pair_feed(p->pair, ev, before);
		if (ret || before == n)
			return ret;
		txr_stats_reset(p->stats, p->window.from_ns);
		ev += before;
		n -= before;
	}
	p->began = true;
	if (p->window.to_ns != UINT64_MAX) {
		before = events_before(ev, n, p->window.to_ns);
		p->ended = before < n;
		n = before;
	}
	ret = txr_pair_feed(p->pair, ev, n);
	/* What is still inside stays there, without an event, up to the window's end. */
	if (p->ended)
		txr_stats_advance(p->stats, p->window.to_ns);
	return ret;
}

/* A window that ends before the recording begins holds nothing to tell of. */
static int too_early(const struct txr_pipeline *p, struct txr_err *err)
{
	const struct txr_source_info *info = txr_source_info(p->src);

	if (!info->events || p->window.to_ns > info->first_ns)
		return 0;
	return txr_fail(err, ENODATA, "--time: ends before the first event of %s, which goes "
			"from %.9f to %.9f; give a range within", info->path,
			(double)info->first_ns / 1e9, (double)info->last_ns / 1e9);
}

bool txr_pipeline_too_late(const struct txr_pipeline *p)
{
	const struct txr_source_info *info = txr_source_info(p->src);

	return info->events && p->window.from_ns > info->last_ns;
}

static int read_events(struct txr_pipeline *p, struct txr_ahead *ahead,
		       const struct txr_event **ev, struct txr_err *err)
{
	int n;

	if (ahead)
		return txr_ahead_read(ahead, ev, BATCH, err);
	n = txr_source_read(p->src, ev, BATCH, err);
	if (n > 0 && !p->ended && txr_declare_devices(p->pair, p->src, &p->devs_seen))
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs",
				txr_source_info(p->src)->path);
	return n;
}

/* *failed: it was the reading that did, and has told. */
static int feed_all(struct txr_pipeline *p, struct txr_ahead *ahead, bool *failed,
		    struct txr_err *err)
{
	const struct txr_event *ev[BATCH];
	int n, ret = 0;

	while (!ret) {
		n = read_events(p, ahead, ev, err);
		*failed = n < 0;
		if (n <= 0)
			return n;
		/* Past the window only the source counts: its figures are of the file. */
		if (!p->ended)
			ret = feed_part(p, ev, n);
	}
	return ret;
}

/* What cannot be done in two threads is done in one. */
static int read_and_feed(struct txr_pipeline *p, bool *failed, struct txr_err *err)
{
	struct txr_ahead *ahead = NULL;
	int ret;

	if (p->jobs > 1)
		ahead = txr_ahead_start(p->src, p->pair);
	if (ahead)
		txr_stats_devices(p->stats, txr_ahead_devices(ahead));
	ret = feed_all(p, ahead, failed, err);
	txr_stats_devices(p->stats, txr_source_devices(p->src));
	txr_ahead_end(ahead);
	return ret;
}

int txr_pipeline_run(struct txr_pipeline *p, struct txr_err *err)
{
	bool failed = false;
	int ret = read_and_feed(p, &failed, err);

	if (failed)
		return ret;
	if (!ret && too_early(p, err))
		return -ENODATA;
	/* The window begins after the last event: nothing is in it. */
	if (!p->began && p->window.from_ns)
		txr_stats_reset(p->stats, p->window.from_ns);
	if (!ret)
		txr_pair_finish(p->pair);
	if (!ret)
		ret = txr_stats_error(p->stats);
	if (ret)
		return txr_fail(err, -ret, "%s: %s while pairing; nothing can be said of it",
				txr_source_info(p->src)->path, strerror(-ret));
	return 0;
}

int txr_pipeline_report(struct txr_pipeline *p, struct txr_report **out,
			struct txr_err *err)
{
	const struct txr_source_info *info = txr_source_info(p->src);
	struct txr_names names = txr_source_names(p->src);
	uint64_t from_ns = 0, to_ns = 0;

	if (p->window.from_ns > info->first_ns)
		from_ns = p->window.from_ns - info->first_ns;
	if (p->window.to_ns != UINT64_MAX && p->window.to_ns > info->first_ns)
		to_ns = p->window.to_ns - info->first_ns;
	return txr_report_build(out, info, txr_source_devices(p->src), &names, p->pair,
				p->stats, from_ns, to_ns, err);
}

void txr_pipeline_close(struct txr_pipeline *p)
{
	txr_pair_free(p->pair);
	txr_stats_free(p->stats);
	txr_source_close(p->src);
	memset(p, 0, sizeof(*p));
}
