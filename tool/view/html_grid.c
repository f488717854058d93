// SPDX-License-Identifier: GPL-2.0-only
/*
 * html_grid.c - lap time against the occupancy at the start: the darker, the more
 * packets. A ring that works at its own pace makes a rising line.
 */
#include <inttypes.h>
#include <math.h>
#include "view/html.h"
#include "view/html_half.h"
#include "view/markup.h"

#define SHADES 6

static uint64_t most(const struct txr_lap_grid *g)
{
	uint64_t n = 1;
	size_t i;

	for (i = 0; i < g->nr; i++)
		if (g->cell[i].count > n)
			n = g->cell[i].count;
	return n;
}

/* 0 to SHADES - 1, by powers. */
static int shade_of(uint64_t count, uint64_t high)
{
	return high < 2 ? SHADES - 1 :
	       (int)(log((double)count) / log((double)high) * (SHADES - 0.001));
}

static void put_cell(const struct txr_plot *p, struct txr_path *path,
		     const struct txr_lap_cell *c)
{
	double left = txr_scale_at(&p->x, (double)c->inside_low - 0.5);
	double right = txr_scale_at(&p->x, (double)c->inside_high + 0.5);
	double low = txr_scale_at(&p->y, (double)c->lap_low_ns);
	double high = txr_scale_at(&p->y, (double)c->lap_high_ns + 1);

	txr_path_move(path, left, low);
	txr_path_line(path, right, low);
	txr_path_line(path, right, low - high < 1 ? low - 1 : high);
	txr_path_line(path, left, low - high < 1 ? low - 1 : high);
	txr_path_close(path);
}

static void put_shade(const struct txr_plot *p, const struct txr_lap_grid *g, int shade,
		      uint64_t high)
{
	struct txr_path path;
	bool begun = false;
	char class[32];
	size_t i;

	snprintf(class, sizeof(class), "cell s%d", shade);
	for (i = 0; i < g->nr; i++) {
		if (shade_of(g->cell[i].count, high) != shade)
			continue;
		if (!begun)
			path = txr_path_begin(p->out, class);
		begun = true;
		put_cell(p, &path, &g->cell[i]);
	}
	if (begun)
		txr_path_end(&path);
}

static void put_cells(const struct txr_plot *p, const struct txr_lap_grid *g)
{
	uint64_t high = most(g);
	int s;

	for (s = 0; s < SHADES; s++)
		put_shade(p, g, s, high);
}

static void set_scales(struct txr_plot *p, const struct txr_lap_grid *g)
{
	uint64_t low = UINT64_MAX, high = 0;
	uint32_t inside = 0;
	size_t i;

	for (i = 0; i < g->nr; i++) {
		const struct txr_lap_cell *c = &g->cell[i];

		low = c->lap_low_ns < low ? c->lap_low_ns : low;
		high = c->lap_high_ns > high ? c->lap_high_ns : high;
		inside = c->inside_high > inside ? c->inside_high : inside;
	}
	/* cells are coarse: one alone does not fill the picture */
	txr_half_scale(&p->y, (double)low * 0.8, ((double)high + 1) * 1.2, 16);
	/* linear: a line is a line; cells are wider where there are more packets */
	p->x.low = -0.5;
	p->x.high = inside + 0.5;
}

static void put_data(FILE *out, const struct txr_lap_grid *g)
{
	size_t i;

	fputs(" data-b=\"", out);
	for (i = 0; i < g->nr; i++)
		fprintf(out, "%s%" PRIu32 ",%" PRIu32 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64,
			i ? ";" : "", g->cell[i].inside_low, g->cell[i].inside_high,
			g->cell[i].lap_low_ns, g->cell[i].lap_high_ns, g->cell[i].count);
	putc('"', out);
}

void txr_html_grid(FILE *out, const struct txr_row *row)
{
	struct txr_plot p = txr_half_plot(out);
	struct txr_ticks ticks;

	if (!row->lap_grid || !row->lap_grid->nr)
		return;
	set_scales(&p, row->lap_grid);
	fputs("<figure class=\"chart lapgrid\"", out);
	put_data(out, row->lap_grid);
	txr_half_data(out, "data-x", &p.x);
	txr_half_data(out, "data-y", &p.y);
	fputs(">\n<figcaption><b>Lap time by packets in the queue at its start</b> "
	      "<span class=\"step\">darker: more packets</span></figcaption>\n", out);
	txr_svg_begin(&p, "lapgrid", "lap time against the packets inside when it began");
	txr_half_ticks(&ticks, &p.y, true);
	txr_svg_axis_y(&p, &ticks, NULL);
	put_cells(&p, row->lap_grid);
	txr_ticks_count(&ticks, 0, (uint64_t)p.x.high, 6);
	txr_svg_axis_x(&p, &ticks);
	txr_svg_end(&p);
	fputs("</figure>\n", out);
}
