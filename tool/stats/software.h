/* SPDX-License-Identifier: GPL-2.0-only */
/* software.h - software devices: what their drivers do with a packet. */
#ifndef TXRING_STATS_SOFTWARE_H
#define TXRING_STATS_SOFTWARE_H

#include <stdbool.h>
#include "txring/report.h"

struct txr_software {
	const char *name;	/* driver (ETHTOOL_GDRVINFO) or IFLA_INFO_KIND */
	enum txr_dev_kind kind;	/* UNKNOWN: as it behaves */
	bool free_after_slot;	/* the slot is free before the packet is */
	const char *where;	/* kernel function that frees or passes on */
};

/*
 * The entry of a device whose packets are freed, or passed on, at the very place
 * where the driver gives them up, so that the stock free events tell the release;
 * or NULL: a driver that may free later than it releases, or is not known. state
 * may be NULL; lo is known by its name.
 */
const struct txr_software *txr_software_find(const char *name,
					     const struct txr_device_state *state);

#endif
