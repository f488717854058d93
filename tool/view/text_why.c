// SPDX-License-Identifier: GPL-2.0-only
/* text_why.c - where the time of a device's laps went. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "view/text.h"

#define COLUMN 13

static const char *const part_text[] = {
	[TXR_WENT_DEVICE] = "device", [TXR_WENT_TO_NAPI] = "to NAPI",
	[TXR_WENT_CLEANING] = "cleaning", [TXR_WENT_AFTER_INTERRUPT] = "after interrupt",
	[TXR_WENT_IN_XMIT] = "in xmit", [TXR_WENT_TASK] = "task",
	[TXR_WENT_UNATTRIBUTED] = "unattributed",
};

static const char *const cause_text[] = {
	[TXR_CAUSE_NO_INTERRUPT] = "without an interrupt",
	[TXR_CAUSE_AMBIGUOUS] = "by one of several",
	[TXR_CAUSE_OTHER_DEVICE] = "in a poll of another device",
	[TXR_CAUSE_OTHER_CONTEXT] = "in another softirq or hard IRQ",
	[TXR_CAUSE_UNSEEN] = "with events missing",
};

static void put_row(const struct txr_text *t, const char *name, const char *share,
		    const struct txr_dist *d)
{
	char laps[TXR_UNIT_BUF], avg[TXR_UNIT_BUF], p50[TXR_UNIT_BUF], p99[TXR_UNIT_BUF];
	char max[TXR_UNIT_BUF];

	fprintf(t->out, "%*s%-15s %6s %7s %8s %8s %8s %8s\n", COLUMN, "", name, share,
		txr_format_count(laps, d->count), txr_text_dist(avg, d, (uint64_t)d->avg),
		txr_text_dist(p50, d, d->p50), txr_text_dist(p99, d, d->p99),
		txr_text_dist(max, d, d->max));
}

static void put_causes(const struct txr_text *t, const struct txr_went_row *w)
{
	char text[256] = "", n[TXR_UNIT_BUF];
	size_t len = 0;
	int i;

	for (i = 0; i < TXR_WENT_CAUSES && len < sizeof(text); i++)
		if (w->cause[i].laps)
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s %s",
						len ? ", " : "",
						txr_format_grouped(n, w->cause[i].laps),
						cause_text[i]);
	if (len)
		txr_text_linef(t, COLUMN + 2, "", "  %s", text);
}

void txr_text_went(const struct txr_text *t, const struct txr_row *row)
{
	const struct txr_went_row *w = row->why;
	double whole = 0;
	char share[TXR_UNIT_BUF];
	int i;

	if (!w || (!row->lap_ns.count && !w->qdisc_wait_ns.count))
		return;
	fprintf(t->out, "%-*s%-15s %6s %7s %8s %8s %8s %8s\n", COLUMN, "  lap went to",
		"", "share", "laps", "avg", "p50", "p99", "max");
	for (i = 0; i < TXR_WENT_PARTS; i++)
		whole += (double)w->part[i].sum;
	for (i = 0; i < TXR_WENT_PARTS; i++) {
		/* a handler that cleans itself waits for no poll */
		if (!w->part[i].count || (i == TXR_WENT_TO_NAPI && !w->part[i].max))
			continue;
		txr_text_share(share, whole > 0 ? 100 * (double)w->part[i].sum / whole : 0);
		put_row(t, part_text[i], share, &w->part[i]);
		if (i == TXR_WENT_UNATTRIBUTED)
			put_causes(t, w);
	}
	if (w->qdisc_wait_ns.count)
		put_row(t, "qdisc, before", "", &w->qdisc_wait_ns);
	if (w->deferred_free_ns.count)
		put_row(t, "free, after", "", &w->deferred_free_ns);
	if (w->advice[0])
		txr_text_linef(t, COLUMN, "", "most to %s: %s", part_text[w->largest],
			       w->advice);
}
