// SPDX-License-Identifier: GPL-2.0-only
/* top_order.c - which rows are on the screen, in which order, and the chosen one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "view/top_model.h"

static bool is_wanted(const struct txr_top *t, const struct txr_top_row *r)
{
	bool inside = r->fig[TXR_TF_NOW].trust != TXR_FIG_UNKNOWN &&
		      r->fig[TXR_TF_NOW].value > 0;

	return t->all || inside ||
	       (r->state != TXR_TOP_IDLE && r->state != TXR_TOP_GONE);
}

/* Largest first, unknown last; by name from a to z. */
static int compare(const void *x, const void *y, void *arg)
{
	const struct txr_top_row *a = *(struct txr_top_row *const *)x;
	const struct txr_top_row *b = *(struct txr_top_row *const *)y;
	const struct txr_top *t = arg;
	const struct txr_top_fig *fa, *fb;
	int d;

	if (t->sort >= 0) {
		fa = &a->fig[t->sort];
		fb = &b->fig[t->sort];
		d = (fa->trust == TXR_FIG_UNKNOWN) - (fb->trust == TXR_FIG_UNKNOWN);
		if (!d && fa->trust != TXR_FIG_UNKNOWN)
			d = (fa->value < fb->value) - (fa->value > fb->value);
		if (d)
			return d;
	}
	d = strcmp(a->name, b->name);
	if (!d)
		d = (a->queue > b->queue) - (a->queue < b->queue);
	return d ? d : (a->dev > b->dev) - (a->dev < b->dev);
}

static int add_shown(struct txr_top *t, struct txr_top_row *r)
{
	struct txr_top_row **n;

	if (t->nr_shown == t->shown_room) {
		size_t room = t->shown_room ? 2 * t->shown_room : 32;

		n = reallocarray(t->shown, room, sizeof(*n));
		if (!n)
			return -ENOMEM;
		t->shown = n;
		t->shown_room = room;
	}
	t->shown[t->nr_shown++] = r;
	return 0;
}

static int add_queues(struct txr_top *t, struct txr_top_row *dev)
{
	size_t i;
	int ret = 0;

	if (dev->nr_queues)
		qsort_r(dev->queues, dev->nr_queues, sizeof(*dev->queues), compare, t);
	for (i = 0; i < dev->nr_queues && !ret; i++)
		if (is_wanted(t, dev->queues[i]))
			ret = add_shown(t, dev->queues[i]);
	return ret;
}

/* The chosen row moves with its device; where it is gone, the place stays. */
static void find_selected(struct txr_top *t)
{
	size_t i;

	for (i = 0; i < t->nr_shown; i++)
		if (t->shown[i]->dev == t->selected_dev &&
		    t->shown[i]->queue == t->selected_queue &&
		    t->selected_dev != TXR_DEV_NONE)
			break;
	txr_top_select(t, i < t->nr_shown ? (long)i : (long)t->selected);
}

int txr_top_arrange(struct txr_top *t)
{
	size_t i;
	int ret = 0;

	t->nr_shown = 0;
	if (t->nr_rows)
		qsort_r(t->row, t->nr_rows, sizeof(*t->row), compare, t);
	for (i = 0; i < t->nr_rows && !ret; i++) {
		struct txr_top_row *r = t->row[i];

		if (t->filter[0] && !strstr(r->name, t->filter))
			continue;
		if (!is_wanted(t, r))
			continue;
		ret = add_shown(t, r);
		if (!ret && (r->unfolded || t->per_queue))
			ret = add_queues(t, r);
	}
	find_selected(t);
	return ret;
}

struct txr_top_row *txr_top_selected(const struct txr_top *t)
{
	return t->selected < t->nr_shown ? t->shown[t->selected] : NULL;
}

void txr_top_select(struct txr_top *t, long to)
{
	const struct txr_top_row *r;

	if (to >= (long)t->nr_shown)
		to = (long)t->nr_shown - 1;
	t->selected = to > 0 ? (size_t)to : 0;
	r = txr_top_selected(t);
	if (r) {
		t->selected_dev = r->dev;
		t->selected_queue = r->queue;
	}
}
