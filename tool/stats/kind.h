/* SPDX-License-Identifier: GPL-2.0-only */
/* kind.h - what kind of device is it: as declared, and as it behaved. */
#ifndef TXRING_STATS_KIND_H
#define TXRING_STATS_KIND_H

#include <stdbool.h>
#include "queue.h"
#include "software.h"

/*
 * stacked: declared, or learned by the engine. sw: NULL if the driver is no known
 * software device. What was seen outweighs what the driver's name says, but a
 * recording without hand-over events cannot show a hand-over.
 */
enum txr_dev_kind txr_kind_of(const struct txr_queue *device, const struct txr_software *sw,
			      bool stacked, bool has_handover);

#endif
