// SPDX-License-Identifier: GPL-2.0-only
/* flight_write.c - a trigger, and the file that is written for it. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "cli/units.h"
#include "flight_impl.h"
#include "txring/view.h"
#include "sys/clock.h"

/* So long after a trigger its file is written. */
#define AFTER_NS 1000000000ULL
/*
 * What fires until then is of the same file, which waits for its aftermath too; what
 * fires while that is waited for has a file of its own, or it would go on forever.
 */
#define TOGETHER_NS AFTER_NS

static void fire(struct flight_due *d, uint64_t seen_ns, const char *what, uint64_t now)
{
	d->at_ns = now + AFTER_NS;
	if (d->any) {
		d->more++;
		return;
	}
	d->any = true;
	d->more = 0;
	d->first_ns = now;
	d->seen_ns = seen_ns;
	snprintf(d->what, sizeof(d->what), "%s", what);
}

void flight_fire(struct flight *f, uint64_t seen_ns, const char *what)
{
	uint64_t now = txr_mono_ns();
	bool together = !f->due.any || now - f->due.first_ns <= TOGETHER_NS;

	fire(together ? &f->due : &f->later, seen_ns, what, now);
}

void flight_fire_finding(struct flight *f, uint64_t seen_ns, const struct txr_finding *find)
{
	char what[sizeof(f->due.what)], name[4 * TXR_IFNAMSIZ], queue[24] = "";

	if (find->queue >= 0)
		snprintf(queue, sizeof(queue), " queue %" PRId32, find->queue);
	snprintf(what, sizeof(what), "%s%s: %s: %s", txr_escape(name, sizeof(name), find->device),
		 queue, find->id, find->message);
	flight_fire(f, seen_ns, what);
}

/* The wall clock of a moment of the past. */
static struct timespec real_time(uint64_t mono_ns)
{
	uint64_t ago = txr_mono_ns() - mono_ns, real = txr_clock_ns(CLOCK_REALTIME) - ago;

	return (struct timespec){ real / 1000000000, real % 1000000000 };
}

static void stamp(char *buf, size_t size, const struct timespec *t)
{
	char day[32];
	struct tm tm;

	localtime_r(&t->tv_sec, &tm);
	strftime(day, sizeof(day), "%F %T", &tm);
	snprintf(buf, size, "%s.%03ld", day, t->tv_nsec / 1000000);
}

static void say_span(const struct flight *f, const struct txr_saved *s)
{
	char before[TXR_UNIT_BUF], after[TXR_UNIT_BUF], bytes[TXR_UNIT_BUF];
	uint64_t seen = f->due.seen_ns, ns = seen > s->from_ns ? seen - s->from_ns : 0;

	flight_size(bytes, f->memory_bytes);
	txr_format_ns(after, s->to_ns - (ns ? seen : s->from_ns));
	if (!ns) {
		fprintf(stderr, ", the last %s; --memory of %s holds no more, what triggered is "
			"NOT in it", after, bytes);
		return;
	}
	fprintf(stderr, ", %s before and %s after", txr_format_ns(before, ns), after);
	if (ns < f->o->flight.ns && s->from_ns > f->begin_ns)
		fprintf(stderr, "; --memory of %s holds no more", bytes);
}

static void say_lost(const struct txr_saved *s)
{
	char n[TXR_UNIT_BUF];

	if (!s->lost && !s->lost_unknown)
		fputs(", none lost\n", stderr);
	else if (!s->lost)
		fputs("; LOST events, how many is not known; a larger -b helps\n", stderr);
	else
		fprintf(stderr, "; LOST %s%s events; a larger -b helps\n",
			s->lost_unknown ? "at least " : "", txr_format_grouped(n, s->lost));
}

/* "2026-11-30 19:29:40.595 eth0 queue 0: ring-packed: ... (and 3 more)" */
static void tell_trigger(const struct flight *f, const struct timespec *when, char *buf,
			 size_t size)
{
	char time[48], more[32] = "";

	stamp(time, sizeof(time), when);
	if (f->due.more)
		snprintf(more, sizeof(more), " (and %u more)", f->due.more);
	snprintf(buf, size, "%s %.360s%s", time, f->due.what, more);
}

static void make_room(void *ctx, uint64_t bytes)
{
	struct flight *f = ctx;
	struct txr_err err = { 0 };
	uint64_t removed = f->files.removed;

	if (txr_fileset_make_room(&f->files, bytes, &err))
		flight_fail(f, &err);
	removed = f->files.removed - removed;
	if (removed && f->o->common.verbose)
		fprintf(stderr, "txring: %" PRIu64 " older file%s of this run removed\n",
			removed, removed == 1 ? "" : "s");
}

static int save(struct flight *f, const char *path, const char *trigger,
		struct txr_saved *saved, struct txr_err *err)
{
	struct txr_live_file to = {
		.path = path, .limit_bytes = f->files.max_bytes, .trigger = trigger,
		.before_name = make_room, .ctx = f,
	};
	uint64_t back_ns = f->o->flight.ns + f->o->flight.stall_ns;
	int ret;

	if (f->due.seen_ns > back_ns)
		to.want_ns = f->due.seen_ns - back_ns;
	ret = txr_engine_save(&f->engine, &to, saved, err);
	if (!ret && txr_fileset_add(&f->files, path, saved->res.file_bytes))
		ret = txr_fail(err, ENOMEM, "%s: written, but out of memory: it is not counted",
			       path);
	return ret;
}

static void say_written(const struct flight *f, const char *trigger, const char *path,
			const struct txr_saved *saved)
{
	char bytes[TXR_UNIT_BUF];

	fprintf(stderr, "txring: %s; wrote %s: %s", trigger, path,
		txr_format_bytes(bytes, saved->res.file_bytes));
	say_span(f, saved);
	say_lost(saved);
}

void flight_write(struct flight *f)
{
	struct timespec when = real_time(f->due.seen_ns);
	char *path = txr_fileset_name(&f->files, when.tv_sec), trigger[448];
	struct txr_saved saved;
	struct txr_err err = { 0 };
	int ret;

	txr_status_clear(&f->waiter);
	tell_trigger(f, &when, trigger, sizeof(trigger));
	ret = path ? save(f, path, trigger, &saved, &err) :
		     txr_fail(&err, ENOMEM, "out of memory; free some");
	if (ret) {
		fprintf(stderr, "txring: %s; NOT WRITTEN: %s\n", trigger, err.text);
		f->failed = true;
	} else if (!f->o->common.quiet) {
		say_written(f, trigger, path, &saved);
	}
	f->due = f->later;
	f->later.any = false;
	free(path);
}
