// SPDX-License-Identifier: GPL-2.0-only
/*
 * html_tail.c - the lap time that a part of the packets stayed below. Along x each
 * step of the same width takes nine tenths of the packets that were left.
 */
#include <math.h>
#include "view/html.h"
#include "view/html_half.h"
#include "view/markup.h"

#define POINTS 160

static const struct { double part; const char *name; } marks[] = {
	{ 0, "all above" }, { 0.5, "50 %" }, { 0.9, "90 %" }, { 0.99, "99 %" },
	{ 0.999, "99.9 %" }, { 0.9999, "99.99 %" }, { 0.99999, "99.999 %" },
	{ 0.999999, "99.9999 %" },
};

#define MARKS (sizeof(marks) / sizeof(marks[0]))

static double nines(double part)
{
	return -log10(1 - part);
}

/* Where the rarest packet stands; at least two marks are within. */
static double last_nine(const struct txr_dist *d)
{
	double n = log10((double)d->count);

	return n < 1 ? 1 : n > 6.3 ? 6.3 : n;
}

static void put_axis(const struct txr_plot *p)
{
	size_t i;

	fputs("<g class=\"axis x\">\n", p->out);
	for (i = 0; i < MARKS; i++) {
		double at = nines(marks[i].part), x = txr_scale_at(&p->x, at);

		if (at > p->x.high)
			break;
		txr_svg_line(p, "stroke", x, p->y.from, x, p->y.from + 4);
		txr_svg_text(p, "tick", x, p->y.from + 17, i ? "middle" : "start", i ?
			     marks[i].name : "0");
	}
	fputs("</g>\n", p->out);
}

static void put_curve(const struct txr_plot *p, const struct txr_dist *d)
{
	struct txr_path path = txr_path_begin(p->out, "curve");
	int i;

	txr_path_move(&path, p->x.from, txr_scale_at(&p->y, (double)d->min));
	for (i = 1; i <= POINTS; i++) {
		double x = p->x.high * i / POINTS;
		uint64_t ns = i == POINTS ? d->max :
			      txr_hist_quantile(&d->hist, 1 - pow(10, -x));

		txr_path_step(&path, txr_scale_at(&p->x, x), txr_scale_at(&p->y, (double)ns));
	}
	txr_path_end(&path);
}

/* The report's own percentiles, named where they stand. */
static void put_points(const struct txr_plot *p, const struct txr_dist *d)
{
	const struct { double part; uint64_t ns; } points[] = {
		{ 0.5, d->p50 }, { 0.9, d->p90 }, { 0.99, d->p99 }, { 0.999, d->p999 },
	};
	char text[TXR_UNIT_BUF];
	size_t i;

	for (i = 0; i < sizeof(points) / sizeof(points[0]); i++) {
		double x = txr_scale_at(&p->x, nines(points[i].part));
		double y = txr_scale_at(&p->y, (double)points[i].ns);

		if (nines(points[i].part) > p->x.high)
			break;
		fputs("<circle class=\"point\" r=\"3\" cx=\"", p->out);
		txr_markup_number(p->out, x);
		fputs("\" cy=\"", p->out);
		txr_markup_number(p->out, y);
		fputs("\"/>", p->out);
		/* the curve rises: below it, on the right, there is room */
		if (x + 50 < p->x.to && y + 20 < p->y.from)
			txr_svg_text(p, "at", x + 6, y + 14, "start",
				     txr_format_ns(text, points[i].ns));
		else
			txr_svg_text(p, "at", x + 10 < p->x.to ? x - 8 : x, y - 9,
				     x + 50 < p->x.to ? "start" : "end",
				     txr_format_ns(text, points[i].ns));
	}
}

void txr_html_tail(FILE *out, const struct txr_row *row)
{
	const struct txr_dist *d = &row->lap_ns;
	struct txr_plot p = txr_half_plot(out);
	struct txr_ticks ticks;

	if (!d->count)
		return;
	p.x.high = last_nine(d);
	txr_half_scale(&p.y, (double)d->min, (double)d->max * 1.05, 16);
	fputs("<figure class=\"chart tail\"", out);
	txr_half_data(out, "data-x", &p.x);
	txr_half_data(out, "data-y", &p.y);
	fputs(">\n<figcaption><b>Lap time by part of the packets</b> "
	      "<span class=\"step\">that took no longer</span></figcaption>\n", out);
	txr_svg_begin(&p, "tail", "lap time that a part of the packets stayed below");
	txr_half_ticks(&ticks, &p.y, true);
	txr_svg_axis_y(&p, &ticks, NULL);
	put_axis(&p);
	put_curve(&p, d);
	put_points(&p, d);
	txr_svg_end(&p);
	fputs("</figure>\n", out);
}
