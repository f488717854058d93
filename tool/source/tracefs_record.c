// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_record.c - set up, start, stop a recording. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "buffer_size.h"
#include "record_meta.h"
#include "sys/clock.h"
#include "sys/watcher.h"
#include "tracefs_impl.h"

/* Default buffer of one CPU; less where all would take too much memory. */
#define BUFFER_KB_MAX 8192
#define BUFFER_KB_MIN 1024
#define PAGE_KB_MAX 32
/*
 * Wake the reader when a quarter is full: the rest is its time to come. At half
 * it would cost a twentieth less of what little it costs, at a tenth a fifth more.
 */
#define WAKE_PERCENT 25

static int clock_id(const char *clock)
{
	static const struct {
		const char *name;
		int id;
	} clocks[] = {
		{ "mono", CLOCK_MONOTONIC },
		{ "mono_raw", CLOCK_MONOTONIC_RAW },
		{ "boot", CLOCK_BOOTTIME },
		{ "tai", CLOCK_TAI },
	};
	size_t i;

	for (i = 0; i < sizeof(clocks) / sizeof(clocks[0]); i++)
		if (!strcmp(clock, clocks[i].name))
			return clocks[i].id;
	return -1;
}

uint64_t txr_trace_clock_now(const char *clock)
{
	return txr_clock_ns(clock_id(clock));
}

/* In the recording's clock; 0: it cannot be read. */
static uint64_t look_at_clock(const struct txr_recorder *r, struct txr_clockset *c)
{
	int id = clock_id(r->cfg.clock);

	return id < 0 ? 0 : txr_clockset_look(c, id);
}

static int take_snapshot(struct txr_recorder *r, struct txr_snapshot *s, struct txr_err *err)
{
	int ret = txr_snapshot_take_all(s, err);

	if (ret)
		return ret;
	s->clock_ns = look_at_clock(r, &r->clockset);
	s->real_ns = txr_clock_ns(CLOCK_REALTIME);
	return 0;
}

/* Stale instances first: they hold the probes of their run. */
static int choose_tier(struct txr_recorder *r, struct txr_err *err)
{
	int ret;

	r->stale = txr_instance_remove_stale(&r->tfs);
	ret = txr_tier_choose(&r->choice, &r->cfg, &r->tfs, err);
	r->cfg.tier = r->choice.tier;
	return ret;
}

/* The devices as they are now decide on filters and hand-over events. */
static int choose(struct txr_recorder *r, struct txr_err *err)
{
	struct txr_events_want want;
	struct txr_snapshot snap = { 0 };
	int ret = take_snapshot(r, &snap, err);

	if (!ret)
		ret = txr_devsel_init(&r->sel, r->cfg.dev, r->cfg.nr_dev, &snap, err);
	if (!ret) {
		r->unmatched = txr_devsel_unmatched(&r->sel, &snap);
		r->handover = txr_devsel_handover(&r->sel, &snap);
		want = txr_record_want(&r->cfg, r->handover);
		ret = txr_events_choose(&r->events, &r->tfs, &want, err);
	}
	txr_snapshot_free(&snap);
	return ret;
}

static bool clock_listed(const char *list, const char *clock)
{
	size_t len = strlen(clock);
	const char *p = list;

	while (len && (p = strstr(p, clock))) {
		bool begins = p == list || p[-1] == ' ' || p[-1] == '[';
		char after = p[len];

		if (begins && (!after || after == ' ' || after == ']' || after == '\n'))
			return true;
		p += len;
	}
	return false;
}

static int set_clock(struct txr_recorder *r, struct txr_err *err)
{
	char *list = txr_tfs_read(r->inst.fd, "trace_clock", NULL);
	int ret = 0;

	if (!list)
		return txr_tfs_refused(err, errno, "trace_clock");
	list[strcspn(list, "\n")] = '\0';
	if (!clock_listed(list, r->cfg.clock))
		ret = txr_fail(err, EINVAL, "clock %s: this kernel has none of that name; "
			       "it has %s", r->cfg.clock, list);
	else if (txr_clock_counts(r->cfg.clock))
		ret = txr_fail(err, EINVAL, "clock %s: it counts no nanoseconds, so no lap could be "
			       "timed; take mono", r->cfg.clock);
	free(list);
	if (ret)
		return ret;
	ret = txr_tfs_write(r->inst.fd, "trace_clock", r->cfg.clock);
	if (ret)
		return txr_tfs_refused(err, -ret, "trace_clock");
	r->clocks.data = txr_tfs_read(r->inst.fd, "trace_clock", &r->clocks.len);
	return 0;
}

/* At most an eighth of the memory for all CPUs together, never below 1 MiB. */
static uint64_t default_buffer_kb(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF), pages = sysconf(_SC_PHYS_PAGES);
	uint64_t kb = BUFFER_KB_MAX, fair;

	if (cpus < 1 || pages < 1)
		return BUFFER_KB_MIN;
	fair = (uint64_t)pages * (sysconf(_SC_PAGESIZE) / 1024) / 8 / cpus;
	if (kb > fair)
		kb = fair;
	return kb < BUFFER_KB_MIN ? BUFFER_KB_MIN : kb;
}

/*
 * Larger pages of the ring buffer (6.8 and later) cost the reader half: each is
 * taken out under a lock, and replaced by a fresh one. Up to 32 KiB, which the
 * kernel's allocator always finds (PAGE_ALLOC_COSTLY_ORDER); not so large that
 * a loss, which is of whole pages, takes more than 1/64 of the buffer.
 */
static void set_page_size(int fd, uint64_t buffer_kb)
{
	uint64_t kb = PAGE_KB_MAX;

	while (kb > 4 && kb > buffer_kb / 64)
		kb /= 2;
	/* Where it is refused the size stays as it is; header_page tells it. */
	txr_tfs_write_u64(fd, "buffer_subbuf_size_kb", kb);
}

static int set_buffer(struct txr_recorder *r, struct txr_err *err)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	int ret = txr_buffer_size_check(r->cfg.buffer_kb, cpus > 0 ? (unsigned int)cpus : 1,
					UINT64_MAX, err);

	if (ret)
		return ret;
	r->buffer_kb = r->cfg.buffer_kb ? r->cfg.buffer_kb : default_buffer_kb();
	set_page_size(r->inst.fd, r->buffer_kb);
	ret = txr_tfs_write_u64(r->inst.fd, "buffer_size_kb", r->buffer_kb);
	if (ret)
		return txr_fail(err, -ret, "trace buffer of %llu KiB per CPU: %s; give less "
				"by --buffer", (unsigned long long)r->buffer_kb, strerror(-ret));
	/*
	 * Overwriting: a loss is marked in the page where it happened. Of events
	 * refused by a full buffer (overwrite off) the pages tell nothing
	 * (rb_get_reader_page, ring_buffer.c: lost_events is from overrun alone).
	 */
	ret = txr_tfs_write(r->inst.fd, "options/overwrite", "1");
	if (ret)
		return txr_tfs_refused(err, -ret, "trace option overwrite");
	/* Not in every kernel; without it readers wake more often. */
	ret = txr_tfs_write_u64(r->inst.fd, "buffer_percent", WAKE_PERCENT);
	return ret && ret != -ENOENT ? txr_tfs_refused(err, -ret, "buffer_percent") : 0;
}

/* "field: char data; offset:16; size:4080": a page is where data ends. */
static uint32_t page_size_of(const char *header)
{
	const char *data = header ? strstr(header, "char data;") : NULL;
	unsigned int offset, size;

	if (!data || sscanf(data, "char data; offset:%u; size:%u;", &offset, &size) != 2)
		return 0;
	return (offset + size) % 4096 ? 0 : offset + size;
}

static void read_page_header(struct txr_recorder *r)
{
	free(r->header_page.data);
	r->header_page.data = txr_tfs_read(r->inst.fd, "events/header_page",
					   &r->header_page.len);
	if (!r->header_page.data)	/* older kernels have it at the top only */
		r->header_page.data = txr_tfs_read(r->tfs.fd, "events/header_page",
						   &r->header_page.len);
	r->page_size = page_size_of(r->header_page.data);
}

static int read_page_size(struct txr_recorder *r, struct txr_err *err)
{
	char *kb = txr_tfs_read(r->inst.fd, "buffer_subbuf_size_kb", NULL);

	read_page_header(r);
	/* A kernel that tells of the top's pages only: then ours are to be the same. */
	if (kb && strtoul(kb, NULL, 10) * 1024 != r->page_size) {
		txr_tfs_write_u64(r->inst.fd, "buffer_subbuf_size_kb", r->page_size / 1024);
		read_page_header(r);
	}
	free(kb);
	if (!r->page_size)
		return txr_fail(err, EINVAL, "events/header_page: not understood; "
				"please report this kernel");
	return 0;
}

static int set_up_instance(struct txr_recorder *r, struct txr_err *err)
{
	int ret;

	ret = txr_instance_create(&r->inst, &r->tfs, err);
	if (ret)
		return ret;
	r->cpus = txr_cpu_count(r->inst.fd);
	r->lost_by_cpu = calloc(r->cpus + 1, sizeof(*r->lost_by_cpu));
	r->cpustat = calloc(r->cpus + 1, sizeof(*r->cpustat));
	if (!r->lost_by_cpu || !r->cpustat)
		return txr_fail(err, ENOMEM, "recorder: out of memory; free some");
	ret = set_clock(r, err);
	if (!ret)
		ret = set_buffer(r, err);
	if (!ret)
		ret = read_page_size(r, err);
	if (!ret)
		ret = txr_filters_apply(&r->sel, &r->events, r->inst.fd, err);
	if (!ret)
		ret = txr_events_enable(&r->events, r->inst.fd, err);
	return ret;
}

int txr_recorder_new(struct txr_recorder **out, const struct txr_record_config *cfg,
		     struct txr_err *err)
{
	struct txr_recorder *r = calloc(1, sizeof(*r));
	int ret;

	*out = NULL;
	if (!r)
		return txr_fail(err, ENOMEM, "recorder: out of memory; free some");
	r->cfg = *cfg;
	r->tfs.fd = -1;
	r->inst = (struct txr_instance)TXR_INSTANCE_NONE;
	r->out = (struct txr_outfile)TXR_OUTFILE_NONE;
	ret = txr_tracefs_open(&r->tfs, err);
	if (!ret && cfg->output)
		ret = txr_outfile_open(&r->out, cfg->output, err);
	if (!ret)
		ret = choose_tier(r, err);
	if (!ret)
		ret = choose(r, err);
	if (!ret)
		ret = set_up_instance(r, err);
	if (ret) {
		txr_recorder_free(r);
		return ret;
	}
	txr_record_describe(&r->meta, &r->cfg, r->events.tier);
	r->meta.why = r->cfg.why;
	txr_handover_note_start(&r->meta, txr_events_handover(&r->events));
	*out = r;
	return 0;
}

static int make_temp(void *ctx)
{
	return txr_outfile_temp(ctx);
}

/* Threads that read into files; a live source (no output) reads for itself. */
static int start_readers(struct txr_recorder *r, struct txr_err *err)
{
	struct txr_pages_config cfg = {
		.instance_fd = r->inst.fd, .on_fd = r->inst.on_fd, .cpus = r->cpus,
		.page_size = r->page_size, .make_file = make_temp, .ctx = &r->out,
	};

	if (r->out.limit_bytes)	/* one file will hold all pages */
		cfg.limit_bytes = r->out.limit_bytes - r->out.reserve_bytes;
	return txr_pages_start(&r->pages, &cfg, err);
}

static uint64_t watch_clock(void *ctx)
{
	struct txr_recorder *r = ctx;

	return look_at_clock(r, &r->watched);
}

static bool watch_wanted(void *ctx, const char *name)
{
	return txr_devsel_match(&((struct txr_recorder *)ctx)->sel, name);
}

static void watch_then(void *ctx)
{
	txr_recorder_follow_handover(ctx);
}

/* A live source follows the devices itself (tracefs_follow.c). */
static int start_watching(struct txr_recorder *r, struct txr_err *err)
{
	struct txr_watcher_config cfg = {
		.start = &r->meta.start, .clock_ns = watch_clock, .wanted = watch_wanted,
		.then = watch_then, .ctx = r,
	};

	return r->cfg.output ? txr_watcher_start(&r->watcher, &cfg, err) : 0;
}

static void stop_watching(struct txr_recorder *r, const struct txr_snapshot *end)
{
	txr_watch_free(&r->meta.watch);
	txr_watcher_stop(r->watcher, end, &r->meta.watch);
	r->watcher = NULL;
}

int txr_recorder_start(struct txr_recorder *r, struct txr_err *err)
{
	int ret = r->cfg.output ? start_readers(r, err) : 0;

	if (ret)
		return ret;
	ret = txr_instance_switch(&r->inst, true);
	if (ret)
		return txr_tfs_refused(err, -ret, "switching tracing on");
	r->running = true;
	r->meta.on_ns = txr_trace_clock_now(r->cfg.clock);
	/* tracing first: a queue empty in the snapshot holds no unseen packet */
	ret = take_snapshot(r, &r->meta.start, err);
	return ret ? ret : start_watching(r, err);
}

static void count_missed(struct txr_recorder *r, struct txr_record_stats *s)
{
	struct txr_missed m = txr_probes_missed(&r->choice.probes);

	s->lost += m.starts;
	s->missed_releases = r->meta.missed_releases = m.releases;
	r->last = *s;
}

/* The looks once a second see steps that undo one another, the others the last one. */
static uint64_t clock_set(const struct txr_recorder *r)
{
	uint64_t ends = r->clockset.set_ns, between = r->watched.set_ns;

	return ends > between ? ends : between;
}

/* Tracing is off, and what the kernel held was taken (0) or not (pages). */
static int end_it(struct txr_recorder *r, int pages, struct txr_err *err)
{
	struct txr_record_stats s;
	int left;

	txr_recorder_stats(r, &s);
	count_missed(r, &s);
	r->stopped = true;
	r->meta.dropped_events = s.lost;
	r->meta.clock_set_ns = r->last.clock_set_ns = clock_set(r);
	txr_recorder_keep_texts(r);
	left = txr_instance_remove(&r->inst);
	if (pages)
		return txr_outfile_failed(err, -pages, r->cfg.output);
	if (left)
		return txr_fail(err, -left, "trace instance %s: %s; rmdir it in tracefs's "
				"instances", r->inst.name, strerror(-left));
	return 0;
}

static void switch_off(struct txr_recorder *r)
{
	struct txr_err snap_err = { 0 };

	r->meta.off_ns = txr_trace_clock_now(r->cfg.clock);
	txr_instance_switch(&r->inst, false);
	r->off_ns = txr_trace_clock_now(r->cfg.clock);
	/* Without it report knows less, but the recording is not worthless. */
	take_snapshot(r, &r->meta.end, &snap_err);
}

int txr_recorder_stop(struct txr_recorder *r, struct txr_err *err)
{
	if (!r->running || r->stopped)
		return 0;
	switch_off(r);
	stop_watching(r, &r->meta.end);
	return end_it(r, txr_pages_stop(r->pages), err);
}

int txr_recorder_adopt(struct txr_recorder *r, struct txr_err *err)
{
	switch_off(r);
	r->watcher = NULL;	/* its thread is not here */
	txr_recorder_adopt_handover(r);
	return end_it(r, txr_pages_adopt(r->pages), err);
}

void txr_recorder_free(struct txr_recorder *r)
{
	unsigned int i;

	if (!r)
		return;
	if (r->running && !r->stopped)
		txr_instance_switch(&r->inst, false);
	if (r->watcher)
		stop_watching(r, NULL);
	txr_pages_free(r->pages);
	txr_instance_remove(&r->inst);
	txr_events_free(&r->events);
	txr_devsel_free(&r->sel);
	txr_outfile_close(&r->out);
	txr_tier_end(&r->choice, &r->tfs);
	txr_tracefs_close(&r->tfs);
	txr_meta_free(&r->meta);
	for (i = 0; r->cpustat && i < r->cpus; i++)
		free(r->cpustat[i].data);
	free(r->cpustat);
	free(r->clocks.data);
	free(r->header_page.data);
	free(r->cmdlines.data);
	free(r->lost_by_cpu);
	free(r);
}
