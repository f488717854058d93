// SPDX-License-Identifier: GPL-2.0-only
/* live_copy.c - the raw pages of the last time, held and written to a file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "live_impl.h"

/* To begin at a snapshot may cost this part of the time and of the pages wanted. */
#define SNAPSHOT_SHARE 4

uint64_t txr_live_since(const struct live *l, uint64_t now_ns)
{
	uint64_t since = txr_pagestore_since(l->store);
	uint64_t kept = l->keep_ns && now_ns > l->keep_ns ? now_ns - l->keep_ns : 0;

	if (kept > since)
		since = kept;
	return since > l->start_ns ? since : 0;
}

/* To begin at m, and not at c->from_ns. */
static bool worth(const struct live *l, const struct txr_live_copy *c,
		  const struct txr_moment *m, uint64_t want_ns)
{
	uint64_t pages = txr_pagestore_bytes(l->store);
	uint64_t older = txr_pagestore_bytes_before(l->store, c->from_ns);

	if (m->begin_ns <= want_ns)
		return true;
	return (m->begin_ns - c->from_ns) * SNAPSHOT_SHARE <= c->to_ns - c->from_ns &&
	       (txr_pagestore_bytes_before(l->store, m->begin_ns) - older) * SNAPSHOT_SHARE <=
	       pages - older;
}

/*
 * Where the part begins: as early as may be, and where the state of the devices is
 * known. Events are then from before that state was taken, as in every recording.
 */
static void choose_begin(struct live *l, struct txr_live_copy *c, uint64_t want_ns)
{
	uint64_t since = txr_live_since(l, c->to_ns);
	struct txr_moment *m = NULL;

	c->from_ns = since ? since : l->start_ns;
	if (!since && !l->began_anew)
		c->start = &l->rec->meta.start;
	else
		m = txr_history_since(&l->history, c->from_ns);
	if (!m || !worth(l, c, m, want_ns))
		return;
	c->from_ns = m->begin_ns;
	c->start = &m->snap;
}

static int hold_cpu(struct live *l, unsigned int i, struct txr_live_copy *c)
{
	struct txr_cpu_pages *p = &c->cpu[i];
	struct txr_held *h = &c->held[i];
	int ret;

	ret = txr_pagestore_hold(l->store, i, c->from_ns == l->start_ns ? 0 : c->from_ns,
				 c->to_ns, h);
	p->cpu = i;
	p->fd = -1;
	p->page = h->page;
	p->tail_bytes = h->count * (uint64_t)l->shape.size;
	c->lost += h->lost;
	c->lost_unknown |= h->lost_unknown;
	return ret;
}

int txr_live_copy(struct txr_source *s, uint64_t want_ns, uint64_t until_ns,
		  struct txr_live_copy *c, struct txr_err *err)
{
	struct live *l = s->priv;
	int ret = 0;

	memset(c, 0, sizeof(*c));
	if (l->perf)
		return txr_fail(err, ENOENT, "w: not with --backend perf; events are held by "
				"tracefs alone");
	if (!l->store)
		return txr_fail(err, ENOENT, "no raw pages are held; run on a terminal");
	c->to_ns = until_ns;
	choose_begin(l, c, want_ns);
	c->cpu = calloc(l->cpus + 1, sizeof(*c->cpu));
	c->held = calloc(l->cpus + 1, sizeof(*c->held));
	if (!c->cpu || !c->held)
		ret = -ENOMEM;
	for (; !ret && c->cpus < l->cpus; c->cpus++)
		ret = hold_cpu(l, c->cpus, c);
	if (!ret)
		return 0;
	txr_live_copy_free(c);
	return txr_fail(err, ENOMEM, "raw pages: out of memory; hold less of them");
}

void txr_live_copy_free(struct txr_live_copy *c)
{
	unsigned int i;

	for (i = 0; c->held && i < c->cpus; i++)
		txr_held_free(&c->held[i]);
	free(c->held);
	free(c->cpu);
	c->held = NULL;
	c->cpu = NULL;
}

int txr_live_save(struct txr_source *s, const struct txr_live_copy *c,
		  const struct txr_live_file *to, struct txr_record_result *res,
		  struct txr_err *err)
{
	struct txr_part part = {
		.path = to->path, .limit_bytes = to->limit_bytes, .cpu = c->cpu,
		.start = c->start, .from_ns = c->from_ns, .until_ns = c->to_ns,
		.trigger = to->trigger, .before_name = to->before_name,
		.ctx = to->ctx,
	};

	return txr_recorder_save(txr_live_recorder(s), &part, res, err);
}
