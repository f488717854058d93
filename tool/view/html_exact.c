// SPDX-License-Identifier: GPL-2.0-only
/* html_exact.c - how far the figures can be trusted, and why. */
#include "view/exact_words.h"
#include "view/html.h"
#include "view/markup.h"

static void put_reason(FILE *out, const struct txr_reason *reason)
{
	fprintf(out, "<li data-code=\"%s\">", reason->code);
	txr_markup(out, reason->text);
	fputs("</li>\n", out);
}

void txr_html_doubts(const struct txr_html *h, const struct txr_row *row)
{
	size_t i;

	if (!row->nr_reasons)
		return;
	fprintf(h->out, "<div class=\"doubts%s\"><b>%s</b>\n<ul>\n", row->exact ? " told" : "",
		row->exact ? "What cannot be told, and why" :
		"Not exact, and why; the pictures show what was counted");
	for (i = 0; i < row->nr_reasons; i++)
		put_reason(h->out, &row->reasons[i]);
	fputs("</ul></div>\n", h->out);
}

static void put_device(const struct txr_html *h, const struct txr_row *row)
{
	size_t i;

	fputs("<dt><bdi class=\"name\">", h->out);
	txr_markup(h->out, row->name);
	fputs("</bdi></dt>\n<dd><ul>\n", h->out);
	for (i = 0; i < row->nr_reasons; i++)
		if (!txr_report_tells(h->r, row->reasons[i].code))
			put_reason(h->out, &row->reasons[i]);
	fputs("</ul></dd>\n", h->out);
}

static bool has_own(const struct txr_html *h, const struct txr_row *row)
{
	size_t i;

	for (i = 0; i < row->nr_reasons; i++)
		if (!txr_report_tells(h->r, row->reasons[i].code))
			return !row->exact;
	return false;
}

static void put_devices(const struct txr_html *h)
{
	size_t i, shown = 0, left = 0;

	fputs("<dl class=\"reasons\">\n", h->out);
	for (i = 0; i < h->devs.nr; i++) {
		if (!has_own(h, h->devs.row[i]))
			continue;
		if (shown++ < TXR_HTML_MAX_INEXACT)
			put_device(h, h->devs.row[i]);
		else
			left++;
	}
	fputs("</dl>\n", h->out);
	if (left)
		fprintf(h->out, "<p class=\"note\">%zu more device%s not exact: <code>txring "
			"report -v</code> says why.</p>\n", left, left == 1 ? " is" : "s are");
}

void txr_html_exactness(const struct txr_html *h)
{
	bool some = false;
	size_t i;

	fputs("<section id=\"exactness\">\n<h2>How exact it is</h2>\n", h->out);
	if (txr_select_exact(&h->devs, h->r, h->o)) {
		fprintf(h->out, "<p>%s</p>\n</section>\n", txr_exact_words(&h->devs));
		return;
	}
	fputs("<p>Figures that are not exact are written as <span class=\"n q\">118..119</span>: "
	      "the truth lies between; <span class=\"n q\">&gt;=30</span>: it is not less. "
	      "Why:</p>\n", h->out);
	for (i = 0; i < h->r->nr_reasons; i++) {
		fputs(i ? "" : "<ul>\n", h->out);
		put_reason(h->out, &h->r->reasons[i]);
	}
	for (i = 0; i < h->devs.nr; i++)
		some |= has_own(h, h->devs.row[i]);
	fputs(h->r->nr_reasons ? "</ul>\n" : "", h->out);
	if (some)
		put_devices(h);
	fputs("</section>\n", h->out);
}
