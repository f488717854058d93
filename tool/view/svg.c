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

		txr_svg_line(p, "grid", p->x.from, y, p->x.to, y);
		txr_svg_text(p, "tick", p->x.from - 8, y + 4, "end", t->tick[i].label);
	}
	txr_svg_line(p, "base", p->x.from, p->y.from, p->x.to, p->y.from);
	if (title)
		txr_svg_text(p, "title", p->x.from, p->y.to - 10, "start", title);
	fputs("</g>\n", p->out);
}

void txr_svg_axis_x(const struct txr_plot *p, const struct txr_ticks *t)
{
	size_t i;

	fputs("<g class=\"axis x\">\n", p->out);
	for (i = 0; i < t->nr; i++) {
		double x = txr_scale_at(&p->x, t->tick[i].at);

		txr_svg_line(p, "stroke", x, p->y.from, x, p->y.from + 4);
		txr_svg_text(p, "tick", x, p->y.from + 17, "middle", t->tick[i].label);
	}
	fputs("</g>\n", p->out);
}

static bool same(double a, double b)
{
	return fabs(a - b) < 0.005;
}

/* A way along x is written when it is known how far it goes. */
static void flush_along(struct txr_path *p)
{
	if (!p->along)
		return;
	putc('H', p->out);
	txr_markup_number(p->out, p->x);
	p->along = false;
}

static void put_to(struct txr_path *p, char command, double x, double y)
{
	putc(command, p->out);
	txr_markup_number(p->out, x);
	putc(' ', p->out);
	txr_markup_number(p->out, y);
}

void txr_path_move(struct txr_path *p, double x, double y)
{
	flush_along(p);
	put_to(p, 'M', x, y);
	p->x = x;
	p->y = y;
}

void txr_path_line(struct txr_path *p, double x, double y)
{
	if (same(x, p->x) && same(y, p->y))
		return;
	if (same(y, p->y)) {
		p->along = true;
		p->x = x;
		return;
	}
	flush_along(p);
	if (same(x, p->x)) {
		putc('V', p->out);
		txr_markup_number(p->out, y);
	} else {
		put_to(p, 'L', x, y);
	}
	p->x = x;
	p->y = y;
}

void txr_path_step(struct txr_path *p, double x, double y)
{
	txr_path_line(p, x, p->y);
	txr_path_line(p, x, y);
}

void txr_path_close(struct txr_path *p)
{
	flush_along(p);
	putc('z', p->out);
}

void txr_path_end(struct txr_path *p)
{
	flush_along(p);
	fputs("\"/>\n", p->out);
}

struct txr_path txr_path_begin(FILE *out, const char *class)
{
	fprintf(out, "<path class=\"%s\" d=\"", class);
	return (struct txr_path){ .out = out };
}
