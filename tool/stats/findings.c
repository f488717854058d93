// SPDX-License-Identifier: GPL-2.0-only
/* findings.c - what a person should look at: asking every rule, and making. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "findings.h"

static void (*const of_queue[])(const struct txr_rowx *x) = {
	txr_find_ring_packed,
	txr_find_queue_stalled,
	txr_find_never_completed,
	txr_find_drops_in_xmit,
	txr_find_tx_busy,
	txr_find_bursty_completion,
	txr_find_ring_oversized,
	txr_find_late_release,
};

static void (*const of_device[])(const struct txr_rowx *x) = {
	txr_find_ambiguous_name,
	txr_find_shared_skb,
	txr_find_imbalanced_queues,
};

/* Nothing can be said of a ring that is several devices' at once (too-many-devices). */
static bool is_no_device(const struct txr_rowx *x)
{
	return x->row->dev == TXR_DEV_NONE;
}

void txr_findings_of_device(const struct txr_rowx *x)
{
	size_t i;

	if (is_no_device(x))
		return;
	for (i = 0; i < sizeof(of_device) / sizeof(of_device[0]); i++)
		of_device[i](x);
}

void txr_findings_of_queue(const struct txr_rowx *x)
{
	size_t i;

	if (is_no_device(x))
		return;
	for (i = 0; i < sizeof(of_queue) / sizeof(of_queue[0]); i++)
		of_queue[i](x);
}

struct txr_finding *txr_finding_new(struct txr_building *b, enum txr_finding_id which,
				    const struct txr_row *row)
{
	const struct txr_finding_kind *kind = txr_finding_kind(which);
	struct txr_report *r = b->r;
	struct txr_finding *n = reallocarray(r->findings, r->nr_findings + 1, sizeof(*n));

	if (!n) {
		b->error = -ENOMEM;
		return NULL;
	}
	r->findings = n;
	n = &r->findings[r->nr_findings++];
	memset(n, 0, sizeof(*n));
	n->id = kind->id;
	n->which = which;
	n->severity = kind->severity;
	n->dev = row ? row->dev : TXR_DEV_NONE;
	n->queue = row ? row->queue : -1;
	n->ifindex = row ? row->ifindex : TXR_UNKNOWN;
	n->netns_inode = row ? row->netns_inode : TXR_UNKNOWN;
	if (row)
		memcpy(n->device, row->name, sizeof(n->device));
	return n;
}

static struct txr_evidence *evidence(struct txr_finding *f, const char *key)
{
	struct txr_evidence *e;

	if (f->nr_evidence == TXR_EVIDENCE_MAX)
		return NULL;
	e = &f->evidence[f->nr_evidence++];
	snprintf(e->key, sizeof(e->key), "%s", key);
	return e;
}

void txr_finding_number(struct txr_finding *f, const char *key, int64_t number)
{
	struct txr_evidence *e = evidence(f, key);

	if (e)
		e->number = number;
}

void txr_finding_text(struct txr_finding *f, const char *key, const char *text)
{
	struct txr_evidence *e = evidence(f, key);

	if (!e)
		return;
	e->is_text = true;
	snprintf(e->text, sizeof(e->text), "%s", text);
}

void txr_finding_message(struct txr_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->message, sizeof(f->message), fmt, ap);
	va_end(ap);
}

void txr_finding_advice(struct txr_finding *f, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->advice, sizeof(f->advice), fmt, ap);
	va_end(ap);
}
