/* SPDX-License-Identifier: GPL-2.0-only */
/* top_layout.h - what of the screen goes where, at any size from 1x1 on. */
#ifndef TXRING_VIEW_TOP_LAYOUT_H
#define TXRING_VIEW_TOP_LAYOUT_H

#include "view/top_model.h"

enum txr_top_column_id {
	TXR_TC_NAME, TXR_TC_DRIVER, TXR_TC_PPS, TXR_TC_BPS, TXR_TC_NOW, TXR_TC_AVG,
	TXR_TC_MAX, TXR_TC_RING, TXR_TC_FILL, TXR_TC_P50, TXR_TC_P99, TXR_TC_LAPMAX,
	TXR_TC_DROPS, TXR_TC_BUSY, TXR_TC_BQL, TXR_TC_AGE, TXR_TC_STATE, TXR_TC_NR
};

struct txr_top_column {
	const char *title;
	int width, width_max;	/* width_max: of room that is left over */
	int rank;		/* lower ones stay longer on a narrow screen */
	bool left;		/* aligned */
	int fig;		/* of sorting by it; -1 none */
};

extern const struct txr_top_column txr_top_columns[TXR_TC_NR];

/* Lines of the screen; -1 (or 0 lines): not there. */
struct txr_top_layout {
	int title, totals, alert, header, rows_at, rows, detail_at, detail, footer;
	struct {
		enum txr_top_column_id id;
		int x, width;
	} col[TXR_TC_NR];
	int nr_cols;
};

void txr_top_layout(struct txr_top_layout *l, int width, int height, bool detail);
/* First row to draw, so that the chosen one is seen. */
size_t txr_top_scroll(size_t scroll, size_t selected, size_t nr, int rows);

#define TXR_TOP_CELL 64

/* Text of one column of a row, at most TXR_TOP_CELL bytes; not for TXR_TC_FILL. */
char *txr_top_cell(char buf[TXR_TOP_CELL], const struct txr_top_row *r,
		   enum txr_top_column_id id);
/*
 * "[####|   ]": what is inside now and the most so far, of the ring. In width
 * columns; blank where the ring's size is not known. buf: 4 * width + 1 bytes.
 */
void txr_top_bar(char *buf, int width, double now, double max, double ring, bool utf8);

#endif
