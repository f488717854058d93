// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_timeline.c - occupancy over time beside the ring's size; text_tracks.c has what
 * is below it.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "view/blocks.h"
#include "view/text_timeline.h"
#include "view/ticks.h"

#define LABEL	10		/* columns of a number at the axis */
#define ROWS	8
#define LEAST	8		/* columns of a plot, however narrow the terminal */
#define TICK	12		/* columns that a tick needs */

static void choose_scale(struct txr_plot *p)
{
	int64_t cap = p->row->capacity_packets;
	uint64_t max = p->c.most.max;

	p->ring = cap > 0 && (!max || max >= (uint64_t)cap / 4);
	p->scale = max ? (double)max : 1;
	if (p->ring && cap > (int64_t)max)
		p->scale = (double)cap;
}

/* How the plot is to be read, and what is not on it. */
static void put_legend(const struct txr_plot *p)
{
	bool utf8 = p->t->o->utf8;
	char ns[TXR_UNIT_BUF], n[TXR_UNIT_BUF], ring[64] = "";

	if (p->row->capacity_packets > 0 && !p->ring)
		snprintf(ring, sizeof(ring), "; it holds %s",
			 txr_format_grouped(n, (uint64_t)p->row->capacity_packets));
	txr_text_linef(p->t, TXR_PLOT_COLUMN, "  in device", "min %s avg %s max %s, a column is %s%s",
		       txr_block_shade(TXR_SHADE_FULL, utf8),
		       txr_block_shade(TXR_SHADE_MID, utf8),
		       txr_block_shade(TXR_SHADE_LIGHT, utf8),
		       txr_format_ns(ns, p->c.col_ns), ring);
}

/* The row that a value reaches up to, from 0. */
static int row_of(const struct txr_plot *p, double v)
{
	return txr_block_rows(v, p->scale, ROWS) - 1;
}

static void put_axis_label(const struct txr_plot *p, int row)
{
	uint64_t cap = (uint64_t)p->row->capacity_packets;
	char text[TXR_UNIT_BUF + 8] = "", n[TXR_UNIT_BUF];

	if (p->ring && row == row_of(p, (double)cap))
		snprintf(text, sizeof(text), "%s ring", txr_format_short(n, cap));
	else if (row == ROWS - 1)
		txr_format_short(text, (uint64_t)p->scale);
	fprintf(p->t->out, "  %*s%s", LABEL, text, p->t->o->utf8 ? "│" : "|");
}

static enum txr_shade shade_of(const struct txr_plot *p, const struct txr_time_col *c, int row)
{
	if (c->sum.flags & TXR_BIN_UNSEEN)
		return TXR_SHADE_NONE;
	if (row <= row_of(p, c->sum.min))
		return TXR_SHADE_FULL;
	if (row <= row_of(p, c->avg))
		return TXR_SHADE_MID;
	return row <= row_of(p, c->sum.max) ? TXR_SHADE_LIGHT : TXR_SHADE_NONE;
}

void txr_plot_line(const struct txr_plot *p, enum txr_ink ink, char *line, size_t len)
{
	while (len && line[len - 1] == ' ')
		len--;
	line[len] = '\0';
	if (len)
		txr_text_ink(p->t, ink, line);
	fputc('\n', p->t->out);
}

static int put_levels(const struct txr_plot *p)
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
		txr_plot_line(p, TXR_INK_GOOD, line, len);
	}
	free(line);
	return 0;
}

static size_t column_of(const struct txr_plot *p, double at_ns)
{
	return (size_t)((at_ns - (double)p->c.start_ns) / (double)p->c.col_ns);
}

static void put_axis(const struct txr_plot *p, const struct txr_ticks *ticks)
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

static void put_tick_labels(const struct txr_plot *p, const struct txr_ticks *ticks)
{
	size_t at = 0, i, len, column;

	fprintf(p->t->out, "%*s", TXR_PLOT_COLUMN, "");
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

static void put_time(const struct txr_plot *p)
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

static int put_plot(const struct txr_plot *p)
{
	int ret = 0;

	if (p->row->timeline->levels_known) {
		put_legend(p);
		ret = put_levels(p);
	} else {
		txr_text_line(p->t, TXR_PLOT_COLUMN, "  in device", txr_text_invisible(p->row->kind));
	}
	put_time(p);
	return ret ? ret : txr_plot_tracks(p);
}

int txr_text_timeline(const struct txr_text *t, const struct txr_row *row)
{
	size_t room = t->width > TXR_PLOT_COLUMN + LEAST ? (size_t)(t->width - TXR_PLOT_COLUMN) : LEAST;
	struct txr_plot p = { .t = t, .row = row };
	int ret;

	if (!row->timeline) {
		txr_text_linef(t, TXR_PLOT_COLUMN, "  in device", "not kept over time: more "
			       "than %u queues were used", TXR_TIMELINES_MAX);
		return 0;
	}
	ret = txr_time_cols(&p.c, row->timeline, room);
	if (ret)
		return ret;
	choose_scale(&p);
	ret = put_plot(&p);
	txr_time_cols_free(&p.c);
	return ret;
}
