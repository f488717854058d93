/* SPDX-License-Identifier: GPL-2.0-only */
/* text.h - between the files that draw the text report. */
#ifndef TXRING_VIEW_TEXT_H
#define TXRING_VIEW_TEXT_H

#include "cli/units.h"
#include "txring/view.h"
#include "view/select.h"

struct txr_text {
	FILE *out;
	const struct txr_view_opts *o;
	int width;
};

/* A device name of TXR_IFNAMSIZ bytes, each escaped. */
#define TXR_NAME_BUF (4 * TXR_IFNAMSIZ + 1)

enum txr_ink { TXR_INK_STRONG, TXR_INK_WARN, TXR_INK_BAD, TXR_INK_GOOD };

/* text_wrap.c */
/* s in colour if the caller wants colour. */
void txr_text_ink(const struct txr_text *t, enum txr_ink ink, const char *s);
/*
 * A line that begins with label and goes on at column; words that do not fit
 * go to the next line, below. The text is escaped. label NULL: the cursor is
 * at column already.
 */
void txr_text_line(const struct txr_text *t, int column, const char *label,
		   const char *text);
void txr_text_linef(const struct txr_text *t, int column, const char *label,
		    const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* Terminal columns of a text that has been escaped, one a character. */
int txr_text_columns(const char *s);

/* text_fig.c */
#define TXR_FIG_BUF (3 * TXR_UNIT_BUF)
typedef char *(*txr_format_fn)(char buf[TXR_UNIT_BUF], uint64_t n);
/*
 * "118" exact, "118..119" between bounds, "~1.31M" where the bounds read the
 * same or do not fit in room columns, ">=30" without an upper bound, "-" unknown.
 */
char *txr_text_fig(char buf[TXR_FIG_BUF], const struct txr_u64 *f, txr_format_fn format,
		   int room);
char *txr_text_num(char buf[TXR_FIG_BUF], const struct txr_num *f, int room);
/* "43.1%" of observed time; "~43.1%" where packed is inferred, or for bounds when
 * narrow. */
char *txr_text_packed(char buf[TXR_FIG_BUF], const struct txr_row *row, bool narrow);
/* txr_format_ns of a distribution's part, "-" while that is empty. */
char *txr_text_dist(char buf[TXR_UNIT_BUF], const struct txr_dist *d, uint64_t ns);

/* text_head.c: what was recorded, and why and how far it is not exact. */
void txr_text_head(const struct txr_text *t, const struct txr_report *r,
		   const struct txr_selection *devs);

/* text_block.c: one device, everything. */
int txr_text_block(const struct txr_text *t, const struct txr_report *r,
		   const struct txr_row *dev);
void txr_text_finding(const struct txr_text *t, const struct txr_finding *f,
		      bool with_device);

/* text_table.c: one line a device, or a queue. */
void txr_text_table_head(const struct txr_text *t, const char *what);
void txr_text_table_row(const struct txr_text *t, const char *name,
			const struct txr_row *row);
/* Rows of the queues that carried anything; says how many did not. */
int txr_text_table_queues(const struct txr_text *t, const struct txr_row *dev);

#endif
