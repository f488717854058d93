// SPDX-License-Identifier: GPL-2.0-only
/* onset.c - when does a finding begin. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "onset.h"

static void drop_ended(struct txr_onsets *o, uint64_t now_ns)
{
	size_t i, n = 0;

	for (i = 0; i < o->count; i++)
		if (now_ns - o->item[i].last_ns <= o->over_ns)
			o->item[n++] = o->item[i];
	o->count = n;
}

static struct txr_onset *find(const struct txr_onsets *o, const struct txr_finding *f)
{
	size_t i;

	for (i = 0; i < o->count; i++) {
		struct txr_onset *x = &o->item[i];

		if (x->which == f->which && x->queue == f->queue &&
		    !memcmp(x->device, f->device, sizeof(x->device)))
			return x;
	}
	return NULL;
}

static struct txr_onset *add(struct txr_onsets *o, const struct txr_finding *f)
{
	size_t room = o->room ? 2 * o->room : 16;
	struct txr_onset *x = o->item;

	if (o->count == o->room) {
		x = reallocarray(x, room, sizeof(*x));
		if (!x)
			return NULL;
		o->item = x;
		o->room = room;
	}
	x = &o->item[o->count++];
	x->which = f->which;
	x->queue = f->queue;
	memcpy(x->device, f->device, sizeof(x->device));
	return x;
}

int txr_onsets_look(struct txr_onsets *o, const struct txr_report *r, uint64_t now_ns,
		    void (*begins)(void *ctx, const struct txr_finding *f), void *ctx)
{
	int ret = 0;
	size_t i;

	drop_ended(o, now_ns);
	for (i = 0; i < r->nr_findings; i++) {
		const struct txr_finding *f = &r->findings[i];
		struct txr_onset *x;

		if (!o->watched[f->which] || f->severity < TXR_WARNING)
			continue;
		x = find(o, f);
		if (!x) {
			x = add(o, f);
			begins(ctx, f);
		}
		if (x)
			x->last_ns = now_ns;
		else
			ret = -ENOMEM;
	}
	return ret;
}

void txr_onsets_free(struct txr_onsets *o)
{
	free(o->item);
	memset(o, 0, sizeof(*o));
}
