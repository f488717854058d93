// SPDX-License-Identifier: GPL-2.0-only
/* html_time.c - a row over time: occupancy, what bounds it, and what happened. */
#include <errno.h>
#include <inttypes.h>
#include "view/html.h"
#include "view/html_time.h"
#include "view/markup.h"

#define LEFT 70
#define RIGHT 128
#define TOP 28
#define FULL_BINS 512
#define COMPACT_BINS 128
/* A line this many times above all packets would leave them flat: it is named only. */
#define FAR 3

struct line {
	const char *class;
	char label[64];
	int64_t at;
};

static size_t lines_of(struct line line[2], const struct txr_row *row)
{
	char n[TXR_UNIT_BUF];
	size_t nr = 0;

	if (row->capacity_packets > 0) {
		line[nr].class = "limit capacity";
		line[nr].at = row->capacity_packets;
		snprintf(line[nr++].label, sizeof(line->label), "holds %s",
			 txr_format_grouped(n, (uint64_t)row->capacity_packets));
	}
	/* Of a device with several rings its size is no bound of the sum. */
	if (row->ring_descriptors > 0 && row->nr_queues < 2 &&
	    row->ring_descriptors != row->capacity_packets) {
		line[nr].class = "limit ring";
		line[nr].at = row->ring_descriptors;
		snprintf(line[nr++].label, sizeof(line->label), "ring of %s",
			 txr_format_grouped(n, (uint64_t)row->ring_descriptors));
	}
	return nr;
}

static double highest(const struct txr_time_chart *c)
{
	double most = c->cols.most.max ? c->cols.most.max : 1, avg;
	size_t i;

	for (i = 0; i < c->cols.nr; i++) {
		avg = txr_time_avg(c, i, true);
		if (avg > most)
			most = avg;
	}
	return most;
}

static double y_high(const struct txr_time_chart *c, const struct line *line, size_t nr)
{
	double most = highest(c), high = most;
	size_t i;

	for (i = 0; i < nr; i++)
		if ((double)line[i].at > high && (double)line[i].at <= FAR * most)
			high = (double)line[i].at;
	return high * 1.06;
}

static void put_lines(const struct txr_time_chart *c, const struct line *line, size_t nr)
{
	const struct txr_plot *p = &c->plot;
	double y, last = -100;
	char above[80];
	size_t i;

	for (i = 0; i < nr; i++) {
		y = txr_scale_at(&p->y, (double)line[i].at);
		if ((double)line[i].at <= p->y.high)
			txr_svg_line(p, line[i].class, p->x.from, y, p->x.to, y);
		else
			y = p->y.to;
		/* one above the other where they would meet */
		if (y - last < 13 && last - y < 13)
			y = last + (y < last ? -13 : 13);
		snprintf(above, sizeof(above), "%s%s",
			 (double)line[i].at > p->y.high ? "\xe2\x86\x91 " : "", line[i].label);
		txr_svg_text(p, "limit", p->x.to + 6, y + 4, "start", above);
		last = y;
	}
}

static void key(FILE *out, const char *class, const char *text)
{
	fprintf(out, "<span class=\"key\"><i class=\"%s\"></i>%s</span> ", class, text);
}

/* What the looks mean: of those alone that are there. */
static void put_caption(const struct txr_time_chart *c)
{
	uint32_t flags = c->cols.most.flags;
	char step[TXR_UNIT_BUF];
	FILE *out = c->plot.out;

	fputs("<figcaption>", out);
	if (c->compact)
		fprintf(out, "<b>queue %" PRId32 "</b> ", c->row->queue);
	else
		fprintf(out, "<b>%s over time</b> ", c->row->timeline->levels_known ?
			"In the device" : "Packets");
	if (c->row->timeline->levels_known) {
		fputs("<span class=\"key\">max ", out);
		txr_html_fig(out, "b", c->row, "in_device.max");
		fputs("</span> ", out);
	}
	if (c->row->timeline->levels_known && !c->compact) {
		key(out, "band", "least to most");
		key(out, "avg", "average");
		if (flags & TXR_BIN_WARM)
			key(out, "warm", "older packets may be inside: at least");
		if (flags & (TXR_BIN_GAP | TXR_BIN_GAP_UNKNOWN))
			key(out, "gap", "events lost");
		if (flags & TXR_BIN_DOUBT)
			key(out, "doubt", "since a loss: may be off either way");
		if (c->row->timeline->lost_apart)
			fprintf(out, "<span class=\"key\">%s events were lost, when is not "
				"known</span> ",
				txr_format_grouped(step, c->row->timeline->lost_apart));
	}
	if (!c->compact)
		fprintf(out, "<span class=\"step\">in steps of %s</span>",
			txr_format_ns(step, c->cols.col_ns));
	fputs("</figcaption>\n", out);
}

static void put_axis_x(const struct txr_time_chart *c, double y)
{
	const struct txr_timeline *t = c->row->timeline;
	struct txr_plot p = c->plot;
	struct txr_ticks ticks;

	p.x = (struct txr_scale){ (double)t->start_ns, (double)t->end_ns, c->plot.x.from,
				  c->plot.x.to, false };
	p.y.from = y;
	txr_ticks_time(&ticks, t->start_ns, t->end_ns, c->compact ? 4 : 9);
	txr_svg_axis_x(&p, &ticks);
	if (!c->compact)
		txr_svg_text(&p, "title", p.x.to + 14, y + 17, "start", "after the first event");
}

static double draw_occupancy(struct txr_time_chart *c, double height)
{
	struct txr_plot *p = &c->plot;
	struct line line[2];
	size_t nr = lines_of(line, c->row);
	struct txr_ticks ticks;

	p->y = (struct txr_scale){ 0, y_high(c, line, nr), TOP + height, TOP, false };
	txr_ticks_count(&ticks, 0, (uint64_t)p->y.high, c->compact ? 2 : 5);
	txr_svg_axis_y(p, &ticks, c->compact ? NULL : "packets in the device");
	txr_time_occupancy(c);
	put_lines(c, line, nr);
	return TOP + height + 10;
}

static bool has_bql(const struct txr_row *row)
{
	struct txr_bql bql = txr_time_bql(row);

	return bql.start != TXR_UNKNOWN || bql.end != TXR_UNKNOWN;
}

static void draw(struct txr_time_chart *c)
{
	double height = c->compact ? 72 : 190, bytes = c->compact ? 30 : 60, y = 8;
	bool levels = c->row->timeline->levels_known, bql = levels && has_bql(c->row);
	struct txr_plot *p = &c->plot;

	p->height = (levels ? TOP + height + 10 : 8) + (bql ? bytes + 30 : 0) +
		    (double)txr_time_strip_count(c) * TXR_STRIP_PX + 24;
	txr_svg_begin(p, "time", "packets in %s over time", c->row->name);
	if (levels)
		y = draw_occupancy(c, height);
	if (bql) {
		txr_time_bytes(c, y + 16, bytes);
		y += bytes + 30;
	}
	y += (double)txr_time_strips(c, y) * TXR_STRIP_PX;
	put_axis_x(c, y);
	txr_svg_end(p);
}

int txr_html_time(FILE *out, const struct txr_row *row, bool compact)
{
	const struct txr_timeline *t = row->timeline;
	struct txr_time_chart c = { .row = row, .compact = compact };

	if (!t || t->end_ns <= t->start_ns)
		return 0;
	if (txr_time_cols(&c.cols, t, compact ? COMPACT_BINS : FULL_BINS))
		return -ENOMEM;
	c.span = (double)(t->end_ns - t->start_ns) / (double)c.cols.col_ns;
	c.plot.out = out;
	c.plot.width = compact ? 540 : 1080;
	c.plot.x = (struct txr_scale){ 0, c.span, LEFT, c.plot.width - (compact ? 96 : RIGHT),
				       false };
	fprintf(out, "<figure class=\"chart time%s\"", compact ? " compact" : "");
	if (row->queue >= 0)
		fprintf(out, " data-queue=\"%" PRId32 "\"", row->queue);
	txr_time_data(&c);
	fputs(">\n", out);
	put_caption(&c);
	draw(&c);
	fputs("</figure>\n", out);
	txr_time_cols_free(&c.cols);
	return 0;
}
