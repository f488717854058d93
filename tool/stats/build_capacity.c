// SPDX-License-Identifier: GPL-2.0-only
/*
 * build_capacity.c - how many packets the rings of a row hold.
 *
 * Some drivers' rings hold packets by their descriptors: two for one with checksum
 * offload, one for another. No event tells which, so two are counted; until more are
 * inside than could be with two each.
 */
#include "build_impl.h"
#include "findings.h"

typedef int64_t (*capacity_rule)(const struct txr_device_state *d, const char **source);

/* What one ring holds; the larger where it was resized meanwhile. */
static int64_t capacity_of(const struct txr_making *m, capacity_rule rule, const char **source)
{
	const char *s2 = NULL;
	int64_t a = rule(m->x.start, source), b;

	b = rule(m->x.end, &s2);
	if (b > a)
		*source = s2;
	return b > a ? b : a;
}

static int64_t descriptors_of(const struct txr_making *m)
{
	int64_t a = m->x.start ? m->x.start->ring_tx : TXR_UNKNOWN;
	int64_t b = m->x.end ? m->x.end->ring_tx : TXR_UNKNOWN;

	return b > a ? b : a;
}

/* What was restarted or is not known may have been gone. */
static bool is_above(const struct txr_queue *q, int64_t level)
{
	const uint64_t *n = q->books.by_outcome;

	return q->occ.max > (uint64_t)level + n[TXR_RESTARTED] + n[TXR_UNCERTAIN];
}

/* Of the row's queues one had more inside, and surely. */
static bool was_above(const struct txr_making *m, const struct txr_rowx *x, int64_t level)
{
	size_t i;

	if (x->late_release || m->b->st->loss.any)
		return false;
	for (i = 0; i < m->count; i++)
		if ((x->queues > 1 || m->count == 1 || m->copy[i].index == x->q->index) &&
		    is_above(&m->copy[i], level))
			return true;
	return false;
}

/* A few more may be inside than the rule says: a stray packet of one descriptor each. */
static bool has_small(const struct txr_making *m, const struct txr_rowx *x, int64_t capacity)
{
	return was_above(m, x, capacity + capacity / TXR_OVERFULL_PART);
}

/*
 * Nothing exceeds this: a software ring's capacity, else a descriptor for each packet.
 */
static int64_t hard_cap_of(const struct txr_making *m, int64_t capacity)
{
	if (m->x.sw && capacity > 0)
		return capacity;
	return descriptors_of(m) > 0 ? descriptors_of(m) : TXR_UNKNOWN;
}

/* What no packets of hardware exceed, however small; that of a software ring is judged
 * by its readers (txr_why_free_after_slot()). */
static int64_t most_of(const struct txr_making *m, int64_t small)
{
	return small > 0 ? small : descriptors_of(m);
}

/* It had another size between the snapshots, and what that was is not known. */
static void forget_size(struct txr_rowx *x)
{
	x->other_size = true;
	x->hard_cap = TXR_UNKNOWN;
	x->row->capacity_source = NULL;
}

void txr_row_capacity(const struct txr_making *m, struct txr_rowx *x)
{
	/* The packets of a name that several devices have are in all their rings. */
	int64_t same = (int64_t)(m->x.same_name > 1 ? m->x.same_name : 1);
	int64_t rings = (int64_t)x->queues * same, holds, hard, small;
	struct txr_row *row = x->row;
	const char *source = NULL;

	row->ring_descriptors = descriptors_of(m);
	row->capacity_packets = x->capacity = x->hard_cap = TXR_UNKNOWN;
	if (row->kind != TXR_KIND_RING)
		return;
	holds = capacity_of(m, txr_capacity_packets, &row->capacity_source);
	hard = hard_cap_of(m, holds);
	if (hard > 0)
		x->hard_cap = hard * rings;
	if (holds <= 0)
		return;
	small = capacity_of(m, txr_capacity_small_packets, &source);
	if (!m->x.sw && was_above(m, x, most_of(m, small) * same)) {
		forget_size(x);
		return;
	}
	if (small > holds && has_small(m, x, holds * same)) {
		row->capacity_of_small = true;
		row->capacity_source = source;
		holds = small;
	}
	row->capacity_packets = x->capacity = holds * rings;
}
