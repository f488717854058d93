/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stalled.h - has a queue stalled? From its packets (stall.h), from what the looks
 * at the devices saw (watch.h), and from the kernel's own verdicts.
 *
 * By packets: the oldest one that is in its turn, and the quiet time, are older than
 * the threshold, and the queue is needed. By looks: packets wait in a qdisc that gives
 * what it has, and for the threshold none was given to the driver, nor one given back.
 * While the carrier is gone, and from when it came back, the clock stands at 0: that
 * is a pause. Packets that wait for nothing but an xmit that does not come are an idle
 * tail.
 */
#ifndef TXRING_STATS_STALLED_H
#define TXRING_STATS_STALLED_H

#include "rowx.h"

#define TXR_BY_PACKETS	0x1
#define TXR_BY_LOOKS	0x2
#define TXR_BY_WATCHDOG	0x4	/* net_dev_xmit_timeout, tx_timeout */
#define TXR_BY_BQL	0x8	/* dql_stall_detected, stall_cnt */

struct txr_stalled {
	enum { TXR_STALL_NONE, TXR_STALL_ENDED, TXR_STALL_NOW } state;
	unsigned int basis;		/* TXR_BY_* */
	bool paused;			/* it has no carrier, or is down */
	uint64_t from_ns, to_ns;	/* absolute; 0: not known. Of those that ended the
					 * longest */
	uint64_t starts;		/* meanwhile, by packets */
	bool by_reset, by_pause;	/* ended so: without a carrier, or down */
	uint64_t ended;			/* how many did */
	const char *doubt;		/* why it may be none, or NULL */
	const struct txr_device_watch *dev;	/* NULL: nobody looked */
	const struct txr_queue_watch *q;	/* NULL: not known */
	const struct txr_queue_watch *wait;	/* where packets wait now: q, or the root
						 * qdisc for all queues; NULL: nowhere */
	int64_t timeouts, bql_stalls;	/* counters' growth while recorded; TXR_UNKNOWN */
};

/* x->q may be NULL: no packet, no event. A device without a number (-1) is one with
 * no packet in any queue. */
void txr_stalled_judge(struct txr_stalled *s, const struct txr_rowx *x);
/* finding_queue_stalled.c: the finding, of one that has. */
void txr_stalled_tell(const struct txr_stalled *s, const struct txr_rowx *x);

#endif
