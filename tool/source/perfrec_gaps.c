// SPDX-License-Identifier: GPL-2.0-only
/*
 * perfrec_gaps.c - what CPUs did unseen while they came or went.
 *
 * A gap is told twice: in the stream, as two LOST of no events, so that the stock
 * perf warns and a pipe has it; and in the block in front of a file, where a reader
 * knows of it before the events that it concerns.
 */
#include <errno.h>
#include <stdlib.h>
#include "perfrec_impl.h"

/* CPUs that come and go for hours: few gaps, and long ones then. */
size_t txr_perfrec_gaps_max(const struct txr_perfrec *r)
{
	return 64 + 4 * (size_t)r->lost_cpus;
}

static struct txr_perf_gap *last_of(struct txr_perfrec *r, uint32_t cpu)
{
	size_t i = r->gaps;

	while (i--)
		if (r->gap[i].gap.cpu == cpu)
			return &r->gap[i];
	return NULL;
}

static int keep(struct txr_perfrec *r, const struct txr_cpu_gap *gap,
		const struct txr_ring *ring)
{
	struct txr_perf_gap *last = last_of(r, gap->cpu), *more;

	/* one goes on into the next */
	if (last && (last->gap.until_ns >= gap->from_ns || r->gaps >= txr_perfrec_gaps_max(r))) {
		last->gap.until_ns = gap->until_ns;
		return 0;
	}
	more = reallocarray(r->gap, r->gaps + 1, sizeof(*more));
	if (!more)
		return -ENOMEM;
	r->gap = more;
	r->gap[r->gaps++] = (struct txr_perf_gap){ *gap, ring };
	return 0;
}

static void tell_stream(struct txr_perfrec *r, const struct txr_cpu_gap *gap)
{
	struct txr_perf_tail t = { .cpu = gap->cpu, .id = r->ev[0].id[0] };
	struct txr_buf b = { 0 };

	if (!gap->until_ns) {	/* perf's own clock: from the event before to the next */
		txr_perf_lost(&b, 0, &t);
	} else {
		t.time_ns = gap->from_ns;
		txr_perf_edge(&b, &t);
		t.time_ns = gap->until_ns;
		txr_perf_edge(&b, &t);
	}
	txr_sink_put_buf(&r->sink, &b);
	txr_buf_free(&b);
}

void txr_perfrec_gap_add(struct txr_perfrec *r, const struct txr_cpu_gap *gap,
			 const struct txr_ring *ring)
{
	tell_stream(r, gap);
	if (gap->until_ns && keep(r, gap, ring))
		r->gaps_untold = true;
}

void txr_perfrec_gaps_settle(struct txr_perfrec *r, const struct txr_ring *ring)
{
	size_t i;

	for (i = 0; i < r->gaps; i++) {
		struct txr_perf_gap *g = &r->gap[i];

		if (g->ring != ring)
			continue;
		g->ring = NULL;
		if (ring->last_ns > g->gap.from_ns && ring->last_ns <= g->gap.until_ns)
			g->gap.from_ns = ring->last_ns;
	}
}

static int by_from(const void *a, const void *b)
{
	const struct txr_cpu_gap *x = a, *y = b;

	return x->from_ns < y->from_ns ? -1 : x->from_ns > y->from_ns;
}

int txr_perfrec_gaps_tell(struct txr_perfrec *r)
{
	struct txr_meta *m = &r->meta;
	size_t i;

	if (!r->gaps || r->gaps_untold)
		return r->gaps_untold ? -ENOMEM : 0;
	m->gap = calloc(r->gaps, sizeof(*m->gap));
	if (!m->gap)
		return -ENOMEM;
	r->missed_ns = 0;
	for (i = 0; i < r->gaps; i++) {
		if (r->gap[i].ring)
			txr_perfrec_gaps_settle(r, r->gap[i].ring);
		m->gap[i] = r->gap[i].gap;
		r->missed_ns += m->gap[i].until_ns - m->gap[i].from_ns;
	}
	m->gaps = r->gaps;
	qsort(m->gap, m->gaps, sizeof(*m->gap), by_from);
	return 0;
}
