// SPDX-License-Identifier: GPL-2.0-only
/* spans.c - length of the union of time spans that arrive by their ends. */
#include <string.h>
#include "spans.h"

void txr_spans_clear(struct txr_spans *s)
{
	memset(s, 0, sizeof(*s));
}

static void remove_at(struct txr_spans *s, unsigned int i)
{
	s->count--;
	memmove(&s->span[i], &s->span[i + 1], (s->count - i) * sizeof(s->span[0]));
}

static void settle_oldest(struct txr_spans *s)
{
	s->settled_ns += s->span[0].to_ns - s->span[0].from_ns;
	s->floor_ns = s->span[0].to_ns;
	if (s->bins)
		txr_binsum_add(s->bins, s->grid, s->span[0].from_ns, s->span[0].to_ns);
	remove_at(s, 0);
}

void txr_spans_add(struct txr_spans *s, uint64_t from_ns, uint64_t to_ns)
{
	unsigned int i;

	if (from_ns < s->floor_ns) {
		s->cut_ns += (to_ns < s->floor_ns ? to_ns : s->floor_ns) - from_ns;
		from_ns = s->floor_ns;
	}
	if (to_ns <= from_ns)
		return;
	/* Swallow the kept spans that this one touches; they are disjoint and sorted. */
	for (i = s->count; i-- > 0 && s->span[i].to_ns >= from_ns; ) {
		if (s->span[i].from_ns > to_ns)
			continue;
		if (s->span[i].from_ns < from_ns)
			from_ns = s->span[i].from_ns;
		if (s->span[i].to_ns > to_ns)
			to_ns = s->span[i].to_ns;
		remove_at(s, i);
	}
	if (s->count == TXR_SPANS_KEEP)
		settle_oldest(s);
	for (i = s->count; i && s->span[i - 1].from_ns > from_ns; i--)
		s->span[i] = s->span[i - 1];
	s->span[i].from_ns = from_ns;
	s->span[i].to_ns = to_ns;
	s->count++;
}

void txr_spans_settle(struct txr_spans *s)
{
	while (s->count)
		settle_oldest(s);
}

uint64_t txr_spans_total(const struct txr_spans *s)
{
	uint64_t ns = s->settled_ns;
	unsigned int i;

	for (i = 0; i < s->count; i++)
		ns += s->span[i].to_ns - s->span[i].from_ns;
	return ns;
}
