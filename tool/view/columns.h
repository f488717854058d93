/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * columns.h - the one table that every view draws from.
 *
 * A column names a figure by the path it has in JSON ("in_device.max"), which is
 * also its CSV header and its --sort key, and says where the figure lies in its
 * struct. Reading it gives a cell; views draw cells and know no struct fields
 * that the table knows.
 */
#ifndef TXRING_VIEW_COLUMNS_H
#define TXRING_VIEW_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/report.h"

enum txr_col_type {
	TXR_COL_FIG,		/* struct txr_u64 */
	TXR_COL_NUMFIG,		/* struct txr_num */
	TXR_COL_U64,
	TXR_COL_U64_NZ,		/* 0 is unknown */
	TXR_COL_U32,
	TXR_COL_U32_NZ,
	TXR_COL_I32,
	TXR_COL_I64,		/* TXR_UNKNOWN is unknown */
	TXR_COL_BOOL,
	TXR_COL_TRI,		/* int8_t: 0, 1, TXR_UNKNOWN */
	TXR_COL_DIST_U64,	/* of a struct txr_dist: unknown while that is empty */
	TXR_COL_DIST_SUM,	/* also unknown where it saturated */
	TXR_COL_DIST_NUM,
	TXR_COL_HIST,		/* struct txr_hist */
	TXR_COL_NAME,		/* char [], "" is unknown */
	TXR_COL_TEXT,		/* const char *, NULL is unknown */
	TXR_COL_COOKIE,		/* u64 drawn as text, 0 is unknown */
	TXR_COL_TIME,		/* absolute ns: text above 2^53 */
	TXR_COL_KIND,		/* enum txr_dev_kind */
	TXR_COL_TIER,		/* enum txr_tier */
	TXR_COL_PACKED,		/* enum txr_packed_source */
	TXR_COL_U64_FIT,	/* UINT64_MAX is unknown: it did not fit */
	TXR_COL_DOUBLE,
	TXR_COL_SHARE,		/* enum txr_share_kind */
	TXR_COL_OF_MAX,		/* u64, about in_device.max: unknown unless that is exact
				 * and above 0 */
};

#define TXR_COLF_QUEUE_ONLY	0x1	/* a key of queue rows alone */
#define TXR_COLF_JSON_ONLY	0x2	/* no CSV column, no sort key */
#define TXR_COLF_LIVE_ONLY	0x4	/* only while tracing runs (top) */

struct txr_column {
	const char *key;
	enum txr_col_type type;
	size_t offset;		/* in the struct that the table is of */
	size_t dist;		/* TXR_COL_DIST_*: offset of the struct txr_dist */
	unsigned int flags;
};

/* The columns of a struct txr_dist: member dst of a struct st, keys under k. */
#define TXR_COLS_DIST_PART(st, k, t, dst, field) \
	{ k, t, offsetof(st, dst.field), offsetof(st, dst), 0 }
#define TXR_COLS_DIST(st, k, dst) \
	TXR_COLS_DIST_PART(st, k ".count", TXR_COL_U64, dst, count), \
	TXR_COLS_DIST_PART(st, k ".sum", TXR_COL_DIST_SUM, dst, sum), \
	TXR_COLS_DIST_PART(st, k ".min", TXR_COL_DIST_U64, dst, min), \
	TXR_COLS_DIST_PART(st, k ".avg", TXR_COL_DIST_NUM, dst, avg), \
	TXR_COLS_DIST_PART(st, k ".p50", TXR_COL_DIST_U64, dst, p50), \
	TXR_COLS_DIST_PART(st, k ".p90", TXR_COL_DIST_U64, dst, p90), \
	TXR_COLS_DIST_PART(st, k ".p99", TXR_COL_DIST_U64, dst, p99), \
	TXR_COLS_DIST_PART(st, k ".p999", TXR_COL_DIST_U64, dst, p999), \
	TXR_COLS_DIST_PART(st, k ".max", TXR_COL_DIST_U64, dst, max), \
	{ k ".histogram", TXR_COL_HIST, offsetof(st, dst.hist), 0, TXR_COLF_JSON_ONLY }

/* Each ends with a NULL key. */
extern const struct txr_column txr_row_columns[];	/* struct txr_row */
extern const struct txr_column txr_share_columns[];	/* struct txr_share */
extern const struct txr_column txr_went_columns[];	/* struct txr_went_row */
extern const struct txr_column txr_source_columns[];	/* struct txr_report */
extern const struct txr_column txr_meta_columns[];	/* struct txr_meta */
extern const struct txr_column txr_state_columns[];	/* struct txr_device_state */
extern const struct txr_column txr_qstate_columns[];	/* struct txr_queue_state */

enum txr_cell_kind {
	TXR_CELL_NULL, TXR_CELL_U64, TXR_CELL_I64, TXR_CELL_NUM, TXR_CELL_BOOL,
	TXR_CELL_TEXT, TXR_CELL_HIST
};

union txr_value {
	uint64_t u;
	int64_t i;
	double d;
	bool b;
	const char *s;			/* raw: escape before printing */
	const struct txr_hist *hist;
};

struct txr_cell {
	enum txr_cell_kind kind;
	enum txr_trust trust;		/* low and high are of the same kind */
	union txr_value value, low, high;
	char buf[24];			/* s may point here: a cell is not to be copied */
};

void txr_cell_read(struct txr_cell *cell, const struct txr_column *c, const void *base);

/* Column of a row by key, or NULL. */
const struct txr_column *txr_row_column(const char *key);

/* True if a figure of the type has _low and _high beside it. */
bool txr_column_is_figure(const struct txr_column *c);

/* Shortest text that reads back as the same double; "null" for nan and inf. */
#define TXR_DOUBLE_BUF 32
char *txr_double_text(char buf[TXR_DOUBLE_BUF], double d);

#endif
