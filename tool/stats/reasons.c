// SPDX-License-Identifier: GPL-2.0-only
/* reasons.c - what is doubtful about a row's figures, and why: the order. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rowx.h"
#include "unseen.h"

/*
 * Causes that widen come first, those that say that a figure is not there last:
 * a figure that is unknown has no width.
 */
static void (*const causes[])(struct txr_rowx *x) = {
	txr_why_lost,
	txr_why_truncated,
	txr_why_clock,
	txr_why_many_devices,
	txr_why_no_result,
	txr_why_free_events,
	txr_why_evicted,
	txr_why_uncertain,
	txr_why_untold,
	txr_why_restarted,
	txr_why_pktgen,
	txr_why_hw_timestamp,
	txr_why_stock_release,
	txr_why_skb_defer,
	txr_why_warm,
	txr_why_unseen,
	txr_why_unseen_inside,
	txr_why_resized,
	txr_why_free_after_slot,
	txr_why_ambiguous,
	txr_why_xdp,
	txr_why_counters,
	txr_why_invisible,
	txr_why_queue_state,
};

/* Names of drivers and clocks come out of a file. */
static void no_control(char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			*s = '?';
}

static struct txr_reason *find(struct txr_reason *list, size_t nr, const char *code)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (!strcmp(list[i].code, code))
			return &list[i];
	return NULL;
}

const struct txr_reason *txr_row_told(const struct txr_row *row, const char *code)
{
	return find(row->reasons, row->nr_reasons, code);
}

bool txr_row_tells(const struct txr_row *row, const char *code)
{
	return find(row->reasons, row->nr_reasons, code) != NULL;
}

bool txr_report_tells(const struct txr_report *r, const char *code)
{
	return find(r->reasons, r->nr_reasons, code) != NULL;
}

int txr_reason_add(struct txr_reason **list, size_t *nr, const char *code,
		   uint64_t count, const char *text)
{
	struct txr_reason *n = find(*list, *nr, code);

	if (n) {
		n->count += count;
		return 0;
	}
	n = reallocarray(*list, *nr + 1, sizeof(*n));
	if (!n)
		return -ENOMEM;
	*list = n;
	n[*nr].count = count;
	snprintf(n[*nr].code, sizeof(n[*nr].code), "%s", code);
	snprintf(n[*nr].text, sizeof(n[*nr].text), "%s", text);
	no_control(n[*nr].text);
	++*nr;
	return 0;
}

void txr_row_reason(struct txr_rowx *x, bool touches, const char *code, uint64_t count,
		    const char *fmt, ...)
{
	struct txr_row *r = x->row;
	char text[sizeof(r->reasons->text)];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	if (txr_reason_add(&r->reasons, &r->nr_reasons, code, count, text))
		x->b->error = -ENOMEM;
	x->inexact |= touches;
}

static void show_at_most(struct txr_u64 *f, uint64_t most)
{
	if (f->trust == TXR_FIG_UNKNOWN || f->value <= most)
		return;
	f->value = most;
	txr_fig_low(f, most);
}

/* Where the maximum is shown as less than what was counted, so is all of it. */
static void keep_below_max(struct txr_rowx *x)
{
	struct txr_row *r = x->row;

	if (r->in_device.max.trust == TXR_FIG_UNKNOWN || r->in_device.max.value >= x->q->occ.max)
		return;
	show_at_most(&r->in_device.p50, r->in_device.max.value);
	show_at_most(&r->in_device.p99, r->in_device.max.value);
	if (r->in_device.end > r->in_device.max.value)
		r->in_device.end = r->in_device.max.value;
}

/* The ring cannot hold more than it has room for, whatever else is in doubt. */
static void cap_occupancy(struct txr_rowx *x)
{
	struct txr_row *r = x->row;

	keep_below_max(x);
	if (x->hard_cap == TXR_UNKNOWN)
		return;
	txr_fig_cap(&r->in_device.max, (uint64_t)x->hard_cap);
	txr_fig_cap(&r->in_device.p50, (uint64_t)x->hard_cap);
	txr_fig_cap(&r->in_device.p99, (uint64_t)x->hard_cap);
	txr_num_cap(&r->in_device.avg, (double)x->hard_cap);
	txr_fig_cap(&r->in_device_at_end, (uint64_t)x->hard_cap + x->b->info->cpus);
}

void txr_row_judge(struct txr_rowx *x)
{
	size_t i;

	x->inexact = false;
	for (i = 0; i < sizeof(causes) / sizeof(causes[0]); i++)
		causes[i](x);
	cap_occupancy(x);
	x->row->exact = !x->inexact;
}
