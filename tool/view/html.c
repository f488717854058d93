// SPDX-License-Identifier: GPL-2.0-only
/*
 * html.c - the report as one page that opens from disk and asks no network.
 *
 * The page is made in memory, since it is bounded: what is in it is chosen by number
 * (html.h) and, last, by size. Devices are drawn in the order of the report as long as
 * there is room; those left out keep their line in the table, and the page says so.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "view/html.h"
#include "view/html_page.h"
#include "view/markup.h"
#include "view/write_error.h"

/* Left for what comes after the devices. */
#define TAIL_BYTES 120000

static void put_start(const struct txr_html *h)
{
	fprintf(h->out, "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" "
		"lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'\"/>\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
		"<meta name=\"color-scheme\" content=\"light dark\"/>\n"
		"<meta name=\"generator\" content=\"txring\"/>\n",
		txr_html_style_hash, txr_html_script_hash);
	fputs("<title>", h->out);
	txr_markup(h->out, h->r->source.path ? h->r->source.path : "-");
	fprintf(h->out, ": txring report</title>\n<style>%s</style>\n</head>\n<body>\n<main>\n",
		txr_html_style);
}

static void put_end(const struct txr_html *h)
{
	fprintf(h->out, "<footer>Drawn by txring %s. Lap time is from start to release; a "
		"refused packet is no part of the occupancy; a distribution's percentiles are "
		"at most 0.8 %% off. txring-report(1) explains each figure.</footer>\n</main>\n"
		"<script>%s</script>\n</body>\n</html>\n", TXR_VERSION, txr_html_script);
}

/* The device as text of its own, so that it can be left out; to be freed. */
static int draw_device(const struct txr_html *h, size_t index, char **text, size_t *size)
{
	struct txr_html part = *h;
	int ret;

	*text = NULL;
	part.out = open_memstream(text, size);
	if (!part.out)
		return -ENOMEM;
	ret = txr_html_device(&part, index);
	if (fclose(part.out) && !ret)
		ret = -ENOMEM;
	return ret;
}

/* Returns how many were drawn, or a negative errno. */
static int put_drawn(const struct txr_html *h)
{
	size_t size, i;
	char *text;
	int ret = 0;

	for (i = 0; i < h->devs.nr && i < TXR_HTML_MAX_PANELS; i++) {
		ret = draw_device(h, i, &text, &size);
		if (ret || (size_t)ftell(h->out) + size > TXR_HTML_MAX_BYTES - TAIL_BYTES) {
			free(text);
			break;
		}
		fwrite(text, 1, size, h->out);
		free(text);
	}
	return ret ? ret : (int)i;
}

static int put_devices(const struct txr_html *h)
{
	int drawn;

	txr_html_devices(h);
	drawn = put_drawn(h);
	if (drawn < 0)
		return drawn;
	if ((size_t)drawn < h->devs.nr)
		fprintf(h->out, "<p class=\"note\" id=\"undrawn\">Drawn are %d of %zu devices, so "
			"that this page stays small: the first of the table above%s. "
			"<code>--sort KEY</code> chooses others, <code>-d DEV</code> one.</p>\n",
			drawn, h->devs.nr, h->o->sort ? "" :
			", which begins with errors and warnings");
	return 0;
}

static int put_page(const struct txr_html *h)
{
	int ret;

	put_start(h);
	txr_html_head(h);
	txr_html_findings(h);
	ret = put_devices(h);
	txr_html_exactness(h);
	txr_html_source(h);
	put_end(h);
	return ret;
}

/* The gravest that is said of the device; nothing is as grave as a note. */
static enum txr_severity gravest(const struct txr_html *h, const struct txr_row *row)
{
	size_t i;

	for (i = 0; i < h->nr_findings; i++) {
		const struct txr_finding *f = &h->r->findings[h->finding[i]];

		if (!strcmp(f->device, row->name))
			return f->severity;
	}
	return TXR_INFO;
}

/* Devices with an error first, then those with a warning; each part in its order. */
static int gravest_first(struct txr_html *h)
{
	const struct txr_row **row = calloc(h->devs.nr + 1, sizeof(*row));
	size_t i, nr = 0;
	int severity;

	if (!row)
		return -ENOMEM;
	for (severity = TXR_ERROR; severity >= TXR_INFO; severity--)
		for (i = 0; i < h->devs.nr; i++)
			if ((int)gravest(h, h->devs.row[i]) == severity)
				row[nr++] = h->devs.row[i];
	free(h->devs.row);
	h->devs.row = row;
	return 0;
}

static int choose(struct txr_html *h)
{
	int ret = txr_select_devices(&h->devs, h->r, h->o);

	if (ret)
		return ret;
	txr_html_choose_findings(h);
	return h->o->sort ? 0 : gravest_first(h);
}

static int make_page(struct txr_report *r, const struct txr_view_opts *o, char **text,
		     size_t *size)
{
	struct txr_html h = { .r = r, .o = o };
	int ret;

	ret = choose(&h);
	h.out = ret ? NULL : open_memstream(text, size);
	if (h.out) {
		ret = put_page(&h);
		if (fclose(h.out) && !ret)
			ret = -ENOMEM;
	} else if (!ret) {
		ret = -ENOMEM;
	}
	txr_select_free(&h.devs);
	return ret;
}

int txr_view_html(FILE *out, struct txr_report *r, const struct txr_view_opts *o)
{
	char *text = NULL;
	size_t size;
	int ret;

	ret = make_page(r, o, &text, &size);
	if (!ret) {
		fwrite(text, 1, size, out);
		ret = txr_view_error(out);
	}
	free(text);
	return ret;
}
