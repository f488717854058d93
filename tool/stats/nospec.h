/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nospec.h - kfree_skb inside xmit with reason NOT_SPECIFIED and result OK: a drop
 * that the driver does not own up to, or the way in which it completes all its
 * packets (older drivers that copy). Which, is known only at the end, per device;
 * until then these laps are remembered apart.
 */
#ifndef TXRING_STATS_NOSPEC_H
#define TXRING_STATS_NOSPEC_H

#include <stdbool.h>
#include <stdint.h>
#include "txring/hist.h"
#include "txring/pair.h"
#include "books.h"
#include "drops.h"

struct txr_nospec {
	struct txr_hist lap_ns;
	struct txr_drop_count drop;	/* what they are if they are drops */
	uint64_t count, bytes, wire, wire_less, wire_more;
};

int txr_nospec_note(struct txr_nospec **n, const struct txr_lap *lap);
int txr_nospec_add(struct txr_nospec **to, const struct txr_nospec *from);
void txr_nospec_clear(struct txr_nospec *n);
void txr_nospec_free(struct txr_nospec *n);

/*
 * Every packet that the device accepted ended so: they are completions. entered:
 * one was in the ring, at any time of the recording.
 */
bool txr_nospec_completes(const struct txr_books *device, bool entered);
/* Move them from dropped to completed_in_xmit. */
void txr_nospec_apply(const struct txr_nospec *n, struct txr_books *b);

#endif
