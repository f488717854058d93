// SPDX-License-Identifier: GPL-2.0-only
/* html_time_strip.c - marks below the occupancy: when what happened, and how much. */
#include <math.h>
#include <stddef.h>
#include "view/figure.h"
#include "view/html_time.h"

struct strip {
	const char *class, *name;
	size_t offset;		/* of a uint64_t in struct txr_time_bin */
	size_t total;		/* of a struct txr_u64 in struct txr_row, or 0 */
	bool time;		/* a part of the bin; else a count */
};

#define BIN(field) offsetof(struct txr_time_bin, field)
#define ROW(field) offsetof(struct txr_row, field)

static const struct strip strips[] = {
	{ "started", "started", BIN(started), ROW(started), false },
	{ "packed", "packed", BIN(packed_ns), ROW(packed_ns), true },
	{ "bql", "BQL", BIN(bql_ns), ROW(bql_limited_ns), true },
	{ "dropped", "dropped", BIN(dropped), ROW(dropped), false },
	{ "busy", "busy", BIN(busy), ROW(busy), false },
	{ "handed", "handed over", BIN(handed_over), ROW(handed_over), false },
	{ "unclear", "unclear", BIN(unclear), 0, false },
	{ "lost", "lost", BIN(lost), 0, false },
};

#define NR (sizeof(strips) / sizeof(strips[0]))
#define HEIGHT 14

static uint64_t value(const struct strip *s, const struct txr_time_bin *b)
{
	return *(const uint64_t *)((const char *)b + s->offset);
}

/* A gap of unknown size counts nothing, and is one all the same. */
static bool marks(const struct strip *s, const struct txr_time_bin *b)
{
	return value(s, b) || (s->offset == BIN(lost) && b->flags & TXR_BIN_GAP_UNKNOWN);
}

static bool happened(const struct strip *s, const struct txr_time_cols *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		if (marks(s, &t->col[i].sum))
			return true;
	return false;
}

/* Never so low that it cannot be seen. */
static double height_of(const struct strip *s, const struct txr_time_cols *t, size_t i)
{
	double part = (double)value(s, &t->col[i].sum);
	uint64_t most = s->time ? t->col[i].observed_ns : value(s, &t->most);

	part /= (double)(most ? most : 1);
	part = s->time ? part : sqrt(part);
	return part < 0.2 ? 0.2 : part > 1 ? 1 : part;
}

static void put_marks(const struct txr_time_chart *c, const struct strip *s, double y)
{
	const struct txr_time_cols *t = &c->cols;
	struct txr_path p;
	char class[32];
	size_t i;

	txr_time_view(c, y, HEIGHT, 1);
	snprintf(class, sizeof(class), "mark %s", s->class);
	p = txr_path_begin(c->plot.out, class);
	for (i = 0; i < t->nr; i++) {
		double h, end = (double)i + 1 < c->span ? (double)i + 1 : c->span;

		if (!marks(s, &t->col[i].sum))
			continue;
		h = height_of(s, t, i);
		/* Neighbours of one height are one. */
		txr_path_move(&p, (double)i, 0);
		while (i + 1 < t->nr && marks(s, &t->col[i + 1].sum) &&
		       fabs(height_of(s, t, i + 1) - h) < 0.005) {
			i++;
			end = (double)i + 1 < c->span ? (double)i + 1 : c->span;
		}
		txr_path_line(&p, p.x, h);
		txr_path_line(&p, end, h);
		txr_path_line(&p, end, 0);
		txr_path_close(&p);
	}
	txr_path_end(&p);
	txr_time_view_end(c);
}

static void put_total(const struct txr_time_chart *c, const struct strip *s, double y)
{
	char text[TXR_FIG_BUF], n[TXR_UNIT_BUF];
	uint64_t sum = 0;
	size_t i;

	if (s->total) {
		txr_text_fig(text, (const void *)((const char *)c->row + s->total),
			     s->time ? txr_format_ns : txr_format_grouped, 0);
	} else {
		for (i = 0; i < c->cols.nr; i++)
			sum += value(s, &c->cols.col[i].sum);
		snprintf(text, sizeof(text), "%s", txr_format_grouped(n, sum));
	}
	txr_svg_text(&c->plot, "total", c->plot.x.to + 6, y + HEIGHT - 3, "start", text);
}

size_t txr_time_strip_count(const struct txr_time_chart *c)
{
	size_t n = 0, i;

	for (i = 0; i < NR; i++)
		n += happened(&strips[i], &c->cols);
	return n;
}

size_t txr_time_strips(const struct txr_time_chart *c, double y)
{
	size_t n = 0, i;

	for (i = 0; i < NR; i++) {
		if (!happened(&strips[i], &c->cols))
			continue;
		txr_svg_line(&c->plot, "base", c->plot.x.from, y + HEIGHT, c->plot.x.to,
			     y + HEIGHT);
		txr_svg_text(&c->plot, "tick", c->plot.x.from - 8, y + HEIGHT - 3, "end",
			     strips[i].name);
		put_marks(c, &strips[i], y);
		put_total(c, &strips[i], y);
		y += TXR_STRIP_PX;
		n++;
	}
	return n;
}
