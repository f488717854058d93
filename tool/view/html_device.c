// SPDX-License-Identifier: GPL-2.0-only
/* html_device.c - one device, everything. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "view/html.h"
#include "view/markup.h"

/* Queues of a device that have a picture of their own. */
#define QUEUES_DRAWN 16

static void put_title(FILE *out, const struct txr_row *row)
{
	fputs("<h2><bdi class=\"name\">", out);
	txr_markup(out, row->name);
	fputs("</bdi> <small>", out);
	if (row->driver[0]) {
		txr_markup(out, row->driver);
		fputs(", ", out);
	}
	fputs(txr_kind_name(row->kind), out);
	if (row->ring_descriptors != TXR_UNKNOWN)
		fprintf(out, ", ring of %" PRId64 "%s", row->ring_descriptors,
			txr_row_tells(row, "above-ring") ? ", larger between start and end" : "");
	if (row->capacity_packets != TXR_UNKNOWN)
		fprintf(out, ", holds %" PRId64 " packets (%s)", row->capacity_packets,
			row->capacity_source ? row->capacity_source : "source not known");
	fputs("</small></h2>\n", out);
}

/* What the findings are, to be read above. */
static void put_findings(const struct txr_html *h, const struct txr_row *row)
{
	size_t shown = 0, k, n;

	for (k = 0; k < h->nr_findings; k++) {
		const struct txr_finding *f = &h->r->findings[h->finding[k]];

		if (strcmp(f->device, row->name))
			continue;
		n = txr_html_finding_count(h, k);
		fprintf(h->out, "%s<a class=\"brief\" href=\"#f%zu\">",
			shown++ ? " " : "<p class=\"briefs\">", h->finding[k]);
		txr_html_severity(h->out, f->severity);
		fputs(f->id, h->out);
		if (n > 1)
			fprintf(h->out, ", %zu queues", n);
		else if (f->queue >= 0 && row->nr_queues > 1)
			fprintf(h->out, ", queue %" PRId32, f->queue);
		fputs("</a>", h->out);
	}
	if (shown)
		fputs("</p>\n", h->out);
}

/* Fullest first: packed longest, then dropped most, then the highest maximum. */
static int compare_queues(const void *x, const void *y)
{
	const struct txr_row *a = *(const struct txr_row *const *)x;
	const struct txr_row *b = *(const struct txr_row *const *)y;

	if (a->packed_ns.value != b->packed_ns.value)
		return a->packed_ns.value < b->packed_ns.value ? 1 : -1;
	if (a->dropped.value + a->busy.value != b->dropped.value + b->busy.value)
		return a->dropped.value + a->busy.value < b->dropped.value + b->busy.value ? 1 : -1;
	if (a->in_device.max.value != b->in_device.max.value)
		return a->in_device.max.value < b->in_device.max.value ? 1 : -1;
	return (a->queue > b->queue) - (a->queue < b->queue);
}

static int compare_numbers(const void *x, const void *y)
{
	const struct txr_row *a = *(const struct txr_row *const *)x;
	const struct txr_row *b = *(const struct txr_row *const *)y;

	return (a->queue > b->queue) - (a->queue < b->queue);
}

static int put_queue_pictures(const struct txr_html *h, const struct txr_selection *busy)
{
	size_t nr = busy->nr < QUEUES_DRAWN ? busy->nr : QUEUES_DRAWN, i;
	int ret = 0;

	if (nr < busy->nr)
		fprintf(h->out, "<p class=\"note\">Drawn are the %zu of %zu queues that were "
			"fullest: packed longest, then with the most refused, then with the "
			"highest maximum.</p>\n", nr, busy->nr);
	qsort(busy->row, busy->nr, sizeof(*busy->row), compare_queues);
	qsort(busy->row, nr, sizeof(*busy->row), compare_numbers);
	fputs("<div class=\"pair\">\n", h->out);
	for (i = 0; i < nr && !ret; i++)
		ret = txr_html_time(h->out, busy->row[i], true);
	fputs("</div>\n", h->out);
	return ret;
}

static int put_queues(const struct txr_html *h, const struct txr_row *row)
{
	struct txr_selection busy;
	size_t i, nr = 0;
	int ret;

	if (row->nr_queues < 2)
		return 0;
	if (txr_select_queues(&busy, row, h->o))
		return -ENOMEM;
	for (i = 0; i < busy.nr; i++)
		if (!txr_row_is_idle(busy.row[i]))
			busy.row[nr++] = busy.row[i];
	busy.nr = nr;
	fputs("<h3>Queues</h3>\n", h->out);
	ret = put_queue_pictures(h, &busy);
	txr_select_free(&busy);
	txr_html_queues(h, row);
	return ret;
}

static int put_pictures(FILE *out, const struct txr_row *row)
{
	int ret = txr_html_time(out, row, false);

	fputs("<div class=\"pair\">\n", out);
	if (!ret)
		ret = txr_html_laps(out, row);
	txr_html_tail(out, row);
	txr_html_grid(out, row);
	if (!ret)
		ret = txr_html_batches(out, row);
	fputs("</div>\n", out);
	return ret;
}

int txr_html_device(const struct txr_html *h, size_t index)
{
	const struct txr_row *row = h->devs.row[index];
	int ret;

	fprintf(h->out, "<section class=\"device\" id=\"d%zu\" data-device=\"", index);
	txr_markup(h->out, row->name);
	fputs("\">\n", h->out);
	put_title(h->out, row);
	put_findings(h, row);
	if (!row->exact)
		txr_html_doubts(h, row);
	ret = put_pictures(h->out, row);
	txr_html_facts(h->out, row);
	if (row->exact)
		txr_html_doubts(h, row);
	txr_html_oldest(h->out, row);
	if (!ret)
		ret = put_queues(h, row);
	fputs("</section>\n", h->out);
	return ret;
}
