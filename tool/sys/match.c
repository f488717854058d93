// SPDX-License-Identifier: GPL-2.0-only
/*
 * match.c - which devices the events of a name can be of.
 *
 * Names are unique in a network namespace only, and every namespace has a lo.
 * Counters tell who sent: a device whose counters stood still between the two
 * snapshots had no packet, if its counters count each one soon enough.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "sys/meta.h"
#include "sys/snap.h"
#include "sys/words.h"
#include "txring/device.h"

/* Inodes are used again, cookies are not. */
static bool is_of(const struct txr_device_state *d, uint64_t netns_inode, uint64_t netns_cookie)
{
	if (d->netns_cookie && netns_cookie && d->netns_cookie != netns_cookie)
		return false;
	return d->netns_inode == netns_inode;
}

const struct txr_device_state *txr_snapshot_of(const struct txr_snapshot *s, uint32_t ifindex,
					       uint64_t netns_inode, uint64_t netns_cookie)
{
	size_t i;

	for (i = 0; i < s->count; i++)
		if (s->dev[i].ifindex == ifindex &&
		    is_of(&s->dev[i], netns_inode, netns_cookie))
			return &s->dev[i];
	return NULL;
}

static const struct txr_device_state *partner(const struct txr_snapshot *s,
					      const struct txr_device_state *d)
{
	return txr_snapshot_of(s, d->ifindex, d->netns_inode, d->netns_cookie);
}

/* An event with ifindex and cookie names one device, whatever its name is now. */
static bool can_be(const struct txr_device_state *s, const struct txr_device *d)
{
	if (d->ifindex && s->ifindex != d->ifindex)
		return false;
	if (d->netns_cookie && s->netns_cookie) {
		if (s->netns_cookie != d->netns_cookie)
			return false;
		if (d->ifindex)
			return true;
	}
	return !strncmp(s->name, d->name, TXR_IFNAMSIZ - 1);
}

/* before NULL: the device was made meanwhile, its counters began at 0. */
static bool stood_still(const struct txr_device_state *before,
			const struct txr_device_state *after, size_t offset)
{
	int64_t a = before ? *(const int64_t *)((const char *)before + offset) : 0;
	int64_t b = *(const int64_t *)((const char *)after + offset);

	return a != TXR_UNKNOWN && a == b;
}

#define STOOD_STILL(before, after, f) \
	stood_still(before, after, offsetof(struct txr_device_state, f))

/*
 * These hold nothing, and count each packet or its drop when they are given it;
 * veth with NAPI when the peer has polled. Not so tun, which counts when it is read
 * (tun_put_user()), bonds, which sum up their ports, or tunnels that encrypt.
 */
static bool counts_at_once(const struct txr_device_state *d)
{
	static const char *const kinds[] = {
		"dummy", "veth", "netkit", "bridge", "vlan", "macvlan", "ipvlan", "team", NULL
	};

	return !strcmp(d->qdisc, "noqueue") &&
	       (!strcmp(d->name, "lo") ||
		txr_is_one_of(d->link_kind, kinds));
}

/*
 * A qdisc counts what it gives to the driver (qdisc_bstats_update()). Packets that
 * pass it by (dev_direct_xmit(), pktgen) have no stock event, and others tell more
 * than a name.
 */
static bool qdisc_gave_nothing(const struct txr_device_state *s,
			       const struct txr_device_state *e)
{
	/* Not those that can leave the work to the hardware, as taprio. */
	static const char *const counting[] = {
		"pfifo_fast", "fq_codel", "fq", "pfifo", "bfifo", "mq", "cake", "codel",
		"sfq", "tbf", "prio", "ets", "red", "netem", NULL
	};

	if (!txr_is_one_of(e->qdisc, counting) ||
	    (s && strcmp(s->qdisc, e->qdisc)))
		return false;
	return STOOD_STILL(s, e, qdisc_sent_bytes) && (!s || STOOD_STILL(s, e, qdisc_requeues));
}

static bool sent_nothing(const struct txr_device_state *s, const struct txr_device_state *e)
{
	if (!e)		/* went away meanwhile: nobody counted */
		return false;
	if (!STOOD_STILL(s, e, tx_packets) || !STOOD_STILL(s, e, tx_bytes) ||
	    !STOOD_STILL(s, e, tx_dropped) || !STOOD_STILL(s, e, tx_errors))
		return false;
	/* Its backlog drops are counted there alone (loopback_xmit()). */
	if (!strcmp(e->name, "lo") && !STOOD_STILL(s, e, rx_dropped))
		return false;
	if (!e->up && (!s || (!s->up && STOOD_STILL(s, e, carrier_changes))))
		return true;
	return counts_at_once(e) || qdisc_gave_nothing(s, e);
}

/* Keep what a and b agree on; the rest is unknown. */
static void agree_field(char *a, const char *b, const struct txr_meta_field *f)
{
	switch (f->type) {
	case TXR_M_TEXT:
		if (strncmp(a, b, f->size))
			memset(a, 0, f->size);
		break;
	case TXR_M_BOOL:
		*(bool *)a |= *(const bool *)b;
		break;
	case TXR_M_U32:
		if (*(uint32_t *)a != *(const uint32_t *)b)
			*(uint32_t *)a = 0;
		break;
	case TXR_M_U64:
		if (*(uint64_t *)a != *(const uint64_t *)b)
			*(uint64_t *)a = 0;
		break;
	case TXR_M_FIGURE:
		if (*(int64_t *)a != *(const int64_t *)b)
			*(int64_t *)a = TXR_UNKNOWN;
		break;
	case TXR_M_FIGURE8:
		if (*(int8_t *)a != *(const int8_t *)b)
			*(int8_t *)a = TXR_UNKNOWN;
		break;
	}
}

static void agree(struct txr_device_state *a, const struct txr_device_state *b)
{
	uint32_t prog = a->xdp_prog_id ? a->xdp_prog_id : b->xdp_prog_id;
	const struct txr_meta_field *f;
	char mode[sizeof(a->xdp_mode)];

	memcpy(mode, a->xdp_prog_id ? a->xdp_mode : b->xdp_mode, sizeof(mode));
	for (f = txr_meta_device_fields; f->key; f++)
		agree_field((char *)a + f->offset, (const char *)b + f->offset, f);
	a->xdp_prog_id = prog;
	memcpy(a->xdp_mode, mode, sizeof(mode));
	if (b->tx_queues > a->tx_queues)
		a->tx_queues = b->tx_queues;
}

/* One more device; *at is what is known of all so far. */
static void take_in(const struct txr_device_state **at, struct txr_device_state *agreed,
		    const struct txr_device_state *more)
{
	if (!more)
		return;
	if (!*at) {
		*at = more;
		return;
	}
	if (*at != agreed) {
		*agreed = **at;
		*at = agreed;
	}
	agree(agreed, more);
}

struct taking {
	struct txr_match *m;
	const struct txr_meta *meta;
	const struct txr_device *dev;
	bool all;		/* those that sent nothing too */
	size_t no_start, no_end;	/* devices that were not there then */
};

static void take_one(struct taking *t, const struct txr_device_state *s,
		     const struct txr_device_state *e)
{
	if (!t->all && sent_nothing(s, e))
		return;
	t->m->count++;
	t->no_start += !s;
	t->no_end += !e;
	/* Of one that was not there: what it is when it is, for all must agree. */
	take_in(&t->m->start, &t->m->agreed[0], s ? s : e);
	take_in(&t->m->end, &t->m->agreed[1], e ? e : s);
}

static void take_all(struct taking *t)
{
	const struct txr_snapshot *start = &t->meta->start, *end = &t->meta->end;
	size_t i;

	for (i = 0; i < start->count; i++)
		if (can_be(&start->dev[i], t->dev))
			take_one(t, &start->dev[i], partner(end, &start->dev[i]));
	for (i = 0; i < end->count; i++)
		if (can_be(&end->dev[i], t->dev) && !partner(start, &end->dev[i]))
			take_one(t, NULL, &end->dev[i]);
}

/* Queues of several devices are not one another's: nothing is known of them. */
static int forget_queues(const struct txr_device_state *at, struct txr_device_state *agreed)
{
	agreed->queue = NULL;
	return at == agreed ? txr_device_set_queues(agreed, agreed->tx_queues) : 0;
}

static int match(struct txr_match *m, const struct txr_meta *meta,
		 const struct txr_device *dev, bool all)
{
	struct taking t = { .m = m, .meta = meta, .dev = dev };

	memset(m, 0, sizeof(*m));
	if (!meta || !dev)
		return 0;
	/* Told apart by the event itself. */
	t.all = all || dev->ifindex || dev->netns_cookie;
	take_all(&t);
	if (t.no_start == m->count)
		m->start = NULL;
	if (t.no_end == m->count)
		m->end = NULL;
	if (forget_queues(m->start, &m->agreed[0]) || forget_queues(m->end, &m->agreed[1])) {
		txr_match_free(m);
		return -ENOMEM;
	}
	return 0;
}

int txr_meta_match(struct txr_match *m, const struct txr_meta *meta,
		   const struct txr_device *dev)
{
	return match(m, meta, dev, false);
}

int txr_meta_match_name(struct txr_match *m, const struct txr_meta *meta,
			const struct txr_device *dev)
{
	return match(m, meta, dev, true);
}

void txr_match_free(struct txr_match *m)
{
	if (!m)
		return;
	free(m->agreed[0].queue);
	free(m->agreed[1].queue);
	memset(m, 0, sizeof(*m));
}

bool txr_meta_has(const struct txr_meta *m, const char *name)
{
	char globs[sizeof(m->filter)], *glob, *at = globs;

	if (!m->filter[0])
		return true;
	memcpy(globs, m->filter, sizeof(globs));
	globs[sizeof(globs) - 1] = '\0';
	while ((glob = strsep(&at, " ")))
		if (*glob && txr_name_match(glob, name))
			return true;
	return false;
}
