/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * handover.h - which events tell when a device hands its packets on alive.
 */
#ifndef TXRING_SYS_HANDOVER_H
#define TXRING_SYS_HANDOVER_H

#include "txring/snapshot.h"

/* Bits. */
#define TXR_HANDOVER_RX		0x1	/* net:netif_rx */
#define TXR_HANDOVER_ALL	0x3	/* and netif_receive_skb, GRO */

/* All that packets of such a device can ever need. */
unsigned int txr_handover_ways(const struct txr_device_state *d);
/* What they need as the device is set up now, and its peer. */
unsigned int txr_handover_needed(const struct txr_device_state *d);

/* Noted when events are on, at the start and later; now_ns in the recording's clock. */
void txr_handover_note_start(struct txr_meta *m, unsigned int on);
void txr_handover_note_more(struct txr_meta *m, unsigned int on, uint64_t now_ns);

/*
 * Up to when packets of the device may have been handed on with no event that tells;
 * 0: never, or the recording does not say which events were on when. m: what the
 * snapshots know of it.
 */
uint64_t txr_handover_untold_ns(const struct txr_meta *meta, const struct txr_match *m,
				const struct txr_device *dev);

#endif
