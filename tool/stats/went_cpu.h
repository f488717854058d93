/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * went_cpu.h - what one CPU is at, from its interrupt and softirq events: which
 * handler runs, which handler's runs raised the softirq that runs now, and the polls
 * of a NET_RX run.
 *
 * Polls of a run come in the order in which the instances were scheduled
 * (____napi_schedule() and net_rx_action() in net/core/dev.c): the n-th poll is of the
 * instance that the n-th raise was for, if the list was empty before and nothing but
 * handlers raised. Such a run is called clean.
 */
#ifndef TXRING_STATS_WENT_CPU_H
#define TXRING_STATS_WENT_CPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "went_ways.h"

#define TXR_WENT_ACTS 64
#define TXR_WENT_NO_ACT UINT64_MAX

struct txr_went_poll {
	uint64_t napi;
	uint64_t begin_ns, end_ns;	/* it began where what came before it ended */
	uint64_t first_release_ns;	/* 0: none in it */
	int32_t work, budget;
	uint16_t dev;
};

/* Raises of NET_TX that one run of it answers. */
struct txr_went_tx {
	uint64_t irq_ns;		/* entry of the handler that raised it; 0: none */
	bool known;			/* every raise was seen */
	bool several;			/* by more than one run of a handler, or not by
					 * handlers alone */
	bool elsewhere;			/* raised outside handlers */
};

struct txr_went_cpu {
	bool irq_seen, softirq_seen, raise_seen;	/* since the last gap */
	bool in_handler;
	struct txr_went_act now;		/* the handler that runs */
	uint64_t now_act;		/* its place in act[], or TXR_WENT_NO_ACT */
	uint8_t softirq;		/* enum txr_softirq that runs; OTHER: none of ours */
	uint64_t softirq_ns;		/* since when */
	uint64_t gap_until_ns;		/* end of the last gap; 0: none */

	struct txr_went_act act[TXR_WENT_ACTS];	/* by number % TXR_WENT_ACTS */
	uint64_t acts;			/* how many there were */

	/* Handlers' runs that raised NET_RX since the run before began, in order. */
	uint64_t next[TXR_WENT_ACTS];
	size_t nr_next;
	bool next_mixed;		/* order says nothing: raised while it ran, or too
				 * often, */
	bool next_others;		/* or not by handlers alone */
	bool emptied;			/* the last run left nothing in the list */
	bool due;			/* it did, and raised */
	bool pending;			/* NET_RX is raised, and does not run yet */

	uint64_t run[TXR_WENT_ACTS];	/* next[] when this run began */
	size_t nr_run;
	bool run_clean, run_others;
	bool raised_between;		/* by a handler, after a poll of this run */
	size_t calm_polls;		/* that were over before NET_RX was raised again */
	struct txr_went_poll *poll;	/* owned */
	size_t nr_polls, room_polls;

	struct txr_went_tx tx_next, tx_run;
};

/* A run of NET_RX is over: its polls are in c->poll. */
typedef int (*txr_went_run_fn)(void *arg, struct txr_went_cpu *c, bool seen_whole);

void txr_went_cpu_init(struct txr_went_cpu *c);
void txr_went_cpu_free(struct txr_went_cpu *c);
/*
 * An interrupt, softirq or poll event of this CPU. fn is called at the end of a
 * NET_RX run. 0 or -ENOMEM. What the event shows goes to w.
 */
int txr_went_cpu_event(struct txr_went_cpu *c, const struct txr_event *ev,
		      txr_went_run_fn fn, void *arg, struct txr_went_ways *w);
/* Events of this CPU were lost up to until_ns: nothing is known any longer. */
void txr_went_cpu_gap(struct txr_went_cpu *c, uint64_t until_ns);

/* By number, or NULL when it is too long ago. */
static inline struct txr_went_act *txr_went_act_at(struct txr_went_cpu *c, uint64_t n)
{
	return n < c->acts && c->acts - n <= TXR_WENT_ACTS ? &c->act[n % TXR_WENT_ACTS] : NULL;
}

#endif
