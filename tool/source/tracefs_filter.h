/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_filter.h - -d: which devices are traced; and the kernel's filters.
 *
 * By device only starts, results and what goes to a qdisc are filtered: free events
 * name no device, hand-over events name the receiver.
 */
#ifndef TXRING_TRACEFS_FILTER_H
#define TXRING_TRACEFS_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include "txring/err.h"
#include "txring/snapshot.h"
#include "tracefs_events.h"

/* Devices asked for: globs as typed, and the names of what lies below them. */
struct txr_devsel {
	const char *const *glob;	/* borrowed */
	size_t nr_globs;		/* 0: every device */
	char (*lower)[TXR_IFNAMSIZ];	/* owned; not matched by a glob themselves */
	size_t nr_lower;
};

int txr_devsel_init(struct txr_devsel *sel, const char *const *glob, size_t nr_globs,
		    const struct txr_snapshot *snap, struct txr_err *err);
void txr_devsel_free(struct txr_devsel *sel);
bool txr_devsel_match(const struct txr_devsel *sel, const char *name);
/* First glob that matches no device of the snapshot, or NULL. */
const char *txr_devsel_unmatched(const struct txr_devsel *sel,
				 const struct txr_snapshot *snap);

/* Hand-over events that the traced devices need: TXR_HANDOVER_*, 0 none. */
unsigned int txr_devsel_handover(const struct txr_devsel *sel,
				 const struct txr_snapshot *snap);

/*
 * `field == "eth0" || field ~ "veth*"`; malloc'd. NULL when sel takes every
 * device; -E2BIG when the kernel would not take so long a filter.
 */
int txr_devsel_filter(const struct txr_devsel *sel, const char *field, char **out,
		      struct txr_err *err);

/*
 * The filter of one event, by its format under the tracing directory fd: of devices
 * for what names the one that sends, of softirqs for those that give no packet back.
 * malloc'd; NULL: none.
 */
int txr_filter_for(const struct txr_devsel *sel, const struct txr_rec_event *ev, int fd,
		   char **out, struct txr_err *err);

/* Set the filters of the events of set, in the instance at fd. */
int txr_filters_apply(const struct txr_devsel *sel, const struct txr_event_set *set,
		      int fd, struct txr_err *err);

#endif
