// SPDX-License-Identifier: GPL-2.0-only
/* html_time_data.c - a timeline as data for the page's script. */
#include <inttypes.h>
#include "view/html_time.h"

static void put_bin(FILE *out, const struct txr_time_bin *b)
{
	const uint64_t figs[] = {
		b->min, b->max, b->lap_ns, b->started, b->completed, b->max_bytes,
		b->dropped, b->packed_ns, b->open_ns, b->busy, b->bql_ns, b->handed_over,
		b->unclear, b->doubt_ns, b->lost, b->flags,
	};
	size_t nr = sizeof(figs) / sizeof(figs[0]), i;

	while (nr && !figs[nr - 1])
		nr--;
	for (i = 0; i < nr; i++) {
		if (i)
			putc(',', out);
		if (figs[i])
			fprintf(out, "%" PRIu64, figs[i]);
	}
}

void txr_time_data(const struct txr_time_chart *c)
{
	const struct txr_timeline *t = c->row->timeline;
	FILE *out = c->plot.out;
	size_t i;

	fprintf(out, " data-start=\"%" PRIu64 "\" data-bin=\"%" PRIu64 "\" data-first=\"%" PRIu64
		"\" data-end=\"%" PRIu64 "\" data-carried=\"%" PRIu64 "\" data-packed=\"%d\" "
		"data-levels=\"%d\" data-b=\"", t->start_ns, c->cols.col_ns, t->first_ns,
		t->end_ns, t->carried_in, t->packed_known, t->levels_known);
	for (i = 0; i < c->cols.nr; i++) {
		if (i)
			putc(';', out);
		put_bin(out, &c->cols.col[i].sum);
	}
	putc('"', out);
}

double txr_time_avg(const struct txr_time_chart *c, size_t i, bool high)
{
	const struct txr_time_col *col = &c->cols.col[i];
	double ns = (double)col->sum.lap_ns;

	if (!col->observed_ns)
		return -1;
	if (high)
		ns += (double)col->sum.doubt_ns + (double)col->sum.open_ns;
	return ns / (double)col->observed_ns;
}
