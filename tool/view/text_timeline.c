// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_timeline.c - occupancy over time beside the ring's size, and below it, on the
 * same time, what was sent, dropped, refused, packed and lost.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "view/blocks.h"
#include "view/text.h"
#include "view/ticks.h"
#include "view/timecols.h"

#define COLUMN	13		/* the plot begins, behind the axis */
#define LABEL	10		/* columns of a number at the axis */
#define ROWS	8
#define LEAST	8		/* columns of a plot, however narrow the terminal */
#define TICK	12		/* columns that a tick needs */

struct plot {
	const struct txr_text *t;
	const struct txr_row *row;
	struct txr_time_cols c;
	double scale;
	bool ring;		/* its size is on the scale */
};

static void choose_scale(struct plot *p)
{
	int64_t cap = p->row->capacity_packets;
	uint64_t max = p->c.most.max;

	p->ring = cap > 0 && (!max || max >= (uint64_t)cap / 4);
	p->scale = max ? (double)max : 1;
	if (p->ring && cap > (int64_t)max)
		p->scale = (double)cap;
}

/* How the plot is to be read, and what is not on it. */
static void put_legend(const struct plot *p)
{
	bool utf8 = p->t->o->utf8;
	char ns[TXR_UNIT_BUF], n[TXR_UNIT_BUF], ring[64] = "";

	if (p->row->capacity_packets > 0 && !p->ring)
		snprintf(ring, sizeof(ring), "; it holds %s",
			 txr_format_grouped(n, (uint64_t)p->row->capacity_packets));
	txr_text_linef(p->t, COLUMN, "  in device", "min %s avg %s max %s, a column is %s%s",
		       txr_block_shade(TXR_SHADE_FULL, utf8),
		       txr_block_shade(TXR_SHADE_MID, utf8),
		       txr_block_shade(TXR_SHADE_LIGHT, utf8),
		       txr_format_ns(ns, p->c.col_ns), ring);
}

/* The row that a value reaches up to, from 0. */
static int row_of(const struct plot *p, double v)
{
	return txr_block_rows(v, p->scale, ROWS) - 1;
}

static void put_axis_label(const struct plot *p, int row)
{
	uint64_t cap = (uint64_t)p->row->capacity_packets;
	char text[TXR_UNIT_BUF + 8] = "", n[TXR_UNIT_BUF];

	if (p->ring && row == row_of(p, (double)cap))
		snprintf(text, sizeof(text), "%s ring", txr_format_short(n, cap));
	else if (row == ROWS - 1)
		txr_format_short(text, (uint64_t)p->scale);
	fprintf(p->t->out, "  %*s%s", LABEL, text, p->t->o->utf8 ? "│" : "|");
}

static enum txr_shade shade_of(const struct plot *p, const struct txr_time_col *c, int row)
{
	if (c->sum.flags & TXR_BIN_UNSEEN)
		return TXR_SHADE_NONE;
	if (row <= row_of(p, c->sum.min))
		return TXR_SHADE_FULL;
	if (row <= row_of(p, c->avg))
		return TXR_SHADE_MID;
	return row <= row_of(p, c->sum.max) ? TXR_SHADE_LIGHT : TXR_SHADE_NONE;
}

/* Blanks behind the last character are left out. */
static void put_cells(const struct plot *p, enum txr_ink ink, char *line, const size_t *end)
{
	size_t len = *end;

	while (len && line[len - 1] == ' ')
		len--;
	line[len] = '\0';
	if (len)
		txr_text_ink(p->t, ink, line);
	fputc('\n', p->t->out);
}

static int put_levels(const struct plot *p)
{
	const char *line_of_ring = p->t->o->utf8 ? "─" : "-";
	char *line = malloc(4 * p->c.nr + 1);
	size_t len, i;
	int row;

	if (!line)
		return -ENOMEM;
	for (row = ROWS - 1; row >= 0; row--) {
		bool at_ring = p->ring && row == row_of(p, (double)p->row->capacity_packets);

		put_axis_label(p, row);
		for (len = 0, i = 0; i < p->c.nr; i++) {
			enum txr_shade s = shade_of(p, &p->c.col[i], row);
			const char *ch = !s && at_ring ? line_of_ring :
					 txr_block_shade(s, p->t->o->utf8);

			len += (size_t)snprintf(line + len, 5, "%s", ch);
		}
		put_cells(p, TXR_INK_GOOD, line, &len);
	}
	free(line);
	return 0;
}

static size_t column_of(const struct plot *p, double at_ns)
{
	return (size_t)((at_ns - (double)p->c.start_ns) / (double)p->c.col_ns);
}

static void put_axis(const struct plot *p, const struct txr_ticks *ticks)
{
	bool utf8 = p->t->o->utf8;
	size_t i, k = 0;

	fprintf(p->t->out, "  %*s%s", LABEL, p->row->timeline->levels_known ? "0" : "",
		utf8 ? "└" : "+");
	for (i = 0; i < p->c.nr; i++) {
		bool tick = false;

		for (; k < ticks->nr && column_of(p, ticks->tick[k].at) <= i; k++)
			tick = true;
		fputs(tick ? (utf8 ? "┬" : "+") : utf8 ? "─" : "-", p->t->out);
	}
	fputc('\n', p->t->out);
}

static void put_tick_labels(const struct plot *p, const struct txr_ticks *ticks)
{
	size_t at = 0, i, len, column;

	fprintf(p->t->out, "%*s", COLUMN, "");
	for (i = 0; i < ticks->nr; i++) {
		column = column_of(p, ticks->tick[i].at);
		len = strlen(ticks->tick[i].label);
		if (column + len > p->c.nr && p->c.nr >= len)
			column = p->c.nr - len;
		if (column < at || column + len > p->c.nr)
			continue;
		fprintf(p->t->out, "%*s%s", (int)(column - at), "", ticks->tick[i].label);
		at = column + len + 1;
		if (i + 1 < ticks->nr && at <= p->c.nr)
			fputc(' ', p->t->out);
	}
	fputc('\n', p->t->out);
}

static void put_time(const struct plot *p)
{
	unsigned int most = p->c.nr / TICK > 1 ? (unsigned int)(p->c.nr / TICK) : 1;
	struct txr_ticks ticks = { 0 };

	most = most < 20 ? most : 20;
	/* One at least, even if it is not round. */
	for (; !ticks.nr && most <= 20; most++)
		txr_ticks_time(&ticks, p->c.start_ns, p->c.start_ns + p->c.nr * p->c.col_ns,
			       most);
	put_axis(p, &ticks);
	put_tick_labels(p, &ticks);
}

/* A line of one character a column. */
struct track {
	const char *label;
	size_t offset;		/* of a uint64_t in struct txr_time_bin */
	enum txr_ink ink;
	bool share;		/* of the column's time; else of the highest column */
};

static uint64_t value_of(const struct txr_time_bin *b, const struct track *k)
{
	return *(const uint64_t *)((const char *)b + k->offset);
}

static int put_track(const struct plot *p, const struct track *k)
{
	uint64_t most = value_of(&p->c.most, k);
	char *line;
	size_t len = 0, i;

	if (!most)
		return 0;
	line = malloc(4 * p->c.nr + 1);
	if (!line)
		return -ENOMEM;
	for (i = 0; i < p->c.nr; i++) {
		const struct txr_time_col *c = &p->c.col[i];
		double of = k->share ? (double)c->observed_ns : (double)most;

		len += (size_t)snprintf(line + len, 5, "%s",
			txr_block_rise((double)value_of(&c->sum, k) / (of > 0 ? of : 1),
				       p->t->o->utf8));
	}
	fprintf(p->t->out, "  %-*s", COLUMN - 2, k->label);
	put_cells(p, k->ink, line, &len);
	free(line);
	return 0;
}

static int put_tracks(const struct plot *p)
{
	const struct track tracks[] = {
		{ "started", offsetof(struct txr_time_bin, started), TXR_INK_STRONG, false },
		{ "dropped", offsetof(struct txr_time_bin, dropped), TXR_INK_BAD, false },
		{ "busy", offsetof(struct txr_time_bin, busy), TXR_INK_WARN, false },
		{ "packed", offsetof(struct txr_time_bin, packed_ns), TXR_INK_WARN, true },
		{ "BQL", offsetof(struct txr_time_bin, bql_ns), TXR_INK_WARN, true },
		{ "unclear", offsetof(struct txr_time_bin, unclear), TXR_INK_WARN, false },
	};
	size_t i;
	int ret = 0;

	for (i = 0; i < sizeof(tracks) / sizeof(tracks[0]) && !ret; i++)
		ret = put_track(p, &tracks[i]);
	return ret;
}

static int put_marks(const struct plot *p, const char *label, uint32_t flags, char mark)
{
	char *line;
	size_t i;

	if (!(p->c.most.flags & flags))
		return 0;
	line = malloc(p->c.nr + 1);
	if (!line)
		return -ENOMEM;
	for (i = 0; i < p->c.nr; i++)
		line[i] = p->c.col[i].sum.flags & flags ? mark : ' ';
	fprintf(p->t->out, "  %-*s", COLUMN - 2, label);
	put_cells(p, TXR_INK_BAD, line, &p->c.nr);
	free(line);
	return 0;
}

static size_t add_most(char *text, size_t size, size_t len, const char *what, uint64_t n)
{
	char buf[TXR_UNIT_BUF];

	if (!n || len >= size)
		return len;
	return len + (size_t)snprintf(text + len, size - len, "%s%s %s", len ? ", " : "", what,
				      txr_format_grouped(buf, n));
}

/* What a full character stands for. */
static void put_most(const struct plot *p)
{
	const struct txr_time_bin *m = &p->c.most;
	char text[256] = "";
	size_t len;

	len = add_most(text, sizeof(text), 0, "started", m->started);
	len = add_most(text, sizeof(text), len, "dropped", m->dropped);
	len = add_most(text, sizeof(text), len, "busy", m->busy);
	len = add_most(text, sizeof(text), len, "unclear", m->unclear);
	if (len)
		txr_text_linef(p->t, COLUMN, "  highest", "%s in a column", text);
}

static void put_doubts(const struct plot *p)
{
	if (p->c.most.flags & TXR_BIN_WARM)
		txr_text_line(p->t, COLUMN, "", "not sure: packets older than the recording "
			      "may be inside, more than is shown");
	if (p->c.most.flags & TXR_BIN_DOUBT)
		txr_text_line(p->t, COLUMN, "", "not sure: since events were lost, packets "
			      "may be inside that are not shown, and shown ones may be gone");
}

static int put_plot(const struct plot *p)
{
	int ret = 0;

	if (p->row->timeline->levels_known) {
		put_legend(p);
		ret = put_levels(p);
	} else {
		txr_text_line(p->t, COLUMN, "  in device", txr_text_invisible(p->row->kind));
	}
	put_time(p);
	if (!ret)
		ret = put_tracks(p);
	if (!ret)
		ret = put_marks(p, "lost", TXR_BIN_GAP, 'x');
	if (!ret && p->row->timeline->levels_known)
		ret = put_marks(p, "not sure", TXR_BIN_WARM | TXR_BIN_DOUBT, '?');
	put_most(p);
	if (p->row->timeline->levels_known)
		put_doubts(p);
	return ret;
}

int txr_text_timeline(const struct txr_text *t, const struct txr_row *row)
{
	size_t room = t->width > COLUMN + LEAST ? (size_t)(t->width - COLUMN) : LEAST;
	struct plot p = { .t = t, .row = row };
	int ret;

	if (!row->timeline)
		return 0;
	ret = txr_time_cols(&p.c, row->timeline, room);
	if (ret)
		return ret;
	choose_scale(&p);
	ret = put_plot(&p);
	txr_time_cols_free(&p.c);
	return ret;
}
