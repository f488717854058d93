/* SPDX-License-Identifier: GPL-2.0-only */
/* html_half.h - what the pictures of half the page's width have in common. */
#ifndef TXRING_VIEW_HTML_HALF_H
#define TXRING_VIEW_HTML_HALF_H

#include "view/svg.h"

/* The picture and its drawn area; the scales' values are the caller's. */
struct txr_plot txr_half_plot(FILE *out);

/*
 * Values from low (0 or more) to high: logarithmic where they are far apart and high is
 * above linear_to, else linear. Places stay. A logarithmic scale begins at one half at
 * least.
 */
void txr_half_scale(struct txr_scale *s, double low, double high, double linear_to);
/* Ticks that fit the scale, of times in ns or of counts. */
void txr_half_ticks(struct txr_ticks *t, const struct txr_scale *s, bool time);

/* data-x or data-y: values and places of the scale's ends, and 1 if it is logarithmic. */
void txr_half_data(FILE *out, const char *name, const struct txr_scale *s);

#endif
