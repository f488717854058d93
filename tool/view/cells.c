// SPDX-License-Identifier: GPL-2.0-only
/* cells.c - a column of a struct, read. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "view/columns.h"

/* Above this a double, and so most JSON readers, cannot hold every integer. */
#define JSON_SAFE (1ULL << 53)

char *txr_double_text(char buf[TXR_DOUBLE_BUF], double d)
{
	int digits;

	if (!isfinite(d)) {
		strcpy(buf, "null");
		return buf;
	}
	for (digits = 15; digits <= 17; digits++) {
		snprintf(buf, TXR_DOUBLE_BUF, "%.*g", digits, d);
		if (strtod(buf, NULL) == d)
			break;
	}
	return buf;
}

static void set_u64(struct txr_cell *cell, uint64_t u)
{
	cell->kind = TXR_CELL_U64;
	cell->value.u = u;
}

static void set_text(struct txr_cell *cell, const char *s)
{
	if (!s || !*s)
		return;
	cell->kind = TXR_CELL_TEXT;
	cell->value.s = s;
}

static void set_number_text(struct txr_cell *cell, uint64_t u)
{
	snprintf(cell->buf, sizeof(cell->buf), "%" PRIu64, u);
	set_text(cell, cell->buf);
}

static void set_fig(struct txr_cell *cell, const struct txr_u64 *f)
{
	cell->trust = f->trust;
	if (f->trust == TXR_FIG_UNKNOWN)
		return;
	set_u64(cell, f->value);
	cell->low.u = f->trust == TXR_FIG_EXACT ? f->value : f->low;
	cell->high.u = f->trust == TXR_FIG_EXACT ? f->value : f->high;
}

static void set_num(struct txr_cell *cell, const struct txr_num *f)
{
	cell->trust = f->trust;
	if (f->trust == TXR_FIG_UNKNOWN || !isfinite(f->value))
		return;
	cell->kind = TXR_CELL_NUM;
	cell->value.d = f->value;
	cell->low.d = f->trust == TXR_FIG_EXACT ? f->value : f->low;
	cell->high.d = f->trust == TXR_FIG_EXACT ? f->value : f->high;
}

static const char *packed_name(enum txr_packed_source p)
{
	static const char *const names[] = {
		[TXR_PACKED_NONE] = "none",
		[TXR_PACKED_DRIVER] = "driver",
		[TXR_PACKED_INFERRED] = "inferred",
	};

	return names[p];
}

/* Of a maximum that may have been another, nothing is known. */
static void set_of_max(struct txr_cell *cell, const struct txr_row *row, uint64_t u)
{
	if (txr_row_max_known(row))
		set_u64(cell, u);
}

static void read_dist(struct txr_cell *cell, const struct txr_column *c, const char *base)
{
	const struct txr_dist *dist = (const void *)(base + c->dist);

	if (!dist->count)
		return;
	if (c->type == TXR_COL_DIST_NUM) {
		cell->kind = TXR_CELL_NUM;
		cell->value.d = *(const double *)(base + c->offset);
	} else {
		uint64_t u = *(const uint64_t *)(base + c->offset);

		if (c->type != TXR_COL_DIST_SUM || u != UINT64_MAX)
			set_u64(cell, u);
	}
}

static void read_integer(struct txr_cell *cell, enum txr_col_type type, const void *at)
{
	uint64_t u = type == TXR_COL_U32 || type == TXR_COL_U32_NZ ?
		     *(const uint32_t *)at : *(const uint64_t *)at;

	if (!u && (type == TXR_COL_U32_NZ || type == TXR_COL_U64_NZ ||
		   type == TXR_COL_COOKIE))
		return;
	if (type == TXR_COL_COOKIE || (type == TXR_COL_TIME && u > JSON_SAFE))
		set_number_text(cell, u);
	else
		set_u64(cell, u);
}

static void read_signed(struct txr_cell *cell, int64_t i)
{
	if (i == TXR_UNKNOWN)
		return;
	cell->kind = TXR_CELL_I64;
	cell->value.i = i;
}

static void set_bool(struct txr_cell *cell, bool b)
{
	cell->kind = TXR_CELL_BOOL;
	cell->value.b = b;
}

void txr_cell_read(struct txr_cell *cell, const struct txr_column *c, const void *base)
{
	const char *at = (const char *)base + c->offset;

	memset(cell, 0, sizeof(*cell));
	cell->kind = TXR_CELL_NULL;
	cell->trust = TXR_FIG_EXACT;
	switch (c->type) {
	case TXR_COL_FIG:
		return set_fig(cell, (const void *)at);
	case TXR_COL_NUMFIG:
		return set_num(cell, (const void *)at);
	case TXR_COL_U64:
	case TXR_COL_U64_NZ:
	case TXR_COL_U32:
	case TXR_COL_U32_NZ:
	case TXR_COL_COOKIE:
	case TXR_COL_TIME:
		return read_integer(cell, c->type, at);
	case TXR_COL_I32:
		return read_signed(cell, *(const int32_t *)at);
	case TXR_COL_I64:
		return read_signed(cell, *(const int64_t *)at);
	case TXR_COL_BOOL:
		return set_bool(cell, *(const bool *)at);
	case TXR_COL_TRI:
		if (*(const int8_t *)at != TXR_UNKNOWN)
			set_bool(cell, *(const int8_t *)at);
		return;
	case TXR_COL_DIST_U64:
	case TXR_COL_DIST_SUM:
	case TXR_COL_DIST_NUM:
		return read_dist(cell, c, base);
	case TXR_COL_HIST:
		cell->kind = TXR_CELL_HIST;
		cell->value.hist = (const void *)at;
		return;
	case TXR_COL_NAME:
		return set_text(cell, at);
	case TXR_COL_TEXT:
		return set_text(cell, *(const char *const *)at);
	case TXR_COL_KIND:
		return set_text(cell, txr_kind_name(*(const enum txr_dev_kind *)at));
	case TXR_COL_TIER:
		return set_text(cell, txr_tier_name(*(const enum txr_tier *)at));
	case TXR_COL_PACKED:
		return set_text(cell, packed_name(*(const enum txr_packed_source *)at));
	case TXR_COL_U64_FIT:
		if (*(const uint64_t *)at != UINT64_MAX)
			set_u64(cell, *(const uint64_t *)at);
		return;
	case TXR_COL_DOUBLE:
		cell->kind = TXR_CELL_NUM;
		cell->value.d = *(const double *)at;
		return;
	case TXR_COL_SHARE:
		return set_text(cell, txr_share_kind_name(*(const enum txr_share_kind *)at));
	case TXR_COL_OF_MAX:
		return set_of_max(cell, base, *(const uint64_t *)at);
	}
}
