/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * markup.h - text and numbers into HTML and SVG.
 *
 * What a recording holds is never markup, and never breaks a page: control
 * characters and bytes that are no UTF-8 are written as \xNN, as by every view, and
 * what XML reserves as its entities. The result stands in an element or in an
 * attribute in double quotes.
 */
#ifndef TXRING_VIEW_MARKUP_H
#define TXRING_VIEW_MARKUP_H

#include <stdio.h>

/* Text of a recording. */
void txr_markup(FILE *out, const char *raw);
/* The same, of what printf makes of it. */
void txr_markupf(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * A coordinate, to the hundredth and no digit more than it takes: "12", "0.5",
 * "-3.25". The decimal point is a point in every locale.
 */
void txr_markup_number(FILE *out, double d);

#endif
