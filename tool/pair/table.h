/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table.h - skb address to what the engine knows of it.
 *
 * Open addressing with linear probing; deletion shifts the neighbours back, so
 * there are no tombstones and a long run costs what a short one does. A pointer
 * to a slot is valid until the next insert or erase.
 */
#ifndef TXRING_PAIR_TABLE_H
#define TXRING_PAIR_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* What is known of a skb beside its open laps. Values from MARK_LAP on are the
 * index of a closed lap, plus MARK_LAP, whose late free has not been seen. */
#define MARK_NONE	0u
#define MARK_BUSY	1u	/* refused: starts again or is freed */
#define MARK_EXPECT	2u	/* its free is to be expected */
#define MARK_LAP	16u

struct txr_slot {
	uint64_t addr;		/* 0: empty */
	uint32_t tail;		/* newest open lap, ring of laps by next; 0: none */
	uint32_t mark : 31;
	uint32_t unseen : 1;	/* laps may be open that are not in the ring of laps */
};

struct txr_table {
	struct txr_slot *slot;
	size_t mask;
	unsigned int shift;
	size_t used;
};

int txr_table_init(struct txr_table *t);
void txr_table_free(struct txr_table *t);

/* One of 2^(64 - shift) places. */
static inline size_t txr_addr_place(uint64_t addr, unsigned int shift)
{
	/* Fibonacci hashing: skbs come from slabs, their low bits are zero */
	return (addr * 0x9e3779b97f4a7c15ULL) >> shift;
}

static inline size_t txr_table_home(const struct txr_table *t, uint64_t addr)
{
	return txr_addr_place(addr, t->shift);
}

static inline struct txr_slot *txr_table_find(const struct txr_table *t, uint64_t addr)
{
	size_t i = txr_table_home(t, addr);

	for (;; i = (i + 1) & t->mask) {
		if (t->slot[i].addr == addr)
			return &t->slot[i];
		if (!t->slot[i].addr)
			return NULL;
	}
}

/* The slot of addr, made if it is not there; NULL when memory is short. */
struct txr_slot *txr_table_insert(struct txr_table *t, uint64_t addr);
void txr_table_erase(struct txr_table *t, struct txr_slot *s);
/* Drop every slot that has no open lap and no parked lap. */
void txr_table_sweep(struct txr_table *t);

#endif
