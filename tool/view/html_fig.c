// SPDX-License-Identifier: GPL-2.0-only
/* html_fig.c - a figure, its bounds, and its key, as an element. */
#include <inttypes.h>
#include <string.h>
#include "view/columns.h"
#include "view/exact_words.h"
#include "view/html.h"
#include "view/markup.h"

#define UNKNOWN "\xe2\x80\x93"

static bool is_ns(const char *key)
{
	return strstr(key, "_ns") && !strstr(key, ".count");
}

static txr_format_fn format_of(const char *key)
{
	if (is_ns(key))
		return txr_format_ns;
	return strstr(key, "bytes") ? txr_format_bytes : txr_format_grouped;
}

static void mean_text(char buf[TXR_FIG_BUF], const char *key, double d)
{
	const struct txr_num num = { d, d, d, TXR_FIG_EXACT };

	if (is_ns(key))
		txr_format_ns(buf, (uint64_t)d);
	else
		txr_text_num(buf, &num, 0);
}

static void cell_text(char buf[TXR_FIG_BUF], const struct txr_column *c,
		      const struct txr_cell *cell, const void *at)
{
	if (cell->kind == TXR_CELL_NULL)
		strcpy(buf, UNKNOWN);
	else if (c->type == TXR_COL_FIG)
		txr_text_fig(buf, at, format_of(c->key), 0);
	else if (c->type == TXR_COL_NUMFIG)
		txr_text_num(buf, at, 0);
	else if (cell->kind == TXR_CELL_NUM)
		mean_text(buf, c->key, cell->value.d);
	else if (cell->kind == TXR_CELL_I64)
		snprintf(buf, TXR_FIG_BUF, "%" PRId64, cell->value.i);
	else if (cell->kind == TXR_CELL_U64)
		format_of(c->key)(buf, cell->value.u);
	else
		buf[0] = '\0';
}

static void put_value(FILE *out, const char *name, enum txr_cell_kind kind,
		      const union txr_value *v)
{
	char buf[TXR_DOUBLE_BUF];

	if (kind == TXR_CELL_U64)
		fprintf(out, " %s=\"%" PRIu64 "\"", name, v->u);
	else if (kind == TXR_CELL_I64)
		fprintf(out, " %s=\"%" PRId64 "\"", name, v->i);
	else if (kind == TXR_CELL_NUM)
		fprintf(out, " %s=\"%s\"", name, txr_double_text(buf, v->d));
}

static bool is_doubtful(const struct txr_cell *cell)
{
	return cell->trust == TXR_FIG_BOUNDED || cell->trust == TXR_FIG_AT_LEAST;
}

static bool is_nil(const struct txr_cell *cell)
{
	return cell->trust == TXR_FIG_EXACT &&
	       (cell->kind == TXR_CELL_NULL ||
		(cell->kind == TXR_CELL_U64 && !cell->value.u) ||
		(cell->kind == TXR_CELL_NUM && !(cell->value.d > 0)));
}

static void put_element(FILE *out, const char *tag, const char *key,
			const struct txr_cell *cell, const char *text, bool quiet)
{
	fprintf(out, "<%s class=\"n%s%s\" data-k=\"%s\"", tag, txr_shows_doubt(text) ? " q" : "",
		quiet && is_nil(cell) ? " nil" : "", key);
	put_value(out, "data-v", cell->kind, &cell->value);
	if (is_doubtful(cell))
		put_value(out, "data-l", cell->kind, &cell->low);
	if (cell->trust == TXR_FIG_BOUNDED)
		put_value(out, "data-h", cell->kind, &cell->high);
	putc('>', out);
	txr_markup(out, text);
	fprintf(out, "</%s>", tag);
}

static void put_fig(FILE *out, const char *tag, const struct txr_row *row,
		    const char *key, bool quiet)
{
	const struct txr_column *c = txr_row_column(key);
	struct txr_cell cell;
	char text[TXR_FIG_BUF];

	txr_cell_read(&cell, c, row);
	cell_text(text, c, &cell, (const char *)row + c->offset);
	put_element(out, tag, key, &cell, text, quiet);
}

void txr_html_fig(FILE *out, const char *tag, const struct txr_row *row, const char *key)
{
	put_fig(out, tag, row, key, false);
}

void txr_html_fig_quiet(FILE *out, const char *tag, const struct txr_row *row,
			const char *key)
{
	put_fig(out, tag, row, key, true);
}

void txr_html_packed(FILE *out, const char *tag, const struct txr_row *row)
{
	const struct txr_column *c = txr_row_column("packed_ns");
	char text[TXR_FIG_BUF];
	struct txr_cell cell;

	txr_cell_read(&cell, c, row);
	if (row->packed_ns.trust == TXR_FIG_UNKNOWN)
		strcpy(text, UNKNOWN);
	else
		txr_text_packed(text, row, false);
	put_element(out, tag, c->key, &cell, text, true);
}

void txr_html_text(FILE *out, const char *tag, const char *text)
{
	fprintf(out, "<%s>", tag);
	txr_markup(out, text);
	fprintf(out, "</%s>", tag);
}
