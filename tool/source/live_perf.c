// SPDX-License-Identifier: GPL-2.0-only
/*
 * live_perf.c - the live source by perf events: rings of all CPUs.
 *
 * A pass empties every ring, puts its records through the reader of perf.data, and
 * lets go what is not newer than the watermark. The kernel tells of a loss with the
 * next event only, which may take its time: so a ring that was nearly full is asked
 * for its count.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "live_perf_impl.h"

/* The largest sample (PERF_MAX_TRACE_SIZE), of a task and what may interrupt it. */
#define ROOM_BYTES (4 * 8448)
/* No record is longer: its size has 16 bits. */
#define RECORD_MAX 65536
/* The decoder may read so far behind a record. */
#define SPARE 64

static int strange(struct txr_err *err)
{
	return txr_fail(err, EINVAL, "perf events: a record makes no sense; please report "
			"this kernel, and use --backend tracefs");
}

static int feed_piece(struct live_perf *lp, const struct iovec *iov, size_t skip,
		      const uint8_t *limit, size_t *left, struct txr_err *err)
{
	const uint8_t *from = (const uint8_t *)iov->iov_base + skip;
	size_t used;
	int ret = perf_records(&lp->data, from, iov->iov_len - skip, limit, &used, err);

	*left = iov->iov_len - skip - used;
	return ret && !err->code ? strange(err) : ret;
}

/* A record goes on at the ring's beginning: its header is whole. */
static int feed_joint(struct live_perf *lp, const struct iovec iov[2], size_t left,
		      size_t *skip, struct txr_err *err)
{
	struct iovec joint = { .iov_base = lp->joint };
	struct perf_event_header h;

	memcpy(lp->joint, (const uint8_t *)iov[0].iov_base + iov[0].iov_len - left, left);
	memcpy(&h, lp->joint, sizeof(h));
	if (left < sizeof(h) || h.size <= left || h.size - left > iov[1].iov_len)
		return strange(err);
	*skip = h.size - left;
	memcpy(lp->joint + left, iov[1].iov_base, *skip);
	joint.iov_len = h.size;
	return feed_piece(lp, &joint, 0, lp->joint + RECORD_MAX + SPARE, &left, err);
}

static int feed(struct live_perf *lp, const struct txr_ring *g, const struct iovec iov[2],
		unsigned int n, struct txr_err *err)
{
	const uint8_t *limit = g->data + g->size;
	size_t left, skip = 0;
	int ret = feed_piece(lp, &iov[0], 0, limit, &left, err);

	if (!ret && n == 2 && left)
		ret = feed_joint(lp, iov, left, &skip, err);
	if (!ret && n == 2)
		ret = feed_piece(lp, &iov[1], skip, limit, &left, err);
	return !ret && n == 1 && left ? strange(err) : ret;
}

/* A loss that no event followed. Where the kernel counts none there may be one. */
static int note_lost(struct live_perf *lp, struct txr_reader *d, unsigned int ring,
		     bool had_room, struct txr_err *err)
{
	struct txr_ring *g = &d->ring[ring];
	struct perf_cpu *c = perf_cpu_of(&lp->data, g->cpu);
	uint64_t lost = 0;

	if (!c)
		return perf_oom(&lp->data, err);
	if (!had_room && txr_reader_lost(d, ring, &lost))
		c->gap = c->lost_unknown = true;
	if (c->gap || lost)
		return perf_lost_until(&lp->data, g->cpu, lost, txr_perfrec_now(lp->rec), err);
	return 0;
}

static int drain(struct live_perf *lp, struct txr_reader *d, unsigned int ring,
		 struct txr_err *err)
{
	struct txr_ring *g = &d->ring[ring];
	uint64_t head, tail = g->tail;
	struct iovec iov[2];
	unsigned int n = txr_ring_peek(g, iov, &head);
	int ret = n ? feed(lp, g, iov, n, err) : 0;

	if (ret)
		return ret;
	if (n)
		txr_ring_take(g, head);
	return note_lost(lp, d, ring, txr_ring_had_room(g, tail, ROOM_BYTES), err);
}

int txr_live_perf_drain(struct live_perf *lp, struct txr_err *err)
{
	const struct txr_perfrec *r = lp->rec;
	unsigned int i, c;
	int ret = 0;

	for (i = 0; i < r->readers && !ret; i++)
		for (c = 0; c < r->reader[i]->rings && !ret; c++)
			ret = drain(lp, r->reader[i], c, err);
	return ret;
}

/* Up to the watermark nothing is missing: a later gap begins there. */
static void known_until(struct perfdata *p, uint64_t ns)
{
	size_t i;

	for (i = 0; i < p->cpus; i++)
		if (p->cpu[i].last_ns < ns)
			p->cpu[i].last_ns = ns;
}

/* The merge's one lane: all CPUs, in order. */
static int fill(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct live_perf *lp = ctx;
	struct perf_order *o = lp->data.order;
	int ret;

	if (!lp->drained) {
		ret = txr_live_perf_drain(lp, err);
		if (ret)
			return ret;
		known_until(&lp->data, lp->l->until_ns);
		perf_order_until(o, lp->l->until_ns);
		lp->drained = true;
	}
	return perf_order_ready(o) ? perf_order_pop(o, ev, max) : 0;
}

static int add_attrs(struct live_perf *lp)
{
	size_t i;
	int ret = 0;

	/* All lay their samples out alike: ids are not needed. */
	for (i = 0; i < lp->rec->events.count && !ret; i++)
		ret = perf_attr_add(&lp->data, (const uint8_t *)&lp->rec->ev[i].attr,
				    sizeof(lp->rec->ev[i].attr), NULL, 0);
	return ret;
}

static int build(struct txr_source *s, struct live_perf *lp, struct txr_err *err)
{
	lp->data.s = s;
	lp->data.big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	lp->data.order = perf_order_new();
	lp->joint = calloc(1, RECORD_MAX + SPARE);
	s->merge = txr_merge_new(1);
	if (!lp->data.order || !lp->joint || !s->merge ||
	    txr_merge_add(s->merge, fill, lp, 0) || add_attrs(lp) ||
	    !perf_cpu_of(&lp->data, lp->rec->lost_cpus - 1))
		return perf_oom(&lp->data, err);
	/* what the rings hold is the bound */
	perf_order_hold(lp->data.order, SIZE_MAX);
	return 0;
}

static int set_up(struct txr_source *s, const struct txr_live_config *cfg,
		  struct txr_err *err)
{
	struct txr_record_config rec = {
		.dev = cfg->dev, .nr_dev = cfg->nr_dev, .tier = cfg->tier,
		.xmit = cfg->xmit, .nr_xmit = cfg->nr_xmit,
		.buffer_kb = cfg->buffer_kb, .clock = TXR_LIVE_CLOCK, .command = cfg->command,
	};
	struct live_perf *lp = calloc(1, sizeof(*lp));
	struct live *l = s->priv;
	int ret;

	if (!lp)
		return txr_fail(err, ENOMEM, "live source: out of memory; free some");
	l->perf = lp;
	lp->l = l;
	ret = txr_perfrec_new(&lp->rec, &rec, err);
	if (ret)
		return ret;
	l->tfs = &lp->rec->tfs;
	l->tier = lp->rec->cfg.tier;
	s->info.cpus = lp->rec->lost_cpus;
	s->meta = &lp->rec->meta;
	ret = build(s, lp, err);
	return ret ? ret : txr_live_perf_names(lp, err);
}

static int start(struct live *l, struct txr_err *err)
{
	return txr_perfrec_start(l->perf->rec, err);
}

static void close_perf(struct live *l)
{
	struct live_perf *lp = l->perf;

	if (!lp)
		return;
	txr_perfrec_free(lp->rec);
	perf_order_free(lp->data.order);
	perf_tasks_free(lp->data.tasks);
	perf_attr_free(&lp->data);
	free(lp->data.cpu);
	free(lp->joint);
	free(lp);
}

static void pass(struct live *l)
{
	l->perf->drained = false;
}

static struct txr_live_set_up tell(struct live *l)
{
	const struct txr_perfrec *r = l->perf->rec;

	return (struct txr_live_set_up){
		.tier = txr_perfrec_tier(r), .buffer_kb = txr_perfrec_buffer_kb(r),
		.unmatched = txr_perfrec_unmatched(r),
	};
}

static void count_lost(struct txr_source *s)
{
	struct txr_perfrec *r = ((struct live *)s->priv)->perf->rec;
	struct txr_missed missed = txr_probes_missed(&r->choice.probes);

	r->meta.dropped_events = s->info.lost_events + missed.starts;
	r->meta.missed_releases = missed.releases;
}

const struct live_kind txr_live_perf = {
	.set_up = set_up, .start = start, .close = close_perf, .pass = pass, .tell = tell,
	.count_lost = count_lost, .follow = txr_live_perf_follow,
	.look = txr_live_perf_look,
	.renamed = txr_live_perf_renamed,
};
