/* SPDX-License-Identifier: GPL-2.0-only */
/* counters.h - what the drivers' own counters grew by in the time that was recorded. */
#ifndef TXRING_STATS_COUNTERS_H
#define TXRING_STATS_COUNTERS_H

#include "rowx.h"

/* Do the report's figures span what the two snapshots do? */
bool txr_counters_comparable(const struct txr_building *b);
/* From s to e; TXR_UNKNOWN: not there, or it went back. */
int64_t txr_tx_packets_growth(const struct txr_device_state *s,
			      const struct txr_device_state *e);

#endif
