// SPDX-License-Identifier: GPL-2.0-only
/* svg.c - elements of a drawing. */
#include <math.h>
#include <stdarg.h>
#include "view/markup.h"
#include "view/svg.h"

double txr_scale_at(const struct txr_scale *s, double value)
{
	double low = s->low, high = s->high, part;

	if (value <= low)
		return s->from;
	if (value >= high)
		return s->to;
	part = s->log ? log(value / low) / log(high / low) : (value - low) / (high - low);
	return s->from + part * (s->to - s->from);
}

static void attribute(FILE *out, const char *name, double d)
{
	fprintf(out, " %s=\"", name);
	txr_markup_number(out, d);
	putc('"', out);
}

void txr_svg_begin(const struct txr_plot *p, const char *class, const char *fmt, ...)
{
	char label[512];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(label, sizeof(label), fmt, ap);
	va_end(ap);
	fprintf(p->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" viewBox=\"0 0 ",
		class);
	txr_markup_number(p->out, p->width);
	putc(' ', p->out);
	txr_markup_number(p->out, p->height);
	fputs("\" role=\"img\" aria-label=\"", p->out);
	txr_markup(p->out, label);
	fputs("\">\n", p->out);
}

void txr_svg_end(const struct txr_plot *p)
{
	fputs("</svg>\n", p->out);
}

void txr_svg_text(const struct txr_plot *p, const char *class, double x, double y,
		  const char *anchor, const char *text)
{
	fprintf(p->out, "<text class=\"%s\"", class);
	attribute(p->out, "x", x);
	attribute(p->out, "y", y);
	fprintf(p->out, " text-anchor=\"%s\">", anchor);
	txr_markup(p->out, text);
	fputs("</text>\n", p->out);
}

void txr_svg_line(const struct txr_plot *p, const char *class, double x1, double y1,
		  double x2, double y2)
{
	fprintf(p->out, "<line class=\"%s\"", class);
	attribute(p->out, "x1", x1);
	attribute(p->out, "y1", y1);
	attribute(p->out, "x2", x2);
	attribute(p->out, "y2", y2);
	fputs("/>\n", p->out);
}

void txr_svg_rect(const struct txr_plot *p, const char *class, double x, double y,
		  double width, double height)
{
	fprintf(p->out, "<rect class=\"%s\"", class);
	attribute(p->out, "x", x);
	attribute(p->out, "y", y);
	attribute(p->out, "width", width);
	attribute(p->out, "height", height);
	fputs("/>\n", p->out);
}

void txr_svg_axis_y(const struct txr_plot *p, const struct txr_ticks *t, const char *title)
{
	size_t i;

	fputs("<g class=\"axis y\">\n", p->out);
	for (i = 0; i < t->nr; i++) {
		double y = txr_scale_at(&p->y, t->tick[i].at);

		txr_svg_line(p, i ? "grid" : "base", p->x.from, y, p->x.to, y);
		txr_svg_text(p, "tick", p->x.from - 8, y + 4, "end", t->tick[i].label);
	}
	if (title)
		txr_svg_text(p, "name", p->x.from, p->y.to - 10, "start", title);
	fputs("</g>\n", p->out);
}

void txr_svg_axis_x(const struct txr_plot *p, const struct txr_ticks *t, const char *title)
{
	size_t i;

	fputs("<g class=\"axis x\">\n", p->out);
	for (i = 0; i < t->nr; i++) {
		double x = txr_scale_at(&p->x, t->tick[i].at);

		txr_svg_line(p, "stroke", x, p->y.from, x, p->y.from + 4);
		txr_svg_text(p, "tick", x, p->y.from + 17, "middle", t->tick[i].label);
	}
	if (title)
		txr_svg_text(p, "name", p->x.to, p->y.from + 33, "end", title);
	fputs("</g>\n", p->out);
}

static bool same(double a, double b)
{
	return fabs(a - b) < 0.005;
}

void txr_path_move(struct txr_path *p, double x, double y)
{
	putc('M', p->out);
	txr_markup_number(p->out, x);
	putc(' ', p->out);
	txr_markup_number(p->out, y);
	p->x = x;
	p->y = y;
}

void txr_path_line(struct txr_path *p, double x, double y)
{
	if (same(x, p->x) && same(y, p->y))
		return;
	if (same(y, p->y)) {
		putc('H', p->out);
		txr_markup_number(p->out, x);
	} else if (same(x, p->x)) {
		putc('V', p->out);
		txr_markup_number(p->out, y);
	} else {
		putc('L', p->out);
		txr_markup_number(p->out, x);
		putc(' ', p->out);
		txr_markup_number(p->out, y);
	}
	p->x = x;
	p->y = y;
}

void txr_path_step(struct txr_path *p, double x, double y)
{
	txr_path_line(p, x, p->y);
	txr_path_line(p, x, y);
}
