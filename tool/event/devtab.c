// SPDX-License-Identifier: GPL-2.0-only
/* devtab.c - the devices that a recording names, by small index. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "txring/device.h"
#include "txring/event.h"

#define FIRST_ROOM	16u

struct txr_devtab {
	struct txr_device *dev;
	uint16_t *chain;	/* of each device: the next of its bucket */
	uint16_t *bucket;	/* as many as there is room; TXR_DEV_NONE: empty */
	size_t count, room;	/* room: a power of 2, or 0 */
	uint16_t last;		/* events of one device come in runs */
	bool failed;		/* no memory for one of them */
	bool full;		/* one was left out */
};

struct txr_devtab *txr_devtab_new(void)
{
	return calloc(1, sizeof(struct txr_devtab));
}

void txr_devtab_free(struct txr_devtab *t)
{
	if (!t)
		return;
	free(t->dev);
	free(t->chain);
	free(t->bucket);
	free(t);
}

static bool same(const struct txr_device *a, const struct txr_device *b)
{
	return a->ifindex == b->ifindex && a->netns_cookie == b->netns_cookie &&
	       !memcmp(a->name, b->name, sizeof(a->name));
}

static size_t bucket_of(const struct txr_devtab *t, const struct txr_device *d)
{
	uint64_t name[2];

	memcpy(name, d->name, sizeof(name));
	name[0] ^= (name[1] ^ d->netns_cookie) * 0x9e3779b97f4a7c15ULL ^ d->ifindex;
	return (name[0] * 0x9e3779b97f4a7c15ULL >> 32) & (t->room - 1);
}

static void put_in_bucket(struct txr_devtab *t, uint16_t i)
{
	uint16_t *first = &t->bucket[bucket_of(t, &t->dev[i])];

	t->chain[i] = *first;
	*first = i;
}

static uint16_t find(const struct txr_devtab *t, const struct txr_device *d)
{
	uint16_t i = t->room ? t->bucket[bucket_of(t, d)] : TXR_DEV_NONE;

	while (i != TXR_DEV_NONE && !same(&t->dev[i], d))
		i = t->chain[i];
	return i;
}

/* What has grown stays valid where the next one fails. */
static int grow(struct txr_devtab *t)
{
	size_t i, room = t->room ? 2 * t->room : FIRST_ROOM;
	struct txr_device *dev = reallocarray(t->dev, room, sizeof(*dev));
	uint16_t *chain, *bucket;

	if (!dev)
		return -ENOMEM;
	t->dev = dev;
	chain = reallocarray(t->chain, room, sizeof(*chain));
	if (!chain)
		return -ENOMEM;
	t->chain = chain;
	bucket = malloc(room * sizeof(*bucket));
	if (!bucket)
		return -ENOMEM;
	free(t->bucket);
	t->bucket = bucket;
	t->room = room;
	for (i = 0; i < room; i++)
		bucket[i] = TXR_DEV_NONE;
	for (i = 0; i < t->count; i++)
		put_in_bucket(t, (uint16_t)i);
	return 0;
}

uint16_t txr_devtab_intern(struct txr_devtab *t, const char *name, size_t len,
			   uint32_t ifindex, uint64_t netns_cookie)
{
	struct txr_device d = { .ifindex = ifindex, .netns_cookie = netns_cookie };
	uint16_t i;

	len = strnlen(name, len < TXR_IFNAMSIZ ? len : TXR_IFNAMSIZ - 1);
	memcpy(d.name, name, len);
	if (t->count && same(&t->dev[t->last], &d))
		return t->last;
	i = find(t, &d);
	if (i != TXR_DEV_NONE)
		return t->last = i;
	if (t->count == TXR_DEV_MAX) {
		t->full = true;
		return TXR_DEV_NONE;
	}
	if (t->count == t->room && grow(t)) {
		t->failed = true;
		return TXR_DEV_NONE;
	}
	i = (uint16_t)t->count++;
	t->dev[i] = d;
	put_in_bucket(t, i);
	return t->last = i;
}

bool txr_devtab_full(const struct txr_devtab *t)
{
	return t->full;
}

bool txr_devtab_failed(const struct txr_devtab *t)
{
	return t->failed;
}

size_t txr_devtab_count(const struct txr_devtab *t)
{
	return t->count;
}

const struct txr_device *txr_devtab_get(const struct txr_devtab *t, size_t i)
{
	return i < t->count ? &t->dev[i] : NULL;
}
