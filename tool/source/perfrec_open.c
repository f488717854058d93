// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_open.c - libperf: events on CPUs, their ids, filters, switches. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>
#include "perfrec_impl.h"

#define BUFFER_KB_MAX 8192
#define BUFFER_KB_MIN 64

#ifdef __SANITIZE_ADDRESS__
/* perf_evsel__delete() (evsel.c) gives back neither the event's ids nor its maps. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:perf_evsel__alloc_id\nleak:perf_thread_map__\nleak:perf_cpu_map__\n";
}

const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
	return "print_suppressions=0";
}
#endif

static int quiet(enum libperf_print_level level, const char *fmt, va_list ap)
{
	(void)level;
	(void)fmt;
	(void)ap;
	return 0;
}

/* One file descriptor for each event on each CPU. */
static void raise_files(const struct txr_perfrec *r)
{
	rlim_t need = 64 + (rlim_t)r->events.count * r->cpus;
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

static struct perf_cpu_map *map_of(const struct txr_perfrec *r, unsigned int from,
				   unsigned int n)
{
	struct txr_buf text = { 0 };
	struct perf_cpu_map *map;
	char cpu[16];

	while (n--) {
		snprintf(cpu, sizeof(cpu), "%u%s", r->cpu[from++], n ? "," : "");
		txr_buf_put(&text, cpu, strlen(cpu));
	}
	txr_buf_put(&text, "", 1);
	map = text.no_memory ? NULL : perf_cpu_map__new(text.data);
	txr_buf_free(&text);
	return map;
}

static int add_events(struct txr_reader *d)
{
	struct txr_perfrec *r = d->r;
	size_t i;

	d->evsel = calloc(r->events.count, sizeof(*d->evsel));
	d->ring = calloc(d->rings, sizeof(*d->ring));
	d->list = perf_evlist__new();
	if (!d->evsel || !d->ring || !d->list || !d->cpus)
		return -ENOMEM;
	for (i = 0; i < r->events.count; i++) {
		d->evsel[i] = perf_evsel__new(&r->ev[i].attr);
		if (!d->evsel[i])
			return -ENOMEM;
		perf_evlist__add(d->list, d->evsel[i]);
	}
	return 0;
}

static int map_rings(struct txr_reader *d)
{
	long pages = d->r->buffer_kb * 1024 / sysconf(_SC_PAGESIZE);
	struct perf_mmap *map = NULL;
	unsigned int i;

	errno = 0;
	if (perf_evlist__mmap(d->list, pages) < 0)
		return errno ? -errno : -ENOMEM;
	/* in the order of the CPU map (perf_evlist__mmap_cb_get() in evlist.c) */
	for (i = 0; i < d->rings; i++) {
		map = perf_evlist__next_mmap(d->list, map, false);
		if (!map)
			return -EINVAL;
		d->ring[i].map = map;
		d->ring[i].cpu = perf_cpu_map__cpu(d->cpus, i).cpu;
	}
	return 0;
}

static int open_reader(struct txr_reader *d, unsigned int from, unsigned int n)
{
	struct perf_thread_map *all = perf_thread_map__new_dummy();
	int ret;

	d->rings = n;
	d->cpus = map_of(d->r, from, n);
	ret = all ? add_events(d) : -ENOMEM;
	if (!ret) {
		perf_thread_map__set_pid(all, 0, -1);
		perf_evlist__set_maps(d->list, d->cpus, all);
		errno = 0;
		ret = perf_evlist__open(d->list);
		if (ret < 0 && errno)
			ret = -errno;
	}
	perf_thread_map__put(all);
	return ret ? ret : map_rings(d);
}

static void close_readers(struct txr_perfrec *r)
{
	unsigned int i;

	for (i = 0; i < r->readers; i++) {
		struct txr_reader *d = &r->reader[i];

		if (d->list) {
			perf_evlist__munmap(d->list);
			perf_evlist__close(d->list);
			perf_evlist__delete(d->list);	/* and its events */
		}
		perf_cpu_map__put(d->cpus);
		free(d->evsel);
		free(d->ring);
	}
	free(r->reader);
	r->reader = NULL;
	r->readers = 0;
}

static int open_readers(struct txr_perfrec *r)
{
	unsigned int n = r->cpus < TXR_READERS_MAX ? r->cpus : TXR_READERS_MAX, i, from, to;
	int ret = 0;

	r->reader = calloc(n, sizeof(*r->reader));
	if (!r->reader)
		return -ENOMEM;
	r->readers = n;
	for (i = 0; i < n && !ret; i++) {
		from = (uint64_t)r->cpus * i / n;
		to = (uint64_t)r->cpus * (i + 1) / n;
		r->reader[i].r = r;
		ret = open_reader(&r->reader[i], from, to - from);
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
	uint64_t format = PERF_FORMAT_ID | PERF_FORMAT_LOST;
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

static int read_ids(struct txr_perfrec *r)
{
	unsigned int i, c, n;
	size_t e;

	for (e = 0; e < r->events.count; e++) {
		struct txr_perf_event *ev = &r->ev[e];

		free(ev->id);
		ev->ids = 0;
		ev->id = calloc(r->cpus, sizeof(*ev->id));
		if (!ev->id)
			return -ENOMEM;
		for (i = 0, n = 0; i < r->readers; i++) {
			for (c = 0; c < r->reader[i].rings; c++, n++) {
				struct perf_counts_values v;
				int ret = perf_evsel__read(r->reader[i].evsel[e], c, 0, &v);

				if (ret < 0)
					return ret;
				ev->id[n] = v.id;
			}
		}
		ev->ids = n;
	}
	return 0;
}

int txr_perfrec_open(struct txr_perfrec *r, struct txr_err *err)
{
	int ret;

	libperf_init(quiet);
	raise_files(r);
	r->buffer_kb = buffer_kb(r);
	ret = open_somehow(r);
	if (ret == -EPERM && r->cfg.buffer_kb)
		return txr_fail(err, EPERM, "trace buffer of %llu KiB per CPU: %s; give less by "
				"-b, raise sysctl kernel.perf_event_mlock_kb, or run with "
				"CAP_PERFMON and CAP_IPC_LOCK",
				(unsigned long long)r->buffer_kb, strerror(EPERM));
	if (!ret)
		ret = read_ids(r);
	return ret ? refused(r, -ret, err) : 0;
}

void txr_perfrec_close(struct txr_perfrec *r)
{
	close_readers(r);
}

/*
 * CPUs cannot be switched at one moment. What ends a lap is on before what begins
 * one, on every CPU, and off after it: no lap is open because nobody looked.
 */
void txr_perfrec_switch(struct txr_perfrec *r, bool on)
{
	enum { OTHERS, RESULTS, STARTS, STEPS };
	unsigned int step, i;
	size_t e;

	for (step = 0; step < STEPS; step++) {
		unsigned int now = on ? step : STEPS - 1 - step;

		for (e = 0; e < r->events.count; e++) {
			enum txr_event_role role = r->events.ev[e].role;
			unsigned int its = role == TXR_ROLE_START ? STARTS :
					   role == TXR_ROLE_RESULT ? RESULTS : OTHERS;

			if (its != now)
				continue;
			for (i = 0; i < r->readers; i++) {
				if (on)
					perf_evsel__enable(r->reader[i].evsel[e]);
				else
					perf_evsel__disable(r->reader[i].evsel[e]);
			}
		}
	}
}

void txr_perfrec_read_lost(struct txr_perfrec *r, struct txr_buf *records)
{
	unsigned int i, c, n = 0;
	size_t e;

	for (i = 0; i < r->readers; i++) {
		for (c = 0; c < r->reader[i].rings; c++, n++) {
			struct txr_ring *g = &r->reader[i].ring[c];

			for (e = 0; e < r->events.count; e++) {
				struct txr_perf_tail t = { .cpu = g->cpu, .time_ns = g->last_ns,
							   .id = r->ev[e].id[n] };
				struct perf_counts_values v = { 0 };

				if (perf_evsel__read(r->reader[i].evsel[e], c, 0, &v) < 0 ||
				    !v.lost)
					continue;
				g->lost_end += v.lost;
				txr_perf_lost_samples(records, v.lost, &t);
			}
		}
	}
}
