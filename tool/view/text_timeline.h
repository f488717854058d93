/* SPDX-License-Identifier: GPL-2.0-only */
/* text_timeline.h - between the files that plot a timeline in text. */
#ifndef TXRING_VIEW_TEXT_TIMELINE_H
#define TXRING_VIEW_TEXT_TIMELINE_H

#include "view/text.h"
#include "view/timecols.h"

#define TXR_PLOT_COLUMN	13	/* the plot begins, behind the axis */

struct txr_plot {
	const struct txr_text *t;
	const struct txr_row *row;
	struct txr_time_cols c;
	double scale;
	bool ring;		/* its size is on the scale */
};

/* A line of the plot: blanks at its end are left out. line has room for a NUL. */
void txr_plot_line(const struct txr_plot *p, enum txr_ink ink, char *line, size_t len);
/* text_tracks.c: what is below the levels, on the same time. 0 or -ENOMEM. */
int txr_plot_tracks(const struct txr_plot *p);

#endif
