// SPDX-License-Identifier: GPL-2.0-only
/* live_pages.c - the live source by tracefs: pages of an instance of our own. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "live_impl.h"

/*
 * The next page that the kernel has, be it half full (tracing_buffers_read(),
 * trace.c: read() takes what is there, splice() full pages only).
 */
static int turn(struct txr_lane *lane, struct txr_err *err)
{
	struct live_cpu *c = (struct live_cpu *)lane;
	uint32_t size = c->live->shape.size;
	ssize_t n;

	do {
		n = read(c->fd, c->page, size);
	} while (n < 0 && errno == EINTR);
	/* ENODEV: the CPU was never online. ENOMEM: it stays in the buffer. */
	if (n == 0 || (n < 0 && (errno == EAGAIN || errno == ENODEV || errno == ENOMEM)))
		return 0;
	if (n < 0)
		return txr_fail(err, errno, "trace buffer of CPU %u: %s; see dmesg", lane->cpu,
				strerror(errno));
	if ((size_t)n < size)
		memset(c->page + n, 0, size - n);
	if (!txr_page_begin(&lane->page, &c->live->shape, c->page, size))
		lane->page.bad = true;
	if (c->live->store && txr_pagestore_add(c->live->store, lane->cpu, c->page))
		return txr_fail(err, ENOMEM, "raw pages: out of memory; hold less of them");
	return 1;
}

static int open_cpu(struct txr_source *s, unsigned int cpu, struct txr_err *err)
{
	struct live *l = s->priv;
	struct live_cpu *c = &l->cpu[cpu];
	char file[64];

	c->live = l;
	c->lane.s = s;
	c->lane.cpu = cpu;
	c->lane.turn = turn;
	c->lane.big_endian = l->shape.big_endian;
	snprintf(file, sizeof(file), "per_cpu/cpu%u/trace_pipe_raw", cpu);
	c->fd = openat(l->rec->inst.fd, file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (c->fd < 0 && errno == ENOENT)
		return 0;	/* numbers have holes */
	if (c->fd < 0)
		return txr_fail(err, errno, "trace buffer of CPU %u: %s; see dmesg", cpu,
				strerror(errno));
	c->page = malloc(l->shape.size);
	if (!c->page || txr_merge_add(s->merge, txr_lane_read_until, &c->lane, 0))
		return txr_fail(err, ENOMEM, "live source: out of memory; free some");
	return 0;
}

static int open_cpus(struct txr_source *s, const struct txr_live_config *cfg,
		     struct txr_err *err)
{
	struct live *l = s->priv;
	unsigned int i;
	int ret = 0;

	if (txr_page_shape_parse(&l->shape, l->rec->header_page.data,
				 l->rec->header_page.len))
		return txr_fail(err, EINVAL, "events/header_page: not understood; please "
				"report this kernel");
	l->shape.size = l->rec->page_size;
	l->shape.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	l->cpu = calloc(l->rec->cpus + 1, sizeof(*l->cpu));
	s->merge = txr_merge_new(l->rec->cpus);
	if (cfg->keep_bytes)
		l->store = txr_pagestore_new(&l->shape, l->rec->cpus, cfg->keep_bytes,
					     cfg->keep_ns);
	l->keep_ns = cfg->keep_ns;
	if (!l->cpu || !s->merge || (cfg->keep_bytes && !l->store))
		return txr_fail(err, ENOMEM, "live source: out of memory; free some");
	for (; l->cpus < l->rec->cpus; l->cpus++)
		l->cpu[l->cpus].fd = -1;
	for (i = 0; i < l->cpus && !ret; i++)
		ret = open_cpu(s, i, err);
	return ret;
}

static int set_up(struct txr_source *s, const struct txr_live_config *cfg,
		  struct txr_err *err)
{
	struct txr_record_config rec = {
		.dev = cfg->dev, .nr_dev = cfg->nr_dev, .tier = cfg->tier,
		.event = cfg->event, .nr_event = cfg->nr_event,
		.xmit = cfg->xmit, .nr_xmit = cfg->nr_xmit,
		.buffer_kb = cfg->buffer_kb, .clock = TXR_LIVE_CLOCK, .command = cfg->command,
	};
	struct live *l = s->priv;
	int ret = txr_recorder_new(&l->rec, &rec, err);

	if (ret)
		return ret;
	l->tfs = &l->rec->tfs;
	l->tier = l->rec->cfg.tier;
	s->info.cpus = l->rec->cpus;
	s->meta = &l->rec->meta;
	return open_cpus(s, cfg, err);
}

static int start(struct live *l, struct txr_err *err)
{
	return txr_recorder_start(l->rec, err);
}

static void close_pages(struct live *l)
{
	unsigned int i;

	for (i = 0; i < l->cpus; i++) {
		if (l->cpu[i].fd >= 0)	/* an open one would keep the instance */
			close(l->cpu[i].fd);
		free(l->cpu[i].page);
	}
	free(l->cpu);
	txr_pagestore_free(l->store);
	txr_history_free(&l->history);
	txr_recorder_free(l->rec);
}

static void pass(struct live *l)
{
	unsigned int i;

	for (i = 0; i < l->cpus; i++)
		l->cpu[i].lane.until = l->until_ns;
}

static struct txr_live_set_up tell(struct live *l)
{
	return (struct txr_live_set_up){
		.tier = txr_recorder_tier(l->rec),
		.buffer_kb = txr_recorder_buffer_kb(l->rec),
		.unmatched = txr_recorder_unmatched(l->rec),
	};
}

/* Pages tell of a loss, and not always of how much (no room for the number). */
static void count_lost(struct txr_source *s)
{
	struct live *l = s->priv;
	struct txr_record_stats stats;

	txr_recorder_stats(l->rec, &stats);
	l->rec->meta.dropped_events = stats.lost;
}

const struct live_kind txr_live_pages = {
	.set_up = set_up, .start = start, .close = close_pages, .pass = pass, .tell = tell,
	.count_lost = count_lost, .follow = txr_live_pages_follow,
};
