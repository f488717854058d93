// SPDX-License-Identifier: GPL-2.0-only
/*
 * untold.c - hand-overs that no event tells of.
 *
 * A device such as veth gives each packet to a receiver within its xmit (netif_rx
 * tells), or queues it for a NAPI poll that does so later. Where the events of such
 * a poll are not on, that a packet is neither freed nor handed on within its xmit
 * is the proof that it went that way: from there on it is out of sight.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "pair_impl.h"

static int make_room(struct txr_pair *p, uint32_t devs)
{
	uint64_t *more = reallocarray(p->untold_ns, devs, sizeof(*more));

	if (!more)
		return -ENOMEM;
	memset(more + p->untold_devs, 0, (devs - p->untold_devs) * sizeof(*more));
	p->untold_ns = more;
	p->untold_devs = devs;
	return 0;
}

int txr_pair_set_untold(struct txr_pair *p, uint16_t dev, uint64_t until_ns)
{
	uint32_t i;

	if (dev >= p->untold_devs) {
		if (!until_ns)
			return 0;
		if (make_room(p, dev + 1u))
			return -ENOMEM;
	}
	p->untold_ns[dev] = until_ns;
	p->untold_max_ns = 0;
	for (i = 0; i < p->untold_devs; i++)
		if (p->untold_ns[i] > p->untold_max_ns)
			p->untold_max_ns = p->untold_ns[i];
	return 0;
}

/*
 * The others are of devices above it. Those in the middle of their xmit end with
 * it; more than one round, for ending a lap shortens the ring.
 */
static void leave_above(struct txr_pair *p, struct txr_slot *s, uint64_t ts_ns)
{
	uint32_t i, next, n = txr_chain_count(p, s);

	for (i = s->tail; n--; i = next) {
		struct txr_lap *lap = txr_lap_at(&p->laps, i);

		next = lap->next;
		lap->flags |= TXR_LAP_UNTOLD;
		if (lap->state != LAP_DEVICE)
			continue;
		txr_chain_unlink(p, s, i);
		txr_lap_end_checked(p, i, TXR_UNCERTAIN, ts_ns);
		if (!s->tail)
			return;
	}
}

void txr_untold_leave(struct txr_pair *p, uint32_t i, uint64_t ts_ns)
{
	struct txr_slot *s = txr_table_find(&p->table, txr_lap_at(&p->laps, i)->skbaddr);

	txr_chain_unlink(p, s, i);
	txr_lap_end_checked(p, i, TXR_UNCERTAIN, ts_ns);
	if (s->tail)
		leave_above(p, s, ts_ns);
	txr_slot_drop_if_idle(p, s);
}

static bool out_of_sight(const struct txr_lap *lap, const struct txr_event *ev)
{
	return (lap->flags & TXR_LAP_UNTOLD) && !txr_xmit_inside(lap, ev);
}

void txr_untold_spread(struct txr_pair *p, const struct txr_slot *s,
		       const struct txr_event *ev)
{
	uint32_t i = s->tail;
	bool any = false;

	do {
		any |= out_of_sight(txr_lap_at(&p->laps, i), ev);
		i = txr_lap_at(&p->laps, i)->next;
	} while (i != s->tail);
	for (; any; i = txr_lap_at(&p->laps, i)->next) {
		txr_lap_at(&p->laps, i)->flags |= TXR_LAP_UNTOLD;
		any = txr_lap_at(&p->laps, i)->next != s->tail;
	}
}
