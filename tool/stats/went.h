/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * went.h - where the time of each lap went, by the interrupt that led to its release.
 *
 * Which interrupt that is follows from the release's CPU and context:
 * - hard IRQ: the handler that runs;
 * - NET_TX (a free postponed out of a handler): the handler's run that raised it;
 * - NET_RX: the one that led to the poll in which the release came (went_napi.h),
 *   which is known when the softirq ends: until then the lap is held;
 * - inside xmit, or by a task: none, a part of its own.
 * Where that is not certain, the lap is unattributed, with the cause.
 */
#ifndef TXRING_STATS_WENT_H
#define TXRING_STATS_WENT_H

#include "queue.h"
#include "went_parts.h"

struct txr_went;

struct txr_went *txr_went_new(void);
void txr_went_free(struct txr_went *w);	/* accepts NULL */

/* Is it an event of what runs around packets (but for QUEUED)? */
static inline bool txr_went_is_of(const struct txr_event *ev)
{
	return ev->kind >= TXR_IRQ_ENTRY && ev->kind <= TXR_NAPI_POLL;
}

/* Each returns 0 or -ENOMEM. devs may be NULL. */
int txr_went_event(struct txr_went *w, const struct txr_devtab *devs,
		  const struct txr_event *ev);
int txr_went_lost(struct txr_went *w, const struct txr_event *ev);
/* A lap of lap_ns, counted in q->lap_ns by the event that is told of now. */
int txr_went_lap(struct txr_went *w, struct txr_queue *q, const struct txr_lap *lap,
		uint64_t lap_ns);
/* The laps that are held: unattributed, for a report is made; or nobody's. */
int txr_went_settle(struct txr_went *w);
void txr_went_forget(struct txr_went *w);

#endif
