// SPDX-License-Identifier: GPL-2.0-only
/* top_plain.c - the table as plain lines, for pipes and simple terminals. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "txring/view.h"
#include "view/text.h"
#include "view/top_layout.h"
#include "view/top_plain.h"
#include "view/write_error.h"

/* Words apart, so that awk finds them by number: no bar, no empty cell. */
static int put(FILE *out, enum txr_top_column_id id, const char *text)
{
	const struct txr_top_column *c = &txr_top_columns[id];
	int width = id == TXR_TC_NAME ? c->width_max : c->width;
	int pad = width - txr_text_columns(text);

	pad = pad > 0 ? pad : 0;
	if (id == TXR_TC_STATE)
		pad = 0;	/* the last: nothing behind it */
	return fprintf(out, " %*s%s%*s", c->left ? 0 : pad, "", text, c->left ? pad : 0, "");
}

int txr_top_plain_header(FILE *out)
{
	int i;

	fprintf(out, "%-8s", "TIME");
	for (i = 0; i < TXR_TC_NR; i++)
		if (i != TXR_TC_FILL)
			put(out, i, txr_top_columns[i].title);
	return fputc('\n', out) < 0 ? -errno : 0;
}

static void put_row(FILE *out, const struct txr_top_row *r, const char *when)
{
	char cell[TXR_TOP_CELL], name[TXR_TOP_CELL + 16], *p;
	int i;

	fprintf(out, "%-8s", when);
	for (i = 0; i < TXR_TC_NR; i++) {
		if (i == TXR_TC_FILL)
			continue;
		txr_top_cell(cell, r, i);
		if (i == TXR_TC_NAME && r->queue >= 0) {
			char dev[4 * TXR_IFNAMSIZ];

			snprintf(name, sizeof(name), "%s:%d",
				 txr_escape(dev, sizeof(dev), r->name), r->queue);
			put(out, i, name);
			continue;
		}
		for (p = cell; *p; p++)
			if (*p == ' ' && i != TXR_TC_STATE)
				*p = '_';
		put(out, i, *cell ? cell : "-");
	}
	fputc('\n', out);
}

int txr_top_plain(FILE *out, const struct txr_top *t, const char *when)
{
	size_t i;

	for (i = 0; i < t->nr_shown; i++)
		put_row(out, t->shown[i], when);
	if (t->lost)
		fprintf(out, "%-8s # at least %" PRIu64 " event%s lost: figures are not exact\n",
			when, t->lost, t->lost == 1 ? " was" : "s were");
	return txr_view_error(out);
}
