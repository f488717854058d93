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
/* Nothing of the device happened for much longer than from the end of tracing to the
 * snapshot after it: it was as it was at the end, as far as events can tell. */
bool txr_quiet_at_end(const struct txr_rowx *x);
/* Was it for much longer than a moment in which nothing was seen? */
bool txr_times_apart(uint64_t from_ns, uint64_t to_ns, uint64_t moment_ns);

#endif
