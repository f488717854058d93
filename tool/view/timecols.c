// SPDX-License-Identifier: GPL-2.0-only
/* timecols.c - a timeline in no more columns than there is room for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "view/timecols.h"

static void take_levels(struct txr_time_bin *sum, const struct txr_time_bin *b, bool first)
{
	if (first || b->min < sum->min)
		sum->min = b->min;
	if (first || b->max > sum->max) {
		sum->max = b->max;
		sum->max_ns = b->max_ns;
	} else if (b->max == sum->max) {
		sum->max_ns += b->max_ns;
	}
	if (b->max_bytes > sum->max_bytes)
		sum->max_bytes = b->max_bytes;
}

static void take_sums(struct txr_time_bin *sum, const struct txr_time_bin *b)
{
	sum->lap_ns += b->lap_ns;
	sum->doubt_ns += b->doubt_ns;
	sum->open_ns += b->open_ns;
	sum->started += b->started;
	sum->completed += b->completed;
	sum->dropped += b->dropped;
	sum->busy += b->busy;
	sum->handed_over += b->handed_over;
	sum->unclear += b->unclear;
	sum->packed_ns += b->packed_ns;
	sum->bql_ns += b->bql_ns;
	sum->lost += b->lost;
	sum->flags |= b->flags & ~TXR_BIN_UNSEEN;
}

static bool is_met(const struct txr_time_bin *b)
{
	return !(b->flags & TXR_BIN_UNSEEN);
}

static void fill(struct txr_time_col *c, const struct txr_timeline *t, size_t from, size_t to)
{
	bool first = true;
	size_t i;

	for (i = from; i < to; i++) {
		if (is_met(&t->bin[i])) {
			take_levels(&c->sum, &t->bin[i], first);
			first = false;
		}
		take_sums(&c->sum, &t->bin[i]);
		c->observed_ns += txr_time_bin_ns(t, i);
	}
	if (first)
		c->sum.flags |= TXR_BIN_UNSEEN;
	if (c->observed_ns)
		c->avg = (double)(c->sum.lap_ns + c->sum.open_ns) / (double)c->observed_ns;
}

static void note_most(struct txr_time_bin *most, const struct txr_time_bin *b)
{
	const size_t at[] = {
		offsetof(struct txr_time_bin, started), offsetof(struct txr_time_bin, completed),
		offsetof(struct txr_time_bin, dropped), offsetof(struct txr_time_bin, busy),
		offsetof(struct txr_time_bin, handed_over), offsetof(struct txr_time_bin, unclear),
		offsetof(struct txr_time_bin, packed_ns), offsetof(struct txr_time_bin, bql_ns),
		offsetof(struct txr_time_bin, lost), offsetof(struct txr_time_bin, max_bytes),
	};
	size_t i;

	for (i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		uint64_t *m = (uint64_t *)((char *)most + at[i]);
		const uint64_t *v = (const uint64_t *)((const char *)b + at[i]);

		*m = *v > *m ? *v : *m;
	}
	most->min = b->min > most->min ? b->min : most->min;
	most->max = b->max > most->max ? b->max : most->max;
	most->flags |= b->flags;
}

int txr_time_cols(struct txr_time_cols *c, const struct txr_timeline *t, size_t room)
{
	size_t each = (t->nr + room - 1) / room, i;

	memset(c, 0, sizeof(*c));
	c->nr = (t->nr + each - 1) / each;
	c->col = calloc(c->nr, sizeof(*c->col));
	if (!c->col)
		return -ENOMEM;
	c->start_ns = t->start_ns;
	c->col_ns = each * t->bin_ns;
	for (i = 0; i < c->nr; i++) {
		fill(&c->col[i], t, i * each,
		     (i + 1) * each < t->nr ? (i + 1) * each : t->nr);
		note_most(&c->most, &c->col[i].sum);
	}
	return 0;
}

void txr_time_cols_free(struct txr_time_cols *c)
{
	free(c->col);
	memset(c, 0, sizeof(*c));
}
