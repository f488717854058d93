// SPDX-License-Identifier: GPL-2.0-only
/* devtab.c - the devices that a recording names, by small index. */
#include <stdlib.h>
#include <string.h>
#include "txring/device.h"
#include "txring/event.h"

struct txr_devtab {
	struct txr_device *dev;
	size_t count, room;
	uint16_t last;		/* events of one device come in runs */
	bool failed;		/* no memory for one of them */
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
	free(t);
}

static bool same(const struct txr_device *a, const struct txr_device *b)
{
	return a->ifindex == b->ifindex && a->netns_cookie == b->netns_cookie &&
	       !memcmp(a->name, b->name, sizeof(a->name));
}

uint16_t txr_devtab_intern(struct txr_devtab *t, const char *name, size_t len,
			   uint32_t ifindex, uint64_t netns_cookie)
{
	struct txr_device d = { .ifindex = ifindex, .netns_cookie = netns_cookie };
	size_t i;

	len = strnlen(name, len < TXR_IFNAMSIZ ? len : TXR_IFNAMSIZ - 1);
	memcpy(d.name, name, len);
	if (t->count && same(&t->dev[t->last], &d))
		return t->last;
	for (i = 0; i < t->count; i++)
		if (same(&t->dev[i], &d))
			return t->last = i;
	if (t->count >= TXR_DEV_NONE - 1)
		return TXR_DEV_NONE;
	if (t->count == t->room) {
		size_t room = t->room ? 2 * t->room : 16;
		struct txr_device *n = reallocarray(t->dev, room, sizeof(*n));

		if (!n) {
			t->failed = true;
			return TXR_DEV_NONE;
		}
		t->dev = n;
		t->room = room;
	}
	t->dev[t->count] = d;
	return t->last = t->count++;
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
