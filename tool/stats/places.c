// SPDX-License-Identifier: GPL-2.0-only
/* places.c - where in the kernel skbs were freed that match no start. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "places.h"

#define NOT_TOLD 0

void txr_places_free(struct txr_places *p)
{
	free(p->log);
	free(p->slot);
	free(p->number);
	memset(p, 0, sizeof(*p));
}

static size_t find(const struct txr_places *p, uint64_t place)
{
	size_t i = (place * 0x9e3779b97f4a7c15ULL) >> 40 & (p->slots - 1);

	while (p->number[i] && p->slot[i] != place)
		i = (i + 1) & (p->slots - 1);
	return i;
}

static int grow_slots(struct txr_places *p)
{
	struct txr_places old = *p;
	size_t i, to;

	p->slots = old.slots ? 2 * old.slots : 64;
	p->slot = calloc(p->slots, sizeof(*p->slot));
	p->number = calloc(p->slots, sizeof(*p->number));
	if (!p->slot || !p->number) {
		free(p->slot);
		free(p->number);
		*p = old;
		return -ENOMEM;
	}
	for (i = 0; i < old.slots; i++) {
		if (!old.number[i])
			continue;
		to = find(p, old.slot[i]);
		p->slot[to] = old.slot[i];
		p->number[to] = old.number[i];
	}
	free(old.slot);
	free(old.number);
	return 0;
}

/* The number of a place, given when it is new; NOT_TOLD when there is none left. */
static int number_of(struct txr_places *p, uint64_t place, uint16_t *number)
{
	size_t i;

	*number = NOT_TOLD;
	if (!place)
		return 0;
	if (2 * (p->used + 1) > p->slots && grow_slots(p))
		return -ENOMEM;
	i = find(p, place);
	if (!p->number[i] && p->used < UINT16_MAX) {
		p->slot[i] = place;
		p->number[i] = ++p->used;
	}
	*number = p->number[i];
	return 0;
}

int txr_places_note(struct txr_places *p, uint64_t place)
{
	if (p->len == TXR_PLACES_LOG)
		return 0;
	if (p->len == p->room) {
		size_t room = p->room ? 2 * p->room : 1024;
		uint16_t *log = reallocarray(p->log, room, sizeof(*log));

		if (!log)
			return -ENOMEM;
		p->log = log;
		p->room = room;
	}
	if (number_of(p, place, &p->log[p->len]))
		return -ENOMEM;
	p->len++;
	return 0;
}

/* Numbers of a queue's own places that occur at all; NOT_TOLD always counts. */
static unsigned int own_numbers(const struct txr_places *p, const struct txr_own_places *own,
				uint16_t *number)
{
	unsigned int i, n = 0;

	number[n++] = NOT_TOLD;
	for (i = 0; p->slots && i < own->count; i++)
		if (p->number[find(p, own->place[i])])
			number[n++] = p->number[find(p, own->place[i])];
	return n;
}

static bool is_among(const uint16_t *number, unsigned int n, uint16_t x)
{
	while (n--)
		if (number[n] == x)
			return true;
	return false;
}

uint64_t txr_places_count(const struct txr_places *p, uint64_t from, uint64_t to,
			  const struct txr_own_places *own)
{
	uint16_t number[TXR_OWN_PLACES + 1];
	unsigned int n;
	uint64_t i, sum = 0;

	if (to <= from || own->any || !own->count)
		return to > from ? to - from : 0;
	n = own_numbers(p, own, number);
	for (i = from; i < to && i < p->len; i++)
		sum += is_among(number, n, p->log[i]);
	return to > i ? sum + (to - i) : sum;
}

void txr_own_places_add_one(struct txr_own_places *own, uint64_t place)
{
	unsigned int i;

	for (i = 0; i < own->count; i++)
		if (own->place[i] == place)
			return;
	if (!place || own->count == TXR_OWN_PLACES)
		own->any = true;
	else
		own->place[own->count++] = place;
}

void txr_own_places_add(struct txr_own_places *to, const struct txr_own_places *from)
{
	unsigned int i;

	to->any |= from->any;
	for (i = 0; i < from->count; i++)
		txr_own_places_add_one(to, from->place[i]);
}
