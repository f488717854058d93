/* SPDX-License-Identifier: GPL-2.0-only */
/* text.h - between the files that draw the text report. */
#ifndef TXRING_VIEW_TEXT_H
#define TXRING_VIEW_TEXT_H

#include "txring/view.h"
#include "view/figure.h"
#include "view/select.h"

struct txr_text {
	FILE *out;
	const struct txr_view_opts *o;
	int width;
	bool *failed;		/* set where a line is missing for want of memory */
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

/* text_head.c: what was recorded, and why and how far it is not exact. */
void txr_text_head(const struct txr_text *t, const struct txr_report *r,
		   const struct txr_selection *devs);

/* text_block.c: one device, everything. */
int txr_text_block(const struct txr_text *t, const struct txr_report *r,
		   const struct txr_row *dev);
/* Name, driver, kind and ring; of a queue, its number. */
void txr_text_title(const struct txr_text *t, const struct txr_row *row);

/* text_bar.c: how near its maximum was to what it holds; both must be known. */
void txr_text_bar(const struct txr_text *t, const struct txr_row *row);

/* text_findings.c: of a device; of all devices, if there are any; of what has no row. */
void txr_text_findings_of(const struct txr_text *t, const struct txr_report *r,
			  const struct txr_row *dev);
bool txr_text_has_findings(const struct txr_text *t, const struct txr_report *r);
void txr_text_findings_all(const struct txr_text *t, const struct txr_report *r);
void txr_text_findings_rowless(const struct txr_text *t, const struct txr_report *r);

/* text_by.c: who fills its ring; nothing where that was not asked for. */
void txr_text_by(const struct txr_text *t, const struct txr_report *r, const struct txr_row *row);
/* text_why.c: where the time of its laps went; nothing where that was not recorded. */
void txr_text_went(const struct txr_text *t, const struct txr_row *row);

/* text_table.c: one line a device, or a queue. */
void txr_text_table_head(const struct txr_text *t, const char *what);
void txr_text_table_row(const struct txr_text *t, const char *name,
			const struct txr_row *row);
/* Rows of the queues that carried anything; says how many did not. */
int txr_text_table_queues(const struct txr_text *t, const struct txr_row *dev);

/* text_plot.c: the plots that were asked for, of a device and its queues. */
int txr_text_plots(const struct txr_text *t, const struct txr_row *dev);
/* text_timeline.c, text_histogram.c: one row's. 0 or -ENOMEM. */
int txr_text_timeline(const struct txr_text *t, const struct txr_row *row);
int txr_text_histogram(const struct txr_text *t, const struct txr_row *row);

#endif
