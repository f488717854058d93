// SPDX-License-Identifier: GPL-2.0-only
/* select.c - which rows a view draws, and in what order. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "view/columns.h"
#include "view/select.h"

static bool matches(const char *name, const struct txr_view_opts *o)
{
	return !o->device || txr_name_match(o->device, name);
}

static double as_double(const struct txr_cell *c)
{
	switch (c->kind) {
	case TXR_CELL_I64:
		return (double)c->value.i;
	case TXR_CELL_NUM:
		return c->value.d;
	case TXR_CELL_BOOL:
		return c->value.b;
	default:
		return 0;
	}
}

/* Largest number first, text from a to z, unknown last. */
static int compare_cells(const struct txr_cell *a, const struct txr_cell *b)
{
	double x, y;

	if (a->kind == TXR_CELL_NULL || b->kind == TXR_CELL_NULL)
		return (a->kind == TXR_CELL_NULL) - (b->kind == TXR_CELL_NULL);
	if (a->kind == TXR_CELL_TEXT)
		return strcmp(a->value.s, b->value.s);
	if (a->kind == TXR_CELL_U64)
		return (a->value.u < b->value.u) - (a->value.u > b->value.u);
	x = as_double(a);
	y = as_double(b);
	return (x < y) - (x > y);
}

static int compare_rows(const void *x, const void *y, void *column)
{
	const struct txr_row *a = *(const struct txr_row *const *)x;
	const struct txr_row *b = *(const struct txr_row *const *)y;
	struct txr_cell ca, cb;
	int d;

	txr_cell_read(&ca, column, a);
	txr_cell_read(&cb, column, b);
	d = compare_cells(&ca, &cb);
	/* The report's own order where the key ties: qsort_r is not stable. */
	return d ? d : (a > b) - (a < b);
}

int txr_select_devices(struct txr_selection *sel, const struct txr_report *r,
		       const struct txr_view_opts *o)
{
	const struct txr_column *column = o->sort ? txr_row_column(o->sort) : NULL;
	size_t i;

	sel->nr = 0;
	sel->row = calloc(r->nr_devices + 1, sizeof(*sel->row));
	if (!sel->row)
		return -ENOMEM;
	for (i = 0; i < r->nr_devices; i++)
		if (matches(r->devices[i].name, o))
			sel->row[sel->nr++] = &r->devices[i];
	if (column)
		qsort_r(sel->row, sel->nr, sizeof(*sel->row), compare_rows,
			(void *)column);
	return 0;
}

int txr_select_queues(struct txr_selection *sel, const struct txr_row *dev,
		      const struct txr_view_opts *o)
{
	size_t i;

	sel->nr = 0;
	sel->row = calloc(dev->nr_queues + 1, sizeof(*sel->row));
	if (!sel->row)
		return -ENOMEM;
	for (i = 0; i < dev->nr_queues; i++)
		if (o->queue < 0 || o->queue == dev->queues[i].queue)
			sel->row[sel->nr++] = &dev->queues[i];
	return 0;
}

void txr_select_free(struct txr_selection *sel)
{
	free(sel->row);
	sel->row = NULL;
	sel->nr = 0;
}

bool txr_select_finding(const struct txr_finding *f, const struct txr_view_opts *o)
{
	return !f->device[0] || matches(f->device, o);
}

bool txr_select_exact(const struct txr_selection *devs, const struct txr_report *r,
		      const struct txr_view_opts *o)
{
	size_t i;

	for (i = 0; i < devs->nr; i++)
		if (!devs->row[i]->exact)
			return false;
	return r->exact || (o->device && devs->nr && !r->doubted);
}

bool txr_row_is_idle(const struct txr_row *row)
{
	return row->started.trust == TXR_FIG_EXACT && !row->started.value;
}
