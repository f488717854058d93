// SPDX-License-Identifier: GPL-2.0-only
/* csv_by.c - who fills the rings: one line a device and share. */
#include <errno.h>
#include "view/columns.h"
#include "view/csv_field.h"
#include "view/select.h"
#include "view/write_error.h"

static void put_header(FILE *out)
{
	const struct txr_column *c;

	fputs("file,name,by", out);
	for (c = txr_share_columns; c->key; c++)
		fprintf(out, ",%s", c->key);
	fputc('\n', out);
}

static void put_share(FILE *out, const char *file, const struct txr_row *dev,
		      const struct txr_share *r)
{
	const struct txr_column *c;
	struct txr_cell cell;

	txr_csv_text(out, file);
	fputc(',', out);
	txr_csv_text(out, dev->name);
	fprintf(out, ",%s", txr_by_name(dev->by->what));
	for (c = txr_share_columns; c->key; c++) {
		txr_cell_read(&cell, c, r);
		fputc(',', out);
		txr_csv_value(out, cell.kind, &cell.value);
	}
	fputc('\n', out);
}

int txr_view_csv_by(FILE *out, struct txr_report *r, const struct txr_view_opts *o)
{
	struct txr_selection sel;
	size_t i, k;

	if (txr_select_devices(&sel, r, o))
		return -ENOMEM;
	if (!o->no_header)
		put_header(out);
	for (i = 0; i < sel.nr; i++)
		for (k = 0; sel.row[i]->by && k < sel.row[i]->by->nr; k++)
			put_share(out, r->source.path, sel.row[i], &sel.row[i]->by->row[k]);
	txr_select_free(&sel);
	return txr_view_error(out);
}
