// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_stalled_unseen.c - queues that stand, and were given no packet while it
 * was recorded: a recording that begins after the stall has no row for them.
 */
#include <string.h>
#include "findings.h"
#include "stalled.h"
#include "stats_impl.h"

static bool has_row(const struct txr_report *r, const char *name, int32_t queue)
{
	size_t i, k;

	for (i = 0; i < r->nr_devices; i++) {
		const struct txr_row *d = &r->devices[i];

		for (k = 0; !strcmp(d->name, name) && k < d->nr_queues; k++)
			if (d->queues[k].queue == queue)
				return true;
	}
	return false;
}

static bool is_told(const struct txr_report *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		if (r->findings[i].which == TXR_F_QUEUE_STALLED &&
		    !strcmp(r->findings[i].device, name))
			return true;
	return false;
}

static const struct txr_device_state *state_of(const struct txr_snapshot *s,
					       const struct txr_device_watch *d)
{
	return txr_snapshot_of(s, d->ifindex, d->netns_inode, d->netns_cookie);
}

/* An event that names only the device may be of it. */
static bool can_be(const struct txr_device *dev, const struct txr_device_watch *d)
{
	return !strncmp(dev->name, d->name, TXR_IFNAMSIZ) &&
	       (!dev->ifindex || dev->ifindex == d->ifindex) &&
	       (!dev->netns_cookie || !d->netns_cookie || dev->netns_cookie == d->netns_cookie);
}

/* What the kernel's verdicts in the events told of the queue, or NULL. */
static struct txr_queue *verdicts_on(const struct txr_building *b,
				     const struct txr_device_watch *d, uint32_t queue)
{
	struct txr_queue *q = NULL;
	size_t i;

	for (i = 0; !q && i < b->st->devs; i++) {
		const struct txr_device *dev = txr_devtab_get(b->devs, i);

		if (b->st->dev[i] && dev && can_be(dev, d))
			q = txr_stats_find(b->st, (uint16_t)i, (uint16_t)queue);
	}
	return q;
}

static bool tell(struct txr_rowx *x)
{
	struct txr_stalled s;

	txr_stalled_judge(&s, x);
	if (s.state == TXR_STALL_NONE)
		return false;
	txr_stalled_tell(&s, x);
	return true;
}

static void look_at(struct txr_building *b, const struct txr_device_watch *d)
{
	struct txr_row row = {
		.dev = TXR_DEV_NONE, .kind = TXR_KIND_UNKNOWN, .ifindex = d->ifindex,
		.netns_inode = (int64_t)d->netns_inode,
	};
	struct txr_rowx x = {
		.b = b, .row = &row, .start = state_of(&b->info->meta->start, d),
		.end = state_of(&b->info->meta->end, d), .queues = 1,
	};
	uint32_t i;

	memcpy(row.name, d->name, sizeof(row.name));
	x.sw = txr_software_find(row.name, x.end ? x.end : x.start);
	for (i = 0; i < d->queues; i++) {
		row.queue = (int32_t)i;
		if (has_row(b->r, row.name, row.queue))
			continue;
		x.q = verdicts_on(b, d, i);
		tell(&x);
	}
	/* One qdisc for all queues, and none of them that it can be pinned on. */
	row.queue = -1;
	x.q = NULL;
	x.queues = d->queues;
	if (d->queues > 1 && !is_told(b->r, row.name))
		tell(&x);
}

/* Devices that nobody looked at: the events alone. */
static void by_events(struct txr_building *b, const struct txr_device_stats *d)
{
	const struct txr_device *dev = txr_devtab_get(b->devs, d->dev);
	struct txr_row row = {
		.dev = d->dev, .kind = TXR_KIND_UNKNOWN, .netns_inode = TXR_UNKNOWN,
		.ifindex = dev && dev->ifindex ? (int64_t)dev->ifindex : TXR_UNKNOWN,
	};
	struct txr_rowx x = { .b = b, .row = &row, .queues = 1 };
	size_t i;

	if (!dev || is_told(b->r, dev->name))
		return;
	memcpy(row.name, dev->name, sizeof(row.name));
	for (i = 0; i < d->count; i++) {
		x.q = d->list[i];
		row.queue = x.q->index;
		if (!txr_queue_active(x.q) && (x.q->watchdogs || x.q->dql_stalls))
			tell(&x);
	}
}

void txr_find_stalled_unseen(struct txr_building *b)
{
	const struct txr_watch *w = b->info->meta ? &b->info->meta->watch : NULL;
	size_t i;

	for (i = 0; w && i < w->count; i++)
		look_at(b, &w->dev[i]);
	for (i = 0; i < b->st->devs; i++)
		if (b->st->dev[i])
			by_events(b, b->st->dev[i]);
}
