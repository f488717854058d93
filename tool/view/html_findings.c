// SPDX-License-Identifier: GPL-2.0-only
/* html_findings.c - what a person should look at, gravest first. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "view/html.h"
#include "view/markup.h"

/* Shapes, not colours alone: a cross, a triangle, a ring. */
void txr_html_severity(FILE *out, enum txr_severity severity)
{
	static const char *const shapes[] = {
		[TXR_ERROR] = "M2 5L5 2L8 5L11 2L14 5L11 8L14 11L11 14L8 11L5 14L2 11L5 8z",
		[TXR_WARNING] = "M8 1L15.5 14.5H.5zM7 6V10H9V6zM7 11.2V13H9V11.2z",
		[TXR_INFO] = "M8 1A7 7 0 1 1 7.99 1zM7 4V6H9V4zM7 7V12H9V7z",
	};

	fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"sign %s\" "
		"viewBox=\"0 0 16 16\" role=\"img\" aria-label=\"%s\"><path "
		"fill-rule=\"evenodd\" d=\"%s\"/></svg>", txr_severity_name(severity),
		txr_severity_name(severity), shapes[severity]);
}

void txr_html_where(FILE *out, const struct txr_finding *f)
{
	if (!f->device[0]) {
		fputs(f->queue < 0 ? "The recording" : "Queue", out);
	} else {
		fputs("<bdi class=\"name\">", out);
		txr_markup(out, f->device);
		fputs("</bdi>", out);
	}
	if (f->queue >= 0)
		fprintf(out, " queue %" PRId32, f->queue);
}

/* A sentence, whether or not it has its full stop. */
static void put_sentence(FILE *out, const char *text)
{
	size_t len = strlen(text);

	txr_markup(out, text);
	if (len && text[len - 1] != '.')
		putc('.', out);
}

/* Keys of evidence are words with underscores, and a unit at their end. */
static void put_evidence(FILE *out, const struct txr_evidence *e)
{
	size_t len = strlen(e->key);
	char buf[TXR_UNIT_BUF];

	fputs("<div><dt>", out);
	txr_markup(out, e->key);
	fputs("</dt><dd>", out);
	if (e->is_text)
		txr_markup(out, e->text);
	else if (e->number < 0)
		fprintf(out, "%" PRId64, e->number);
	else if (len > 3 && !strcmp(e->key + len - 3, "_ns"))
		fputs(txr_format_ns(buf, (uint64_t)e->number), out);
	else
		fputs(txr_format_grouped(buf, (uint64_t)e->number), out);
	fputs("</dd></div>", out);
}

static bool is_alike(const struct txr_finding *a, const struct txr_finding *b)
{
	return a->which == b->which && a->severity == b->severity &&
	       !strcmp(a->device, b->device);
}

size_t txr_html_finding_of(const struct txr_html *h, const struct txr_finding *f)
{
	size_t i;

	for (i = 0; i < h->nr_findings; i++)
		if (is_alike(&h->r->findings[h->finding[i]], f))
			break;
	return i;
}

size_t txr_html_finding_count(const struct txr_html *h, size_t k)
{
	const struct txr_finding *of = &h->r->findings[h->finding[k]];
	size_t n = 0, i;

	for (i = 0; i < h->r->nr_findings; i++)
		n += is_alike(of, &h->r->findings[i]);
	return n;
}

void txr_html_choose_findings(struct txr_html *h)
{
	size_t i;

	h->nr_findings = 0;
	for (i = 0; i < h->r->nr_findings && h->nr_findings < TXR_HTML_MAX_FINDINGS; i++)
		if (txr_select_finding(&h->r->findings[i], h->o) &&
		    txr_html_finding_of(h, &h->r->findings[i]) == h->nr_findings)
			h->finding[h->nr_findings++] = i;
}

/* The same of other queues: what is said of them, no more. */
static void put_alike(const struct txr_html *h, size_t index)
{
	const struct txr_finding *of = &h->r->findings[index];
	size_t shown = 0, left = 0, i;

	for (i = index + 1; i < h->r->nr_findings; i++) {
		const struct txr_finding *f = &h->r->findings[i];

		if (!is_alike(of, f))
			continue;
		if (shown == TXR_HTML_MAX_ALIKE) {
			left++;
			continue;
		}
		fputs(shown++ ? "<li>" : "<ul class=\"alike\">\n<li>", h->out);
		if (f->queue >= 0)
			fprintf(h->out, "queue %" PRId32 ": ", f->queue);
		put_sentence(h->out, f->message);
		fputs("</li>\n", h->out);
	}
	if (left)
		fprintf(h->out, "<li>and %zu more.</li>\n", left);
	if (shown)
		fputs("</ul>\n", h->out);
}

static void put_finding(const struct txr_html *h, size_t index)
{
	const struct txr_finding *f = &h->r->findings[index];
	const char *severity = txr_severity_name(f->severity);
	FILE *out = h->out;
	size_t i;

	fprintf(out, "<li class=\"%s\" id=\"f%zu\" data-id=\"%s\">\n<h3>", severity, index,
		f->id);
	txr_html_severity(out, f->severity);
	txr_html_where(out, f);
	fprintf(out, " <small>%s, %s</small></h3>\n<p>", severity, f->id);
	put_sentence(out, f->message);
	fputs("</p>\n", out);
	if (f->advice[0]) {
		fputs("<p class=\"try\"><b>What to try</b> ", out);
		put_sentence(out, f->advice);
		fputs("</p>\n", out);
	}
	if (f->nr_evidence) {
		fputs("<dl class=\"evidence\">", out);
		for (i = 0; i < f->nr_evidence; i++)
			put_evidence(out, &f->evidence[i]);
		fputs("</dl>\n", out);
	}
	put_alike(h, index);
	fputs("</li>\n", out);
}

/* Those that are too many, counted by what they say. */
static void put_rest(const struct txr_html *h)
{
	size_t of[TXR_F_NR] = { 0 }, left = 0, i;
	const char *comma = "";

	for (i = 0; i < h->r->nr_findings; i++) {
		const struct txr_finding *f = &h->r->findings[i];

		if (!txr_select_finding(f, h->o) ||
		    txr_html_finding_of(h, f) < h->nr_findings)
			continue;
		of[f->which]++;
		left++;
	}
	if (!left)
		return;
	fprintf(h->out, "<p class=\"note\">%zu more finding%s not shown here: ", left,
		left == 1 ? " is" : "s are");
	for (i = 0; i < TXR_F_NR; i++) {
		if (!of[i])
			continue;
		fprintf(h->out, "%s%zu %s", comma, of[i], txr_finding_kind(i)->id);
		comma = ", ";
	}
	fputs(". <code>txring report --json</code> has them all.</p>\n", h->out);
}

void txr_html_findings(const struct txr_html *h)
{
	size_t i;

	fputs("<section id=\"findings\">\n<h2>Findings</h2>\n<ol class=\"findings\">\n", h->out);
	for (i = 0; i < h->nr_findings; i++)
		put_finding(h, h->finding[i]);
	fputs(h->nr_findings ? "</ol>\n" : "<li>None.</li></ol>\n", h->out);
	put_rest(h);
	fputs("</section>\n", h->out);
}
