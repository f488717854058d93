// SPDX-License-Identifier: GPL-2.0-only
/* html_time_plot.c - packets, and bytes, in the device over time. */
#include <inttypes.h>
#include "view/html_time.h"
#include "view/markup.h"

void txr_time_view(const struct txr_time_chart *c, double y, double height, double high)
{
	const struct txr_plot *p = &c->plot;

	fputs("<svg class=\"view\" x=\"", p->out);
	txr_markup_number(p->out, p->x.from);
	fputs("\" y=\"", p->out);
	txr_markup_number(p->out, y);
	fputs("\" width=\"", p->out);
	txr_markup_number(p->out, p->x.to - p->x.from);
	fputs("\" height=\"", p->out);
	txr_markup_number(p->out, height);
	fputs("\" viewBox=\"0 0 ", p->out);
	txr_markup_number(p->out, c->span);
	putc(' ', p->out);
	txr_markup_number(p->out, high);
	/* upside down, so that y is the figure */
	fputs("\" preserveAspectRatio=\"none\"><g transform=\"matrix(1 0 0 -1 0 ", p->out);
	txr_markup_number(p->out, high);
	fputs(")\">\n", p->out);
}

void txr_time_view_end(const struct txr_time_chart *c)
{
	fputs("</g></svg>\n", c->plot.out);
}

static double bin_end(const struct txr_time_chart *c, size_t i)
{
	double end = (double)i + 1;

	return end < c->span ? end : c->span;
}

/* Where bins have a flag: from below to above. */
static void put_shade(const struct txr_time_chart *c, const char *class, uint32_t flags,
		      double high)
{
	const struct txr_time_cols *t = &c->cols;
	struct txr_path p;
	bool begun = false;
	size_t i, from;

	for (i = 0; i < t->nr; i++) {
		if (!(t->col[i].sum.flags & flags))
			continue;
		if (!begun)
			p = txr_path_begin(c->plot.out, class);
		begun = true;
		for (from = i; i + 1 < t->nr && t->col[i + 1].sum.flags & flags; i++)
			;
		txr_path_move(&p, (double)from, 0);
		txr_path_line(&p, bin_end(c, i), 0);
		txr_path_line(&p, bin_end(c, i), high);
		txr_path_line(&p, (double)from, high);
		txr_path_close(&p);
	}
	if (begun)
		txr_path_end(&p);
}

static size_t first_seen(const struct txr_time_cols *t)
{
	size_t i = 0;

	while (i < t->nr && t->col[i].sum.flags & TXR_BIN_UNSEEN)
		i++;
	return i;
}

/* From the least to the most of each bin. */
static void put_band(const struct txr_time_chart *c)
{
	const struct txr_time_cols *t = &c->cols;
	size_t from = first_seen(t), i;
	struct txr_path p;

	if (from == t->nr)
		return;
	p = txr_path_begin(c->plot.out, "band");
	txr_path_move(&p, (double)from, t->col[from].sum.min);
	for (i = from; i < t->nr; i++) {
		txr_path_line(&p, (double)i, t->col[i].sum.max);
		txr_path_line(&p, bin_end(c, i), t->col[i].sum.max);
	}
	for (i = t->nr; i-- > from;) {
		txr_path_line(&p, bin_end(c, i), t->col[i].sum.min);
		txr_path_line(&p, (double)i, t->col[i].sum.min);
	}
	txr_path_close(&p);
	txr_path_end(&p);
}

static void put_average(const struct txr_time_chart *c, const char *class, bool high)
{
	struct txr_path p = txr_path_begin(c->plot.out, class);
	bool begun = false;
	double avg;
	size_t i;

	for (i = 0; i < c->cols.nr; i++) {
		avg = txr_time_avg(c, i, high);
		if (avg < 0)
			continue;
		if (begun)
			txr_path_line(&p, (double)i, avg);
		else
			txr_path_move(&p, (double)i, avg);
		begun = true;
		txr_path_line(&p, bin_end(c, i), avg);
	}
	txr_path_end(&p);
}

static bool average_is_open(const struct txr_time_cols *t)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		if (t->col[i].sum.open_ns || t->col[i].sum.doubt_ns)
			return true;
	return false;
}

void txr_time_occupancy(const struct txr_time_chart *c)
{
	double high = c->plot.y.high;

	txr_time_view(c, c->plot.y.to, c->plot.y.from - c->plot.y.to, high);
	put_shade(c, "unseen", TXR_BIN_UNSEEN, high);
	put_shade(c, "warm", TXR_BIN_WARM, high);
	put_shade(c, "doubt", TXR_BIN_DOUBT, high);
	put_shade(c, "gap", TXR_BIN_GAP | TXR_BIN_GAP_UNKNOWN, high);
	put_band(c);
	if (average_is_open(&c->cols))
		put_average(c, "avg more", true);
	put_average(c, "avg", false);
	txr_time_view_end(c);
}

struct txr_bql txr_time_bql(const struct txr_row *row)
{
	size_t queue = row->queue < 0 ? 0 : (size_t)row->queue;
	struct txr_bql bql = { TXR_UNKNOWN, TXR_UNKNOWN };

	/* of a device's own: it has one queue */
	if (row->queue < 0 && row->nr_queues > 1)
		return bql;
	if (row->queue < 0 && row->nr_queues == 1)
		queue = (size_t)row->queues[0].queue;
	if (row->start && row->start->queue && queue < row->start->tx_queues &&
	    row->start->queue[queue].bql_limit_bytes > 0)
		bql.start = row->start->queue[queue].bql_limit_bytes;
	if (row->end && row->end->queue && queue < row->end->tx_queues &&
	    row->end->queue[queue].bql_limit_bytes > 0)
		bql.end = row->end->queue[queue].bql_limit_bytes;
	return bql;
}

static void put_limit(const struct txr_plot *p, int64_t bytes, const char *when)
{
	char text[64], n[TXR_UNIT_BUF];
	double y = txr_scale_at(&p->y, (double)bytes);

	if (bytes == TXR_UNKNOWN)
		return;
	snprintf(text, sizeof(text), "BQL %s%s", txr_format_bytes(n, (uint64_t)bytes), when);
	txr_svg_line(p, "limit bql", p->x.from, y, p->x.to, y);
	txr_svg_text(p, "limit", p->x.to + 6, y + 4, "start", text);
}

static void put_bytes(const struct txr_time_chart *c)
{
	const struct txr_time_cols *t = &c->cols;
	size_t from = first_seen(t), i;
	struct txr_path p;

	if (from == t->nr)
		return;
	p = txr_path_begin(c->plot.out, "bytes");
	txr_path_move(&p, (double)from, 0);
	for (i = from; i < t->nr; i++) {
		txr_path_line(&p, (double)i, (double)t->col[i].sum.max_bytes);
		txr_path_line(&p, bin_end(c, i), (double)t->col[i].sum.max_bytes);
	}
	txr_path_line(&p, c->span, 0);
	txr_path_close(&p);
	txr_path_end(&p);
}

void txr_time_bytes(const struct txr_time_chart *c, double y, double height)
{
	struct txr_bql bql = txr_time_bql(c->row);
	struct txr_plot p = c->plot;
	double high = (double)c->cols.most.max_bytes;
	struct txr_ticks ticks;

	high = (double)bql.start > high ? (double)bql.start : high;
	high = (double)bql.end > high ? (double)bql.end : high;
	high *= 1.08;
	p.y = (struct txr_scale){ 0, high, y + height, y, false };
	txr_ticks_count(&ticks, 0, (uint64_t)high, 2);
	txr_svg_axis_y(&p, &ticks, c->compact ? NULL : "most bytes in the device");
	txr_time_view(c, y, height, high);
	put_bytes(c);
	txr_time_view_end(c);
	put_limit(&p, bql.start, bql.start == bql.end ? "" : " at start");
	if (bql.end != bql.start)
		put_limit(&p, bql.end, " at end");
}
