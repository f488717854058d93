/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_tier.h - which tier a recording takes: what was asked for, or patched,
 * else probe where the kernel makes probes for this user, else stock.
 */
#ifndef TXRING_TRACEFS_TIER_H
#define TXRING_TRACEFS_TIER_H

#include "tracefs_events.h"
#include "tracefs_probe.h"
#include "tracefs_record.h"

struct txr_tier_choice {
	int tier;
	struct txr_probes probes;
	int stale;		/* probes of killed runs that were removed */
	struct txr_err why;	/* auto, and it became stock: why not probe */
};

/* Makes the probes, and lets t know them until txr_tier_end(). */
int txr_tier_choose(struct txr_tier_choice *c, const struct txr_record_config *cfg,
		    struct txr_tracefs *t, struct txr_err *err);
/* Their events must be off. Accepts one that was never chosen. */
void txr_tier_end(struct txr_tier_choice *c, struct txr_tracefs *t);

#endif
