/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * watch.h - the state of the devices, looked at about once a second while they are
 * traced, in the little that tells a stall: the size depends on what is there, not
 * on how long it is watched.
 *
 * A recording that begins after a stall sees no packet start. That the device holds
 * bytes and gives none back, and that packets wait which it is not given, shows in
 * counters alone. A time is from the first look at which it was so, without a
 * break at any look since, to the last look: it was so at least that long, for
 * these counters cannot go and come back to the same value unseen (held_ns can: a
 * queue in use may hold the same at two moments).
 */
#ifndef TXRING_WATCH_H
#define TXRING_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "device.h"

struct txr_snapshot;
struct txr_device_state;

/* Times in ns; TXR_UNKNOWN (-1): not known. 0: not so now. */
struct txr_queue_watch {
	int64_t held_ns;	/* BQL in flight above 0, and the same */
	int64_t held_bytes;
	int64_t waiting_ns;	/* packets in a qdisc that does not pace, which gave
				 * none to the driver, with the carrier there */
	int64_t waiting_min;	/* of these packets, meanwhile */
	int64_t waiting_last;
	int64_t longest_ns;	/* of earlier times that packets waited so */
	int64_t longest_end_ns;	/* when that ended, in the recording's clock; 0: not
				 * known */
	/* Of the last look, the watch's own. */
	int64_t sent_bytes;
	uint64_t held_since_ns, waiting_since_ns;
};

#define TXR_PAUSES_MAX 8

struct txr_pause {		/* in the recording's clock; 0: not known */
	int64_t from_ns, to_ns;
};

struct txr_device_watch {
	char name[TXR_IFNAMSIZ];	/* as it is now */
	uint32_t ifindex;
	uint64_t netns_inode, netns_cookie;
	bool up, carrier;
	int64_t steady_ns;	/* since up or carrier changed; TXR_UNKNOWN: they did
				 * not since the first look */
	/*
	 * Times without a carrier, or down, from the look before to the look after;
	 * the latest of them.
	 */
	int64_t pauses;
	struct txr_pause pause[TXR_PAUSES_MAX];
	struct txr_queue_watch root;	/* of the root qdisc, where it is for all queues
					 * together; held_*: not known */
	uint32_t queues;
	struct txr_queue_watch *queue;	/* owned; by number */
	/* Of the last look, the watch's own. */
	int64_t carrier_changes;
	uint64_t changed_ns;
	bool paced, seen;
};

/* A device of the own network namespace that was made, or named so, meanwhile. */
struct txr_newcomer {
	char name[TXR_IFNAMSIZ];
	char kind[32];		/* as link_kind of a snapshot */
};

struct txr_watch {
	uint64_t looks;
	uint64_t last_clock_ns;	/* of the last look, in the recording's clock; 0: that
				 * cannot be read */
	int64_t gap_max_ns;	/* between two looks */
	size_t count;
	struct txr_device_watch *dev;	/* owned */
	size_t newcomers;		/* there already, or gone since, as may be */
	struct txr_newcomer *newcomer;	/* owned */
	uint64_t last_ns;	/* the watch's own, monotonic */
};

/* Has it a qdisc in which packets wait? Others are not watched. */
bool txr_watch_worth(const struct txr_device_state *d);
/*
 * One look: s as it was at now_ns (CLOCK_MONOTONIC). Devices that are not in it are
 * gone, and forgotten. Returns 0, or -ENOMEM: then this look counts for some devices only.
 */
int txr_watch_note(struct txr_watch *w, const struct txr_snapshot *s, uint64_t now_ns);
/* What is kept of a device, or NULL. */
const struct txr_device_watch *txr_watch_find(const struct txr_watch *w,
					      const struct txr_device_state *d);
void txr_watch_free(struct txr_watch *w);	/* leaves it empty */
void txr_watch_init_queue(struct txr_queue_watch *q);	/* nothing known */
/* Room for n queues, nothing known of new ones. 0 or -ENOMEM. */
int txr_watch_set_queues(struct txr_device_watch *d, uint32_t n);

#endif
