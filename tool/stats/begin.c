// SPDX-License-Identifier: GPL-2.0-only
/* begin.c - the statistics begin anew in the middle of a recording. */
#include <errno.h>
#include "stats_impl.h"

static int begin_device(struct txr_stats *s, struct txr_device_stats *d, uint64_t ts_ns)
{
	uint64_t open = 0;
	int err = 0;
	size_t i;

	for (i = 0; i < d->count; i++) {
		struct txr_queue *q = d->list[i];

		err |= txr_queue_begin(q, ts_ns);
		q->rare &= ~TXR_RARE_RESET;
		if (!q->warm.first.over)
			q->warm.base = s->unmatched;
		open += q->books.started;	/* those carried in */
		txr_loss_track_begin(&q->loss, &s->loss, q->books.started);
	}
	d->first_ns = open ? ts_ns : TXR_NEVER;
	for (i = 0; i < TXR_P_NR; i++)
		txr_spans_clear(&d->spans.kind[i]);
	if (d->whole) {
		err |= txr_track_begin(&d->whole->occ, ts_ns);
		txr_loss_track_begin(&d->whole->loss, &s->loss, open);
	}
	return err;
}

void txr_stats_reset(struct txr_stats *s, uint64_t ts_ns)
{
	size_t d;

	for (d = 0; d < s->devs; d++)
		if (s->dev[d] && begin_device(s, s->dev[d], ts_ns))
			s->error = -ENOMEM;
	txr_loss_begin(&s->loss, ts_ns);
	txr_keep_begin(s, ts_ns);
	s->from_ns = ts_ns;
	if (s->went)
		txr_went_forget(s->went);
	if (s->by)
		txr_by_begin(s->by);
}
