/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * svg.h - drawing: scales, axes, paths. Every element is well-formed XML, and takes
 * its looks from the page's style by its class.
 */
#ifndef TXRING_VIEW_SVG_H
#define TXRING_VIEW_SVG_H

#include <stdbool.h>
#include <stdio.h>
#include "view/ticks.h"

/* From values to places. low below high; with log, low above 0. */
struct txr_scale {
	double low, high;	/* values at the ends */
	double from, to;	/* places of these */
	bool log;
};

/* Values out of range lie on the nearer end. */
double txr_scale_at(const struct txr_scale *s, double value);

struct txr_plot {
	FILE *out;
	double width, height;	/* of the picture */
	struct txr_scale x, y;	/* places are pixels; y.from is the lower edge */
};

/*
 * <svg> of that class, told to those who cannot see it by what printf makes of fmt;
 * to be ended by txr_svg_end().
 */
void txr_svg_begin(const struct txr_plot *p, const char *class, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void txr_svg_end(const struct txr_plot *p);

/* anchor: "start", "middle" or "end". The text is escaped. */
void txr_svg_text(const struct txr_plot *p, const char *class, double x, double y,
		  const char *anchor, const char *text);
void txr_svg_line(const struct txr_plot *p, const char *class, double x1, double y1,
		  double x2, double y2);
void txr_svg_rect(const struct txr_plot *p, const char *class, double x, double y,
		  double width, double height);

/* Lines across at each tick and at the lower edge, words beside; title above, or NULL. */
void txr_svg_axis_y(const struct txr_plot *p, const struct txr_ticks *t, const char *title);
/* A stroke and a word below at each tick. */
void txr_svg_axis_x(const struct txr_plot *p, const struct txr_ticks *t);

/*
 * <path>: no coordinate is written that is the same as the last, and a way along x only
 * once. Its parts are begun by a move, and closed if they are areas.
 */
struct txr_path {
	FILE *out;
	double x, y;
	bool along;		/* the way to x is not written yet */
};

struct txr_path txr_path_begin(FILE *out, const char *class);
void txr_path_move(struct txr_path *p, double x, double y);
void txr_path_line(struct txr_path *p, double x, double y);
/* Along x at the last y, then along y. */
void txr_path_step(struct txr_path *p, double x, double y);
void txr_path_close(struct txr_path *p);
void txr_path_end(struct txr_path *p);

#endif
