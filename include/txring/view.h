/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * view.h - figures drawn. A view computes nothing and knows no engine.
 *
 * Names out of a recording are escaped by every view (txr_escape); JSON, CSV
 * and text share one column table (tool/view/columns.c).
 */
#ifndef TXRING_VIEW_H
#define TXRING_VIEW_H

#include <stdbool.h>
#include <stdio.h>
#include "diff.h"
#include "report.h"

struct txr_view_opts {
	bool per_queue;
	bool color;		/* the caller decides: terminal and no NO_COLOR */
	bool utf8;
	bool verbose;
	bool no_header;		/* csv: an earlier call wrote it */
	bool live;		/* json: figures of a moment, while tracing runs */
	/* Plots, instead of figures in text and beside them in json; the statistics
	 * must have been told to keep them (txr_stats_want()). */
	bool timeline;		/* txr_row.timeline */
	bool histogram;		/* lap times; in json, txr_row.lap_grid */
	int width;		/* columns; 0: 80 */
	const char *sort;	/* a column's key, or NULL: occupancy */
	const char *device;	/* as txr_name_match() takes it, or NULL: all */
	int queue;		/* -1: all */
};

/* Each writes to out and returns 0 or a negative errno (write errors too). */
int txr_view_text(FILE *out, struct txr_report *r, const struct txr_view_opts *o);
int txr_view_json(FILE *out, struct txr_report *r, const struct txr_view_opts *o);
int txr_view_csv(FILE *out, struct txr_report *r, const struct txr_view_opts *o);
/* Of a report with shares (txr_stats_by()): these, one line each. */
int txr_view_csv_by(FILE *out, struct txr_report *r, const struct txr_view_opts *o);
int txr_view_classic(FILE *out, struct txr_report *r, const struct txr_view_opts *o);
/*
 * One page that needs nothing else, below 1 MB. Pictures over time and of laps by
 * occupancy are there where the rows have them (txr_stats_want()).
 */
int txr_view_html(FILE *out, struct txr_report *r, const struct txr_view_opts *o);

/* Two recordings side by side. Each returns 0 or a negative errno. */
int txr_view_diff_text(FILE *out, const struct txr_diff *d, const struct txr_view_opts *o);
int txr_view_diff_json(FILE *out, const struct txr_diff *d);

/* True if key names a column that rows can be sorted by. */
bool txr_view_sort_key(const char *key);

/*
 * Copy s to buf with control characters, DEL and bytes that are not valid UTF-8
 * written as \xNN. Always terminates; returns buf.
 */
char *txr_escape(char *buf, size_t size, const char *s);

/* One lap per line, as `txring script`. */
enum txr_lap_format { TXR_LAP_TEXT, TXR_LAP_CSV, TXR_LAP_JSON };
struct txr_lap_context {	/* what a lap's numbers mean in this recording */
	const struct txr_devtab *devs;
	struct txr_names names;
	uint64_t first_ns;	/* times are printed relative to it */
};
int txr_lap_header(FILE *out, enum txr_lap_format f);
int txr_lap_print(FILE *out, enum txr_lap_format f, const struct txr_lap *lap,
		  const struct txr_lap_context *c);

#endif
