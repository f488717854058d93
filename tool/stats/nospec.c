// SPDX-License-Identifier: GPL-2.0-only
/* nospec.c - NOT_SPECIFIED with result OK: dropped, or completed inside xmit. */
#include <errno.h>
#include <stdlib.h>
#include "nospec.h"

static struct txr_nospec *made(struct txr_nospec **n)
{
	if (!*n) {
		*n = calloc(1, sizeof(**n));
		if (*n)
			txr_hist_init(&(*n)->lap_ns);
	}
	return *n;
}

int txr_nospec_note(struct txr_nospec **n, const struct txr_lap *lap)
{
	struct txr_nospec *s = made(n);

	if (!s)
		return -ENOMEM;
	s->count++;
	s->drop.known = !!(lap->flags & TXR_LAP_REASON);
	s->drop.reason = s->drop.known ? lap->reason : 0;
	if (!s->drop.place)
		s->drop.place = lap->release_location;
	s->bytes += lap->len_bytes;
	s->wire += lap->segs;
	s->wire_less += lap->segs - lap->segs_low;
	s->wire_more += lap->segs_high - lap->segs;
	return txr_hist_add(&s->lap_ns, lap->release_ns > lap->start_ns ?
			    lap->release_ns - lap->start_ns : 0);
}

int txr_nospec_add(struct txr_nospec **to, const struct txr_nospec *from)
{
	struct txr_nospec *s;

	if (!from)
		return 0;
	s = made(to);
	if (!s)
		return -ENOMEM;
	if (from->count)
		s->drop = from->drop;
	s->count += from->count;
	s->bytes += from->bytes;
	s->wire += from->wire;
	s->wire_less += from->wire_less;
	s->wire_more += from->wire_more;
	return txr_hist_merge(&s->lap_ns, &from->lap_ns);
}

void txr_nospec_clear(struct txr_nospec *n)
{
	struct txr_hist h;

	if (!n)
		return;
	txr_hist_clear(&n->lap_ns);
	h = n->lap_ns;
	*n = (struct txr_nospec){ .lap_ns = h };
}

void txr_nospec_free(struct txr_nospec *n)
{
	if (!n)
		return;
	txr_hist_free(&n->lap_ns);
	free(n);
}

bool txr_nospec_completes(const struct txr_books *device, bool entered)
{
	return device->nospec && !entered && !device->by_outcome[TXR_COMPLETED] &&
	       !device->by_outcome[TXR_HANDED_OVER];
}

void txr_nospec_apply(const struct txr_nospec *n, struct txr_books *b)
{
	if (!n)
		return;
	b->by_outcome[TXR_DROPPED] -= n->count;
	b->by_outcome[TXR_COMPLETED] += n->count;
	b->completed_in_xmit += n->count;
	b->nospec -= n->count;
	b->bytes += n->bytes;
	b->wire += n->wire;
	b->wire_less += n->wire_less;
	b->wire_more += n->wire_more;
}
