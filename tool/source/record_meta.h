/* SPDX-License-Identifier: GPL-2.0-only */
/* record_meta.h - what a recording says of itself, whichever backend makes it. */
#ifndef TXRING_RECORD_META_H
#define TXRING_RECORD_META_H

#include <stdint.h>
#include "tracefs_record.h"
#include "txring/snapshot.h"

/* Tool, tier, clock, kernel, clocksource, command and filter. m was zeroed. */
void txr_record_describe(struct txr_meta *m, const struct txr_record_config *cfg,
			 enum txr_tier tier);
#endif
