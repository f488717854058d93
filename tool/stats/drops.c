// SPDX-License-Identifier: GPL-2.0-only
/* drops.c - packets dropped inside xmit, by reason. */
#include <errno.h>
#include <stdlib.h>
#include "drops.h"

void txr_drops_free(struct txr_drops *d)
{
	free(d->item);
	*d = (struct txr_drops){ 0 };
}

void txr_drops_clear(struct txr_drops *d)
{
	d->count = 0;
	d->other = 0;
}

static int append(struct txr_drops *d, struct txr_drop_count what)
{
	size_t room = d->room ? 2 * d->room : 4;
	struct txr_drop_count *n;

	if (d->count == TXR_DROP_REASONS) {
		d->other += what.count;
		return 0;
	}
	if (d->count == d->room) {
		n = reallocarray(d->item, room, sizeof(*n));
		if (!n)
			return -ENOMEM;
		d->item = n;
		d->room = room;
	}
	d->item[d->count++] = what;
	return 0;
}

int txr_drops_note(struct txr_drops *d, struct txr_drop_count what)
{
	size_t i;

	for (i = 0; i < d->count; i++)
		if (d->item[i].known == what.known && d->item[i].reason == what.reason) {
			d->item[i].count += what.count;
			return 0;
		}
	return append(d, what);
}

int txr_drops_add(struct txr_drops *to, const struct txr_drops *from)
{
	int err = 0;
	size_t i;

	for (i = 0; i < from->count; i++)
		err |= txr_drops_note(to, from->item[i]);
	to->other += from->other;
	return err ? -ENOMEM : 0;
}

static int more_first(const void *a, const void *b)
{
	const struct txr_drop_count *x = a, *y = b;

	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return x->reason < y->reason ? -1 : x->reason > y->reason;
}

void txr_drops_sort(struct txr_drops *d)
{
	if (d->count)
		qsort(d->item, d->count, sizeof(*d->item), more_first);
}
