// SPDX-License-Identifier: GPL-2.0-only
/* live.c - the running kernel as a source of events. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "live_impl.h"

/*
 * From the time stamp of an event to its commit a writer runs with preemption off:
 * microseconds, but in a virtual machine its CPU may be taken away meanwhile.
 */
#define MARGIN_NS 5000000

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

/*
 * A decoder with an empty table of devices. Formats of all hand-over events too: a device that needs them may appear, and
 * then they are enabled.
 */
int txr_live_add_formats(struct txr_source *s, struct txr_err *err)
{
	struct live *l = s->priv;
	struct txr_events_want want = { .tier = l->rec->cfg.tier, .handover = TXR_HANDOVER_ALL };
	struct txr_event_set all;
	uint64_t seen = 0;
	size_t i, len;
	int ret, kind;

	s->devs = txr_devtab_new();
	if (!s->devs)
		return txr_fail(err, ENOMEM, "live source: out of memory; free some");
	s->dec = txr_decoder_new(s->devs, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	if (!s->dec)
		return txr_fail(err, ENOMEM, "live source: out of memory; free some");
	ret = txr_events_choose(&all, &l->rec->tfs, &want, err);
	if (ret)
		return ret;
	for (i = 0; i < all.count && ret >= 0; i++) {
		char *text = txr_event_format(l->rec->tfs.fd, all.ev[i].system,
					      all.ev[i].name, &len);

		ret = text ? txr_decoder_add_format(s->dec, all.ev[i].system, text, len) : 0;
		free(text);
	}
	txr_events_free(&all);
	if (ret == -ENOMEM)
		return txr_fail(err, ENOMEM, "live source: out of memory; free some");
	for (kind = TXR_START; kind < TXR_LOST; kind++)
		seen |= txr_decoder_plans(s->dec, kind);
	txr_decoder_settle(s->dec, seen);
	return 0;
}

static void close_live(struct txr_source *s)
{
	struct live *l = s->priv;
	unsigned int i;

	s->meta = NULL;		/* the recorder's */
	if (!l)
		return;
	for (i = 0; i < l->cpus; i++) {
		if (l->cpu[i].fd >= 0)	/* an open one would keep the instance */
			close(l->cpu[i].fd);
		free(l->cpu[i].page);
	}
	free(l->cpu);
	txr_pagestore_free(l->store);
	txr_history_free(&l->history);
	txr_recorder_free(l->rec);
	free(l);
}

static const struct txr_container container = {
	.format = "live", .close = close_live,
};

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

	if (!ret)
		ret = txr_live_add_formats(s, err);
	if (!ret)
		ret = open_cpus(s, cfg, err);
	if (ret)
		return ret;
	s->info.cpus = l->rec->cpus;
	s->meta = &l->rec->meta;
	ret = txr_source_describe(s, err);
	l->start_ns = txr_trace_clock_now(TXR_LIVE_CLOCK);
	if (!ret)
		ret = txr_recorder_start(l->rec, err);
	l->pass_ns = txr_trace_clock_now(TXR_LIVE_CLOCK);
	return ret;
}

int txr_source_open_live(struct txr_source **out, const struct txr_live_config *cfg,
			 struct txr_err *err)
{
	struct txr_source *s = calloc(1, sizeof(*s));
	int ret = -ENOMEM;

	*out = NULL;
	if (s) {
		s->fd = -1;
		s->container = &container;
		s->info.format = container.format;
		s->path = strdup("live");
		s->priv = calloc(1, sizeof(struct live));
	}
	if (!s || !s->path || !s->priv) {
		txr_fail(err, ENOMEM, "live source: out of memory; free some");
	} else {
		s->info.path = s->path;
		ret = set_up(s, cfg, err);
	}
	if (ret) {
		txr_source_close(s);
		return ret;
	}
	*out = s;
	return 0;
}

uint64_t txr_live_pass(struct txr_source *s)
{
	struct live *l = s->priv;
	uint64_t now = txr_trace_clock_now(TXR_LIVE_CLOCK), until = l->pass_ns;
	unsigned int i;

	if (until > now - MARGIN_NS)
		until = now - MARGIN_NS;
	if (until > l->until_ns)
		l->until_ns = until;
	l->pass_ns = now;
	for (i = 0; i < l->cpus; i++)
		l->cpu[i].lane.until = l->until_ns;
	txr_merge_again(s->merge);
	return l->until_ns;
}

/* Pages tell of a loss, and not always of how much (no room for the number). */
void txr_live_count_lost(struct txr_source *s)
{
	struct live *l = s->priv;
	struct txr_record_stats stats;

	txr_recorder_stats(l->rec, &stats);
	l->rec->meta.dropped_events = stats.lost;
}

struct txr_recorder *txr_live_recorder(struct txr_source *s)
{
	return ((struct live *)s->priv)->rec;
}
