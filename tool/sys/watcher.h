/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watcher.h - a thread that looks at the devices once a second, while the kernel
 * traces: at their carrier, their qdiscs and BQL, and no more than that (drivers may
 * be slow to tell of rings and coalescing).
 */
#ifndef TXRING_SYS_WATCHER_H
#define TXRING_SYS_WATCHER_H

#include "txring/snapshot.h"

struct txr_watcher;

struct txr_watcher_config {
	/* As the recording begins: the first look. Namespaces that have a device worth
	 * watching in it are looked at, and the own one. Borrowed during start. */
	const struct txr_snapshot *start;
	/* Now, in the recording's clock; 0: it cannot be read. */
	uint64_t (*clock_ns)(void *ctx);
	/* Devices of this name? Called in that thread; NULL: all. */
	bool (*wanted)(void *ctx, const char *name);
	/* After a look, in that thread, which is in the caller's network namespace then,
	 * and for no more than a hundredth of the time; NULL: nothing. */
	void (*then)(void *ctx);
	void *ctx;
};

int txr_watcher_start(struct txr_watcher **out, const struct txr_watcher_config *cfg,
		      struct txr_err *err);
/*
 * Ends it; end (may be NULL) is the last look. *to takes over what was seen. w may be
 * NULL: *to is empty then.
 */
void txr_watcher_stop(struct txr_watcher *w, const struct txr_snapshot *end,
		      struct txr_watch *to);

#endif
