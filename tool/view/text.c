// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - the report for people.
 *
 * Few devices are drawn as blocks, with everything; many as a table of one line
 * each, worst to be sought by --sort, with the findings below it. -v draws
 * blocks for all.
 */
#include <errno.h>
#include <stdio.h>
#include "view/text.h"
#include "view/write_error.h"

#define BLOCKS_MAX 3

static void put_total(const struct txr_text *t, const struct txr_report *r)
{
	/* Of the whole recording: it is no sum of what -d picked. */
	if (!t->o->device && r->nr_devices > 1)
		txr_text_table_row(t, "total", &r->total);
}

static int put_table(const struct txr_text *t, const struct txr_report *r,
		     const struct txr_selection *devs)
{
	char name[TXR_NAME_BUF];
	size_t i;
	int ret = 0;

	fputc('\n', t->out);
	txr_text_table_head(t, "DEVICE");
	for (i = 0; i < devs->nr && !ret; i++) {
		txr_text_table_row(t, txr_escape(name, sizeof(name), devs->row[i]->name),
				   devs->row[i]);
		if (t->o->per_queue)
			ret = txr_text_table_queues(t, devs->row[i]);
	}
	put_total(t, r);
	if (txr_text_has_findings(t, r))
		fputc('\n', t->out);
	txr_text_findings_all(t, r);
	return ret;
}

static int put_blocks(const struct txr_text *t, const struct txr_report *r,
		      const struct txr_selection *devs)
{
	int ret = 0;
	size_t i;

	for (i = 0; i < devs->nr && !ret; i++)
		ret = txr_text_block(t, r, devs->row[i]);
	if (devs->nr > BLOCKS_MAX && !t->o->device) {
		fputc('\n', t->out);
		txr_text_table_head(t, "");
		put_total(t, r);
	}
	return ret;
}

static int put_plots(const struct txr_text *t, const struct txr_selection *devs)
{
	int ret = 0;
	size_t i;

	for (i = 0; i < devs->nr && !ret; i++)
		ret = txr_text_plots(t, devs->row[i]);
	return ret;
}

static void put_nothing(const struct txr_text *t, const struct txr_report *r)
{
	if (r->nr_devices)
		txr_text_line(t, 0, "", "No packet of a device of that name was seen.");
	else
		txr_text_line(t, 0, "", "No packet was seen: no device to report on.");
}

int txr_view_text(FILE *out, struct txr_report *r, const struct txr_view_opts *o)
{
	bool failed = false;
	struct txr_text t = { out, o, o->width > 0 ? o->width : 80, &failed };
	struct txr_selection devs;
	int ret = 0;

	if (txr_select_devices(&devs, r, o))
		return -ENOMEM;
	txr_text_head(&t, r, &devs);
	txr_text_findings_rowless(&t, r);
	if (!devs.nr)
		put_nothing(&t, r);
	else if (o->timeline || o->histogram)
		ret = put_plots(&t, &devs);
	else if (o->verbose || devs.nr <= BLOCKS_MAX || devs.row[0]->by)
		ret = put_blocks(&t, r, &devs);
	else
		ret = put_table(&t, r, &devs);
	txr_select_free(&devs);
	if (!ret && failed)
		ret = -ENOMEM;
	return ret ? ret : txr_view_error(out);
}
