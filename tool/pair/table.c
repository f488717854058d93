// SPDX-License-Identifier: GPL-2.0-only
/* table.c - skb address to what the engine knows of it. */
#include <errno.h>
#include <stdlib.h>
#include "table.h"

#define FIRST_BITS 10

static int alloc(struct txr_table *t, unsigned int bits)
{
	t->slot = calloc((size_t)1 << bits, sizeof(*t->slot));
	if (!t->slot)
		return -ENOMEM;
	t->mask = ((size_t)1 << bits) - 1;
	t->shift = 64 - bits;
	return 0;
}

int txr_table_init(struct txr_table *t)
{
	t->used = 0;
	return alloc(t, FIRST_BITS);
}

void txr_table_free(struct txr_table *t)
{
	free(t->slot);
	t->slot = NULL;
}

static struct txr_slot *place(struct txr_table *t, uint64_t addr)
{
	size_t i = txr_table_home(t, addr);

	while (t->slot[i].addr)
		i = (i + 1) & t->mask;
	t->slot[i].addr = addr;
	return &t->slot[i];
}

static int grow(struct txr_table *t)
{
	struct txr_table old = *t;
	size_t i;

	if (alloc(t, 64 - old.shift + 1)) {
		*t = old;
		return -ENOMEM;
	}
	for (i = 0; i <= old.mask; i++)
		if (old.slot[i].addr)
			*place(t, old.slot[i].addr) = old.slot[i];
	free(old.slot);
	return 0;
}

struct txr_slot *txr_table_insert(struct txr_table *t, uint64_t addr)
{
	struct txr_slot *s = txr_table_find(t, addr);

	if (s)
		return s;
	/* at most half full: runs stay short */
	if (2 * (t->used + 1) > t->mask && grow(t))
		return NULL;
	t->used++;
	return place(t, addr);
}

void txr_table_erase(struct txr_table *t, struct txr_slot *s)
{
	size_t hole = (size_t)(s - t->slot), i = hole, home;

	for (;;) {
		i = (i + 1) & t->mask;
		if (!t->slot[i].addr)
			break;
		home = txr_table_home(t, t->slot[i].addr);
		/* move back unless its home lies between the hole and itself */
		if (((i - home) & t->mask) >= ((i - hole) & t->mask)) {
			t->slot[hole] = t->slot[i];
			hole = i;
		}
	}
	t->slot[hole] = (struct txr_slot){ 0 };
	t->used--;
}

void txr_table_sweep(struct txr_table *t)
{
	size_t i = 0;

	while (i <= t->mask) {
		struct txr_slot *s = &t->slot[i];

		/* erase may pull another slot into this place: look again */
		if (s->addr && !s->tail && s->mark < MARK_LAP)
			txr_table_erase(t, s);
		else
			i++;
	}
}
