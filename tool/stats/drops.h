/* SPDX-License-Identifier: GPL-2.0-only */
/* drops.h - packets dropped inside xmit, by reason. */
#ifndef TXRING_STATS_DROPS_H
#define TXRING_STATS_DROPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* More reasons than a kernel has; a broken file's go to `other`. */
#define TXR_DROP_REASONS 512

struct txr_drop_count {
	int32_t reason;
	bool known;		/* the event carried a reason */
	bool full_ring;		/* the source says that it is FULL_RING */
	uint64_t count;
	uint64_t place;		/* code address of the first; 0: not told */
};

struct txr_drops {
	struct txr_drop_count *item;
	size_t count, room;
	uint64_t other;
};

void txr_drops_free(struct txr_drops *d);
void txr_drops_clear(struct txr_drops *d);
int txr_drops_note(struct txr_drops *d, struct txr_drop_count what);
int txr_drops_add(struct txr_drops *to, const struct txr_drops *from);
/* Most first. */
void txr_drops_sort(struct txr_drops *d);

#endif
