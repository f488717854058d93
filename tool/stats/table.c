// SPDX-License-Identifier: GPL-2.0-only
/* table.c - devices and queues by their numbers, through plain arrays. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "stats_impl.h"

#define PAGE_BITS	TXR_PAGE_BITS
#define PAGE_SLOTS	TXR_PAGE_SLOTS
#define PAGES		((UINT16_MAX + 1) >> PAGE_BITS)

static struct txr_device_stats *new_device(uint16_t dev)
{
	struct txr_device_stats *d = calloc(1, sizeof(*d));

	if (!d)
		return NULL;
	d->page = calloc(PAGES, sizeof(*d->page));
	d->first_ns = TXR_NEVER;
	d->dev = dev;
	if (d->page)
		return d;
	free(d);
	return NULL;
}

static struct txr_device_stats *device(struct txr_stats *s, uint16_t dev)
{
	if (dev >= s->devs) {
		size_t n = dev + 1u > 2 * s->devs ? dev + 1u : 2 * s->devs;
		struct txr_device_stats **a = reallocarray(s->dev, n, sizeof(*a));

		if (!a)
			return NULL;
		memset(a + s->devs, 0, (n - s->devs) * sizeof(*a));
		s->dev = a;
		s->devs = n;
	}
	if (!s->dev[dev]) {
		s->dev[dev] = new_device(dev);
		if (s->dev[dev] && txr_keep_device(s, s->dev[dev]))
			s->error = -ENOMEM;
	}
	return s->dev[dev];
}

/* What the first queue has seen is what the device has, when a second comes. */
static int make_whole(struct txr_device_stats *d)
{
	struct txr_whole *w = calloc(1, sizeof(*w));

	if (!w)
		return -ENOMEM;
	if (txr_track_copy(&w->occ, &d->list[0]->occ)) {
		free(w);
		return -ENOMEM;
	}
	w->loss = d->list[0]->loss;
	w->open = txr_books_open(&d->list[0]->books);
	d->whole = w;
	return txr_keep_whole(d);
}

static int append(struct txr_device_stats *d, struct txr_queue *q)
{
	if (d->count == 1 && !d->whole && make_whole(d))
		return -ENOMEM;
	if (d->count == d->room) {
		size_t room = d->room ? 2 * d->room : 4;
		struct txr_queue **n = reallocarray(d->list, room, sizeof(*n));

		if (!n)
			return -ENOMEM;
		d->list = n;
		d->room = room;
	}
	d->list[d->count++] = q;
	return 0;
}

static struct txr_queue *new_queue(struct txr_device_stats *d, uint16_t index)
{
	struct txr_queue **page = d->page[index >> PAGE_BITS];
	struct txr_queue *q;

	if (!page) {
		page = calloc(PAGE_SLOTS, sizeof(*page));
		if (!page)
			return NULL;
		d->page[index >> PAGE_BITS] = page;
	}
	q = malloc(sizeof(*q));
	if (!q)
		return NULL;
	txr_queue_init(q);
	q->dev = d;
	q->index = index;
	if (append(d, q)) {
		free(q);
		return NULL;
	}
	page[index % PAGE_SLOTS] = q;
	return q;
}

struct txr_queue *txr_stats_make(struct txr_stats *s, uint16_t dev, uint16_t index)
{
	struct txr_queue *q = txr_stats_find(s, dev, index);
	struct txr_device_stats *d;

	if (!q) {
		d = device(s, dev);
		q = d ? new_queue(d, index) : NULL;
		if (q && (txr_keep_queue(s, q) || txr_asked_queue(s, q)))
			s->error = -ENOMEM;
	}
	if (!q)
		s->error = -ENOMEM;
	return q;
}

void txr_stats_each(struct txr_stats *s, void (*fn)(void *arg, struct txr_queue *q),
		    void *arg)
{
	size_t d, i;

	for (d = 0; d < s->devs; d++)
		for (i = 0; s->dev[d] && i < s->dev[d]->count; i++)
			fn(arg, s->dev[d]->list[i]);
}

static void free_device(struct txr_device_stats *d)
{
	size_t i;

	if (!d)
		return;
	for (i = 0; i < d->count; i++) {
		txr_queue_free(d->list[i]);
		free(d->list[i]);
	}
	for (i = 0; i < PAGES; i++)
		free(d->page[i]);
	if (d->whole)
		txr_track_free(&d->whole->occ);
	free(d->whole);
	txr_keep_free_device(d);
	free(d->page);
	free(d->list);
	free(d);
}

void txr_stats_free_devices(struct txr_stats *s)
{
	size_t d;

	for (d = 0; d < s->devs; d++)
		free_device(s->dev[d]);
	free(s->dev);
	s->dev = NULL;
	s->devs = 0;
}
