// SPDX-License-Identifier: GPL-2.0-only
/*
 * text_head.c - the top of the text report: what was recorded, and, before any
 * figure, why and how far the figures are not exact.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "view/aside.h"
#include "view/exact_words.h"
#include "view/text.h"

#define COLUMN 2
/* Devices whose bounds are listed; more only on demand. */
#define INEXACT_SHOWN 4

static void put_recording(const struct txr_text *t, const struct txr_report *r)
{
	const struct txr_source_info *info = &r->source;
	uint64_t ns = info->last_ns - info->first_ns;
	char span[TXR_UNIT_BUF], events[TXR_UNIT_BUF], lost[64] = "none lost";

	txr_text_linef(t, 0, "", "%s: %s, Linux %s, %s tier, clock %s",
		       info->path ? info->path : "-", info->format,
		       info->kernel ? info->kernel : "(version not known)",
		       txr_tier_name(info->tier), info->clock ? info->clock : "not known");
	if (!info->lost_events && info->lost_gaps_unknown)
		snprintf(lost, sizeof(lost), "events LOST, how many is not known");
	else if (info->lost_events)
		snprintf(lost, sizeof(lost), "%s%" PRIu64 " LOST",
			 info->lost_gaps_unknown ? "at least " : "", info->lost_events);
	if (info->clock_ns)
		txr_format_ns(span, ns);
	else
		snprintf(span, sizeof(span), "%" PRIu64 " ticks", ns);
	txr_text_linef(t, 0, "", "%s on %u CPU%s, %s events, %s", span, info->cpus,
		       info->cpus == 1 ? "" : "s", txr_format_grouped(events, info->events),
		       lost);
}

static void put_window(const struct txr_text *t, const struct txr_report *r)
{
	char from[TXR_UNIT_BUF], to[TXR_UNIT_BUF];

	if (!r->from_ns && !r->to_ns)
		return;
	txr_text_linef(t, 0, "", "Of these, from %s after the first event to %s%s.",
		       txr_format_ns(from, r->from_ns),
		       r->to_ns ? txr_format_ns(to, r->to_ns) : "the end",
		       r->to_ns ? " after it" : "");
}

static void put_meta(const struct txr_text *t, const struct txr_source_info *info)
{
	time_t seconds = (time_t)(info->real_ns_at_first / 1000000000);
	char date[40];
	struct tm tm;

	if (info->real_ns_at_first && localtime_r(&seconds, &tm) &&
	    strftime(date, sizeof(date), "%Y-%m-%d %H:%M:%S %z", &tm))
		txr_text_linef(t, 0, "", "First event at %s.", date);
	if (info->meta && info->meta->command[0])
		txr_text_linef(t, 0, "", "Recorded by txring %s while this ran: %s",
			       info->meta->tool, info->meta->command);
	if (info->meta && info->meta->filter[0])
		txr_text_linef(t, 0, "", "Only these devices were recorded: %s",
			       info->meta->filter);
}

/* What was set aside: counted, and shown when there was any. */
static void put_aside(const struct txr_text *t, const struct txr_report *r)
{
	struct txr_aside aside[TXR_ASIDE_MAX];
	size_t nr = txr_aside_list(aside, r, t->o->verbose), len = 0, i;
	char text[1024] = "", n[TXR_UNIT_BUF];

	for (i = 0; i < nr; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s %s",
					len ? ", " : "", txr_format_grouped(n, aside[i].count),
					aside[i].what);
	if (len)
		txr_text_line(t, COLUMN, "Set aside: ", text);
}

static size_t add_bound(char *text, size_t size, size_t len, const char *name,
			const char *fig)
{
	if (len >= size)
		return len;
	return len + (size_t)snprintf(text + len, size - len, "%s%s %s", len ? ", " : "",
				      name, fig);
}

/* "completed 836..848, max in device 118..119" */
static void put_bounds(const struct txr_text *t, const struct txr_row *row)
{
	const struct { const struct txr_u64 *f; const char *name; txr_format_fn format; } figs[] = {
		{ &row->started, "started", txr_format_grouped },
		{ &row->completed, "completed", txr_format_grouped },
		{ &row->dropped, "dropped", txr_format_grouped },
		{ &row->busy, "busy", txr_format_grouped },
		{ &row->handed_over, "handed over", txr_format_grouped },
		{ &row->restarted, "restarted", txr_format_grouped },
		{ &row->uncertain, "uncertain", txr_format_grouped },
		{ &row->in_device_at_end, "at the end", txr_format_grouped },
		{ &row->in_device.max, "max in device", txr_format_grouped },
		{ &row->wire_packets, "wire packets", txr_format_grouped },
		{ &row->packed_ns, "packed", txr_format_ns },
	};
	char text[1024], fig[TXR_FIG_BUF], name[TXR_NAME_BUF + 2];
	size_t len = 0, i;

	for (i = 0; i < sizeof(figs) / sizeof(figs[0]); i++)
		if (figs[i].f->trust == TXR_FIG_BOUNDED ||
		    figs[i].f->trust == TXR_FIG_AT_LEAST)
			len = add_bound(text, sizeof(text), len, figs[i].name,
					txr_text_fig(fig, figs[i].f, figs[i].format, 0));
	if (row->in_device.avg.trust == TXR_FIG_BOUNDED ||
	    row->in_device.avg.trust == TXR_FIG_AT_LEAST)
		len = add_bound(text, sizeof(text), len, "avg in device",
				txr_text_num(fig, &row->in_device.avg, 0));
	if (!len)
		return;
	txr_escape(name, TXR_NAME_BUF, row->name);
	txr_text_linef(t, COLUMN + 2, "  ", "%s: %s", name, text);
}

static void put_inexact(const struct txr_text *t, const struct txr_report *r,
			const struct txr_selection *devs)
{
	size_t i, k, shown = 0, inexact = 0;

	for (i = 0; i < devs->nr; i++)
		inexact += !devs->row[i]->exact;
	for (i = 0; i < devs->nr; i++) {
		const struct txr_row *row = devs->row[i];

		if (row->exact || (!t->o->verbose && shown == INEXACT_SHOWN))
			continue;
		shown++;
		for (k = 0; k < row->nr_reasons; k++)
			if (!txr_report_tells(r, row->reasons[k].code))
				txr_text_linef(t, COLUMN + 2, "  ", "%s: %s", row->name,
					       row->reasons[k].text);
		put_bounds(t, row);
	}
	if (shown < inexact)
		txr_text_linef(t, COLUMN + 2, "  ", "%zu more device%s: -v shows why.",
			       inexact - shown, inexact - shown == 1 ? "" : "s");
}

void txr_text_head(const struct txr_text *t, const struct txr_report *r,
		   const struct txr_selection *devs)
{
	size_t i;

	put_recording(t, r);
	put_window(t, r);
	if (t->o->verbose)
		put_meta(t, &r->source);
	if (r->source.meta && r->source.meta->trigger[0])
		txr_text_line(t, COLUMN, "Written for: ", r->source.meta->trigger);
	if (r->source.truncated)
		txr_text_line(t, 0, "", "The file is cut off: what could be read is shown.");
	put_aside(t, r);
	if (!devs->nr && !r->nr_reasons)
		return;		/* no figure, no doubt */
	if (txr_select_exact(devs, r, t->o)) {
		txr_text_line(t, 0, "", txr_exact_words(devs));
		return;
	}
	txr_text_ink(t, TXR_INK_WARN, "NOT EXACT");
	fputs(", and why:\n", t->out);
	for (i = 0; i < r->nr_reasons; i++)
		txr_text_line(t, COLUMN + 2, "  ", r->reasons[i].text);
	put_inexact(t, r, devs);
}
