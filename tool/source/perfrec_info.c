// SPDX-License-Identifier: GPL-2.0-only
/* perfrec_info.c - what a recorder knows of itself. */
#include <string.h>
#include "perfrec_impl.h"

void txr_perfrec_stats(struct txr_perfrec *r, struct txr_record_stats *s)
{
	unsigned int i, c;

	*s = r->last;
	if (r->stopped)
		return;
	memset(s, 0, sizeof(*s));
	memset(r->lost_by_cpu, 0, r->lost_cpus * sizeof(*r->lost_by_cpu));
	for (i = 0; i < r->readers; i++) {
		for (c = 0; c < r->reader[i]->rings; c++) {
			struct txr_ring *g = &r->reader[i]->ring[c];
			uint64_t lost = atomic_load(&g->lost), end = atomic_load(&g->lost_end);

			if (lost < end)
				lost = end;
			s->events += atomic_load(&g->events);
			s->bytes += atomic_load(&g->bytes);
			r->lost_by_cpu[g->cpu] += lost;
			s->lost += lost;
		}
	}
	s->lost_by_cpu = r->lost_by_cpu;
	s->cpus = r->lost_cpus;
	r->last = *s;
}

int txr_perfrec_event_fd(const struct txr_perfrec *r)
{
	return r->sink.event_fd;
}

enum txr_tier txr_perfrec_tier(const struct txr_perfrec *r)
{
	return r->events.tier;
}

uint64_t txr_perfrec_buffer_kb(const struct txr_perfrec *r)
{
	return r->buffer_kb;
}

const char *txr_perfrec_event(struct txr_perfrec *r, size_t i)
{
	size_t e;

	for (e = 0; e < r->events.count; e++)
		if (!r->events.ev[e].spare && !i--)
			return r->ev[e].name;
	return NULL;
}

const char *txr_perfrec_unmatched(const struct txr_perfrec *r)
{
	return r->unmatched;
}

const char *txr_perfrec_cpus_missed(const struct txr_perfrec *r)
{
	return r->missed.len && !r->missed.no_memory ? r->missed.data : NULL;
}

const char *txr_perfrec_cpus_changed(const struct txr_perfrec *r, uint64_t *missed_ns)
{
	*missed_ns = r->missed_ns;
	return r->changed.len && !r->changed.no_memory ? r->changed.data : NULL;
}
