// SPDX-License-Identifier: GPL-2.0-only
/*
 * csv.c - one line a device, or a queue, under one header line: fields as in
 * RFC 4180, lines end as other text files here do.
 *
 * A figure has three columns, X, X_low and X_high: equal where it is exact,
 * X_high empty where no upper bound is known, all empty where it is unknown.
 */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "view/columns.h"
#include "view/csv_field.h"
#include "view/select.h"
#include "view/write_error.h"

void txr_csv_text(FILE *out, const char *s)
{
	char buf[4 * 512 + 1];

	if (!s)
		return;
	txr_escape(buf, sizeof(buf), s);
	/* A field that a spreadsheet would take for a formula is left as it is:
	 * the file says what the recording said. */
	if (!strpbrk(buf, ",\"\n\r")) {
		fputs(buf, out);
		return;
	}
	fputc('"', out);
	for (s = buf; *s; s++) {
		if (*s == '"')
			fputc('"', out);
		fputc(*s, out);
	}
	fputc('"', out);
}

void txr_csv_value(FILE *out, enum txr_cell_kind kind, const union txr_value *v)
{
	char buf[TXR_DOUBLE_BUF];

	switch (kind) {
	case TXR_CELL_U64:
		fprintf(out, "%" PRIu64, v->u);
		break;
	case TXR_CELL_I64:
		fprintf(out, "%" PRId64, v->i);
		break;
	case TXR_CELL_NUM:
		fputs(txr_double_text(buf, v->d), out);
		break;
	case TXR_CELL_BOOL:
		fputs(v->b ? "true" : "false", out);
		break;
	case TXR_CELL_TEXT:
		txr_csv_text(out, v->s);
		break;
	case TXR_CELL_NULL:
	case TXR_CELL_HIST:
		break;
	}
}

static bool is_drawn(const struct txr_column *c, const struct txr_view_opts *o)
{
	if (c->flags & TXR_COLF_JSON_ONLY)
		return false;
	return o->per_queue || !(c->flags & TXR_COLF_QUEUE_ONLY);
}

static void put_header(FILE *out, const struct txr_view_opts *o)
{
	const struct txr_column *c;

	fputs("file", out);
	for (c = txr_row_columns; c->key; c++) {
		if (!is_drawn(c, o))
			continue;
		fprintf(out, ",%s", c->key);
		if (txr_column_is_figure(c))
			fprintf(out, ",%s_low,%s_high", c->key, c->key);
	}
	fputs(",reasons\n", out);
}

static void put_cell(FILE *out, const struct txr_column *c, const struct txr_row *row)
{
	struct txr_cell cell;

	txr_cell_read(&cell, c, row);
	fputc(',', out);
	txr_csv_value(out, cell.kind, &cell.value);
	if (!txr_column_is_figure(c))
		return;
	fputc(',', out);
	txr_csv_value(out, cell.kind, &cell.low);
	fputc(',', out);
	if (cell.trust != TXR_FIG_AT_LEAST)
		txr_csv_value(out, cell.kind, &cell.high);
}

static void put_row(FILE *out, const char *file, const struct txr_row *row,
		    const struct txr_view_opts *o)
{
	const struct txr_column *c;
	size_t i;

	txr_csv_text(out, file);
	for (c = txr_row_columns; c->key; c++)
		if (is_drawn(c, o))
			put_cell(out, c, row);
	fputc(',', out);
	for (i = 0; i < row->nr_reasons; i++)
		fprintf(out, "%s%s", i ? " " : "", row->reasons[i].code);
	fputs("\n", out);
}

static int put_queues(FILE *out, const char *file, const struct txr_row *dev,
		      const struct txr_view_opts *o)
{
	struct txr_selection sel;
	size_t i;

	if (txr_select_queues(&sel, dev, o))
		return -ENOMEM;
	for (i = 0; i < sel.nr; i++)
		put_row(out, file, sel.row[i], o);
	txr_select_free(&sel);
	return 0;
}

int txr_view_csv(FILE *out, struct txr_report *r, const struct txr_view_opts *o)
{
	struct txr_selection sel;
	int ret = 0;
	size_t i;

	if (txr_select_devices(&sel, r, o))
		return -ENOMEM;
	if (!o->no_header)
		put_header(out, o);
	for (i = 0; i < sel.nr && !ret; i++) {
		if (o->per_queue)
			ret = put_queues(out, r->source.path, sel.row[i], o);
		else
			put_row(out, r->source.path, sel.row[i], o);
	}
	txr_select_free(&sel);
	return ret ? ret : txr_view_error(out);
}
