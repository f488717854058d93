/* SPDX-License-Identifier: GPL-2.0-only */
/* went_napi.h - NAPI instances: which handlers schedule them, and when they ran last. */
#ifndef TXRING_STATS_WENT_NAPI_H
#define TXRING_STATS_WENT_NAPI_H

#include "went_cpu.h"

#define TXR_WENT_IRQS 4

struct txr_went_napi {
	uint64_t napi;			/* 0: a free place */
	uint64_t since_ns;		/* scheduled at the earliest for its last poll, and for
				 * those before that used up their budget */
	uint64_t after_ns;		/* later handlers' runs are for the next poll; those
				 * between may be for either. 0: none yet */
	bool again;			/* it used up its own */
	unsigned int irqs;
	struct {			/* handlers that schedule it */
		uint32_t irq, handler;
		bool shared;		/* and others: a timer's, a vector of several */
	} irq[TXR_WENT_IRQS];
};

struct txr_went_napis {
	struct txr_went_napi *at;	/* by hash of the address; owned */
	size_t count, room;		/* room: a power of 2 */
};

void txr_went_napis_free(struct txr_went_napis *n);
/* Found, or new; *out is NULL when there are too many. 0 or -ENOMEM. */
int txr_went_napi_make(struct txr_went_napis *n, uint64_t napi, struct txr_went_napi **out);
void txr_went_napi_learn(struct txr_went_napis *n, struct txr_went_napi *p,
			 const struct txr_went_act *a);
/* Is the handler known to schedule the instance; and others too? */
bool txr_went_napi_schedules(const struct txr_went_napi *p, const struct txr_went_act *a);
bool txr_went_napi_shares(const struct txr_went_napi *p, const struct txr_went_act *a);
/* It was polled: led by the handler that was entered at irq_ns, if that is known. */
void txr_went_napi_polled(struct txr_went_napi *p, const struct txr_went_poll *poll,
			  bool led, uint64_t irq_ns);
/* Polled by a task (busy polling, a NAPI thread), or by netpoll. */
void txr_went_napi_elsewhere(struct txr_went_napis *n, const struct txr_event *ev);

#endif
