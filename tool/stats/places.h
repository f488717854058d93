/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * places.h - where in the kernel skbs were freed that match no start.
 *
 * A driver frees its packets in one place or a few; a netlink message or a packet
 * received is freed elsewhere. So of the frees that match no start only those at
 * a queue's own places can be of packets that it held before the recording.
 */
#ifndef TXRING_STATS_PLACES_H
#define TXRING_STATS_PLACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TXR_PLACES_LOG (1u << 20)	/* frees whose place is kept; later: any place */
#define TXR_OWN_PLACES 8

struct txr_places {		/* one entry a free, in order */
	uint16_t *log;		/* number of its place; 0: not told */
	size_t len, room;
	uint64_t *slot;		/* places by hash, and their numbers */
	uint16_t *number;
	size_t slots, used;
};

struct txr_own_places {		/* of the packets of one queue */
	uint64_t place[TXR_OWN_PLACES];
	unsigned int count;
	bool any;		/* more, or not told: any free may be of this queue */
};

void txr_places_free(struct txr_places *p);
/* A free that matched nothing. 0 or -ENOMEM. */
int txr_places_note(struct txr_places *p, uint64_t place);
/* How many of the frees [from, to) can be of packets of that queue. */
uint64_t txr_places_count(const struct txr_places *p, uint64_t from, uint64_t to,
			  const struct txr_own_places *own);

void txr_own_places_add_one(struct txr_own_places *own, uint64_t place);
void txr_own_places_add(struct txr_own_places *to, const struct txr_own_places *from);

static inline void txr_own_places_note(struct txr_own_places *own, uint64_t place)
{
	if (__builtin_expect(own->place[0] != place && !own->any, 0))
		txr_own_places_add_one(own, place);
}

#endif
