// SPDX-License-Identifier: GPL-2.0-only
/* text_by.c - who fills the ring: a device's shares. */
#include <inttypes.h>
#include <stdio.h>
#include "view/text.h"

#define COLUMN 13

/* What a share is of; comm escaped. */
static void put_key(char *buf, size_t size, const struct txr_share *r)
{
	char name[TXR_NAME_BUF];

	if (r->kind == TXR_SHARE_UNATTRIBUTED)
		snprintf(buf, size, "(unattributed)");
	else if (r->kind == TXR_SHARE_UNNAMED)
		snprintf(buf, size, "(no name)");
	else if (r->kind == TXR_SHARE_REST)
		snprintf(buf, size, "(the rest)");
	else if (r->cpu != TXR_UNKNOWN)
		snprintf(buf, size, "%" PRId64, r->cpu);
	else if (r->from_bytes != TXR_UNKNOWN)
		snprintf(buf, size, "%" PRId64 "-%" PRId64, r->from_bytes, r->to_bytes);
	else
		snprintf(buf, size, "%s", txr_escape(name, sizeof(name), r->comm));
}

static void put_share(const struct txr_text *t, const struct txr_share *r)
{
	char key[TXR_NAME_BUF], started[TXR_UNIT_BUF], bytes[TXR_UNIT_BUF];
	char held[TXR_UNIT_BUF], part[TXR_UNIT_BUF], of[TXR_UNIT_BUF];

	put_key(key, sizeof(key), r);
	txr_text_share(part, 100 * r->started_share);
	txr_text_share(of, 100 * r->byte_share);
	fprintf(t->out, "%*s%-16s %9s %6s %9s %9s %6s\n", COLUMN, "", key,
		txr_format_count(started, r->started), part,
		txr_format_bytes(bytes, r->skb_bytes),
		txr_format_bytes(held, (uint64_t)r->avg_bytes), of);
}

static bool has(const struct txr_shares *s, enum txr_share_kind kind)
{
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (s->row[i].kind == kind)
			return true;
	return false;
}

static void put_unattributed(const struct txr_text *t, const struct txr_report *r)
{
	const struct txr_meta *meta = r->source.meta;

	txr_text_linef(t, COLUMN, "", "(unattributed): sent in a softirq or interrupt, whatever "
		       "task was running then; %s", meta && meta->why ?
		       "no task was seen to queue them" : "record --why tells who queued them");
}

void txr_text_by(const struct txr_text *t, const struct txr_report *r, const struct txr_row *row)
{
	static const char *const label[] = {
		[TXR_BY_COMM] = "  by comm", [TXR_BY_CPU] = "  by cpu",
		[TXR_BY_SIZE] = "  by size",
	};
	const struct txr_shares *s = row->by;
	size_t i;

	if (!s || !s->nr)
		return;
	fprintf(t->out, "%-*s%-16s %9s %6s %9s %9s %6s\n", COLUMN, label[s->what], "",
		"packets", "share", "completed", "held avg", "share");
	for (i = 0; i < s->nr; i++)
		put_share(t, &s->row[i]);
	if (has(s, TXR_SHARE_UNATTRIBUTED))
		put_unattributed(t, r);
	if (has(s, TXR_SHARE_UNNAMED))
		txr_text_line(t, COLUMN, "", "(no name): tasks of which the recording has "
			      "none");
	if (!row->exact)
		txr_text_line(t, COLUMN, "", "as counted: of this device figures are not exact");
}
