// SPDX-License-Identifier: GPL-2.0-only
/* perfetto_level.c - occupancy as counters. */
#include "view/perfetto_impl.h"

/* queue < 0: of the whole device. */
static void put_counter(struct txr_perfetto *p, const struct txr_p_device *d, int queue,
			struct txr_p_level *l, uint64_t ts_ns)
{
	char name[40] = "in device";

	if (queue >= 0)
		snprintf(name, sizeof(name), "in queue %d", queue);
	txr_p_begin(p, "C", d->pid);
	txr_p_ts(p, ts_ns);
	txr_p_name(p, name);
	txr_p_args(p);
	txr_p_arg(p, "packets", l->packets < l->most ? l->packets : l->most);
	txr_p_arg(p, "bytes", l->bytes);
	txr_p_close_args(p);
	txr_p_end(p);
	l->written = true;
}

/* A level as it is: since its last step, or since the window began. */
static void put_standing(struct txr_perfetto *p, const struct txr_p_device *d, int queue,
			 struct txr_p_level *l, uint64_t ts_ns)
{
	uint64_t since_ns = l->since_ns ? l->since_ns : ts_ns;

	put_counter(p, d, queue, l, since_ns > p->from_ns ? since_ns : p->from_ns);
}

/* Level `l` steps by one packet; what it was before is told once. */
static void step(struct txr_perfetto *p, const struct txr_p_device *d, int queue,
		 struct txr_p_level *l, const struct txr_lap *lap, bool in, uint64_t ts_ns)
{
	bool shown = ts_ns >= p->from_ns && (queue < 0 || !d->one_queue);

	if (shown && !l->written)
		put_standing(p, d, queue, l, ts_ns);
	l->packets += in ? 1 : -(uint64_t)1;
	l->bytes += in ? lap->len_bytes : -(uint64_t)lap->len_bytes;
	l->since_ns = ts_ns;
	if (shown)
		put_counter(p, d, queue, l, ts_ns);
}

void txr_p_step(struct txr_perfetto *p, struct txr_p_device *d, struct txr_p_queue *q,
		const struct txr_lap *lap, bool in, uint64_t ts_ns)
{
	step(p, d, q->index, &q->level, lap, in, ts_ns);
	step(p, d, -1, &d->level, lap, in, ts_ns);
}

void txr_p_finish_levels(struct txr_perfetto *p)
{
	size_t i, k;

	for (i = 0; i < p->devs; i++) {
		struct txr_p_device *d = p->dev[i];

		for (k = 0; d && !d->one_queue && k < d->queues; k++)
			if (d->queue[k] && !d->queue[k]->level.written)
				put_standing(p, d, (int)k, &d->queue[k]->level, p->from_ns);
		if (d && !d->level.written)
			put_standing(p, d, -1, &d->level, p->from_ns);
	}
}
