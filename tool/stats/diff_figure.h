/* SPDX-License-Identifier: GPL-2.0-only */
/* diff_figure.h - which figures of a row two recordings are compared by. */
#ifndef TXRING_STATS_DIFF_FIGURE_H
#define TXRING_STATS_DIFF_FIGURE_H

#include "txring/diff.h"

struct txr_diff_figure {
	const char *key, *label;
	enum txr_unit unit;
	/* Of a row, or of one that was not there (NULL), over ns of time. */
	struct txr_num (*of)(const struct txr_row *row, uint64_t ns);
	/* Where it is another one in a slice, whose borders cut laps; else NULL. */
	struct txr_num (*of_slice)(const struct txr_row *row, uint64_t ns);
};

extern const struct txr_diff_figure txr_diff_figures[];	/* ends with a NULL key */

/* Fewer slices are not put to the test: all of three each are apart one time in ten. */
#define TXR_SLICES_MIN 5

/* Verdicts on the figures of all rows together. 0 or -ENOMEM. */
int txr_diff_judge(struct txr_diff *d);

/* Settings that differ between two states (either may be NULL). Returns how many. */
size_t txr_diff_settings(struct txr_setting out[TXR_SETTINGS], const struct txr_row *a,
			 const struct txr_row *b);

#endif
