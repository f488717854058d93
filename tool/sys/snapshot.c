// SPDX-License-Identifier: GPL-2.0-only
/* snapshot.c - the state of the devices of the current network namespace. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "sys/clock.h"
#include "sys/snap.h"
#include "sys/snapshot.h"

void txr_snapshot_free(struct txr_snapshot *s)
{
	size_t i;

	if (!s)
		return;
	for (i = 0; s->dev && i < s->count; i++)
		free(s->dev[i].queue);
	free(s->dev);
	memset(s, 0, sizeof(*s));
}

static bool has_name(const struct txr_device_state *d, const char *name)
{
	return !strncmp(d->name, name, TXR_IFNAMSIZ - 1);
}

const struct txr_device_state *txr_snapshot_find(const struct txr_snapshot *s,
						 const char *name, uint32_t ifindex)
{
	size_t i;

	for (i = 0; s && i < s->count; i++)
		if (has_name(&s->dev[i], name) && (!ifindex || s->dev[i].ifindex == ifindex))
			return &s->dev[i];
	return NULL;
}

size_t txr_snapshot_count(const struct txr_snapshot *s, const char *name)
{
	size_t i, n = 0;

	for (i = 0; s && i < s->count; i++)
		n += has_name(&s->dev[i], name);
	return n;
}

int txr_snapshot_hand_over(struct txr_snapshot *s, struct txr_links *all, size_t n)
{
	size_t i, j, count = 0;

	for (i = 0; i < n; i++)
		count += all[i].count;
	s->dev = calloc(count ? count : 1, sizeof(*s->dev));
	if (!s->dev)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		for (j = 0; j < all[i].count; j++)
			s->dev[s->count++] = all[i].link[j].s;
		all[i].count = 0;
	}
	s->namespaces = n;
	return 0;
}

static int take(struct txr_snapshot *s, int (*how)(struct txr_snapshot *s),
		struct txr_err *err)
{
	int ret;

	memset(s, 0, sizeof(*s));
	s->real_ns = txr_clock_ns(CLOCK_REALTIME);
	ret = how(s);
	if (!ret)
		return 0;
	txr_snapshot_free(s);
	return txr_fail(err, -ret, "device list: %s; run where rtnetlink sockets are allowed",
			strerror(-ret));
}

int txr_snapshot_own(struct txr_snapshot *s)
{
	struct txr_links l = TXR_LINKS_NONE;
	int ret = txr_links_fill(&l, false);

	if (!ret)
		txr_peers_fill(&l, 1);
	if (!ret)
		ret = txr_snapshot_hand_over(s, &l, 1);
	s->only_own = true;
	txr_links_free(&l);
	return ret;
}

int txr_snapshot_take(struct txr_snapshot *s, struct txr_err *err)
{
	return take(s, txr_snapshot_own, err);
}

int txr_snapshot_take_all(struct txr_snapshot *s, struct txr_err *err)
{
	return take(s, txr_snapshot_everywhere, err);
}

int txr_snapshot_take_kinds(struct txr_snapshot *s, struct txr_err *err)
{
	return take(s, txr_snapshot_kinds, err);
}
