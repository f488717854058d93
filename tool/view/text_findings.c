// SPDX-License-Identifier: GPL-2.0-only
/* text_findings.c - what a person should look at, and what to try. */
#include <stdio.h>
#include <string.h>
#include "view/text.h"

#define COLUMN 13
/* Of a kind, on queues of one device; more only on demand. */
#define QUEUES_SHOWN 3

static const char *where(char *buf, size_t size, const struct txr_finding *f,
			 bool with_device)
{
	char queue[24] = "";

	if (f->queue >= 0)
		snprintf(queue, sizeof(queue), "queue %d", f->queue);
	buf[0] = '\0';
	if (with_device && f->device[0])
		snprintf(buf, size, "%s%s%s: ", f->device, queue[0] ? " " : "", queue);
	else if (queue[0])
		snprintf(buf, size, "%s: ", queue);
	return buf;
}

static void put(const struct txr_text *t, const struct txr_finding *f, bool with_device)
{
	static const enum txr_ink inks[] = {
		[TXR_INFO] = TXR_INK_STRONG, [TXR_WARNING] = TXR_INK_WARN,
		[TXR_ERROR] = TXR_INK_BAD,
	};
	const char *severity = txr_severity_name(f->severity);
	char at[TXR_NAME_BUF + 32];

	fputs("  ", t->out);
	txr_text_ink(t, inks[f->severity], severity);
	fprintf(t->out, "%*s", COLUMN - 2 - (int)strlen(severity), "");
	txr_text_linef(t, COLUMN, NULL, "%s%s [%s]", where(at, sizeof(at), f, with_device),
		       f->message, f->id);
	if (f->advice[0])
		txr_text_line(t, COLUMN, "  try", f->advice);
}

/* The same on other queues of the device, gone before in the list. */
static unsigned int queues_before(const struct txr_report *r, size_t at)
{
	const struct txr_finding *f = &r->findings[at];
	unsigned int n = 0;
	size_t i;

	for (i = 0; i < at && f->queue >= 0; i++)
		n += r->findings[i].which == f->which && r->findings[i].queue >= 0 &&
		     !strcmp(r->findings[i].device, f->device) && r->findings[i].dev == f->dev;
	return n;
}

/* Of the device (TXR_DEV_NONE: of any), or those that no device's row is for. */
static void put_those(const struct txr_text *t, const struct txr_report *r, uint16_t dev,
		      bool with_row, bool with_device)
{
	size_t i, more = 0;

	for (i = 0; i < r->nr_findings; i++) {
		const struct txr_finding *f = &r->findings[i];

		if (with_row != (f->dev != TXR_DEV_NONE) ||
		    (dev != TXR_DEV_NONE && f->dev != dev) || !txr_select_finding(f, t->o))
			continue;
		if (t->o->verbose || queues_before(r, i) < QUEUES_SHOWN)
			put(t, f, with_device);
		else
			more++;
	}
	if (more)
		txr_text_linef(t, COLUMN, "", "and %zu more of these on other queues (-v shows "
			       "them)", more);
}

bool txr_text_has_findings(const struct txr_text *t, const struct txr_report *r)
{
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		if (r->findings[i].dev != TXR_DEV_NONE && txr_select_finding(&r->findings[i], t->o))
			return true;
	return false;
}

void txr_text_findings_of(const struct txr_text *t, const struct txr_report *r,
			  const struct txr_row *dev)
{
	put_those(t, r, dev->dev, true, false);
}

void txr_text_findings_all(const struct txr_text *t, const struct txr_report *r)
{
	put_those(t, r, TXR_DEV_NONE, true, true);
}

void txr_text_findings_rowless(const struct txr_text *t, const struct txr_report *r)
{
	put_those(t, r, TXR_DEV_NONE, false, true);
}
