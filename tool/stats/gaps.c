// SPDX-License-Identifier: GPL-2.0-only
/* gaps.c - lost events over time, of the whole recording. */
#include <string.h>
#include "gaps.h"

static void follow(struct txr_gaps *g, const struct txr_timegrid *t)
{
	uint32_t i, half = TXR_TIME_BINS / 2;

	if (!g->shift)
		g->shift = t->shift;
	for (; g->shift < t->shift; g->shift++) {
		for (i = 0; i < half; i++) {
			g->lost[i] = g->lost[2 * i] + g->lost[2 * i + 1];
			g->flags[i] = g->flags[2 * i] | g->flags[2 * i + 1];
		}
		memset(g->lost + half, 0, half * sizeof(*g->lost));
		memset(g->flags + half, 0, half * sizeof(*g->flags));
	}
}

/* Before the first start there is no grid yet: all is of its first bin. */
static uint32_t bin_of(struct txr_gaps *g, struct txr_timegrid *t, uint64_t ts_ns)
{
	uint32_t i;

	if (!t->set)
		return 0;
	i = txr_timegrid_bin(t, ts_ns);
	follow(g, t);
	return i;
}

static void mark(struct txr_gaps *g, struct txr_timegrid *t, uint64_t until_ns)
{
	uint32_t last = bin_of(g, t, until_ns), i = bin_of(g, t, g->from_ns);

	for (; i <= last; i++)
		g->flags[i] |= TXR_BIN_GAP;
}

void txr_gaps_note(struct txr_gaps *g, struct txr_timegrid *t, const struct txr_event *ev)
{
	uint32_t i = bin_of(g, t, ev->ts_ns);

	g->lost[i] += ev->lost.count;
	g->flags[i] |= TXR_BIN_GAP | (ev->lost.count ? 0 : TXR_BIN_GAP_UNKNOWN);
	if (g->open && ev->ts_ns <= g->until_ns) {
		if (ev->lost.until_ns > g->until_ns)
			g->until_ns = ev->lost.until_ns;
		return;
	}
	if (g->open)
		mark(g, t, g->until_ns);
	g->from_ns = ev->ts_ns;
	g->until_ns = ev->lost.until_ns;
	g->open = true;
}

void txr_gaps_begin(struct txr_gaps *g, struct txr_timegrid *t,
		    const struct txr_loss_state *loss, uint64_t ts_ns)
{
	bool open = g->open && g->until_ns > ts_ns;
	struct txr_gaps n = { .from_ns = ts_ns, .until_ns = g->until_ns, .open = open };

	*g = n;
	if (!loss->gaps)
		return;
	/* One reaches past ts_ns: all that was lost counts, as in the report. */
	g->lost[bin_of(g, t, ts_ns)] = loss->events;
	g->flags[0] = TXR_BIN_GAP | (loss->gaps_unknown ? TXR_BIN_GAP_UNKNOWN : 0);
}

void txr_gaps_settle(struct txr_gaps *g, struct txr_timegrid *t, uint64_t end_ns)
{
	if (!t->set)
		return;
	bin_of(g, t, end_ns);	/* the grid may have to grow up to there */
	if (g->open && g->from_ns <= end_ns)
		mark(g, t, g->until_ns < end_ns ? g->until_ns : end_ns);
	follow(g, t);
}
