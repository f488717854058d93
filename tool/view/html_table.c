// SPDX-License-Identifier: GPL-2.0-only
/* html_table.c - many devices, or many queues: one line each. */
#include <inttypes.h>
#include <string.h>
#include "view/html.h"
#include "view/markup.h"

static void put_head(FILE *out, const char *what)
{
	fprintf(out, "<div class=\"wide\"><table class=\"rows\">\n<thead><tr><th>%s</th>"
		"<th class=\"n\">started</th><th class=\"n\">dropped</th>"
		"<th class=\"n\">busy</th><th class=\"n\">at end</th>"
		"<th class=\"n\">lap p50</th><th class=\"n\">lap p99</th>"
		"<th class=\"n\">lap max</th><th class=\"n\">avg in</th>"
		"<th class=\"n\">max in</th><th class=\"n\">holds</th><th></th>"
		"<th class=\"n\">packed</th></tr></thead>\n<tbody>\n", what);
}

static void put_foot(FILE *out)
{
	fputs("</tbody>\n</table></div>\n", out);
}

static void put_holds(FILE *out, const struct txr_row *row)
{
	txr_html_fig_quiet(out, "td", row, "capacity_packets");
	fputs("<td>", out);
	txr_html_gauge(out, row);
	fputs("</td>", out);
}

/* The name has been written. */
static void put_figures(FILE *out, const struct txr_row *row)
{
	static const char *const keys[] = {
		"started", "dropped", "busy", "in_device_at_end", "lap_ns.p50",
		"lap_ns.p99", "lap_ns.max", "in_device.avg",
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		txr_html_fig_quiet(out, "td", row, keys[i]);
	if (row->in_device.max.trust == TXR_FIG_UNKNOWN && row->kind != TXR_KIND_RING &&
	    row->kind != TXR_KIND_UNKNOWN)
		fprintf(out, "<td class=\"n nil\">%s</td>", txr_kind_name(row->kind));
	else
		txr_html_fig_quiet(out, "td", row, "in_device.max");
	put_holds(out, row);
	txr_html_packed(out, "td", row);
	fputs("</tr>\n", out);
}

static void put_device(const struct txr_html *h, size_t i)
{
	const struct txr_row *row = h->devs.row[i];

	fputs("<tr data-device=\"", h->out);
	txr_markup(h->out, row->name);
	fprintf(h->out, "\"><th><a href=\"#d%zu\"><bdi class=\"name\">", i);
	txr_markup(h->out, row->name);
	fputs("</bdi></a></th>", h->out);
	put_figures(h->out, row);
}

static void put_total(const struct txr_html *h)
{
	/* Of the whole recording: it is no sum of what -d picked. */
	if (h->o->device || h->r->nr_devices < 2)
		return;
	fputs("<tr class=\"total\"><th>total</th>", h->out);
	put_figures(h->out, &h->r->total);
}

void txr_html_devices(const struct txr_html *h)
{
	size_t nr = h->devs.nr, shown = nr < TXR_HTML_MAX_ROWS ? nr : TXR_HTML_MAX_ROWS, i;

	if (!nr)
		return;
	fputs("<section id=\"devices\">\n<h2>Devices</h2>\n", h->out);
	put_head(h->out, "device");
	for (i = 0; i < shown; i++)
		put_device(h, i);
	put_total(h);
	put_foot(h->out);
	if (shown < nr)
		fprintf(h->out, "<p class=\"note\">%zu more devices are not shown here: "
			"<code>txring report --csv</code> has all, <code>-d DEV</code> picks "
			"some.</p>\n", nr - shown);
	fputs("</section>\n", h->out);
}

static void put_queue(FILE *out, const struct txr_row *row)
{
	fprintf(out, "<tr data-queue=\"%" PRId32 "\"><th>%" PRId32 "</th>", row->queue,
		row->queue);
	put_figures(out, row);
}

static void put_queues_note(FILE *out, size_t idle, size_t left)
{
	if (!idle && !left)
		return;
	fputs("<p class=\"note\">", out);
	if (idle)
		fprintf(out, "%zu queue%s sent nothing and %s not shown. ", idle,
			idle == 1 ? "" : "s", idle == 1 ? "is" : "are");
	if (left)
		fprintf(out, "%zu more queues are not shown: <code>txring report --csv "
			"-Q</code> has all.", left);
	fputs("</p>\n", out);
}

void txr_html_queues(const struct txr_html *h, const struct txr_row *dev)
{
	size_t i, idle = 0, shown = 0, left = 0;

	put_head(h->out, "queue");
	for (i = 0; i < dev->nr_queues; i++) {
		if (txr_row_is_idle(&dev->queues[i])) {
			idle++;
		} else if (shown == TXR_HTML_MAX_ROWS) {
			left++;
		} else {
			put_queue(h->out, &dev->queues[i]);
			shown++;
		}
	}
	put_foot(h->out);
	put_queues_note(h->out, idle, left);
}
