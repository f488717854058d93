// SPDX-License-Identifier: GPL-2.0-only
/*
 * verdict.c - the kernel's word that a queue stands: net_dev_xmit_timeout and
 * dql_stall_detected.
 *
 * They come for queues that are given no packet, too. And they name the device by its
 * name alone, where starts may have its ifindex and namespace: the two are one device
 * if no other of that name sent.
 */
#include <string.h>
#include "stats_impl.h"

static bool by_name_alone(const struct txr_device *d)
{
	return d && !d->ifindex && !d->netns_cookie;
}

/* The one that sent under this name, or dev itself. */
static uint16_t who_sent(const struct txr_stats *s, uint16_t dev)
{
	const struct txr_device *d = s->devtab ? txr_devtab_get(s->devtab, dev) : NULL;
	uint16_t found = dev;
	size_t i;

	if (!by_name_alone(d))
		return dev;
	for (i = 0; i < s->devs; i++) {
		const struct txr_device *o = txr_devtab_get(s->devtab, i);

		if (i == dev || !s->dev[i] || !o || strcmp(o->name, d->name))
			continue;
		if (found != dev)	/* two: nobody knows which */
			return dev;
		found = (uint16_t)i;
	}
	return found;
}

void txr_stats_verdict(struct txr_stats *s, const struct txr_event *ev)
{
	struct txr_queue *q;

	if (ev->dev == TXR_DEV_NONE || ev->queue == TXR_QUEUE_NONE)
		return;
	q = txr_stats_make(s, who_sent(s, ev->dev), ev->queue);
	if (!q)
		return;
	if (ev->kind == TXR_DQL_STALL) {
		q->dql_stalls++;
		return;
	}
	q->watchdogs++;
	q->stall.verdict_ns = ev->ts_ns;
	q->stall.suspect = true;
	txr_queue_sync_rare(s, q);
}
