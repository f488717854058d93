/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_events.h - which events a recording takes, by tier.
 */
#ifndef TXRING_TRACEFS_EVENTS_H
#define TXRING_TRACEFS_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include "sys/handover.h"
#include "txring/source.h"
#include "tracefs_dir.h"

enum txr_event_role {
	TXR_ROLE_START,		/* filtered by device */
	TXR_ROLE_RESULT,	/* filtered by device */
	TXR_ROLE_RETURN,	/* result that names no device */
	TXR_ROLE_RELEASE,
	TXR_ROLE_FREE,
	TXR_ROLE_QUEUE,		/* queue state */
	TXR_ROLE_HANDOVER,
	TXR_ROLE_VERDICT,	/* the kernel's own: watchdog, DQL stall */
	TXR_ROLE_QUEUED,	/* to a qdisc; filtered by device */
	TXR_ROLE_SOFTIRQ,	/* filtered: those of packets alone */
	TXR_ROLE_CONTEXT,	/* interrupts and polls */
	TXR_ROLE_EXTRA,		/* asked for by -e */
};

struct txr_rec_event {
	char system[64], name[64];
	enum txr_event_role role;
	bool spare;		/* open, and off until a device needs it: perf events alone */
};

struct txr_event_set {
	struct txr_rec_event *ev;	/* owned */
	size_t count;
	enum txr_tier tier;
};

#define TXR_TIER_AUTO (-1)

struct txr_events_want {
	int tier;		/* TXR_TIER_AUTO (patched or stock) or enum txr_tier;
				 * probe takes t->probes */
	unsigned int handover;	/* TXR_HANDOVER_* */
	bool why;		/* interrupts, softirqs, polls, qdiscs */
	const char *const *extra;	/* -e: SYSTEM:EVENT with globs, or SYSTEM alone */
	size_t nr_extra;
};

/* -ENOENT names the events that are missing. */
int txr_events_choose(struct txr_event_set *set, const struct txr_tracefs *t,
		      const struct txr_events_want *want, struct txr_err *err);
/* Hand-over events among them: TXR_HANDOVER_*, of several kinds all or none. Spare ones
 * do not count. */
unsigned int txr_events_handover(const struct txr_event_set *set);
/* The hand-over events that are not among those of on too. */
void txr_events_set_spare(struct txr_event_set *set, const struct txr_event_set *on);
/* Those that tell of this kind of hand-over (TXR_HANDOVER_*) are spare no longer. */
void txr_events_take_up(struct txr_event_set *set, unsigned int handover);
void txr_events_free(struct txr_event_set *set);
/* The kernel has the patched tier's events. */
bool txr_events_patched(const struct txr_tracefs *t);

/* Enable in the instance whose directory is fd, with filters set before. */
int txr_events_enable(const struct txr_event_set *set, int fd, struct txr_err *err);

/* The text of events/SYSTEM/NAME/format; malloc'd, NULL and errno. */
char *txr_event_format(int dirfd, const char *system, const char *name, size_t *len);

struct txr_tracedat;
/* The formats of all events of set, into t; freed with it. fd: the tracing directory. */
int txr_event_formats(struct txr_tracedat *t, const struct txr_event_set *set, int fd,
		      struct txr_err *err);

#endif
