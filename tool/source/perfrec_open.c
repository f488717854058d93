// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_open.c - events on all CPUs: how many, how much memory, which ids. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <perf/core.h>
#include "buffer_size.h"
#include "perfrec_impl.h"

#define BUFFER_KB_MAX 8192
#define BUFFER_KB_MOST (1024 * 1024)	/* libperf counts bytes in an int */
#define BUFFER_KB_MIN 64

static int quiet(enum libperf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

/* One file descriptor for each event on each CPU, also on those that come later. */
static void raise_files(const struct txr_perfrec *r)
{
	rlim_t need = 64 + (rlim_t)r->events.count * (r->cpus + r->lost_cpus);
	struct rlimit lim;

	if (getrlimit(RLIMIT_NOFILE, &lim) || lim.rlim_cur >= need)
		return;
	lim.rlim_cur = need < lim.rlim_max ? need : lim.rlim_max;
	setrlimit(RLIMIT_NOFILE, &lim);
}

static int refused(const struct txr_perfrec *r, int code, struct txr_err *err)
{
	switch (code) {
	case EACCES:
	case EPERM:
		return txr_fail(err, code, "perf events on all CPUs: %s; run as root or with "
				"CAP_PERFMON, or set sysctl kernel.perf_event_paranoid=-1",
				strerror(code));
	case EMFILE:
	case ENFILE:
		return txr_fail(err, code, "perf events, %zu on each of %u CPUs: %s; raise the "
				"limit of open files (ulimit -n)", r->events.count, r->cpus,
				strerror(code));
	case EINVAL:
		return txr_fail(err, code, "perf events: this kernel refuses them (clock %s?); "
				"give another --clock, or --backend tracefs", r->cfg.clock);
	case ENOENT:
	case ENOSYS:
	case EOPNOTSUPP:
		return txr_fail(err, code, "perf events: this kernel has none for tracepoints; "
				"use --backend tracefs");
	default:
		return txr_fail(err, code, "perf events: %s; use --backend tracefs",
				strerror(code));
	}
}

static struct txr_reader *new_reader(struct txr_perfrec *r)
{
	struct txr_reader *d = calloc(1, sizeof(*d));

	if (d)
		d->r = r;
	return d;
}

static void close_readers(struct txr_perfrec *r)
{
	unsigned int i;

	for (i = 0; i < r->readers; i++)
		txr_reader_free(r->reader[i]);
	free(r->reader);
	r->reader = NULL;
	r->readers = r->first_readers = 0;
}

/* With room for one more for each CPU that there can be. */
static int open_readers(struct txr_perfrec *r)
{
	unsigned int n = r->cpus < TXR_READERS_MAX ? r->cpus : TXR_READERS_MAX, i, from, to;
	int ret = 0;

	r->reader = calloc(n + r->lost_cpus, sizeof(*r->reader));
	if (!r->reader)
		return -ENOMEM;
	for (i = 0; i < n && !ret; i++) {
		from = (uint64_t)r->cpus * i / n;
		to = (uint64_t)r->cpus * (i + 1) / n;
		r->reader[i] = new_reader(r);
		if (!r->reader[i])
			ret = -ENOMEM;
		else
			ret = txr_reader_open(r->reader[i], r->cpu + from, to - from);
		r->readers = r->first_readers = i + 1;
	}
	if (ret)
		close_readers(r);
	return ret;
}

static void set_attrs(struct txr_perfrec *r, uint64_t read_format)
{
	size_t i;

	for (i = 0; i < r->events.count; i++) {
		struct perf_event_attr *a = &r->ev[i].attr;

		a->read_format = read_format;
		a->watermark = 1;
		a->wakeup_watermark = r->buffer_kb * 1024 / 2;
	}
}

/*
 * More memory than perf_event_mlock_kb needs CAP_IPC_LOCK (perf_mmap() in
 * kernel/events/core.c): without -b less is taken then. Before 6.0 no event counts
 * its own losses (PERF_FORMAT_LOST).
 */
static int open_somehow(struct txr_perfrec *r)
{
	uint64_t format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_ID | PERF_FORMAT_LOST;
	int ret;

	for (;;) {
		set_attrs(r, format);
		ret = open_readers(r);
		if (ret == -EINVAL && (format & PERF_FORMAT_LOST))
			format &= ~PERF_FORMAT_LOST;
		else if ((ret == -EPERM || ret == -ENOMEM) && !r->cfg.buffer_kb &&
			 r->buffer_kb > BUFFER_KB_MIN)
			r->buffer_kb /= 2;
		else
			return ret;
	}
}

/* A power of two; of all CPUs together at most an eighth of the memory. */
static uint64_t buffer_kb(const struct txr_perfrec *r)
{
	uint64_t want = r->cfg.buffer_kb, kb = BUFFER_KB_MIN;
	long pages = sysconf(_SC_PHYS_PAGES);

	if (!want) {
		want = (uint64_t)pages * (sysconf(_SC_PAGESIZE) / 1024) / 8 / r->cpus;
		if (want > BUFFER_KB_MAX)
			want = BUFFER_KB_MAX;
		while (2 * kb <= want)
			kb *= 2;
		return kb;
	}
	kb = sysconf(_SC_PAGESIZE) / 1024;
	while (kb < want)
		kb *= 2;
	return kb;
}

/* The ids that the header gives for an event: one for each CPU of the start. */
static int collect_ids(struct txr_perfrec *r)
{
	unsigned int i, c;
	size_t e;

	for (e = 0; e < r->events.count; e++) {
		struct txr_perf_event *ev = &r->ev[e];

		ev->id = calloc(r->cpus, sizeof(*ev->id));
		if (!ev->id)
			return -ENOMEM;
		for (i = 0; i < r->first_readers; i++) {
			const struct txr_reader *d = r->reader[i];

			for (c = 0; c < d->rings; c++)
				ev->id[ev->ids++] = d->id[e * d->rings + c];
		}
	}
	return 0;
}

int txr_perfrec_open(struct txr_perfrec *r, struct txr_err *err)
{
	int ret = txr_buffer_size_check(r->cfg.buffer_kb, r->cpus, BUFFER_KB_MOST, err);

	if (ret)
		return ret;
	libperf_init(quiet);
	raise_files(r);
	r->buffer_kb = buffer_kb(r);
	ret = open_somehow(r);
	if (ret == -EPERM && r->cfg.buffer_kb)
		return txr_fail(err, EPERM, "trace buffer of %llu KiB per CPU: %s; give less by "
				"--buffer, raise sysctl kernel.perf_event_mlock_kb, or run with "
				"CAP_PERFMON and CAP_IPC_LOCK",
				(unsigned long long)r->buffer_kb, strerror(EPERM));
	if (!ret)
		ret = collect_ids(r);
	return ret ? refused(r, -ret, err) : 0;
}

void txr_perfrec_close(struct txr_perfrec *r)
{
	close_readers(r);
}
