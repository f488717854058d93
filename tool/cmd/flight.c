// SPDX-License-Identifier: GPL-2.0-only
/* flight.c - `txring record --flight`: watch, and write when something happens. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "flight_impl.h"
#include "pipeline.h"
#include "source/tracefs_events.h"
#include "sys/clock.h"

/* How often triggers are looked for: what is found happened in that time. */
#define LOOK_NS		1000000000ULL
/*
 * Held beyond what was asked for: the time until a trigger is seen and its file is
 * written, and until the next snapshot, where a file can begin (see live_copy.c).
 */
#define MORE_NS(ns)	(4 * LOOK_NS + (ns) / 4)
#define MEMORY_BYTES	(256ULL << 20)
#define MEMORY_SHARE	16	/* of a small machine's */
#define HEADER_BYTES	(1u << 20)	/* of a file, beside an eighth of it */

void flight_fail(struct flight *f, const struct txr_err *err)
{
	txr_status_clear(&f->waiter);
	txr_complain(err, 0);
	f->failed = true;
}

/* A file shall hold all that is in memory, and its header. */
static uint64_t memory_for(const struct txr_flight_opts *o)
{
	uint64_t bytes = o->memory_kb << 10, file = o->max_kb << 10, fair;
	long pages = sysconf(_SC_PHYS_PAGES);
	struct rlimit lim;

	if (!getrlimit(RLIMIT_FSIZE, &lim) && lim.rlim_cur < file)
		file = lim.rlim_cur > HEADER_BYTES ? lim.rlim_cur : 2 * HEADER_BYTES;

	if (!bytes) {
		bytes = MEMORY_BYTES;
		fair = pages > 0 ? (uint64_t)pages * sysconf(_SC_PAGESIZE) / MEMORY_SHARE : bytes;
		if (bytes > fair)
			bytes = fair;
	}
	file -= file / 8 + HEADER_BYTES;
	return bytes < file ? bytes : file;
}

static void watch(struct flight *f)
{
	f->onsets.over_ns = f->o->flight.ns > 2 * LOOK_NS ? f->o->flight.ns : 2 * LOOK_NS;
	memcpy(f->onsets.watched, f->o->flight.watched, sizeof(f->onsets.watched));
}

static bool watches(const struct flight *f)
{
	unsigned int i, any = 0;

	for (i = 0; i < TXR_F_NR; i++)
		any |= f->onsets.watched[i];
	return any;
}

static int open_engine(struct flight *f, struct txr_err *err)
{
	static const int tier[] = { TXR_TIER_AUTO, TXR_TIER_PATCHED, TXR_TIER_PROBE,
				    TXR_TIER_STOCK };
	const struct txr_record_opts *o = f->o;
	struct txr_live_config cfg = {
		.dev = o->dev.item, .nr_dev = o->dev.count,
		.event = o->event.item, .nr_event = o->event.count,
		.xmit = o->xmit.item, .nr_xmit = o->xmit.count,
		.tier = tier[o->tier], .buffer_kb = o->buffer_kb, .command = f->command,
		.keep_ns = o->flight.ns + MORE_NS(o->flight.ns),
	};
	int ret;

	if (o->flight.watched[TXR_F_QUEUE_STALLED])
		cfg.keep_ns += o->flight.stall_ns;	/* it is seen so late */
	f->memory_bytes = cfg.keep_bytes = memory_for(&o->flight);
	txr_record_join_command(f->command, sizeof(f->command), o->command);
	ret = txr_engine_open(&f->engine, &cfg, watches(f) ? 1u << TXR_TEE_EACH : 0, err);
	if (!ret)
		txr_engine_stall_after(&f->engine, o->flight.stall_ns);
	return ret;
}

static int set_up(struct flight *f, struct txr_err *err)
{
	const struct txr_record_opts *o = f->o;
	int ret;

	watch(f);
	ret = txr_fileset_open(&f->files, o->output, o->flight.keep, o->flight.max_kb << 10, err);
	if (!ret)
		ret = txr_waiter_init(&f->waiter, &f->child, true, err);
	if (!ret && o->command)
		ret = txr_child_fork(&f->child, o->command, err);
	if (!ret)
		ret = open_engine(f, err);
	f->begin_ns = txr_mono_ns();
	if (!ret)
		flight_say_set_up(f);
	return ret;
}

struct seen {
	struct flight *f;
	uint64_t ns;
};

static void begins(void *ctx, const struct txr_finding *find)
{
	const struct seen *s = ctx;

	flight_fire_finding(s->f, s->ns, find);
}

/* The devices as they are now, and what began since the last time. */
static int look(struct flight *f, struct txr_err *err)
{
	struct txr_sample s;
	struct seen seen = { .f = f };
	int ret = txr_engine_follow(&f->engine, err);

	if (!ret)
		ret = txr_engine_sample(&f->engine, &s, NULL, NULL, err);
	if (ret)
		return ret;
	seen.ns = s.until_ns;
	if (s.report[TXR_TEE_EACH] &&
	    txr_onsets_look(&f->onsets, s.report[TXR_TEE_EACH], s.until_ns, begins, &seen))
		ret = txr_fail(err, ENOMEM, "triggers: out of memory; free some");
	txr_sample_free(&s);
	if (f->status)
		flight_show_status(f);
	return ret;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* What ends it; -1 with a line when it failed. */
static int loop(struct flight *f, struct txr_err *err)
{
	uint64_t look_ns = f->begin_ns + LOOK_NS, end_ns = UINT64_MAX, next, now;
	enum txr_end end;

	if (f->o->duration_ns != TXR_NO_DURATION)
		end_ns = f->begin_ns + f->o->duration_ns;
	for (;;) {
		next = earlier(look_ns, end_ns);
		if (f->due.any)
			next = earlier(next, f->due.at_ns);
		now = txr_mono_ns();
		end = txr_waiter_wait(&f->waiter, f->engine.failed_fd,
				      next > now ? next - now : 0, NULL, NULL);
		now = txr_mono_ns();
		if (end == TXR_END_ASKED)
			flight_fire(f, now, "SIGUSR1");
		else if (end != TXR_END_DURATION && end != TXR_END_FAILED)
			return end;
		if (end == TXR_END_FAILED || now >= look_ns) {
			if (look(f, err))
				return -1;
			look_ns = now + LOOK_NS;
		}
		if (f->due.any && now >= f->due.at_ns)
			flight_write(f);
		if (now >= end_ns)
			return TXR_END_DURATION;
	}
}

/* What has triggered is written, if with less behind it; nothing else is. */
static void finish(struct flight *f, int end, const struct txr_err *err)
{
	txr_status_clear(&f->waiter);
	if (end < 0)
		flight_fail(f, err);
	else if (txr_waiter_asked())
		flight_fire(f, txr_mono_ns(), "SIGUSR1");
	while (end >= 0 && f->due.any)
		flight_write(f);
	flight_say_end(f);
}

static int flight(struct flight *f)
{
	const char *const *command = (const char *const *)f->o->command;
	struct txr_err err = { 0 };
	int end, status = TXR_EXIT_OK;

	f->status = isatty(STDERR_FILENO) && !f->o->common.quiet;
	if (set_up(f, &err)) {
		flight_fail(f, &err);
		return command ? TXR_EXIT_RECORD : TXR_EXIT_FAILED;
	}
	if (f->child.pid && txr_child_go(&f->child, command[0], &err)) {
		flight_fail(f, &err);
		return f->child.ended ? txr_child_status(&f->child) : TXR_EXIT_RECORD;
	}
	end = loop(f, &err);
	finish(f, end, &err);
	txr_engine_close(&f->engine);
	if (f->child.pid)
		status = txr_waiter_end_command(&f->waiter, end < 0 ? TXR_END_FAILED :
						(enum txr_end)end);
	if (f->failed)
		return f->child.pid ? TXR_EXIT_RECORD : TXR_EXIT_FAILED;
	return status;
}

int txr_flight(const struct txr_record_opts *o)
{
	struct flight f = {
		.o = o, .child = TXR_CHILD_NONE, .waiter = { .signal_fd = -1 },
		.engine = { .stop_fd = -1, .failed_fd = -1 },
	};
	int status = flight(&f);

	txr_engine_close(&f.engine);
	txr_fileset_free(&f.files);
	txr_onsets_free(&f.onsets);
	txr_child_free(&f.child);
	txr_waiter_free(&f.waiter);
	return status;
}
