// SPDX-License-Identifier: GPL-2.0-only
/* live_perf_follow.c - devices, CPUs and tasks that come and go meanwhile. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "follow.h"
#include "live_perf_impl.h"

/* Names of tasks; then those go of tasks that are gone. */
#define TASKS_MAX 65536

int txr_live_perf_names(struct live_perf *lp, struct txr_err *err)
{
	struct perfdata *p = &lp->data;
	struct txr_buf b = { 0 };
	size_t used;
	int ret;

	txr_comms_free(p->s->comms);
	perf_tasks_free(p->tasks);
	p->s->comms = NULL;
	p->tasks = NULL;
	txr_perfrec_tasks(&b);
	if (b.no_memory)
		ret = perf_oom(p, err);
	else
		ret = perf_records(p, (const uint8_t *)b.data, b.len,
				   (const uint8_t *)b.data + b.len, &used, err);
	txr_buf_free(&b);
	return ret;
}

struct renaming {
	struct txr_devtab *now;
	const struct txr_devtab *old;
};

static void rename_device(void *ctx, struct txr_event *ev)
{
	struct renaming *r = ctx;
	const struct txr_device *d = ev->dev == TXR_DEV_NONE ? NULL :
				     txr_devtab_get(r->old, ev->dev);

	if (!d)
		return;
	ev->dev = txr_devtab_intern(r->now, d->name, strnlen(d->name, sizeof(d->name)),
				    d->ifindex, d->netns_cookie);
}

int txr_live_perf_renamed(struct txr_source *s, const struct txr_devtab *old)
{
	struct renaming r = { s->devs, old };

	perf_order_each(((struct live *)s->priv)->perf->data.order, rename_device, &r);
	return txr_devtab_failed(s->devs) ? -ENOMEM : 0;
}

struct missing {
	uint64_t *since_ns;	/* of each CPU; 0: none is missing */
	unsigned int cpus;
	bool any, no_memory;
};

static void note_missing(void *ctx, unsigned int cpu, uint64_t since_ns)
{
	struct missing *m = ctx;

	if (cpu >= m->cpus) {
		uint64_t *more = reallocarray(m->since_ns, cpu + 1, sizeof(*more));

		m->no_memory |= !more;
		if (!more)
			return;
		memset(more + m->cpus, 0, (cpu + 1 - m->cpus) * sizeof(*more));
		m->since_ns = more;
		m->cpus = cpu + 1;
	}
	m->since_ns[cpu] = since_ns;
	m->any = true;
}

/* What the kernel counted of the events that are gone now is no more. */
static int tell_missing(struct live_perf *lp, const struct missing *m, struct txr_err *err)
{
	unsigned int cpu, cpus = lp->rec->lost_cpus;
	uint64_t now = txr_perfrec_now(lp->rec);
	int ret = 0;

	for (cpu = 0; cpu < cpus && !ret; cpu++) {
		struct perf_cpu *c = perf_cpu_of(&lp->data, cpu);

		if (!c)
			return perf_oom(&lp->data, err);
		c->lost_total = c->lost_ahead = 0;
		c->gap = c->lost_unknown = true;
		if (cpu < m->cpus && m->since_ns[cpu] && m->since_ns[cpu] < c->last_ns)
			c->last_ns = m->since_ns[cpu];
		ret = perf_push_gap(&lp->data, cpu, c, now, err);
	}
	return ret;
}

static int open_anew(struct live_perf *lp, const struct missing *m, struct txr_err *err)
{
	struct txr_perfrec *r = lp->rec;
	int ret;

	txr_readers_switch(r->reader, r->readers, false);
	ret = txr_live_perf_drain(lp, err);
	if (!ret)
		ret = txr_perfrec_anew(r, err);
	return ret ? ret : tell_missing(lp, m, err);
}

/* outdated: the events are not those that are needed now. */
static int look(struct live_perf *lp, bool outdated, struct txr_err *err)
{
	struct missing m = { 0 };
	int ret = 0;

	txr_perfrec_look_live(lp->rec, outdated, note_missing, &m);
	if (m.no_memory)
		ret = perf_oom(&lp->data, err);
	else if (outdated || m.any)
		ret = open_anew(lp, &m, err);
	free(m.since_ns);
	return ret;
}

int txr_live_perf_look(struct txr_source *s, struct txr_err *err)
{
	return look(((struct live *)s->priv)->perf, false, err);
}

int txr_live_perf_follow(struct txr_source *s, struct txr_moment *now, struct txr_err *err)
{
	struct live_perf *lp = ((struct live *)s->priv)->perf;
	int ret = 0;

	if (perf_tasks_count(lp->data.tasks) > TASKS_MAX)
		ret = txr_live_perf_names(lp, err);
	txr_follow_state(&lp->rec->meta, &now->snap);
	if (!ret)
		ret = txr_perfrec_outdated(lp->rec, err);
	return ret < 0 ? ret : look(lp, ret > 0, err);
}
