/* SPDX-License-Identifier: GPL-2.0-only */
/* html_time.h - between the files that draw a row over time. */
#ifndef TXRING_VIEW_HTML_TIME_H
#define TXRING_VIEW_HTML_TIME_H

#include "txring/report.h"
#include "view/svg.h"
#include "view/timecols.h"

/*
 * Coordinates within the drawn area are the figures themselves: x in columns from the
 * timeline's start, y in packets. So the page can be zoomed by another viewBox, and a
 * path read back.
 */
struct txr_time_chart {
	struct txr_plot plot;		/* of the occupancy; its x is that of all parts */
	const struct txr_row *row;	/* with a timeline */
	struct txr_time_cols cols;	/* owned: what of it is drawn */
	double span;			/* columns, up to the end of what was observed */
	bool compact;
};

/* html_time_data.c */
/* Average occupancy in column i, without and with what may have been inside; below 0:
 * nothing of it was observed. */
double txr_time_avg(const struct txr_time_chart *c, size_t i, bool high);
/* data-b: columns apart by ';', figures by ','; a 0 is left out. */
void txr_time_data(const struct txr_time_chart *c);

/* html_time_plot.c */
/* <svg> of an area in figures' coordinates, y from 0 to high; end by txr_time_view_end. */
void txr_time_view(const struct txr_time_chart *c, double y, double height, double high);
void txr_time_view_end(const struct txr_time_chart *c);
void txr_time_occupancy(const struct txr_time_chart *c);
/* Most bytes of each bin, with the limits of BQL. */
void txr_time_bytes(const struct txr_time_chart *c, double y, double height);
/* The row's BQL limits in bytes, TXR_UNKNOWN where there is none. */
struct txr_bql { int64_t start, end; };
struct txr_bql txr_time_bql(const struct txr_row *row);

/* html_time_strip.c: one line of marks each, for what happened at all. */
size_t txr_time_strips(const struct txr_time_chart *c, double y);
size_t txr_time_strip_count(const struct txr_time_chart *c);
#define TXR_STRIP_PX 22

#endif
