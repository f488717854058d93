// SPDX-License-Identifier: GPL-2.0-only
/* html_head.c - the top of the page: the answer, and what it is an answer about. */
#include <inttypes.h>
#include <string.h>
#include "view/exact_words.h"
#include "view/html.h"
#include "view/markup.h"

/*
 * The finding that the page is about, in h->finding: the gravest of a device, if it is
 * more than a note; that figures are doubtful is said below the answer anyhow.
 * nr_findings: there is none.
 */
static size_t first_finding(const struct txr_html *h)
{
	size_t k;

	for (k = 0; k < h->nr_findings; k++) {
		const struct txr_finding *f = &h->r->findings[h->finding[k]];

		if (f->device[0] && f->severity >= TXR_WARNING)
			return k;
	}
	return 0;
}

static size_t count_findings(const struct txr_html *h, enum txr_severity severity)
{
	size_t n = 0, i;

	for (i = 0; i < h->r->nr_findings; i++)
		n += h->r->findings[i].severity == severity &&
		     txr_select_finding(&h->r->findings[i], h->o);
	return n;
}

static void put_no_finding(const struct txr_html *h)
{
	txr_html_text(h->out, "h1", h->devs.nr ?
		      "Nothing in this recording points to a packed or stuck ring." :
		      "No packet was seen: there is no device to report on.");
	putc('\n', h->out);
}

static void put_answer(const struct txr_html *h, size_t k)
{
	const struct txr_finding *f = &h->r->findings[h->finding[k]];
	size_t more = txr_html_finding_count(h, k) - 1;
	FILE *out = h->out;

	fprintf(out, "<h1 class=\"%s\">", txr_severity_name(f->severity));
	txr_html_severity(out, f->severity);
	txr_html_where(out, f);
	fputs(": ", out);
	txr_markup(out, f->message);
	if (more)
		fprintf(out, " <small>and %zu more queue%s like it</small>", more,
			more == 1 ? "" : "s");
	fputs("</h1>\n", out);
}

static void put_number_of(FILE *out, const char **comma, size_t n, const char *what)
{
	if (!n)
		return;
	fprintf(out, "%s%zu %s%s", *comma, n, what, n == 1 ? "" : "s");
	*comma = ", ";
}

static void put_summary(const struct txr_html *h)
{
	const char *comma = "";
	FILE *out = h->out;

	fputs("<p class=\"lead\">", out);
	if (h->nr_findings) {
		fputs("<a href=\"#findings\">", out);
		put_number_of(out, &comma, count_findings(h, TXR_ERROR), "error");
		put_number_of(out, &comma, count_findings(h, TXR_WARNING), "warning");
		put_number_of(out, &comma, count_findings(h, TXR_INFO), "note");
		fputs("</a>. ", out);
	}
	if (txr_select_exact(&h->devs, h->r, h->o))
		fprintf(out, "<span class=\"exact\">%s</span>", txr_exact_words(&h->devs));
	else
		fputs("<a class=\"inexact\" href=\"#exactness\">Not every figure is exact</a>: "
		      "those that are not show the bounds between which the truth lies.", out);
	fputs("</p>\n", out);
}

static void put_span(FILE *out, const struct txr_source_info *info)
{
	uint64_t ns = info->last_ns - info->first_ns;
	char buf[TXR_UNIT_BUF];

	if (info->clock_ns)
		fputs(txr_format_ns(buf, ns), out);
	else
		fprintf(out, "%" PRIu64 " ticks", ns);
}

static void put_lost(FILE *out, const struct txr_source_info *info)
{
	char n[TXR_UNIT_BUF];

	if (!info->lost_events && !info->lost_gaps_unknown) {
		fputs("none lost", out);
		return;
	}
	fputs("<b class=\"bad\">", out);
	if (info->lost_events)
		fprintf(out, "%s%s lost", info->lost_gaps_unknown ? "at least " : "",
			txr_format_grouped(n, info->lost_events));
	else
		fputs("lost: how many is not known", out);
	fputs("</b>", out);
}

static void put_recording(const struct txr_html *h)
{
	const struct txr_source_info *info = &h->r->source;
	char events[TXR_UNIT_BUF];
	FILE *out = h->out;

	fputs("<p class=\"strip\"><span>", out);
	put_span(out, info);
	fprintf(out, " on %u CPU%s</span> <span>%s events, ", info->cpus,
		info->cpus == 1 ? "" : "s", txr_format_grouped(events, info->events));
	put_lost(out, info);
	fputs("</span> <span>Linux ", out);
	txr_markup(out, info->kernel ? info->kernel : "(version not known)");
	fprintf(out, "</span> <span>%s tier</span> <a href=\"#recording\">How it was "
		"recorded</a></p>\n", txr_tier_name(info->tier));
}

static void put_window(const struct txr_html *h)
{
	char from[TXR_UNIT_BUF], to[TXR_UNIT_BUF];

	if (!h->r->from_ns && !h->r->to_ns)
		return;
	fprintf(h->out, "<p class=\"note\">Only a part of it: from %s after the first event to "
		"%s%s.</p>\n", txr_format_ns(from, h->r->from_ns),
		h->r->to_ns ? txr_format_ns(to, h->r->to_ns) : "the end",
		h->r->to_ns ? " after it" : "");
}

void txr_html_head(const struct txr_html *h)
{
	size_t k = first_finding(h);

	fputs("<header>\n<p class=\"kicker\">txring report <bdi class=\"file\">", h->out);
	txr_markup(h->out, h->r->source.path ? h->r->source.path : "-");
	fputs("</bdi></p>\n", h->out);
	if (h->nr_findings)
		put_answer(h, k);
	else
		put_no_finding(h);
	put_summary(h);
	put_recording(h);
	put_window(h);
	if (h->r->source.truncated)
		fputs("<p class=\"note\">The file is cut off: what could be read is shown.</p>\n",
		      h->out);
	txr_html_tiles(h, h->nr_findings ? &h->r->findings[h->finding[k]] : NULL);
	fputs("</header>\n", h->out);
}
