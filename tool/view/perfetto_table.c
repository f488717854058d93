// SPDX-License-Identifier: GPL-2.0-only
/* perfetto_table.c - devices as processes and queues as their threads. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "view/perfetto_impl.h"

/* A place in an array of pointers, which grows to it; NULL: no memory. */
static void *slot(void *array, size_t *nr, size_t i)
{
	void ***a = array, **n;
	size_t want = i + 1 > 2 * *nr ? i + 1 : 2 * *nr;

	if (i < *nr)
		return &(*a)[i];
	n = reallocarray(*a, want, sizeof(*n));
	if (!n)
		return NULL;
	memset(n + *nr, 0, (want - *nr) * sizeof(*n));
	*a = n;
	*nr = want;
	return &n[i];
}

static void tell_device(struct txr_perfetto *p, struct txr_p_device *d, uint16_t index)
{
	const struct txr_device *dev = txr_devtab_get(p->c->devs, index);
	const char *name = dev ? dev->name : TXR_DEV_OTHERS, *driver = "";
	const struct txr_device_state *s = NULL;

	if (p->meta && dev)
		s = txr_snapshot_find(&p->meta->start, name, dev->ifindex);
	if (!s && p->meta && dev)
		s = txr_snapshot_find(&p->meta->end, name, dev->ifindex);
	if (s) {
		driver = s->driver;
		d->one_queue = s->tx_queues == 1;
	}
	txr_p_process_name(p, d->pid, name, driver);
}

static const struct txr_row *row_of(const struct txr_perfetto *p, uint16_t dev)
{
	size_t i;

	for (i = 0; p->report && i < p->report->nr_devices; i++)
		if (p->report->devices[i].dev == dev)
			return &p->report->devices[i];
	return NULL;
}

/* queue < 0: of the device. */
static uint64_t most_of(const struct txr_perfetto *p, uint16_t dev, int queue)
{
	const struct txr_row *row = row_of(p, dev);
	size_t i;

	for (i = 0; row && queue >= 0 && i < row->nr_queues; i++)
		if (row->queues[i].queue == queue) {
			row = &row->queues[i];
			break;
		}
	if (!row || row->in_device.max.trust == TXR_FIG_UNKNOWN || (queue >= 0) != (row->queue >= 0))
		return UINT64_MAX;
	return row->in_device.max.value;
}

struct txr_p_device *txr_p_device(struct txr_perfetto *p, uint16_t index)
{
	struct txr_p_device **d = slot(&p->dev, &p->devs, index);

	if (d && !*d) {
		*d = calloc(1, sizeof(**d));
		if (*d) {
			(*d)->pid = ++p->pids;
			(*d)->index = index;
			(*d)->level.most = most_of(p, index, -1);
			tell_device(p, *d, index);
		}
	}
	if (d && *d)
		return *d;
	p->error = -ENOMEM;
	return NULL;
}

struct txr_p_queue *txr_p_queue(struct txr_perfetto *p, struct txr_p_device *d,
				uint16_t index)
{
	struct txr_p_queue **q = slot(&d->queue, &d->queues, index);
	char name[24];

	if (q && !*q) {
		*q = calloc(1, sizeof(**q));
		if (*q) {
			(*q)->index = index;
			(*q)->tid = ++p->tids;
			(*q)->level.most = most_of(p, d->index, index);
			if (index)	/* whatever the snapshot said */
				d->one_queue = false;
			snprintf(name, sizeof(name), "queue %u", index);
			txr_p_thread_name(p, d->pid, (*q)->tid, name);
		}
	}
	if (q && *q)
		return *q;
	p->error = -ENOMEM;
	return NULL;
}
