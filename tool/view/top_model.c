// SPDX-License-Identifier: GPL-2.0-only
/* top_model.c - rows, their order, and which one is chosen. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "view/top_rows.h"

void txr_top_init(struct txr_top *t)
{
	memset(t, 0, sizeof(*t));
	t->sort = TXR_TF_MAX;
	t->exact = true;
	t->selected_dev = TXR_DEV_NONE;
	t->selected_queue = -1;
}

static void free_row(struct txr_top_row *r)
{
	size_t i;

	if (!r)
		return;
	for (i = 0; i < r->nr_queues; i++)
		free_row(r->queues[i]);
	free(r->queues);
	free(r);
}

void txr_top_free(struct txr_top *t)
{
	size_t i;

	for (i = 0; i < t->nr_rows; i++)
		free_row(t->row[i]);
	free(t->row);
	free(t->shown);
	free(t->lost_before);
	txr_top_init(t);
}

/*
 * Not every device has an index in the table, and an engine that began anew gives an
 * index to another.
 */
static bool is_row(const struct txr_top_row *r, uint16_t dev, int32_t queue, const char *name)
{
	return r->dev == dev && r->queue == queue && (queue >= 0 || !strcmp(r->name, name));
}

static struct txr_top_row *row_in(struct txr_top_row ***list, size_t *nr, uint16_t dev,
				  int32_t queue, const char *name)
{
	struct txr_top_row **n;
	size_t i;

	for (i = 0; i < *nr; i++)
		if (is_row((*list)[i], dev, queue, name))
			return (*list)[i];
	n = reallocarray(*list, *nr + 1, sizeof(*n));
	if (!n)
		return NULL;
	*list = n;
	n[*nr] = calloc(1, sizeof(**n));
	if (!n[*nr])
		return NULL;
	n[*nr]->dev = dev;
	n[*nr]->queue = queue;
	snprintf(n[*nr]->name, sizeof(n[*nr]->name), "%s", name);
	return n[(*nr)++];
}

static const struct txr_row *same_row(const struct txr_row *list, size_t nr,
				      const struct txr_row *row)
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (list[i].dev == row->dev && list[i].queue == row->queue)
			return &list[i];
	return NULL;
}

static int fill_queues(struct txr_top_row *r, const struct txr_row *total,
		       const struct txr_row *each, const struct txr_top_moment *m)
{
	size_t i;

	for (i = 0; i < total->nr_queues; i++) {
		const struct txr_row *q = &total->queues[i];
		struct txr_top_row *to = row_in(&r->queues, &r->nr_queues, r->dev, q->queue,
						r->name);

		if (!to)
			return -ENOMEM;
		to->seen = true;
		txr_top_row_fill(to, q, each ? same_row(each->queues, each->nr_queues, q) :
				 NULL, m);
	}
	return 0;
}

/* Rows that no report has any more (after a reset, or a new beginning). */
static void drop_unseen(struct txr_top_row **list, size_t *nr)
{
	size_t i, n = 0;

	for (i = 0; i < *nr; i++) {
		if (list[i]->seen)
			list[n++] = list[i];
		else
			free_row(list[i]);
	}
	*nr = n;
}

static void note_loss(struct txr_top *t, const struct txr_source_info *info)
{
	uint64_t lost = info->lost_events + info->lost_gaps_unknown, most = 0;
	uint64_t counted = info->meta ? info->meta->dropped_events : 0;
	unsigned int i;

	/* The kernel counts also what no page has told of yet. */
	if (counted > lost)
		lost = counted;

	t->lost = lost > t->lost_total ? lost - t->lost_total : 0;
	t->lost_total = lost;
	if (t->cpus != info->cpus) {
		free(t->lost_before);
		t->lost_before = calloc(info->cpus + 1, sizeof(*t->lost_before));
		t->cpus = t->lost_before ? info->cpus : 0;
	}
	for (i = 0; info->lost_by_cpu && i < t->cpus; i++) {
		uint64_t n = info->lost_by_cpu[i] - t->lost_before[i];

		t->lost_before[i] = info->lost_by_cpu[i];
		if (n > most)
			t->lost_cpu = i;
		most = n > most ? n : most;
	}
}

/* One of a queue without a packet names the device alone. */
static bool is_about(const struct txr_finding *f, const struct txr_top_row *r)
{
	if (f->dev == TXR_DEV_NONE ? !f->device[0] || strcmp(f->device, r->name) :
				     f->dev != r->dev)
		return false;
	return r->queue < 0 || f->queue == r->queue;
}

/* "queue 3: " where the device has others. */
static const char *whose(char *buf, size_t size, const struct txr_finding *f,
			 const struct txr_top_row *device)
{
	buf[0] = '\0';
	if (f->queue > 0 || (f->queue == 0 && device && device->nr_queues > 1))
		snprintf(buf, size, "queue %" PRId32 ": ", f->queue);
	return buf;
}

/* Of a queue its own; of a device all. */
static void note_row(struct txr_top_row *r, const struct txr_report *total)
{
	char at[24];
	size_t k;

	r->nr_findings = 0;
	for (k = 0; k < total->nr_findings && r->nr_findings < TXR_TOP_FINDINGS; k++) {
		const struct txr_finding *f = &total->findings[k];
		struct txr_top_note *n = &r->finding[r->nr_findings];

		if (!is_about(f, r))
			continue;
		n->severity = f->severity;
		snprintf(n->message, sizeof(n->message), "%s%s",
			 r->queue < 0 ? whose(at, sizeof(at), f, r) : "", f->message);
		snprintf(n->advice, sizeof(n->advice), "%s", f->advice);
		r->nr_findings++;
	}
}

static void note_gravest(struct txr_top *t, const struct txr_finding *f)
{
	const struct txr_top_row *r = NULL;
	char at[24];
	size_t i;

	for (i = 0; i < t->nr_rows && !r; i++)
		if (is_about(f, t->row[i]))
			r = t->row[i];
	snprintf(t->finding, sizeof(t->finding), "%s%s", whose(at, sizeof(at), f, r),
		 f->message);
	snprintf(t->finding_dev, sizeof(t->finding_dev), "%s", f->device);
}

static void note_findings(struct txr_top *t, const struct txr_report *total)
{
	size_t i, k;

	t->nr_findings = total->nr_findings;
	t->finding[0] = '\0';
	if (total->nr_findings)
		note_gravest(t, &total->findings[0]);
	for (i = 0; i < t->nr_rows; i++) {
		note_row(t->row[i], total);
		for (k = 0; k < t->row[i]->nr_queues; k++)
			note_row(t->row[i]->queues[k], total);
	}
}

/* Figures of the whole machine: of bottom devices, as in the report. */
static void note_total(struct txr_top *t, const struct txr_report *total,
		       const struct txr_report *each)
{
	const struct txr_row *sum = &each->total;
	bool rate = t->interval_s > 0;
	uint64_t events = total->source.events;

	t->events = events;
	t->tier = total->source.tier;
	t->exact = total->exact;
	t->evicted = total->pair.evicted;
	t->open = total->pair.open;
	t->total_now = total->total.in_device.end;
	t->total_pps = (struct txr_top_fig){
		rate ? (double)(sum->wire_packets.value + sum->handed_over.value) /
			t->interval_s : 0, rate ? TXR_FIG_EXACT : TXR_FIG_UNKNOWN };
	t->total_bps = (struct txr_top_fig){
		rate ? 8 * (double)sum->skb_bytes.value / t->interval_s : 0,
		rate ? TXR_FIG_EXACT : TXR_FIG_UNKNOWN };
	if (t->lost) {
		t->total_pps.trust = TXR_FIG_BOUNDED;
		t->total_bps.trust = TXR_FIG_BOUNDED;
	}
}

static bool is_asked_for(const struct txr_top *t, const char *name)
{
	size_t i;

	for (i = 0; i < t->nr_only; i++)
		if (txr_name_match(t->only[i], name))
			return true;
	return !t->nr_only;
}

/* Those that stand are shown in any case. */
static int add_unused(struct txr_top *t, const struct txr_snapshot *snap,
		      const struct txr_report *each)
{
	size_t i, k;
	bool stalled;

	for (i = 0; i < snap->count; i++) {
		struct txr_top_row *r;

		for (k = 0; k < t->nr_rows; k++)
			if (t->row[k]->seen && !strcmp(t->row[k]->name, snap->dev[i].name))
				break;
		if (k < t->nr_rows || !is_asked_for(t, snap->dev[i].name))
			continue;
		stalled = txr_top_is_stalled(each, TXR_DEV_NONE, -1, snap->dev[i].name);
		if (!t->all && !stalled)
			continue;
		r = row_in(&t->row, &t->nr_rows, TXR_DEV_NONE, -1, snap->dev[i].name);
		if (!r)
			return -ENOMEM;
		r->seen = true;
		txr_top_row_unused(r, &snap->dev[i]);
		if (stalled)
			r->state = TXR_TOP_STALLED;
	}
	return 0;
}

static int fill_devices(struct txr_top *t, const struct txr_report *total,
			const struct txr_report *each, const struct txr_snapshot *snap)
{
	struct txr_top_moment m = {
		.interval_s = t->interval_s, .lost = t->lost > 0, .each = each,
	};
	size_t i, k;

	for (i = 0; i < total->nr_devices; i++) {
		const struct txr_row *d = &total->devices[i];
		const struct txr_row *e = same_row(each->devices, each->nr_devices, d);
		struct txr_top_row *r = row_in(&t->row, &t->nr_rows, d->dev, -1, d->name);

		if (!r)
			return -ENOMEM;
		for (k = 0; k < r->nr_queues; k++)
			r->queues[k]->seen = false;
		r->seen = true;
		m.there = !snap || txr_snapshot_count(snap, d->name) > 0;
		txr_top_row_fill(r, d, e, &m);
		if (fill_queues(r, d, e, &m))
			return -ENOMEM;
		drop_unseen(r->queues, &r->nr_queues);
	}
	return 0;
}

int txr_top_update(struct txr_top *t, const struct txr_report *total,
		   const struct txr_report *each, double interval_s,
		   const struct txr_snapshot *snap)
{
	size_t i;
	int ret;

	t->interval_s = interval_s;
	for (i = 0; i < t->nr_rows; i++)
		t->row[i]->seen = false;
	note_loss(t, &total->source);
	note_total(t, total, each);
	ret = fill_devices(t, total, each, snap);
	if (!ret && snap)
		ret = add_unused(t, snap, each);
	drop_unseen(t->row, &t->nr_rows);
	note_findings(t, total);
	return ret ? ret : txr_top_arrange(t);
}
