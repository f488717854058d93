// SPDX-License-Identifier: GPL-2.0-only
/* by.c - who fills the ring: counting. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "by.h"

#define SLOTS_FIRST 1024

struct txr_by *txr_by_new(enum txr_by_what what)
{
	struct txr_by *b = calloc(1, sizeof(*b));

	if (!b)
		return NULL;
	b->what = what;
	b->slots = SLOTS_FIRST;
	b->slot = calloc(b->slots, sizeof(*b->slot));
	if (b->slot)
		return b;
	free(b);
	return NULL;
}

void txr_by_free(struct txr_by *b)
{
	if (!b)
		return;
	free(b->at);
	free(b->slot);
	free(b);
}

void txr_by_begin(struct txr_by *b)
{
	size_t i;

	for (i = 0; i < b->count; i++) {
		struct txr_by_entry *e = &b->at[i];

		*e = (struct txr_by_entry){
			.key = e->key, .dev = e->dev, .kind = e->kind,
			.started = e->started - e->ended,
		};
	}
}

static bool is(const struct txr_by_entry *e, const struct txr_by_entry *key)
{
	return e->key == key->key && e->dev == key->dev && e->kind == key->kind;
}

static uint32_t *slot_of(const struct txr_by *b, const struct txr_by_entry *key)
{
	uint64_t h = ((uint64_t)key->key << 20) ^ ((uint64_t)key->dev << 4) ^ key->kind;
	size_t i = (h * 0x9e3779b97f4a7c15ULL) >> 32;

	for (;; i++) {
		uint32_t *s = &b->slot[i & (b->slots - 1)];

		if (!*s || is(&b->at[*s - 1], key))
			return s;
	}
}

static int more_slots(struct txr_by *b)
{
	uint32_t *old = b->slot;
	size_t i;

	b->slot = calloc(2 * b->slots, sizeof(*b->slot));
	if (!b->slot) {
		b->slot = old;
		return -ENOMEM;
	}
	b->slots *= 2;
	for (i = 0; i < b->count; i++)
		*slot_of(b, &b->at[i]) = (uint32_t)i + 1;
	free(old);
	return 0;
}

static int add(struct txr_by *b, const struct txr_by_entry *key)
{
	if (b->count == b->room) {
		size_t room = b->room ? 2 * b->room : 64;
		struct txr_by_entry *n = reallocarray(b->at, room, sizeof(*n));

		if (!n)
			return -ENOMEM;
		b->at = n;
		b->room = room;
	}
	if (2 * (b->count + 1) > b->slots && more_slots(b))
		return -ENOMEM;
	b->at[b->count++] = *key;
	*slot_of(b, key) = (uint32_t)b->count;
	return 0;
}

/* Found or made: *nr is its number. */
static int entry_of(struct txr_by *b, struct txr_by_entry key, size_t *nr)
{
	uint32_t s;

	if (b->count && is(&b->at[b->last], &key)) {
		*nr = b->last;
		return 0;
	}
	s = *slot_of(b, &key);
	if (!s && b->count >= TXR_BY_MAX && key.kind != TXR_SHARE_REST) {
		key.kind = TXR_SHARE_REST;
		key.key = 0;
		s = *slot_of(b, &key);
	}
	if (!s && add(b, &key))
		return -ENOMEM;
	*nr = b->last = s ? s - 1 : b->count - 1;
	return 0;
}

/* 0 for up to 1 byte, 10 for 1024 to 2047. */
static int64_t power_of(uint32_t bytes)
{
	return bytes ? 31 - __builtin_clz(bytes) : 0;
}

static bool in_irq(uint8_t ctx)
{
	return ctx & (TXR_CTX_HARDIRQ | TXR_CTX_SOFTIRQ);
}

int txr_by_start(struct txr_by *b, struct txr_lap *lap, uint8_t ctx,
		 const struct txr_queued *queued)
{
	struct txr_by_entry key = { .dev = lap->dev, .kind = TXR_SHARE_KEY };
	size_t nr;

	if (b->what == TXR_BY_CPU)
		key.key = lap->start_cpu;
	else if (b->what == TXR_BY_SIZE)
		key.key = power_of(lap->len_bytes);
	else if (in_irq(queued ? queued->ctx : ctx))
		key.kind = TXR_SHARE_UNATTRIBUTED;
	else
		key.key = queued ? queued->pid : lap->start_pid;
	if (entry_of(b, key, &nr))
		return -ENOMEM;
	b->at[nr].started++;
	b->at[nr].queued += queued != NULL;
	lap->by = (uint32_t)nr + 1;
	return 0;
}

void txr_by_back(struct txr_by *b, const struct txr_lap *lap, uint64_t ring_ns)
{
	struct txr_by_entry *e;

	if (!lap->by)
		return;
	e = &b->at[lap->by - 1];
	if (lap->outcome == TXR_COMPLETED) {
		e->completed++;
		e->bytes += lap->len_bytes;
	}
	e->packet_ns += ring_ns;
	e->byte_ns += (unsigned __int128)ring_ns * lap->len_bytes;
}

void txr_by_end(struct txr_by *b, const struct txr_lap *lap)
{
	struct txr_by_entry *e;

	if (!lap->by)
		return;
	e = &b->at[lap->by - 1];
	e->ended++;
	if (lap->flags & TXR_LAP_NOSPEC_OK) {
		e->nospec++;
		e->nospec_bytes += lap->len_bytes;
	}
}
