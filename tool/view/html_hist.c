// SPDX-License-Identifier: GPL-2.0-only
/*
 * html_hist.c - a distribution as bars. A bar is some neighbouring buckets of the
 * histogram, whole ones; its area is what was counted in them.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "view/html.h"
#include "view/html_half.h"
#include "view/lapbins.h"
#include "view/markup.h"

struct bars {
	double before;		/* a bar begins so much below its first value */
	size_t nr;
	struct txr_lap_bar bar[TXR_LAP_BARS];	/* with something in it */
};

static void collect(struct bars *b, const struct txr_dist *d)
{
	struct txr_lap_bars all;
	size_t i;

	txr_lap_bars(&all, &d->hist, TXR_LAP_BARS, TXR_HIST_SUB_BITS);
	b->nr = 0;
	for (i = 0; i < all.nr; i++)
		if (all.bar[i].count)
			b->bar[b->nr++] = all.bar[i];
}

static double left_of(const struct txr_plot *p, const struct bars *b, size_t i)
{
	return txr_scale_at(&p->x, (double)b->bar[i].first_ns - b->before);
}

/* A bar that is one point of the axis is seen all the same. */
static double width_of(const struct txr_plot *p, const struct bars *b, size_t i)
{
	double right = txr_scale_at(&p->x, (double)b->bar[i].last_ns + 1 - b->before);
	double width = right - left_of(p, b, i);

	return width < 2 ? 2 : width;
}

static double density(const struct txr_plot *p, const struct bars *b, size_t i)
{
	return (double)b->bar[i].count / width_of(p, b, i);
}

static void put_bars(const struct txr_plot *p, const struct bars *b)
{
	double most = 0, full = p->y.from - p->y.to, height;
	size_t i;

	for (i = 0; i < b->nr; i++)
		if (density(p, b, i) > most)
			most = density(p, b, i);
	for (i = 0; i < b->nr; i++) {
		height = density(p, b, i) / most * full;
		height = height < 1 ? 1 : height;
		txr_svg_rect(p, "bar", left_of(p, b, i), p->y.from - height,
			     width_of(p, b, i), height);
	}
}

static void put_data(FILE *out, const struct bars *b)
{
	size_t i;

	fputs(" data-b=\"", out);
	for (i = 0; i < b->nr; i++)
		fprintf(out, "%s%" PRIu64 ",%" PRIu64 ",%" PRIu64, i ? ";" : "",
			b->bar[i].first_ns, b->bar[i].last_ns, b->bar[i].count);
	putc('"', out);
}

/* Words at a line: right of it, or left where the picture ends. */
struct words {
	double x;
	char text[48];
};

static double left_end(const struct txr_plot *p, const struct words *w)
{
	double width = 6.5 * (double)strlen(w->text);

	return w->x + 4 + width > p->x.to ? w->x - 4 - width : w->x + 4;
}

static double right_end(const struct txr_plot *p, const struct words *w)
{
	return left_end(p, w) + 6.5 * (double)strlen(w->text);
}

/* Words that would meet become one: "p90, p99". */
static void add_words(const struct txr_plot *p, struct words *list, size_t *nr, double x,
		      const char *name)
{
	struct words *w = &list[(*nr)++];

	w->x = x;
	snprintf(w->text, sizeof(w->text), "%s", name);
	while (*nr > 1 && left_end(p, w) < right_end(p, w - 1) + 6) {
		char text[sizeof(w->text)];

		snprintf(text, sizeof(text), "%.20s, %.20s", (w - 1)->text, w->text);
		w--;
		w->x = x;
		strcpy(w->text, text);
		(*nr)--;
	}
}

static void put_percentiles(const struct txr_plot *p, const struct txr_dist *d)
{
	const struct { const char *name; uint64_t at; } lines[] = {
		{ "p50", d->p50 }, { "p90", d->p90 }, { "p99", d->p99 }, { "max", d->max },
	};
	struct words list[sizeof(lines) / sizeof(lines[0])];
	size_t nr = 0, i;

	for (i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		double x = txr_scale_at(&p->x, (double)lines[i].at);

		txr_svg_line(p, "mark", x, p->y.to - 12, x, p->y.from);
		add_words(p, list, &nr, x, lines[i].name);
	}
	for (i = 0; i < nr; i++)
		txr_svg_text(p, "at", left_end(p, &list[i]), p->y.to - 5, "start",
			     list[i].text);
}

static int put_chart(FILE *out, const struct txr_dist *d, const char *class,
		     const char *title, const char *caption, bool time)
{
	struct txr_plot p = txr_half_plot(out);
	struct bars *b = malloc(sizeof(*b));
	struct txr_ticks ticks;

	if (!b)
		return -ENOMEM;
	p.y.to = 44;
	/* a number of packets is the middle of its bar */
	b->before = time ? 0 : 0.5;
	collect(b, d);
	txr_half_scale(&p.x, time ? (double)b->bar[0].first_ns : b->before,
		       (double)b->bar[b->nr - 1].last_ns + 1 - b->before, time ? 0 : 512);
	fprintf(out, "<figure class=\"chart %s\"", class);
	put_data(out, b);
	fprintf(out, ">\n<figcaption><b>%s</b> <span class=\"step\">%s</span></figcaption>\n",
		title, caption);
	txr_svg_begin(&p, "hist", "%s", title);
	txr_half_ticks(&ticks, &p.x, time);
	txr_svg_axis_x(&p, &ticks);
	txr_svg_line(&p, "base", p.x.from, p.y.from, p.x.to, p.y.from);
	put_bars(&p, b);
	put_percentiles(&p, d);
	txr_svg_end(&p);
	fputs("</figure>\n", out);
	free(b);
	return 0;
}

int txr_html_laps(FILE *out, const struct txr_row *row)
{
	if (!row->lap_ns.count)
		return 0;
	return put_chart(out, &row->lap_ns, "laps", "Lap time",
			 "area: packets", true);
}

int txr_html_batches(FILE *out, const struct txr_row *row)
{
	if (!row->release_batch.count)
		return 0;
	return put_chart(out, &row->release_batch, "batches", "Packets a release batch",
			 "with no start between; area: batches", false);
}
