// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_reader.c - one reader's CPUs by libperf: events, rings, ids, switches. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/mmap.h>
#include <perf/threadmap.h>
#include "perfrec_impl.h"

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

static struct perf_cpu_map *map_of(const unsigned int *cpus, unsigned int n)
{
	struct txr_buf text = { 0 };
	struct perf_cpu_map *map;
	char cpu[16];

	while (n--) {
		snprintf(cpu, sizeof(cpu), "%u%s", *cpus++, n ? "," : "");
		txr_buf_put(&text, cpu, strlen(cpu));
	}
	txr_buf_put(&text, "", 1);
	map = text.no_memory ? NULL : perf_cpu_map__new(text.data);
	txr_buf_free(&text);
	return map;
}

/* The figures of an earlier time stay. */
static int make_room(struct txr_reader *d, unsigned int rings)
{
	size_t events = d->r->events.count;

	d->rings = rings;
	if (!d->ring)
		d->ring = calloc(rings, sizeof(*d->ring));
	if (!d->evsel)
		d->evsel = calloc(events, sizeof(*d->evsel));
	if (!d->id)
		d->id = calloc(events * rings, sizeof(*d->id));
	return d->ring && d->evsel && d->id ? 0 : -ENOMEM;
}

static int add_events(struct txr_reader *d)
{
	struct txr_perfrec *r = d->r;
	size_t i;

	d->list = perf_evlist__new();
	if (!d->list || !d->cpus)
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
		d->ring[i].page = NULL;
		d->ring[i].tail = 0;
		d->ring[i].cpu = perf_cpu_map__cpu(d->cpus, i).cpu;
	}
	return 0;
}

static int open_events(struct txr_reader *d)
{
	struct perf_thread_map *all = perf_thread_map__new_dummy();
	int ret = all ? add_events(d) : -ENOMEM;

	if (!ret) {
		perf_thread_map__set_pid(all, 0, -1);
		perf_evlist__set_maps(d->list, d->cpus, all);
		errno = 0;
		ret = perf_evlist__open(d->list);
		if (ret < 0 && errno)
			ret = -errno;
	}
	perf_thread_map__put(all);
	return ret;
}

static int read_ids(struct txr_reader *d)
{
	unsigned int c;
	size_t e;

	for (e = 0; e < d->r->events.count; e++) {
		for (c = 0; c < d->rings; c++) {
			struct perf_counts_values v;
			int ret = perf_evsel__read(d->evsel[e], c, 0, &v);

			if (ret < 0)
				return ret;
			d->id[e * d->rings + c] = v.id;
		}
	}
	return 0;
}

int txr_reader_open(struct txr_reader *d, const unsigned int *cpu, unsigned int n)
{
	int ret = make_room(d, n);

	if (ret)
		return ret;
	d->cpus = map_of(cpu, n);
	ret = open_events(d);
	if (!ret)
		ret = map_rings(d);
	if (!ret)
		ret = read_ids(d);
	if (ret)
		txr_reader_close(d);
	return ret;
}

/*
 * The larger part of what perf_evsel__delete() forgets; again does no harm. A libperf
 * that keeps it to itself forgets it.
 */
void perf_evsel__free_id(struct perf_evsel *evsel) __attribute__((weak));

static void free_ids(struct txr_reader *d)
{
	size_t e;

	for (e = 0; perf_evsel__free_id && e < d->r->events.count; e++)
		if (d->evsel[e])
			perf_evsel__free_id(d->evsel[e]);
}

void txr_reader_close(struct txr_reader *d)
{
	unsigned int c;

	if (d->list) {
		perf_evlist__munmap(d->list);
		perf_evlist__close(d->list);
		free_ids(d);
		perf_evlist__delete(d->list);	/* and its events */
		memset(d->evsel, 0, d->r->events.count * sizeof(*d->evsel));
	}
	d->list = NULL;
	perf_cpu_map__put(d->cpus);
	d->cpus = NULL;
	for (c = 0; d->ring && c < d->rings; c++) {
		d->ring[c].map = NULL;
		d->ring[c].page = NULL;
	}
}

void txr_reader_free(struct txr_reader *d)
{
	if (!d)
		return;
	txr_reader_close(d);
	free(d->evsel);
	free(d->ring);
	free(d->id);
	free(d->copy);
	free(d);
}

enum step { OTHERS, RESULTS, STARTS, STEPS };

static enum step step_of(const struct txr_reader *d, size_t event)
{
	switch (d->r->events.ev[event].role) {
	case TXR_ROLE_START:
		return STARTS;
	case TXR_ROLE_RESULT:
		return RESULTS;
	default:
		return OTHERS;
	}
}

static void switch_one(struct txr_reader *d, enum step step, bool on)
{
	size_t e;

	for (e = 0; d->list && e < d->r->events.count; e++) {
		if (step_of(d, e) != step || d->r->events.ev[e].spare)
			continue;
		if (on)
			perf_evsel__enable(d->evsel[e]);
		else
			perf_evsel__disable(d->evsel[e]);
	}
}

void txr_readers_switch(struct txr_reader *const *d, unsigned int n, bool on)
{
	unsigned int step, i;

	for (step = 0; step < STEPS; step++)
		for (i = 0; i < n; i++)
			switch_one(d[i], on ? step : STEPS - 1 - step, on);
}

void txr_reader_switch_handover(struct txr_reader *d)
{
	size_t e;

	for (e = 0; d->list && e < d->r->events.count; e++)
		if (d->r->events.ev[e].role == TXR_ROLE_HANDOVER && !d->r->events.ev[e].spare)
			perf_evsel__enable(d->evsel[e]);
}

int txr_reader_on_ns(struct txr_reader *d, unsigned int ring, uint64_t *on_ns)
{
	struct perf_counts_values v = { 0 };
	int ret = d->list ? perf_evsel__read(d->evsel[0], ring, 0, &v) : -ENODEV;

	*on_ns = v.ena;
	return ret;
}

int txr_reader_lost(struct txr_reader *d, unsigned int ring, uint64_t *lost)
{
	size_t e;

	*lost = 0;
	if (!(d->r->ev[0].attr.read_format & PERF_FORMAT_LOST))
		return -EOPNOTSUPP;
	for (e = 0; e < d->r->events.count; e++) {
		struct perf_counts_values v = { 0 };
		int ret = perf_evsel__read(d->evsel[e], ring, 0, &v);

		if (ret < 0)
			return ret;
		*lost += v.lost;
	}
	return 0;
}

void txr_reader_read_lost(struct txr_reader *d, struct txr_buf *records)
{
	unsigned int c;
	size_t e;

	for (c = 0; d->list && c < d->rings; c++) {
		struct txr_ring *g = &d->ring[c];

		for (e = 0; e < d->r->events.count; e++) {
			struct txr_perf_tail t = { .cpu = g->cpu, .time_ns = g->last_ns,
						   .id = d->r->ev[e].id[0] };
			struct perf_counts_values v = { 0 };

			if (perf_evsel__read(d->evsel[e], c, 0, &v) < 0 || !v.lost)
				continue;
			atomic_fetch_add(&g->lost_end, v.lost);
			txr_perf_lost_samples(records, v.lost, &t);
		}
	}
}
