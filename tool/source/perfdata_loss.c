// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfdata_loss.c - losses, and the end of the file.
 *
 * A loss is told by a record that the kernel writes just before the first event
 * after it (kernel/events/ring_buffer.c, __perf_output_begin()); one that no
 * event followed only shows in the counts that perf record reads at its end.
 */
#include <errno.h>
#include "perfdata_impl.h"

int perf_push_gap(struct perfdata *p, uint16_t cpu, struct perf_cpu *c, uint64_t until_ns,
		  struct txr_err *err)
{
	struct txr_event *ev = perf_order_slot(p->order, cpu);

	if (!ev)
		return perf_oom(p, err);
	*ev = (struct txr_event){
		.ts_ns = c->last_ns, .kind = TXR_LOST, .origin = TXR_O_LOST, .cpu = cpu,
		.dev = TXR_DEV_NONE, .queue = TXR_QUEUE_NONE,
		.lost = { .until_ns = until_ns, .count = c->lost_unknown ? 0 : c->lost },
	};
	txr_source_count_lost(p->s, cpu, ev->lost.count);
	c->lost = 0;
	c->gap = c->lost_unknown = false;
	perf_order_commit(p->order, cpu);
	return 0;
}

/* Whose it was is not told: any CPU's, since what went last. */
static int lost_somewhere(struct perfdata *p, uint64_t count, struct txr_err *err)
{
	struct perf_cpu all = { .last_ns = perf_order_gone_ns(p->order), .lost = count };

	return perf_push_gap(p, UINT16_MAX, &all, UINT64_MAX, err);
}

/* Between two moments that txring tells of: a CPU came or went (perfrec_gaps.c). */
static int push_between(struct perfdata *p, uint16_t cpu, uint64_t from_ns,
			uint64_t until_ns, struct txr_err *err)
{
	struct perf_cpu gap = { .last_ns = from_ns, .lost_unknown = true };

	return perf_push_gap(p, cpu, &gap, until_ns, err);
}

int perf_push_known_gaps(struct perfdata *p, struct txr_err *err)
{
	const struct txr_meta *m = p->s->meta;
	int ret = 0;

	while (!ret && p->next_gap < m->gaps &&
	       (m->gap[p->next_gap].from_ns <= perf_order_limit_ns(p->order))) {
		const struct txr_cpu_gap *g = &m->gap[p->next_gap++];

		if (g->cpu < PERF_MAX_CPUS)
			ret = push_between(p, (uint16_t)g->cpu, g->from_ns, g->until_ns, err);
	}
	return ret;
}

/* One of two; the block in front of a file has told of both already. */
static int on_edge(struct perfdata *p, uint16_t cpu, struct perf_cpu *c, uint64_t ns,
		   struct txr_err *err)
{
	if (!p->pipe && p->s->meta && p->s->meta->gaps)
		return 0;
	c->edge = !c->edge;
	if (c->edge) {
		c->edge_ns = ns;
		return 0;
	}
	return push_between(p, cpu, c->edge_ns, ns > c->edge_ns ? ns : c->edge_ns, err);
}

int perf_on_lost(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	uint16_t cpu = perf_tail_cpu(p, r);
	struct perf_cpu *c;
	uint64_t count;

	if (r->len < 16)
		return 0;
	p->unmarked = true;
	count = perf_u64(p, r->body + 8);
	if (cpu == UINT16_MAX)
		return lost_somewhere(p, count, err);
	c = perf_cpu_of(p, cpu);
	if (!c)
		return perf_oom(p, err);
	if (!count && !perf_u64(p, r->body))
		return on_edge(p, cpu, c, perf_tail_time(p, r), err);
	c->lost_total += count;
	if (c->lost_ahead) {
		uint64_t known = count < c->lost_ahead ? count : c->lost_ahead;

		c->lost_ahead -= known;
		count -= known;
		if (known && !count)
			return 0;
	}
	c->gap = true;
	c->lost_unknown |= !count;
	c->lost += count;
	return 0;
}

int perf_lost_until(struct perfdata *p, uint16_t cpu, uint64_t lost, uint64_t until_ns,
		    struct txr_err *err)
{
	struct perf_cpu *c = perf_cpu_of(p, cpu);

	if (!c)
		return perf_oom(p, err);
	if (lost > c->lost_total + c->lost_ahead) {
		uint64_t more = lost - c->lost_total - c->lost_ahead;

		c->gap = true;
		c->lost += more;
		c->lost_ahead += more;
	}
	return c->gap ? perf_push_gap(p, cpu, c, until_ns, err) : 0;
}

/*
 * perf record knows the id of the event alone, and leaves CPU and time 0
 * (__record__save_lost_samples() in tools/perf); txring tells both.
 */
static uint16_t cpu_of_lost_samples(const struct perfdata *p, const struct perf_record *r)
{
	uint16_t cpu = perf_tail_cpu(p, r);

	if (p->s->meta || (cpu && cpu != UINT16_MAX) || perf_tail_time(p, r))
		return cpu;
	return perf_cpu_of_id(p, perf_u64(p, r->body + r->len - 8));
}

/* perf record's count at its end, for one event on one CPU, since its start. */
int perf_on_lost_samples(struct perfdata *p, const struct perf_record *r, struct txr_err *err)
{
	struct perf_cpu *c;
	uint16_t cpu;

	if (r->len < 8)
		return 0;
	cpu = cpu_of_lost_samples(p, r);
	if (cpu == UINT16_MAX) {
		p->lost_samples += perf_u64(p, r->body);
		return 0;
	}
	c = perf_cpu_of(p, cpu);
	if (!c)
		return perf_oom(p, err);
	c->lost_samples += perf_u64(p, r->body);
	return 0;
}

/* Where CPUs are not told apart, LOST of all of them are in their sum. */
static int push_unknown_rest(struct perfdata *p, struct txr_err *err)
{
	uint64_t told = 0;
	size_t i;

	for (i = 0; i < p->cpus; i++)
		told += p->cpu[i].lost_total;
	return p->lost_samples > told ? lost_somewhere(p, p->lost_samples - told, err) : 0;
}

/* What was lost after the last event of each CPU. */
static int push_rest(struct perfdata *p, struct txr_err *err)
{
	int ret = push_unknown_rest(p, err);
	size_t i;

	/* room for all of them at once: a file may claim 65,535 */
	if (p->cpus && !perf_order_slot(p->order, (uint16_t)(p->cpus - 1)))
		return perf_oom(p, err);

	for (i = 0; i < p->cpus && !ret; i++) {
		struct perf_cpu *c = &p->cpu[i];

		if (c->edge) {	/* the file is cut between the two */
			if (!c->gap || c->edge_ns < c->last_ns)
				c->last_ns = c->edge_ns;
			c->gap = c->lost_unknown = true;
		}
		if (c->lost_samples > c->lost_total) {
			c->gap = true;
			c->lost += c->lost_samples - c->lost_total;
		}
		if (c->gap)
			ret = perf_push_gap(p, (uint16_t)i, c, UINT64_MAX, err);
	}
	return ret;
}

/*
 * Nothing is known of a CPU behind its last event, or behind the last round that
 * was read to its end.
 */
static int cut_off(struct perfdata *p, struct txr_err *err)
{
	uint64_t known_ns = perf_order_known_ns(p->order);
	size_t i, cpus = p->cpus > p->nrcpus ? p->cpus : p->nrcpus;

	p->s->info.truncated = true;
	if (cpus && !perf_cpu_of(p, (uint32_t)(cpus - 1)))
		return perf_oom(p, err);
	for (i = 0; i < cpus; i++) {
		p->cpu[i].gap = p->cpu[i].lost_unknown = true;
		if (p->cpu[i].last_ns < known_ns)
			p->cpu[i].last_ns = known_ns;
	}
	return 0;
}

int perf_finish(struct perfdata *p, bool cut, struct txr_err *err)
{
	int ret = perf_turn_round(p, err);

	if (!ret && cut)
		ret = cut_off(p, err);
	if (!ret)
		ret = push_rest(p, err);
	perf_order_finish(p->order);
	p->at_end = true;
	return ret;
}
