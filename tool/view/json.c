// SPDX-License-Identifier: GPL-2.0-only
/*
 * json.c - the report as one JSON object on one line.
 *
 * Documentation/report.schema.json describes it; a key that is added here must
 * be added there, and "schema" rises only when a reader would break.
 */
#include <errno.h>
#include <stdio.h>
#include "view/json_fields.h"
#include "view/select.h"
#include "view/write_error.h"

#define SCHEMA 1

static void put_reasons(struct txr_json *j, const struct txr_reason *reason, size_t nr)
{
	size_t i;

	txr_json_begin_list(j, "reasons");
	for (i = 0; i < nr; i++) {
		txr_json_begin(j, NULL);
		txr_json_text(j, "code", reason[i].code);
		txr_json_u64(j, "count", reason[i].count);
		txr_json_text(j, "text", reason[i].text);
		txr_json_end(j);
	}
	txr_json_end_list(j);
}

static void put_lost(struct txr_json *j, const struct txr_source_info *info)
{
	unsigned int i;

	txr_json_u64(j, "lost_events", info->lost_events);
	if (info->lost_gaps_unknown) {
		txr_json_u64(j, "lost_events_low", info->lost_events);
		txr_json_null(j, "lost_events_high");
	}
	txr_json_begin_list(j, "lost_by_cpu");
	for (i = 0; info->lost_by_cpu && i < info->cpus; i++)
		txr_json_u64(j, NULL, info->lost_by_cpu[i]);
	txr_json_end_list(j);
}

static void put_source(struct txr_json *j, const struct txr_report *r)
{
	txr_json_begin(j, "source");
	txr_json_fields(j, txr_source_columns, r, 0);
	put_lost(j, &r->source);
	put_reasons(j, r->reasons, r->nr_reasons);
	if (r->source.meta) {
		txr_json_begin(j, "recording");
		txr_json_fields(j, txr_meta_columns, r->source.meta, 0);
		txr_json_end(j);
	} else {
		txr_json_null(j, "recording");
	}
	txr_json_end(j);
}

static void put_state(struct txr_json *j, const char *key, const struct txr_device_state *state)
{
	uint32_t i;

	if (!state) {
		txr_json_null(j, key);
		return;
	}
	txr_json_begin(j, key);
	txr_json_fields(j, txr_state_columns, state, 0);
	txr_json_begin_list(j, "queues");
	for (i = 0; state->queue && i < state->tx_queues; i++) {
		txr_json_begin(j, NULL);
		txr_json_u64(j, "queue", i);
		txr_json_fields(j, txr_qstate_columns, &state->queue[i], 0);
		txr_json_end(j);
	}
	txr_json_end_list(j);
	txr_json_end(j);
}

static void put_drops(struct txr_json *j, const struct txr_row *row)
{
	size_t i;

	txr_json_begin_list(j, "drops");
	for (i = 0; i < row->nr_drops; i++) {
		txr_json_begin(j, NULL);
		txr_json_text(j, "reason", row->drops[i].reason);
		txr_json_u64(j, "count", row->drops[i].count);
		txr_json_end(j);
	}
	txr_json_end_list(j);
}

static void put_oldest(struct txr_json *j, const struct txr_row *row)
{
	size_t i;

	txr_json_begin_list(j, "oldest");
	for (i = 0; i < row->nr_oldest; i++) {
		const struct txr_open_lap *lap = &row->oldest[i];

		txr_json_begin(j, NULL);
		txr_json_address(j, "skbaddr", lap->skbaddr);
		txr_json_u64(j, "start_ns", lap->start_ns);
		txr_json_u64(j, "age_ns", lap->age_ns);
		txr_json_i64(j, "len_bytes", lap->len_bytes);
		txr_json_i64(j, "queue", lap->queue);
		txr_json_i64(j, "pid", lap->pid);
		txr_json_text(j, "comm", lap->comm);
		txr_json_end(j);
	}
	txr_json_end_list(j);
}

/* The members of a row. skip: TXR_COLF_* of columns that it has not. */
static void put_row(struct txr_json *j, const struct txr_row *row, unsigned int skip,
		    const struct txr_view_opts *o)
{
	txr_json_fields(j, txr_row_columns, row, skip);
	put_reasons(j, row->reasons, row->nr_reasons);
	if (row->by)
		txr_json_by(j, "by", row->by);
	if (row->why)
		txr_json_went(j, "why", row->why);
	put_drops(j, row);
	put_oldest(j, row);
	if (o->timeline && row->dev != TXR_DEV_NONE) {
		if (row->timeline)
			txr_json_timeline(j, "timeline", row->timeline);
		else
			txr_json_null(j, "timeline");
	}
	if (o->histogram && row->lap_grid)
		txr_json_lap_grid(j, "lap_grid", row->lap_grid);
}

static unsigned int not_now(const struct txr_view_opts *o)
{
	return o->live ? 0 : TXR_COLF_LIVE_ONLY;
}

static int put_device(struct txr_json *j, const struct txr_row *dev,
		      const struct txr_view_opts *o)
{
	struct txr_selection sel;
	size_t i;

	if (txr_select_queues(&sel, dev, o))
		return -ENOMEM;
	txr_json_begin(j, NULL);
	put_row(j, dev, not_now(o) | TXR_COLF_QUEUE_ONLY, o);
	txr_json_begin(j, "state");
	put_state(j, "start", dev->start);
	put_state(j, "end", dev->end);
	txr_json_end(j);
	txr_json_begin_list(j, "queues");
	for (i = 0; i < sel.nr; i++) {
		txr_json_begin(j, NULL);
		put_row(j, sel.row[i], not_now(o), o);
		txr_json_end(j);
	}
	txr_json_end_list(j);
	txr_json_end(j);
	txr_select_free(&sel);
	return 0;
}

static int put_devices(struct txr_json *j, const struct txr_selection *sel,
		       const struct txr_view_opts *o)
{
	int ret = 0;
	size_t i;

	txr_json_begin_list(j, "devices");
	for (i = 0; i < sel->nr && !ret; i++)
		ret = put_device(j, sel->row[i], o);
	txr_json_end_list(j);
	return ret;
}

static void put_evidence(struct txr_json *j, const struct txr_finding *f)
{
	size_t i;

	txr_json_begin(j, "evidence");
	for (i = 0; i < f->nr_evidence; i++) {
		if (f->evidence[i].is_text)
			txr_json_text(j, f->evidence[i].key, f->evidence[i].text);
		else
			txr_json_i64(j, f->evidence[i].key, f->evidence[i].number);
	}
	txr_json_end(j);
}

static void put_known(struct txr_json *j, const char *key, int64_t v, bool known)
{
	if (known)
		txr_json_i64(j, key, v);
	else
		txr_json_null(j, key);
}

static void put_finding(struct txr_json *j, const struct txr_finding *f)
{
	txr_json_begin(j, NULL);
	txr_json_text(j, "id", f->id);
	txr_json_text(j, "severity", txr_severity_name(f->severity));
	txr_json_text(j, "device", f->device);
	put_known(j, "ifindex", f->ifindex, f->ifindex != TXR_UNKNOWN);
	put_known(j, "netns_inode", f->netns_inode, f->netns_inode != TXR_UNKNOWN);
	put_known(j, "queue", f->queue, f->queue >= 0);
	txr_json_text(j, "message", f->message);
	txr_json_text(j, "advice", f->advice);
	put_evidence(j, f);
	txr_json_end(j);
}

static void put_findings(struct txr_json *j, const struct txr_report *r,
			 const struct txr_view_opts *o)
{
	size_t i;

	txr_json_begin_list(j, "findings");
	for (i = 0; i < r->nr_findings; i++)
		if (txr_select_finding(&r->findings[i], o))
			put_finding(j, &r->findings[i]);
	txr_json_end_list(j);
}

int txr_view_json(FILE *out, struct txr_report *r, const struct txr_view_opts *o)
{
	struct txr_json j = { .out = out };
	struct txr_selection sel;
	int ret;

	if (txr_select_devices(&sel, r, o))
		return -ENOMEM;
	txr_json_begin(&j, NULL);
	txr_json_u64(&j, "schema", SCHEMA);
	put_source(&j, r);
	ret = put_devices(&j, &sel, o);
	txr_json_begin(&j, "total");
	put_row(&j, &r->total, TXR_COLF_QUEUE_ONLY | not_now(o), o);
	txr_json_end(&j);
	put_findings(&j, r, o);
	txr_json_end(&j);
	fputc('\n', out);
	ret = ret ? ret : txr_view_error(out);
	txr_select_free(&sel);
	return ret;
}
