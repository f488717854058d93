// SPDX-License-Identifier: GPL-2.0-only
/* text_histogram.c - lap times as bars, with the percentiles in them. */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "view/blocks.h"
#include "view/lapbins.h"
#include "view/text.h"

#define COLUMN	13
#define ROWS	20
#define BITS	3		/* at most 8 an octave */
#define NUMBERS	31		/* columns before a bar */
#define MARKS	19		/* " p50 p90 p99 p99.9" and a blank */
#define LEAST	6		/* columns of a bar */

static void put_figures(const struct txr_text *t, const struct txr_dist *d)
{
	char a[TXR_UNIT_BUF], b[TXR_UNIT_BUF], c[TXR_UNIT_BUF], n[TXR_UNIT_BUF];
	char e[TXR_UNIT_BUF];

	txr_text_linef(t, COLUMN, "  lap time", "min %s   avg %s   max %s   of %s",
		       txr_format_ns(a, d->min), txr_format_ns(b, (uint64_t)d->avg),
		       txr_format_ns(c, d->max), txr_format_grouped(n, d->count));
	txr_text_linef(t, COLUMN, "", "p50 %s   p90 %s   p99 %s   p99.9 %s",
		       txr_format_ns(a, d->p50), txr_format_ns(b, d->p90),
		       txr_format_ns(c, d->p99), txr_format_ns(e, d->p999));
}

/* Which percentiles lie in the bar. */
static void put_marks(const struct txr_text *t, const struct txr_dist *d,
		      const struct txr_lap_bars *b, size_t i)
{
	const struct { uint64_t ns; const char *name; } marks[] = {
		{ d->p50, "p50" }, { d->p90, "p90" }, { d->p99, "p99" }, { d->p999, "p99.9" },
	};
	size_t k;

	for (k = 0; k < sizeof(marks) / sizeof(marks[0]); k++)
		if (txr_lap_bar_of(b, marks[k].ns) == i)
			fprintf(t->out, " %s", marks[k].name);
}

#define RUN 3	/* so many empty bars and more are one line */

/* How many bars from i on are empty. */
static size_t empty_run(const struct txr_lap_bars *b, size_t i)
{
	size_t n = 0;

	while (i + n < b->nr && !b->bar[i + n].count)
		n++;
	return n;
}

struct bars {
	const struct txr_text *t;
	const struct txr_dist *d;
	struct txr_lap_bars b;
	int width;		/* of the longest */
	bool marks;		/* there is room for them */
	char *text;
};

static void put_bar(const struct bars *p, size_t i, uint64_t so_far)
{
	const struct txr_lap_bar *bar = &p->b.bar[i];
	char from[TXR_UNIT_BUF], n[TXR_UNIT_BUF];
	double share = (double)so_far / (double)p->d->count;

	/* Cut, not rounded: 100 % is all. */
	fprintf(p->t->out, "  %10s %9s %5.1f%%", txr_format_ns(from, bar->first_ns),
		txr_format_count(n, bar->count), (double)(uint64_t)(share * 1000) / 10);
	txr_block_bar(p->text, p->width, (double)bar->count / (double)p->b.most,
		      p->t->o->utf8);
	if (*p->text) {
		fputs("  ", p->t->out);
		txr_text_ink(p->t, TXR_INK_GOOD, p->text);
	}
	if (p->marks)
		put_marks(p->t, p->d, &p->b, i);
	fputc('\n', p->t->out);
}

static int put_bars(const struct txr_text *t, const struct txr_dist *d)
{
	int room = t->width - NUMBERS;
	struct bars p = { .t = t, .d = d, .marks = room >= MARKS + LEAST };
	uint64_t sum = 0;
	size_t i, empty;

	p.width = p.marks ? room - MARKS : room > LEAST ? room : LEAST;
	p.text = malloc(TXR_BAR_BYTES(p.width));
	if (!p.text)
		return -ENOMEM;
	txr_lap_bars(&p.b, &d->hist, ROWS, BITS);
	fprintf(t->out, "  %10s %9s %6s\n", "from", "packets", "so far");
	for (i = 0; i < p.b.nr; i++) {
		empty = empty_run(&p.b, i);
		if (empty >= RUN) {
			fprintf(t->out, "  %10s %9s\n", "...", "0");
			i += empty - 1;
			continue;
		}
		sum += p.b.bar[i].count;
		put_bar(&p, i, sum);
	}
	free(p.text);
	return 0;
}

int txr_text_histogram(const struct txr_text *t, const struct txr_row *row)
{
	const struct txr_dist *d = &row->lap_ns;

	if (!d->count) {
		txr_text_line(t, COLUMN, "  lap time", "none: no packet came back");
		return 0;
	}
	put_figures(t, d);
	return put_bars(t, d);
}
