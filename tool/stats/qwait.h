/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * qwait.h - packets on their way through a qdisc, by the address of their skb: since
 * when, and by whom they were queued. Where net:net_dev_queue was recorded.
 *
 * A packet is forgotten at its first start, at its free, and with all others when
 * events are lost. Segments that the stack makes of a queued GSO packet are not known.
 */
#ifndef TXRING_STATS_QWAIT_H
#define TXRING_STATS_QWAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/event.h"

struct txr_queued {
	uint64_t skbaddr;	/* 0: a free place */
	uint64_t ts_ns;
	int32_t pid;
	uint16_t dev;		/* TXR_DEV_NONE: not known yet */
	uint8_t ctx;		/* TXR_CTX_* */
};

struct txr_qwait {
	struct txr_queued *at;	/* by hash of the address; owned */
	size_t count, room;	/* room: a power of 2 */
};

void txr_qwait_free(struct txr_qwait *w);
void txr_qwait_clear(struct txr_qwait *w);
/* A QUEUED event. 0 or -ENOMEM; not noted when a million wait. */
int txr_qwait_note(struct txr_qwait *w, const struct txr_event *ev);
/* The packet starts on dev: true if it is known, and then no longer. */
bool txr_qwait_take(struct txr_qwait *w, uint64_t skbaddr, uint16_t dev,
		    struct txr_queued *out);
/* It was freed. */
void txr_qwait_forget(struct txr_qwait *w, uint64_t skbaddr);

#endif
