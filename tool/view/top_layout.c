// SPDX-License-Identifier: GPL-2.0-only
/* top_layout.c - the maths of the screen: lines, columns, bars. */
#include <math.h>
#include <string.h>
#include "view/blocks.h"
#include "view/top_layout.h"

/* Widths hold the longest text that txr_top_cell() makes for a figure. */
const struct txr_top_column txr_top_columns[TXR_TC_NR] = {
	[TXR_TC_NAME] = { "DEVICE", 8, 15, 0, true, -1 },
	[TXR_TC_DRIVER] = { "DRIVER", 8, 12, 15, true, -1 },
	[TXR_TC_PPS] = { "PPS", 6, 6, 4, false, TXR_TF_PPS },
	[TXR_TC_BPS] = { "BIT/S", 6, 6, 10, false, TXR_TF_BPS },
	[TXR_TC_NOW] = { "NOW", 6, 6, 1, false, TXR_TF_NOW },
	[TXR_TC_AVG] = { "AVG", 6, 6, 9, false, TXR_TF_AVG },
	[TXR_TC_MAX] = { "MAX", 6, 6, 3, false, TXR_TF_MAX },
	[TXR_TC_RING] = { "RING", 5, 5, 5, false, TXR_TF_RING },
	[TXR_TC_FILL] = { "FILL", 10, 40, 7, true, -1 },
	[TXR_TC_P50] = { "LAP50", 7, 7, 11, false, TXR_TF_P50_NS },
	[TXR_TC_P99] = { "LAP99", 7, 7, 6, false, TXR_TF_P99_NS },
	[TXR_TC_LAPMAX] = { "LAPMAX", 7, 7, 12, false, TXR_TF_LAPMAX_NS },
	[TXR_TC_DROPS] = { "DROP", 6, 6, 8, false, TXR_TF_DROPS },
	[TXR_TC_BUSY] = { "BUSY", 6, 6, 14, false, TXR_TF_BUSY },
	[TXR_TC_BQL] = { "BQL", 11, 11, 16, false, TXR_TF_BQL },
	[TXR_TC_AGE] = { "OLDEST", 7, 7, 13, false, TXR_TF_AGE_NS },
	[TXR_TC_STATE] = { "STATE", 12, 16, 2, true, -1 },
};

static void pick_columns(bool *in, int width)
{
	int used = 0, rank, i;

	memset(in, 0, TXR_TC_NR * sizeof(*in));
	for (rank = 0; rank < TXR_TC_NR; rank++) {
		for (i = 0; i < TXR_TC_NR; i++)
			if (txr_top_columns[i].rank == rank)
				break;
		/* The name is there in any case, cut if need be. */
		if (rank && used + 1 + txr_top_columns[i].width > width)
			return;
		in[i] = true;
		used += (rank ? 1 : 0) + txr_top_columns[i].width;
	}
}

static void grow(struct txr_top_layout *l, enum txr_top_column_id id, int *left)
{
	int i, more;

	for (i = 0; i < l->nr_cols; i++) {
		if (l->col[i].id != id)
			continue;
		more = txr_top_columns[id].width_max - l->col[i].width;
		more = more < *left ? more : *left;
		l->col[i].width += more;
		*left -= more;
	}
}

static void place_columns(struct txr_top_layout *l, int width)
{
	bool in[TXR_TC_NR];
	int i, x = 0, left = width;

	pick_columns(in, width);
	l->nr_cols = 0;
	for (i = 0; i < TXR_TC_NR; i++) {
		if (!in[i])
			continue;
		l->col[l->nr_cols].id = i;
		l->col[l->nr_cols].width = txr_top_columns[i].width;
		left -= (l->nr_cols ? 1 : 0) + txr_top_columns[i].width;
		l->nr_cols++;
	}
	if (left < 0)
		l->col[0].width += left;	/* the name alone, cut */
	else if (left > 0) {
		grow(l, TXR_TC_NAME, &left);
		grow(l, TXR_TC_STATE, &left);
		grow(l, TXR_TC_FILL, &left);
		grow(l, TXR_TC_DRIVER, &left);
	}
	for (i = 0; i < l->nr_cols; i++) {
		l->col[i].x = x;
		x += l->col[i].width + 1;
	}
}

/* What a height has room for, the more important first. */
static void place_lines(struct txr_top_layout *l, int height, bool detail)
{
	int y = 0, bottom = height;

	l->title = l->totals = l->alert = l->header = l->footer = l->detail_at = -1;
	l->detail = 0;
	if (height >= 2)
		l->title = y++;
	if (height >= 7)
		l->totals = y++;
	if (height >= 9)
		l->alert = y++;
	if (height >= 3)
		l->header = y++;
	if (height >= 8)
		l->footer = --bottom;
	if (detail && height >= 20) {
		l->detail = height >= 40 ? 16 : height >= 30 ? 12 : 8;
		bottom -= l->detail;
		l->detail_at = bottom;
	}
	l->rows_at = y;
	l->rows = bottom - y;
}

void txr_top_layout(struct txr_top_layout *l, int width, int height, bool detail)
{
	place_columns(l, width > 0 ? width : 1);
	place_lines(l, height > 0 ? height : 1, detail);
}

size_t txr_top_scroll(size_t scroll, size_t selected, size_t nr, int rows)
{
	size_t n = rows > 0 ? (size_t)rows : 1;

	if (selected < scroll)
		scroll = selected;
	if (selected >= scroll + n)
		scroll = selected - n + 1;
	if (scroll + n > nr)
		scroll = nr > n ? nr - n : 0;
	return scroll;
}

/* A value's share of the ring, from 0 to 1. */
static double share_of(double value, double ring)
{
	double s = ring > 0 ? value / ring : 0;

	return isfinite(s) && s > 0 ? (s < 1 ? s : 1) : 0;
}

void txr_top_bar(char *buf, int width, double now, double max, double ring, bool utf8)
{
	int inner = width - 2, full, mark = -1, i, part;
	double cells;

	buf[0] = '\0';
	if (inner < 1 || !(ring > 0)) {
		for (i = 0; i < width; i++)
			strcat(buf, " ");
		return;
	}
	cells = share_of(now, ring) * inner;
	full = (int)cells;
	part = (int)((cells - full) * 8);
	if (cells > 0 && !full && !part)
		part = 1;	/* one packet is not none */
	if (max > 0)
		mark = (int)ceil(share_of(max, ring) * inner) - 1;
	strcat(buf, "[");
	for (i = 0; i < inner; i++) {
		if (i < full)
			strcat(buf, txr_block_left(8, utf8));
		else if (i == full && part)
			strcat(buf, txr_block_left(part, utf8));
		else if (i == mark)
			strcat(buf, utf8 ? "│" : "|");
		else
			strcat(buf, " ");
	}
	strcat(buf, "]");
}
