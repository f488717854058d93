// SPDX-License-Identifier: GPL-2.0-only
/*
 * lanes.c - spans that overlap, on as few lanes as they need.
 *
 * The lane whose last span ended latest, but before this one began: what ended
 * earlier is left for spans that began earlier. In a ring that is the lane that
 * waits longest, at the head.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "view/lanes.h"

#define FIRST_ROOM 64

/* How many of the lanes from the head on ended by then. */
static size_t ended_by(const struct txr_lanes *l, uint64_t ns)
{
	size_t low = l->head, high = l->tail, mid;

	while (low < high) {
		mid = low + (high - low) / 2;
		if (l->lane[mid].end_ns <= ns)
			low = mid + 1;
		else
			high = mid;
	}
	return low - l->head;
}

static struct txr_lane take_out(struct txr_lanes *l, size_t i)
{
	struct txr_lane lane = l->lane[l->head + i];

	memmove(&l->lane[l->head + 1], &l->lane[l->head], i * sizeof(*l->lane));
	l->head++;
	return lane;
}

/* Room for one at the tail. */
static int make_room(struct txr_lanes *l)
{
	size_t n = l->tail - l->head, room = l->room ? 2 * l->room : FIRST_ROOM;
	struct txr_lane *lane;

	if (l->tail < l->room)
		return 0;
	if (l->head >= l->room / 2 && l->head) {
		memmove(l->lane, &l->lane[l->head], n * sizeof(*l->lane));
	} else {
		lane = reallocarray(l->lane, room, sizeof(*lane));
		if (!lane)
			return -ENOMEM;
		l->lane = lane;
		l->room = room;
		memmove(l->lane, &l->lane[l->head], n * sizeof(*l->lane));
	}
	l->head = 0;
	l->tail = n;
	return 0;
}

/* Ends come in order, but for one that was decided late. */
static void put_in(struct txr_lanes *l, struct txr_lane lane)
{
	size_t i = l->tail++;

	for (; i > l->head && l->lane[i - 1].end_ns > lane.end_ns; i--)
		l->lane[i] = l->lane[i - 1];
	l->lane[i] = lane;
}

int64_t txr_lanes_take(struct txr_lanes *l, uint64_t start_ns, uint64_t end_ns)
{
	size_t free_nr = ended_by(l, start_ns);
	struct txr_lane lane;

	if (make_room(l))
		return -ENOMEM;
	lane = free_nr ? take_out(l, free_nr - 1) : (struct txr_lane){ .nr = l->count++ };
	lane.end_ns = end_ns;
	put_in(l, lane);
	return lane.nr;
}

void txr_lanes_free(struct txr_lanes *l)
{
	free(l->lane);
	memset(l, 0, sizeof(*l));
}
