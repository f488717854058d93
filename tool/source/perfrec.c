// SPDX-License-Identifier: GPL-2.0-only
/* perfrec.c - set up, start, stop a recording by perf events. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "perfrec_impl.h"
#include "record_meta.h"
#include "sys/clock.h"
#include "sys/watcher.h"

#define SET_UP_TRIES 50

/* perf_event_set_clock() in kernel/events/core.c; -1: perf's own */
static const struct {
	const char *name;
	int id;
} clocks[] = {
	{ "mono", CLOCK_MONOTONIC },
	{ "mono_raw", CLOCK_MONOTONIC_RAW },
	{ "perf", -1 },
};

static int set_clock(struct txr_perfrec *r, struct txr_err *err)
{
	size_t i;

	for (i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++) {
		if (!strcmp(r->cfg.clock, clocks[i].name)) {
			r->clockid = clocks[i].id;
			return 0;
		}
	}
	return txr_fail(err, EINVAL, "clock %s: perf events have none of that name; they have "
			"mono mono_raw perf", r->cfg.clock);
}

uint64_t txr_perfrec_now(const struct txr_perfrec *r)
{
	return txr_clock_ns(r->clockid);
}

static int take_snapshot(const struct txr_perfrec *r, struct txr_snapshot *s,
			 struct txr_err *err)
{
	int ret = txr_snapshot_take_all(s, err);

	if (ret)
		return ret;
	s->clock_ns = txr_clock_ns(r->clockid);
	s->real_ns = txr_clock_ns(CLOCK_REALTIME);
	return 0;
}

/* The devices as they are now decide on filters and hand-over events. */
static int choose(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_snapshot snap = { 0 };
	int ret = take_snapshot(r, &snap, err);

	if (!ret)
		ret = txr_devsel_init(&r->sel, r->cfg.dev, r->cfg.nr_dev, &snap, err);
	if (!ret) {
		r->unmatched = txr_devsel_unmatched(&r->sel, &snap);
		r->handover |= txr_devsel_handover(&r->sel, &snap);
		ret = txr_perfrec_choose_events(r, err);
	}
	txr_snapshot_free(&snap);
	return ret;
}

static int read_id(struct txr_perfrec *r, const struct txr_rec_event *ev, uint64_t *id,
		   struct txr_err *err)
{
	char file[192], *text;

	snprintf(file, sizeof(file), "events/%s/%s/id", ev->system, ev->name);
	text = txr_tfs_read(r->tfs.fd, file, NULL);
	if (!text)
		return txr_tfs_refused(err, errno, file);
	*id = strtoull(text, NULL, 10);
	free(text);
	return 0;
}

static int make_events(struct txr_perfrec *r, struct txr_err *err)
{
	bool tracked = false;
	size_t i;

	r->ev = calloc(r->events.count, sizeof(*r->ev));
	if (!r->ev)
		return txr_fail(err, ENOMEM, "events: out of memory; free some");
	for (i = 0; i < r->events.count; i++) {
		const struct txr_rec_event *ev = &r->events.ev[i];
		struct perf_event_attr *a = &r->ev[i].attr;
		uint64_t id = 0;
		int ret = read_id(r, ev, &id, err);

		if (ret)
			return ret;
		snprintf(r->ev[i].name, sizeof(r->ev[i].name), "%s:%s", ev->system, ev->name);
		a->type = PERF_TYPE_TRACEPOINT;
		a->size = sizeof(*a);
		a->config = id;
		a->sample_period = 1;
		a->sample_type = TXR_PERF_SAMPLE;
		a->disabled = 1;
		a->sample_id_all = 1;
		a->use_clockid = r->clockid >= 0;
		a->clockid = r->clockid >= 0 ? r->clockid : 0;
		if (ev->role == TXR_ROLE_FREE && !tracked) {	/* on first, off last */
			a->comm = a->comm_exec = a->task = 1;
			tracked = true;
		}
	}
	return 0;
}

static int open_output(struct txr_perfrec *r, struct txr_err *err)
{
	bool pipe;
	int ret;

	if (!r->cfg.output)
		return 0;
	pipe = !strcmp(r->cfg.output, "-");
	if (!pipe) {
		ret = txr_outfile_open(&r->out, r->cfg.output, err);
		if (ret)
			return ret;
	}
	ret = txr_sink_init(&r->sink, pipe ? r->cfg.output_fd : r->out.fd, pipe);
	return ret ? txr_fail(err, -ret, "recorder: %s; raise the limit of open files (ulimit -n)",
			      strerror(-ret)) : 0;
}

static int set_up_now(struct txr_perfrec *r, struct txr_err *err)
{
	int ret = choose(r, err);

	if (!ret)
		ret = txr_perfrec_find_cpus(r, err);
	if (!ret)
		ret = make_events(r, err);
	if (!ret)
		ret = txr_perfrec_open(r, err);
	return ret ? ret : txr_perfrec_filter(r, r->reader, r->readers, err);
}

int txr_perfrec_set_up(struct txr_perfrec *r, struct txr_err *err)
{
	static const struct timespec a_bit = { 0, 20000000 };
	int ret, tries;

	if (r->cfg.output)
		txr_hotplug_listen(r);
	for (tries = 1;; tries++) {
		ret = set_up_now(r, err);
		/* A CPU went offline after it was found online: with those of now. */
		if (ret != -ENODEV || tries == SET_UP_TRIES)
			return ret;
		txr_perfrec_tear_down(r);
		if (err)
			memset(err, 0, sizeof(*err));
		nanosleep(&a_bit, NULL);
	}
}

void txr_perfrec_tear_down(struct txr_perfrec *r)
{
	size_t i;

	txr_perfrec_close(r);
	for (i = 0; r->ev && i < r->events.count; i++)
		free(r->ev[i].id);
	free(r->ev);
	r->ev = NULL;
	txr_events_free(&r->events);
	txr_devsel_free(&r->sel);
	free(r->cpu);
	free(r->on);
	free(r->lost_by_cpu);
	r->cpu = NULL;
	r->on = NULL;
	r->lost_by_cpu = NULL;
	r->cpus = r->lost_cpus = 0;
}

int txr_perfrec_new(struct txr_perfrec **out, const struct txr_record_config *cfg,
		    struct txr_err *err)
{
	struct txr_perfrec *r = calloc(1, sizeof(*r));
	int ret;

	*out = NULL;
	if (!r)
		return txr_fail(err, ENOMEM, "recorder: out of memory; free some");
	r->cfg = *cfg;
	r->tfs.fd = -1;
	r->out = (struct txr_outfile)TXR_OUTFILE_NONE;
	r->sink.event_fd = r->uevent_fd = r->end_fd = -1;
	pthread_mutex_init(&r->switching, NULL);
	ret = set_clock(r, err);
	if (!ret)
		ret = txr_tracefs_open(&r->tfs, err);
	if (!ret)
		ret = open_output(r, err);
	if (!ret) {
		ret = txr_tier_choose(&r->choice, &r->cfg, &r->tfs, err);
		r->cfg.tier = r->choice.tier;
	}
	if (!ret)
		ret = txr_perfrec_set_up(r, err);
	if (!ret && r->cfg.output)
		ret = txr_perfrec_describe(r, err);
	if (ret) {
		txr_perfrec_free(r);
		return ret;
	}
	txr_record_describe(&r->meta, &r->cfg, r->events.tier);
	txr_handover_note_start(&r->meta, txr_events_handover(&r->events));
	*out = r;
	return 0;
}

static uint64_t watch_clock(void *ctx)
{
	return txr_clock_ns(((struct txr_perfrec *)ctx)->clockid);
}

static bool watch_wanted(void *ctx, const char *name)
{
	return txr_devsel_match(&((struct txr_perfrec *)ctx)->sel, name);
}

static void watch_then(void *ctx)
{
	txr_perfrec_follow_handover(ctx);
}

static int start_watching(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_watcher_config cfg = {
		.start = &r->meta.start, .clock_ns = watch_clock, .wanted = watch_wanted,
		.then = watch_then, .ctx = r,
	};

	return txr_watcher_start(&r->watcher, &cfg, err);
}

static void stop_watching(struct txr_perfrec *r, const struct txr_snapshot *end)
{
	txr_watch_free(&r->meta.watch);
	txr_watcher_stop(r->watcher, end, &r->meta.watch);
	r->watcher = NULL;
}

int txr_perfrec_start(struct txr_perfrec *r, struct txr_err *err)
{
	int ret = take_snapshot(r, &r->meta.start, err);
	uint64_t on_ns;

	if (!ret && r->cfg.output)
		ret = txr_perfrec_begin(r, err);
	if (!ret && r->cfg.output)
		ret = start_watching(r, err);
	if (!ret && r->cfg.output)
		ret = txr_readers_start(r, err);
	if (ret)
		return ret;
	r->running = true;
	on_ns = txr_perfrec_now(r);
	txr_readers_switch(r->reader, r->readers, true);
	r->meta.on_ns = txr_perfrec_now(r);
	if (r->cfg.output)
		return txr_hotplug_watch(r, on_ns, err);
	txr_perfrec_look_begin(r, on_ns);
	return 0;
}

static void read_lost(struct txr_perfrec *r)
{
	struct txr_buf records = { 0 };
	unsigned int i;

	for (i = 0; i < r->readers; i++)
		txr_reader_read_lost(r->reader[i], &records);
	txr_sink_put_buf(&r->sink, &records);
	txr_buf_free(&records);
}

int txr_perfrec_stop(struct txr_perfrec *r, struct txr_err *err)
{
	struct txr_err snap_err = { 0 };
	struct txr_record_stats s;
	struct txr_missed missed;
	int code;

	if (!r->running || r->stopped)
		return 0;
	r->meta.off_ns = txr_clock_ns(r->clockid);
	txr_hotplug_end(r);
	pthread_mutex_lock(&r->switching);
	r->ending = true;
	txr_readers_switch(r->reader, r->readers, false);
	pthread_mutex_unlock(&r->switching);
	r->off_ns = txr_mono_ns();
	/* Without it report knows less, but the recording is not worthless. */
	take_snapshot(r, &r->meta.end, &snap_err);
	stop_watching(r, &r->meta.end);
	txr_readers_stop(r);
	read_lost(r);
	txr_perfrec_gaps_tell(r);
	txr_perfrec_stats(r, &s);
	missed = txr_probes_missed(&r->choice.probes);
	r->meta.dropped_events = s.lost + missed.starts;
	r->meta.missed_releases = r->last.missed_releases = missed.releases;
	r->stopped = true;
	code = -atomic_load(&r->sink.error);
	return code ? txr_perfrec_failed(r, code, err) : 0;
}

void txr_perfrec_free(struct txr_perfrec *r)
{
	if (!r)
		return;
	txr_hotplug_free(r);
	if (r->running && !r->stopped)
		txr_readers_switch(r->reader, r->readers, false);
	if (!r->stopped)
		txr_readers_stop(r);
	if (r->watcher)
		stop_watching(r, NULL);
	txr_sink_free(&r->sink);
	txr_perfrec_undescribe(r);
	txr_perfrec_tear_down(r);
	txr_outfile_close(&r->out);
	txr_tier_end(&r->choice, &r->tfs);
	txr_tracefs_close(&r->tfs);
	txr_meta_free(&r->meta);
	pthread_mutex_destroy(&r->switching);
	free(r);
}
