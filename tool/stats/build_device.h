/* SPDX-License-Identifier: GPL-2.0-only */
/* build_device.h - the row of a device and those of its queues. */
#ifndef TXRING_STATS_BUILD_DEVICE_H
#define TXRING_STATS_BUILD_DEVICE_H

#include "rowx.h"
#include "stats_impl.h"

/* Add the device's row to the report if it had a packet. Errors in b->error. */
void txr_build_device(struct txr_building *b, struct txr_device_stats *d);
/* The sum of the bottom devices. */
void txr_build_total(struct txr_building *b);
void txr_row_free(struct txr_row *row);

#endif
