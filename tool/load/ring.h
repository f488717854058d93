/* SPDX-License-Identifier: GPL-2.0-only */
/* ring.h - a device's tx ring, read and set as ethtool -g and -G do. */
#ifndef TXRING_LOAD_RING_H
#define TXRING_LOAD_RING_H

#include <stdbool.h>
#include <stdint.h>
#include "txring/err.h"

int txr_ring_get(const char *dev, uint32_t *tx, struct txr_err *err);
/*
 * Drivers reset the device for it: returns when the carrier is back. They may
 * round; *tx is what it became.
 */
int txr_ring_set(const char *dev, uint32_t *tx, struct txr_err *err);

/* Whether the device has a carrier now; true where that cannot be told. */
bool txr_carrier(const char *dev);

#endif
