// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_tracks.c - below a plot of levels, on the same time: what was sent, dropped,
 * refused, packed and lost, and where levels are not sure.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "view/blocks.h"
#include "view/text_timeline.h"

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

static int put_track(const struct txr_plot *p, const struct track *k)
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
	fprintf(p->t->out, "  %-*s", TXR_PLOT_COLUMN - 2, k->label);
	txr_plot_line(p, k->ink, line, len);
	free(line);
	return 0;
}

static int put_tracks(const struct txr_plot *p)
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

static int put_marks(const struct txr_plot *p, const char *label, uint32_t flags, char mark)
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
	fprintf(p->t->out, "  %-*s", TXR_PLOT_COLUMN - 2, label);
	txr_plot_line(p, TXR_INK_BAD, line, p->c.nr);
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
static void put_most(const struct txr_plot *p)
{
	const struct txr_time_bin *m = &p->c.most;
	char text[256] = "";
	size_t len;

	len = add_most(text, sizeof(text), 0, "started", m->started);
	len = add_most(text, sizeof(text), len, "dropped", m->dropped);
	len = add_most(text, sizeof(text), len, "busy", m->busy);
	len = add_most(text, sizeof(text), len, "unclear", m->unclear);
	if (len)
		txr_text_linef(p->t, TXR_PLOT_COLUMN, "  highest", "%s in a column", text);
}

static void put_doubts(const struct txr_plot *p)
{
	if (p->c.most.flags & TXR_BIN_WARM)
		txr_text_line(p->t, TXR_PLOT_COLUMN, "", "not sure: packets older than the recording "
			      "may be inside, more than is shown");
	if (p->c.most.flags & TXR_BIN_DOUBT)
		txr_text_line(p->t, TXR_PLOT_COLUMN, "", "not sure: since events were lost, packets "
			      "may be inside that are not shown, and shown ones may be gone");
}

int txr_plot_tracks(const struct txr_plot *p)
{
	bool levels = p->row->timeline->levels_known;
	int ret = put_tracks(p);

	if (!ret)
		ret = put_marks(p, "lost", TXR_BIN_GAP, 'x');
	if (!ret && levels)
		ret = put_marks(p, "not sure", TXR_BIN_WARM | TXR_BIN_DOUBT, '?');
	put_most(p);
	if (levels)
		put_doubts(p);
	return ret;
}
