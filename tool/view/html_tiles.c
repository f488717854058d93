// SPDX-License-Identifier: GPL-2.0-only
/* html_tiles.c - the few figures that matter most, of the device that matters most. */
#include <inttypes.h>
#include <string.h>
#include "view/html.h"
#include "view/markup.h"

/* The finding's device, else the first; a finding of one that is not drawn: none. */
static const struct txr_row *row_of(const struct txr_html *h, const struct txr_finding *f)
{
	size_t i;

	if (!f || !f->device[0])
		return h->devs.nr ? h->devs.row[0] : NULL;
	for (i = 0; i < h->devs.nr; i++)
		if (!strcmp(h->devs.row[i]->name, f->device))
			return h->devs.row[i];
	return NULL;
}

static void begin(FILE *out, const char *name)
{
	fprintf(out, "<div class=\"tile\"><dt>%s</dt><dd>", name);
}

static void middle(FILE *out)
{
	fputs("</dd><dd class=\"more\">", out);
}

static void end(FILE *out)
{
	fputs("</dd></div>\n", out);
}

static void put_part(FILE *out, const char *class, double packets, int64_t capacity)
{
	double part = 100 * packets / (double)capacity;

	fprintf(out, "<rect class=\"%s\" height=\"6\" width=\"", class);
	txr_markup_number(out, part > 100 ? 100 : part);
	fputs("\"/>", out);
}

void txr_html_gauge(FILE *out, const struct txr_row *row)
{
	const struct txr_u64 *max = &row->in_device.max;
	enum txr_trust trust = txr_full_trust(row);
	int64_t holds = row->capacity_packets;

	if (holds <= 0 || max->trust == TXR_FIG_UNKNOWN)
		return;
	fputs("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gauge\" viewBox=\"0 0 100 6\" "
	      "preserveAspectRatio=\"none\" aria-hidden=\"true\">", out);
	put_part(out, "all", (double)holds, holds);
	if (trust == TXR_FIG_EXACT) {
		put_part(out, "part", (double)max->value, holds);
	} else {
		put_part(out, "may", trust == TXR_FIG_BOUNDED ? (double)max->high :
			 (double)holds, holds);
		put_part(out, "part", (double)max->low, holds);
	}
	fputs("</svg>", out);
}

static void put_inside(FILE *out, const struct txr_row *row)
{
	begin(out, "Most in the device");
	txr_html_fig(out, "b", row, "in_device.max");
	if (row->capacity_packets != TXR_UNKNOWN)
		fprintf(out, " <small>of %" PRId64 "</small>", row->capacity_packets);
	txr_html_gauge(out, row);
	middle(out);
	if (row->in_device.max.trust == TXR_FIG_UNKNOWN) {
		fputs(txr_text_invisible(row->kind), out);
	} else {
		fputs("average ", out);
		txr_html_fig(out, "span", row, "in_device.avg");
	}
	end(out);
}

static void put_packed(FILE *out, const struct txr_row *row)
{
	bool unknown = row->packed_ns.trust == TXR_FIG_UNKNOWN;
	char n[TXR_UNIT_BUF];

	begin(out, "Packed");
	if (!unknown && row->packed_ns.trust == TXR_FIG_EXACT && !row->packed_ns.value &&
	    !row->packed_visits)
		fputs("<b class=\"n\" data-k=\"packed_ns\" data-v=\"0\">never</b>", out);
	else
		txr_html_packed(out, "b", row);
	middle(out);
	if (unknown)
		fputs("nothing recorded shows it", out);
	else if (row->packed_visits)
		fprintf(out, "of the time; %s time%s, %s",
			txr_format_grouped(n, row->packed_visits),
			row->packed_visits == 1 ? "" : "s",
			row->packed_source == TXR_PACKED_INFERRED ? "inferred" :
			"as the driver stopped it");
	end(out);
}

static void put_lap(FILE *out, const struct txr_row *row)
{
	begin(out, "Lap time, p99");
	txr_html_fig(out, "b", row, "lap_ns.p99");
	middle(out);
	fputs("p50 ", out);
	txr_html_fig(out, "span", row, "lap_ns.p50");
	fputs(", max ", out);
	txr_html_fig(out, "span", row, "lap_ns.max");
	end(out);
}

static void put_refused(FILE *out, const struct txr_row *row)
{
	begin(out, "Dropped");
	txr_html_fig(out, "b", row, "dropped");
	middle(out);
	fputs("of ", out);
	txr_html_fig(out, "span", row, "started");
	fputs(" started; busy ", out);
	txr_html_fig(out, "span", row, "busy");
	end(out);
}

static void put_open(FILE *out, const struct txr_row *row)
{
	char age[TXR_UNIT_BUF];

	begin(out, "Inside at the end");
	txr_html_fig(out, "b", row, "in_device_at_end");
	middle(out);
	if (row->nr_oldest)
		fprintf(out, "the oldest for %s", txr_format_ns(age, row->oldest[0].age_ns));
	end(out);
}

void txr_html_tiles(const struct txr_html *h, const struct txr_finding *f)
{
	const struct txr_row *row = row_of(h, f);

	if (!row)
		return;
	fputs("<dl class=\"tiles\" data-device=\"", h->out);
	txr_markup(h->out, row->name);
	fputs("\">\n", h->out);
	if (h->devs.nr > 1) {
		fputs("<div class=\"of\"><dt>Of</dt><dd><bdi>", h->out);
		txr_markup(h->out, row->name);
		fputs("</bdi></dd></div>\n", h->out);
	}
	put_inside(h->out, row);
	if (row->kind != TXR_KIND_SYNCHRONOUS && row->kind != TXR_KIND_HANDOVER)
		put_packed(h->out, row);
	put_lap(h->out, row);
	put_refused(h->out, row);
	put_open(h->out, row);
	fputs("</dl>\n", h->out);
}
