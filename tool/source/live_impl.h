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

struct live {
	struct txr_recorder *rec;
	struct txr_page_shape shape;
	struct txr_pagestore *store;
	uint64_t keep_ns;		/* of the store; 0: as long as its bytes last */
	struct txr_history history;	/* as long as the store */
	uint64_t end_begin_ns;		/* the recorder's last snapshot was begun */
	bool began_anew;		/* the first snapshot is not that of the start */
	uint64_t start_ns, pass_ns;	/* tracing, and the last pass, began */
	uint64_t until_ns;		/* the watermark */
	unsigned int cpus;
	struct live_cpu *cpu;
};

/* A decoder, and an empty table of devices. */
int txr_live_add_formats(struct txr_source *s, struct txr_err *err);
/* From when on the store is whole, and not older than it shall be; 0: the start. */
uint64_t txr_live_since(const struct live *l, uint64_t now_ns);

#endif
