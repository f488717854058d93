// SPDX-License-Identifier: GPL-2.0-only
/* stall.c - since when a queue gives nothing back, and whether it should have. */
#include <string.h>
#include "stall.h"

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* The first after the grace; where that was too early, the last one. */
static uint64_t started(const struct txr_stall *t, uint64_t from_ns, uint64_t last_start_ns)
{
	uint64_t least_ns = from_ns + TXR_STALL_GRACE_NS;

	if (t->started_ns >= least_ns)
		return t->started_ns;
	return last_start_ns >= least_ns ? last_start_ns : 0;
}

uint64_t txr_stall_wanted(const struct txr_stall *t, const struct txr_packed *p,
			  uint64_t from_ns, uint64_t last_start_ns)
{
	uint64_t since_ns = started(t, from_ns, last_start_ns);

	if (t->refused_ns >= t->quiet_ns && t->refused_ns)
		since_ns = later(t->refused_ns, from_ns);
	if (p->state & TXR_Q_STOPPED)
		since_ns = later(p->stopped_ns, from_ns);
	else if (p->state & TXR_Q_BQL)
		since_ns = later(p->bql_ns, from_ns);
	if (t->verdict_ns && t->verdict_ns >= from_ns)
		since_ns = from_ns;	/* it has waited for longer than the grace */
	return since_ns;
}

void txr_stall_start(struct txr_stall *t, uint64_t ts_ns, bool inside)
{
	if (ts_ns < t->quiet_ns)
		return;
	if (!inside)
		t->quiet_ns = ts_ns;
	else if (t->started_ns < t->quiet_ns)
		t->started_ns = ts_ns;
}

void txr_stall_refused(struct txr_stall *t, uint64_t ts_ns)
{
	if (t->refused_ns < t->quiet_ns)
		t->refused_ns = ts_ns;
}

static uint64_t length(const struct txr_stall_time *s)
{
	return s->to_ns - s->from_ns;
}

static void keep(struct txr_stall *t, const struct txr_stall_time *s)
{
	size_t i = TXR_STALLS_KEPT;

	t->ended++;
	while (i && length(&t->time[i - 1]) < length(s))
		i--;
	if (i == TXR_STALLS_KEPT)
		return;
	memmove(&t->time[i + 1], &t->time[i], (TXR_STALLS_KEPT - 1 - i) * sizeof(*s));
	t->time[i] = *s;
}

/*
 * Not before the packet that is released was there. A driver that gives them back
 * in another order may then have stalled for longer.
 */
void txr_stall_release(struct txr_stall *t, const struct txr_packed *p,
		       const struct txr_stall_end *e)
{
	struct txr_stall_time s = {
		.from_ns = later(t->quiet_ns, e->start_ns), .to_ns = e->release_ns,
		.starts = e->starts,
	};
	uint64_t wanted_ns;

	if (s.to_ns < s.from_ns || length(&s) < e->threshold_ns)
		return;
	wanted_ns = txr_stall_wanted(t, p, s.from_ns, e->last_start_ns);
	if (wanted_ns && s.to_ns >= wanted_ns + TXR_STALL_GRACE_NS)
		keep(t, &s);
}

void txr_stall_was_reset(struct txr_stall *t, uint64_t ts_ns)
{
	size_t i;

	for (i = 0; i < TXR_STALLS_KEPT; i++)
		if (t->time[i].to_ns == ts_ns)
			t->time[i].by_reset = true;
}

void txr_stall_begin(struct txr_stall *t)
{
	t->ended = 0;
	memset(t->time, 0, sizeof(t->time));
}
