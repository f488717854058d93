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

/*
 * A counter is the device's, and what it tells may be of any of its queues. Of a
 * queue's row: true, and what its device's row says by that code is said of it.
 */
bool txr_told_by_device(struct txr_rowx *x, const char *code,
			void (*widen)(struct txr_row *r, uint64_t n));
/* Reason and finding invisible-traffic. */
void txr_why_unseen(struct txr_rowx *x);
/* n packets were sent unseen, or more: what is shown has no upper bound. */
void txr_row_at_least(struct txr_row *r, uint64_t n);
/* unseen_inside.c: a row whose device holds more at the end than was seen. */
void txr_why_unseen_inside(struct txr_rowx *x);
/* Devices of the snapshots that have no row, for nothing of theirs was seen. */
void txr_find_unseen_devices(struct txr_building *b);

#endif
