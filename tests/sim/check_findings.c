// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_findings.c - what is found, against what happened: nothing without its cause,
 * no cause without its finding, and the gravest first.
 */
#include <stdio.h>
#include <string.h>
#include "check.h"

static bool has(const struct txr_report *r, enum txr_finding_id which, uint16_t dev, int queue)
{
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		if (r->findings[i].which == which && r->findings[i].dev == dev &&
		    r->findings[i].queue == queue)
			return true;
	return false;
}

static bool agree(char *msg, const struct txr_report *r, enum txr_finding_id which,
		  uint16_t dev, int queue, bool want)
{
	if (has(r, which, dev, queue) == want)
		return true;
	snprintf(msg, MSG_MAX, "finding %s, device %u queue %d: %s", txr_finding_kind(which)->id,
		 dev, queue, want ? "missing" : "without a cause");
	return false;
}

static bool of_queue(char *msg, const struct run *run, const struct stream *s, uint16_t dev,
		     int queue)
{
	const struct txr_report *r = run->report;
	struct book b;
	bool ok;

	book_make(&b, &run->laps, s, dev, queue);
	ok = agree(msg, r, TXR_F_DROPS_IN_XMIT, dev, queue, b.dropped > 0) &&
	     agree(msg, r, TXR_F_TX_BUSY, dev, queue, b.busy > 0 && run->cfg.has_result);
	book_free(&b);
	return ok;
}

static bool in_order(char *msg, const struct txr_report *r)
{
	size_t i;

	for (i = 1; i < r->nr_findings; i++)
		if (r->findings[i - 1].severity < r->findings[i].severity) {
			snprintf(msg, MSG_MAX, "finding %s comes before the graver %s",
				 r->findings[i - 1].id, r->findings[i].id);
			return false;
		}
	return true;
}

/* A report's books that do not add up would be a finding too: never. */
static bool of_recording(char *msg, const struct run *run, const struct stream *s)
{
	const struct txr_report *r = run->report;
	bool lost = false;
	size_t i;
	int k;

	for (k = 0; k < s->n; k++)
		lost |= s->ev[k].kind == TXR_LOST;
	for (i = 0; i < r->nr_findings; i++)
		if (r->findings[i].which == TXR_F_BOOKS_UNBALANCED) {
			snprintf(msg, MSG_MAX, "finding %s: %s", r->findings[i].id,
				 r->findings[i].message);
			return false;
		}
	return agree(msg, r, TXR_F_LOST_EVENTS, TXR_DEV_NONE, -1, lost) &&
	       agree(msg, r, TXR_F_CLOCK_UNFIT, TXR_DEV_NONE, -1,
		     !run->info.clock_ordered && run->info.cpus > 1);
}

bool check_findings(char *msg, const struct run *run, const struct stream *s)
{
	const struct txr_report *r = run->report;
	size_t i, q;

	for (i = 0; i < r->nr_devices; i++)
		for (q = 0; q < r->devices[i].nr_queues; q++)
			if (!of_queue(msg, run, s, r->devices[i].dev,
				      r->devices[i].queues[q].queue))
				return false;
	return of_recording(msg, run, s) && in_order(msg, r);
}
