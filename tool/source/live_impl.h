/* SPDX-License-Identifier: GPL-2.0-only */
/* live_impl.h - the live source's inside, for live*.c only. */
#ifndef TXRING_LIVE_IMPL_H
#define TXRING_LIVE_IMPL_H

#include "lane.h"
#include "live.h"
#include "pagestore.h"
#include "tracefs_impl.h"

#define TXR_LIVE_CLOCK "mono"	/* one order across CPUs, and can be read here */

struct live_cpu {
	struct txr_lane lane;	/* first: it is the whole */
	struct live *live;
	int fd;			/* trace_pipe_raw, -1: no such CPU */
	uint8_t *page;		/* the one at hand */
};

struct live;

/* Where events come from. */
struct live_kind {
	/* All but events that are on: s->merge, l->tfs, l->tier, info.cpus, s->meta. */
	int (*set_up)(struct txr_source *s, const struct txr_live_config *cfg,
		      struct txr_err *err);
	int (*start)(struct live *l, struct txr_err *err);
	void (*close)(struct live *l);	/* half-open is fine */
	void (*pass)(struct live *l);	/* up to l->until_ns */
	struct txr_live_set_up (*tell)(struct live *l);
	void (*count_lost)(struct txr_source *s);	/* into s->meta */
	int (*follow)(struct txr_source *s, struct txr_moment *now, struct txr_err *err);
	/* After a pass: CPUs that came or went. NULL: no matter. */
	int (*look)(struct txr_source *s, struct txr_err *err);
	/* The table of devices is another. NULL: nothing is held that knows it. */
	int (*renamed)(struct txr_source *s, const struct txr_devtab *old);
};

extern const struct live_kind txr_live_pages;
#ifdef HAVE_LIBPERF
extern const struct live_kind txr_live_perf;
#endif

struct live {
	const struct live_kind *kind;
	const struct txr_tracefs *tfs;	/* formats are there, of this tier's events */
	int tier;
	uint64_t start_ns, pass_ns;	/* tracing, and the last pass, began */
	uint64_t until_ns;		/* the watermark */
	struct live_perf *perf;		/* live_perf.c: the rest is live_pages.c's */
	struct txr_recorder *rec;
	struct txr_page_shape shape;
	struct txr_pagestore *store;
	uint64_t keep_ns;		/* of the store; 0: as long as its bytes last */
	struct txr_history history;	/* as long as the store */
	uint64_t end_begin_ns;		/* the recorder's last snapshot was begun */
	bool began_anew;		/* the first snapshot is not that of the start */
	unsigned int cpus;
	struct live_cpu *cpu;
};

/* A decoder, and an empty table of devices. */
int txr_live_add_formats(struct txr_source *s, struct txr_err *err);
/* live_follow.c, for live_pages.c */
int txr_live_pages_follow(struct txr_source *s, struct txr_moment *now, struct txr_err *err);
/* From when on the store is whole, and not older than it shall be; 0: the start. */
uint64_t txr_live_since(const struct live *l, uint64_t now_ns);

#endif
