// SPDX-License-Identifier: GPL-2.0-only
/* live.c - the running kernel as a source of events. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "live_impl.h"

/*
 * From the time stamp of an event to its commit a writer runs with preemption off:
 * microseconds, but in a virtual machine its CPU may be taken away meanwhile.
 */
#define MARGIN_NS 5000000

/*
 * A decoder with an empty table of devices. Formats of all hand-over events too: a
 * device that needs them may appear, and then they are enabled.
 */
int txr_live_add_formats(struct txr_source *s, struct txr_err *err)
{
	struct live *l = s->priv;
	struct txr_events_want want = { .tier = l->tier, .handover = TXR_HANDOVER_ALL };
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
	ret = txr_events_choose(&all, l->tfs, &want, err);
	if (ret)
		return ret;
	for (i = 0; i < all.count && ret >= 0; i++) {
		char *text = txr_event_format(l->tfs->fd, all.ev[i].system,
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

	s->meta = NULL;		/* the recorder's */
	if (!l)
		return;
	if (l->kind)
		l->kind->close(l);
	free(l);
}

static const struct txr_container container = {
	.format = "live", .close = close_live,
};

static const struct live_kind *kind_of(enum txr_live_backend backend)
{
#ifdef HAVE_LIBPERF
	if (backend == TXR_LIVE_PERF)
		return &txr_live_perf;
#endif
	return backend == TXR_LIVE_TRACEFS ? &txr_live_pages : NULL;
}

static int set_up(struct txr_source *s, const struct txr_live_config *cfg,
		  struct txr_err *err)
{
	struct live *l = s->priv;
	int ret;

	l->kind = kind_of(cfg->backend);
	if (!l->kind)
		return txr_fail(err, ENOTSUP, "--backend perf: built without libperf; make deps, "
				"then make");
	ret = l->kind->set_up(s, cfg, err);
	if (!ret)
		ret = txr_live_add_formats(s, err);
	if (!ret)
		ret = txr_source_describe(s, err);
	l->start_ns = txr_trace_clock_now(TXR_LIVE_CLOCK);
	if (!ret)
		ret = l->kind->start(l, err);
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
		s->info.going_on = true;
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

	if (until > now - MARGIN_NS)
		until = now - MARGIN_NS;
	if (until > l->until_ns)
		l->until_ns = until;
	l->pass_ns = now;
	l->kind->pass(l);
	txr_merge_again(s->merge);
	return l->until_ns;
}

void txr_live_count_lost(struct txr_source *s)
{
	((struct live *)s->priv)->kind->count_lost(s);
}

struct txr_live_set_up txr_live_set_up(struct txr_source *s)
{
	struct live *l = s->priv;

	return l->kind->tell(l);
}

struct txr_recorder *txr_live_recorder(struct txr_source *s)
{
	return ((struct live *)s->priv)->rec;
}
