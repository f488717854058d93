/* SPDX-License-Identifier: GPL-2.0-only */
/* went_ways.h - what is learned of handlers, and of how the kernel schedules polls. */
#ifndef TXRING_STATS_WENT_WAYS_H
#define TXRING_STATS_WENT_WAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/event.h"

/*
 * One run of a handler that raised NET_RX, or may have scheduled without a raise, or
 * found its instance scheduled already.
 */
struct txr_went_act {
	uint64_t entry_ns, exit_ns;	/* exit 0: not seen */
	uint32_t irq, handler;
	uint32_t raised;		/* NET_RX, how often */
	uint32_t used;			/* polls that it led to */
	bool spent;			/* it leads to none any more */
	bool idle;			/* NET_RX neither ran nor was due */
	bool in_action;			/* polls ran, or were due by the last run's raise */
};

#define TXR_WENT_HANDLERS 1024

struct txr_went_handler {
	uint32_t irq, handler;
	bool raised;			/* NET_RX, once at least */
	bool quiet;			/* did not, when it could */
};

struct txr_went_ways {
	bool exits_seen, no_exits;	/* handlers' ends: are missing, all of them */
	struct txr_went_handler at[TXR_WENT_HANDLERS];	/* by hash */
	/* Handlers schedule while polls run: with a raise (up to 6.1), without (later). */
	bool raises, silent;
};

/* A run of it that raised, or did not though NET_RX neither ran nor was due. */
void txr_went_note_handler(struct txr_went_ways *w, const struct txr_went_act *a, bool raised);
/* Does the handler not raise NET_RX whenever it runs (disks, timers, IPIs)? */
bool txr_went_is_quiet(const struct txr_went_ways *w, const struct txr_went_act *a);
/* Does it, but only now and then (timers, IPIs)? */
bool txr_went_is_fickle(const struct txr_went_ways *w, const struct txr_went_act *a);

#endif
