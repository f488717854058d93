// SPDX-License-Identifier: GPL-2.0-only
/* html_source.c - how it was recorded. */
#include <inttypes.h>
#include <time.h>
#include "view/aside.h"
#include "view/html.h"
#include "view/markup.h"

static void item(FILE *out, const char *name, const char *text)
{
	fprintf(out, "<div><dt>%s</dt><dd>", name);
	txr_markup(out, text);
	fputs("</dd></div>\n", out);
}

static const char *tier_means(enum txr_tier tier)
{
	switch (tier) {
	case TXR_TIER_PATCHED:
		return "patched: events at the driver's boundary tell start, result and the "
		       "release itself";
	case TXR_TIER_PROBE:
		return "probe: stock events, and probes that tell the release itself, in hard "
		       "interrupts too";
	default:
		return "stock: the kernel's own events; they tell when a packet's memory is "
		       "free, which can be later than its release";
	}
}

static void put_clock(FILE *out, const struct txr_source_info *info)
{
	fputs("<div><dt>clock</dt><dd>", out);
	txr_markup(out, info->clock ? info->clock : "not known");
	if (!info->clock_ordered)
		fputs("; it has no one order across CPUs", out);
	if (!info->clock_ns)
		fputs("; it counts no nanoseconds", out);
	fputs("</dd></div>\n", out);
}

static void put_date(FILE *out, const struct txr_source_info *info)
{
	time_t seconds = (time_t)(info->real_ns_at_first / 1000000000);
	char date[40];
	struct tm tm;

	if (info->real_ns_at_first && gmtime_r(&seconds, &tm) &&
	    strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S UTC", &tm))
		item(out, "first event", date);
}

static void put_lost(FILE *out, const struct txr_source_info *info)
{
	unsigned int i, shown = 0;
	char n[TXR_UNIT_BUF];

	if (!info->lost_events && !info->lost_gaps_unknown) {
		item(out, "events lost", "none");
		return;
	}
	fprintf(out, "<div><dt>events lost</dt><dd>%s%s",
		info->lost_gaps_unknown ? "at least " : "",
		txr_format_grouped(n, info->lost_events));
	for (i = 0; info->lost_by_cpu && i < info->cpus; i++) {
		if (!info->lost_by_cpu[i])
			continue;
		if (++shown <= 32)
			fprintf(out, "%s CPU %u: %s", shown == 1 ? ";" : ",", i,
				txr_format_grouped(n, info->lost_by_cpu[i]));
	}
	if (shown > 32)
		fprintf(out, ", and %u more CPUs", shown - 32);
	fputs("</dd></div>\n", out);
}

static void put_aside(FILE *out, const struct txr_report *r)
{
	struct txr_aside aside[TXR_ASIDE_MAX];
	size_t nr = txr_aside_list(aside, r, true), i;
	char n[TXR_UNIT_BUF];

	if (!nr)
		return;
	fputs("<div><dt>set aside</dt><dd>", out);
	for (i = 0; i < nr; i++)
		fprintf(out, "%s%s %s", i ? ", " : "", txr_format_grouped(n, aside[i].count),
			aside[i].what);
	fputs("</dd></div>\n", out);
}

static void put_meta(FILE *out, const struct txr_meta *meta)
{
	if (!meta) {
		item(out, "recorded by", "another program: ring sizes and drivers are not known");
		return;
	}
	fputs("<div><dt>recorded by</dt><dd>txring ", out);
	txr_markup(out, meta->tool);
	fputs("</dd></div>\n", out);
	if (meta->command[0])
		item(out, "while this ran", meta->command);
	if (meta->trigger[0])
		item(out, "flight recorder", meta->trigger);
	if (meta->filter[0])
		item(out, "only of devices", meta->filter);
	if (meta->kernel_version[0])
		item(out, "kernel version", meta->kernel_version);
}

static void put_count(FILE *out, const char *name, uint64_t n)
{
	char buf[TXR_UNIT_BUF];

	item(out, name, txr_format_grouped(buf, n));
}

void txr_html_source(const struct txr_html *h)
{
	const struct txr_source_info *info = &h->r->source;
	FILE *out = h->out;

	fputs("<section id=\"recording\">\n<h2>How it was recorded</h2>\n"
	      "<dl class=\"source\">\n", out);
	item(out, "file", info->path ? info->path : "-");
	item(out, "form", info->format);
	item(out, "tier", tier_means(info->tier));
	item(out, "kernel", info->kernel ? info->kernel : "not known");
	put_clock(out, info);
	put_count(out, "CPUs", info->cpus);
	put_date(out, info);
	put_count(out, "events", info->events);
	put_lost(out, info);
	put_aside(out, h->r);
	put_meta(out, info->meta);
	fputs("</dl>\n</section>\n", out);
}
