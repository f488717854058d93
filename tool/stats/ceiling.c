// SPDX-License-Identifier: GPL-2.0-only
/*
 * ceiling.c - packed, where nothing says so: a level that the occupancy keeps
 * running into.
 *
 * Where the ring's capacity is known, that is the level. Elsewhere the maximum is
 * a wall if the queue stood there longer than at all the levels below it that are
 * near, and came back to it. A wall can be somebody else's limit (a socket's send
 * buffer, BQL with packets of one size), so it is only a guess, and none is made
 * where BQL is in use.
 */
#include "rowx.h"

#define WALL_LEVEL	16	/* lower ones are reached by chance */
#define WALL_VISITS	4
#define WALL_SHARE	10	/* at least 1/10 of the time is spent there */

static bool has_bql(const struct txr_device_state *s)
{
	uint32_t i;

	for (i = 0; s && i < s->tx_queues; i++)
		if (s->queue[i].bql_limit_bytes != 0)	/* or not known */
			return true;
	return !s;
}

static bool is_wall(const struct txr_rowx *x, uint64_t dwell_ns)
{
	const struct txr_track *t = &x->q->occ;
	uint64_t end_ns = x->q->last_ns;
	uint64_t near = txr_track_dwell_from(t, t->max - t->max / 8, end_ns);

	return t->max >= WALL_LEVEL && t->visits >= WALL_VISITS &&
	       dwell_ns >= (end_ns - x->q->first_ns) / WALL_SHARE &&
	       dwell_ns > 2 * (near - dwell_ns);
}

struct txr_ceiling txr_ceiling_of(const struct txr_rowx *x)
{
	const struct txr_track *t = &x->q->occ;
	struct txr_ceiling c = { 0 };

	/* The levels of several queues together are no ring's. */
	if (x->queues != 1 || x->row->kind != TXR_KIND_RING || !t->max)
		return c;
	if (x->capacity > 0) {
		if (t->max < (uint64_t)x->capacity || x->late_release)
			return c;
		c.level = (uint32_t)x->capacity;
		c.dwell_ns = txr_track_dwell_from(t, c.level, x->q->last_ns);
		c.visits = t->visits;
		c.is_capacity = true;
		return c;
	}
	c.dwell_ns = txr_track_dwell_max(t, x->q->last_ns);
	if (x->late_release || has_bql(x->start ? x->start : x->end) ||
	    !is_wall(x, c.dwell_ns))
		return (struct txr_ceiling){ 0 };
	c.level = t->max;
	c.visits = t->visits;
	return c;
}
