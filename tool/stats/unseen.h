/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unseen.h - packets that a device counted as sent, and that no event showed.
 *
 * pktgen's start_xmit mode, packet sockets with PACKET_QDISC_BYPASS, AF_XDP and
 * netpoll give packets to the driver past the place of the stock events. What the
 * driver's tx_packets grew by between the two snapshots tells that they were there.
 */
#ifndef TXRING_STATS_UNSEEN_H
#define TXRING_STATS_UNSEEN_H

#include "rowx.h"

/* A device's row: reason and finding invisible-traffic. */
void txr_why_unseen(struct txr_rowx *x);
/* Packets were sent unseen: what is shown has no upper bound. */
void txr_row_at_least(struct txr_row *r);
/* Devices of the snapshots that have no row, for nothing of theirs was seen. */
void txr_find_unseen_devices(struct txr_building *b);

#endif
