// SPDX-License-Identifier: GPL-2.0-only
/* watch.c - looks at the devices, one after the other, in bounded space. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "txring/snapshot.h"

#define DEVICES_MAX	4096	/* as a snapshot (everywhere.c); the rest is not watched */

struct look {
	uint64_t now_ns, clock_ns;
	uint64_t before_clock_ns;	/* of the look before */
	bool first;			/* of this device */
	bool steady;			/* up, with a carrier, and was so */
	bool at_once;			/* its qdiscs do not pace, and did not */
};

void txr_watch_init_queue(struct txr_queue_watch *q)
{
	*q = (struct txr_queue_watch){
		.held_ns = TXR_UNKNOWN, .held_bytes = TXR_UNKNOWN,
		.waiting_ns = TXR_UNKNOWN, .waiting_min = TXR_UNKNOWN,
		.waiting_last = TXR_UNKNOWN, .sent_bytes = TXR_UNKNOWN,
	};
}

int txr_watch_set_queues(struct txr_device_watch *d, uint32_t n)
{
	struct txr_queue_watch *q;
	uint32_t i;

	if (n == d->queues)
		return 0;
	q = n ? reallocarray(d->queue, n, sizeof(*q)) : NULL;
	if (n && !q)
		return -ENOMEM;
	if (!n)
		free(d->queue);
	for (i = d->queues; i < n; i++)
		txr_watch_init_queue(&q[i]);
	d->queue = q;
	d->queues = n;
	return 0;
}

static void note_held(struct txr_queue_watch *q, int64_t bytes, const struct look *l)
{
	bool same = !l->first && l->steady && bytes > 0 && bytes == q->held_bytes;

	if (!same)
		q->held_since_ns = l->now_ns;
	q->held_bytes = bytes;
	q->held_ns = bytes == TXR_UNKNOWN ? TXR_UNKNOWN :
		     (int64_t)(l->now_ns - q->held_since_ns);
}

static void end_waiting(struct txr_queue_watch *q, const struct look *l)
{
	if (q->waiting_ns <= q->longest_ns)
		return;
	q->longest_ns = q->waiting_ns;
	q->longest_end_ns = (int64_t)l->before_clock_ns;
}

static void note_waiting(struct txr_queue_watch *q, int64_t packets, int64_t sent_bytes,
			 const struct look *l)
{
	bool known = packets != TXR_UNKNOWN && sent_bytes != TXR_UNKNOWN;
	bool same = known && !l->first && l->steady && l->at_once && packets > 0 &&
		    q->waiting_last > 0 && sent_bytes == q->sent_bytes;

	if (!same) {
		end_waiting(q, l);
		q->waiting_since_ns = l->now_ns;
		q->waiting_min = packets;
	} else if (packets < q->waiting_min) {
		q->waiting_min = packets;
	}
	q->waiting_last = packets;
	q->sent_bytes = sent_bytes;
	q->waiting_ns = known ? (int64_t)(l->now_ns - q->waiting_since_ns) : TXR_UNKNOWN;
}

static void add_pause(struct txr_device_watch *d, const struct look *l)
{
	size_t kept = d->pauses < TXR_PAUSES_MAX ? (size_t)d->pauses : TXR_PAUSES_MAX;
	struct txr_pause *last = kept ? &d->pause[kept - 1] : NULL;

	/* Without a look at which it was well: the same one goes on. */
	if (last && last->to_ns == (int64_t)l->before_clock_ns && !l->first) {
		last->to_ns = (int64_t)l->clock_ns;
		return;
	}
	if (kept == TXR_PAUSES_MAX)
		memmove(d->pause, d->pause + 1, --kept * sizeof(*d->pause));
	d->pause[kept] = (struct txr_pause){
		.from_ns = (int64_t)(l->first ? l->clock_ns : l->before_clock_ns),
		.to_ns = (int64_t)l->clock_ns,
	};
	d->pauses++;
}

/* The counter tells of a carrier that went and came between two looks. */
static void note_carrier(struct txr_device_watch *d, const struct txr_device_state *s,
			 struct look *l)
{
	bool well = s->up && s->carrier;
	bool changed = !l->first && (s->up != d->up || s->carrier != d->carrier ||
				     s->carrier_changes != d->carrier_changes);

	l->steady = well && !changed;
	l->at_once = !s->qdisc_paced && (l->first || !d->paced);
	if (changed)
		d->changed_ns = l->now_ns;
	if (!l->steady)
		add_pause(d, l);
	d->steady_ns = d->changed_ns ? (int64_t)(l->now_ns - d->changed_ns) : TXR_UNKNOWN;
	d->up = s->up;
	d->carrier = s->carrier;
	d->carrier_changes = s->carrier_changes;
	d->paced = s->qdisc_paced;
}

static int note_device(struct txr_device_watch *d, const struct txr_device_state *s,
		       struct look l)
{
	int err = txr_watch_set_queues(d, s->queue ? s->tx_queues : 0);
	uint32_t i;

	if (err)
		return err;
	memcpy(d->name, s->name, sizeof(d->name));
	note_carrier(d, s, &l);
	if (d->queues && s->queue[0].qdisc_backlog_packets != TXR_UNKNOWN)
		note_waiting(&d->root, TXR_UNKNOWN, TXR_UNKNOWN, &l);
	else
		note_waiting(&d->root, s->qdisc_backlog_packets, s->qdisc_sent_bytes, &l);
	for (i = 0; i < d->queues; i++) {
		const struct txr_queue_state *q = &s->queue[i];

		note_held(&d->queue[i], q->bql_inflight_bytes, &l);
		note_waiting(&d->queue[i], q->qdisc_backlog_packets, q->qdisc_sent_bytes, &l);
	}
	d->seen = true;
	return 0;
}

bool txr_watch_worth(const struct txr_device_state *d)
{
	return d->qdisc[0] && strcmp(d->qdisc, "noqueue") && strcmp(d->qdisc, "noop");
}

static struct txr_device_watch *find(const struct txr_watch *w,
				     const struct txr_device_state *d)
{
	size_t i;

	for (i = 0; i < w->count; i++) {
		struct txr_device_watch *e = &w->dev[i];

		/* Inodes are used again, cookies are not. */
		if (e->ifindex == d->ifindex && e->netns_inode == d->netns_inode &&
		    e->netns_cookie == d->netns_cookie)
			return e;
	}
	return NULL;
}

const struct txr_device_watch *txr_watch_find(const struct txr_watch *w,
					      const struct txr_device_state *d)
{
	return w && d && d->ifindex ? find(w, d) : NULL;
}

static struct txr_device_watch *add(struct txr_watch *w, const struct txr_device_state *s)
{
	struct txr_device_watch *d = reallocarray(w->dev, w->count + 1, sizeof(*d));

	if (!d)
		return NULL;
	w->dev = d;
	d += w->count++;
	*d = (struct txr_device_watch){
		.ifindex = s->ifindex, .netns_inode = s->netns_inode,
		.netns_cookie = s->netns_cookie,
	};
	txr_watch_init_queue(&d->root);
	return d;
}

static void drop_gone(struct txr_watch *w)
{
	size_t i, n = 0;

	for (i = 0; i < w->count; i++) {
		if (w->dev[i].seen)
			w->dev[n++] = w->dev[i];
		else
			free(w->dev[i].queue);
	}
	w->count = n;
}

int txr_watch_note(struct txr_watch *w, const struct txr_snapshot *s, uint64_t now_ns)
{
	struct look l = { now_ns, s->clock_ns, w->last_clock_ns, false, false, false };
	int64_t gap = (int64_t)(now_ns - w->last_ns);
	int err = 0;
	size_t i;

	if (w->looks++ && gap > w->gap_max_ns)
		w->gap_max_ns = gap;
	for (i = 0; i < w->count; i++)
		w->dev[i].seen = false;
	for (i = 0; i < s->count && !err; i++) {
		struct txr_device_watch *d = find(w, &s->dev[i]);

		l.first = !d;
		if (!d && txr_watch_worth(&s->dev[i]) && w->count < DEVICES_MAX) {
			d = add(w, &s->dev[i]);
			err = d ? 0 : -ENOMEM;
		}
		if (d)
			err = note_device(d, &s->dev[i], l);
	}
	drop_gone(w);
	w->last_ns = now_ns;
	w->last_clock_ns = s->clock_ns;
	return err;
}

void txr_watch_free(struct txr_watch *w)
{
	size_t i;

	for (i = 0; i < w->count; i++)
		free(w->dev[i].queue);
	free(w->dev);
	free(w->newcomer);
	memset(w, 0, sizeof(*w));
}
