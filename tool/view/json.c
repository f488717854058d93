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

#define SCHEMA 1

static void add(struct json_object *obj, const char *key, struct json_object *value)
{
	json_object_object_add(obj, key, value);
}

static struct json_object *reasons_of(const struct txr_reason *reason, size_t nr)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < nr; i++) {
		one = json_object_new_object();
		add(one, "code", txr_json_text(reason[i].code));
		add(one, "count", json_object_new_uint64(reason[i].count));
		add(one, "text", txr_json_text(reason[i].text));
		json_object_array_add(list, one);
	}
	return list;
}

static void add_lost(struct json_object *obj, const struct txr_source_info *info)
{
	struct json_object *by_cpu = json_object_new_array();
	unsigned int i;

	add(obj, "lost_events", json_object_new_uint64(info->lost_events));
	if (info->lost_gaps_unknown) {
		add(obj, "lost_events_low", json_object_new_uint64(info->lost_events));
		add(obj, "lost_events_high", NULL);
	}
	for (i = 0; info->lost_by_cpu && i < info->cpus; i++)
		json_object_array_add(by_cpu, json_object_new_uint64(info->lost_by_cpu[i]));
	add(obj, "lost_by_cpu", by_cpu);
}

static struct json_object *source_of(const struct txr_report *r)
{
	struct json_object *obj = json_object_new_object(), *meta = NULL;

	txr_json_fields(obj, txr_source_columns, r, 0);
	add_lost(obj, &r->source);
	add(obj, "reasons", reasons_of(r->reasons, r->nr_reasons));
	if (r->source.meta) {
		meta = json_object_new_object();
		txr_json_fields(meta, txr_meta_columns, r->source.meta, 0);
	}
	add(obj, "recording", meta);
	return obj;
}

static struct json_object *state_of(const struct txr_device_state *state)
{
	struct json_object *obj, *queues, *queue;
	uint32_t i;

	if (!state)
		return NULL;
	obj = json_object_new_object();
	txr_json_fields(obj, txr_state_columns, state, 0);
	queues = json_object_new_array();
	for (i = 0; state->queue && i < state->tx_queues; i++) {
		queue = json_object_new_object();
		add(queue, "queue", json_object_new_int64(i));
		txr_json_fields(queue, txr_qstate_columns, &state->queue[i], 0);
		json_object_array_add(queues, queue);
	}
	add(obj, "queues", queues);
	return obj;
}

static struct json_object *drops_of(const struct txr_row *row)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < row->nr_drops; i++) {
		one = json_object_new_object();
		add(one, "reason", txr_json_text(row->drops[i].reason));
		add(one, "count", json_object_new_uint64(row->drops[i].count));
		json_object_array_add(list, one);
	}
	return list;
}

static struct json_object *oldest_of(const struct txr_row *row)
{
	struct json_object *list = json_object_new_array(), *one;
	size_t i;

	for (i = 0; i < row->nr_oldest; i++) {
		const struct txr_open_lap *lap = &row->oldest[i];

		one = json_object_new_object();
		add(one, "skbaddr", txr_json_address(lap->skbaddr));
		add(one, "start_ns", json_object_new_uint64(lap->start_ns));
		add(one, "age_ns", json_object_new_uint64(lap->age_ns));
		add(one, "len_bytes", json_object_new_int64(lap->len_bytes));
		add(one, "queue", json_object_new_int64(lap->queue));
		add(one, "pid", json_object_new_int64(lap->pid));
		add(one, "comm", txr_json_text(lap->comm));
		json_object_array_add(list, one);
	}
	return list;
}

/* skip: TXR_COLF_* of columns that this row has not. */
static struct json_object *row_of(const struct txr_row *row, unsigned int skip,
				  const struct txr_view_opts *o)
{
	struct json_object *obj = json_object_new_object();

	txr_json_fields(obj, txr_row_columns, row, skip);
	add(obj, "reasons", reasons_of(row->reasons, row->nr_reasons));
	if (row->by)
		add(obj, "by", txr_json_by(row->by));
	if (row->why)
		add(obj, "why", txr_json_went(row->why));
	add(obj, "drops", drops_of(row));
	add(obj, "oldest", oldest_of(row));
	if (o->timeline && row->dev != TXR_DEV_NONE)
		add(obj, "timeline", row->timeline ? txr_json_timeline(row->timeline) : NULL);
	if (o->histogram && row->lap_grid)
		add(obj, "lap_grid", txr_json_lap_grid(row->lap_grid));
	return obj;
}

static struct json_object *device_of(const struct txr_row *dev,
				     const struct txr_view_opts *o)
{
	unsigned int skip = o->live ? 0 : TXR_COLF_LIVE_ONLY;
	struct json_object *obj = row_of(dev, skip | TXR_COLF_QUEUE_ONLY, o), *state, *queues;
	struct txr_selection sel;
	size_t i;

	state = json_object_new_object();
	add(state, "start", state_of(dev->start));
	add(state, "end", state_of(dev->end));
	add(obj, "state", state);
	queues = json_object_new_array();
	add(obj, "queues", queues);
	if (txr_select_queues(&sel, dev, o)) {
		json_object_put(obj);
		return NULL;
	}
	for (i = 0; i < sel.nr; i++)
		json_object_array_add(queues, row_of(sel.row[i], skip, o));
	txr_select_free(&sel);
	return obj;
}

static int add_devices(struct json_object *root, struct txr_report *r,
		       const struct txr_view_opts *o)
{
	struct json_object *list = json_object_new_array(), *one;
	struct txr_selection sel;
	int ret = 0;
	size_t i;

	add(root, "devices", list);
	if (txr_select_devices(&sel, r, o))
		return -ENOMEM;
	for (i = 0; i < sel.nr && !ret; i++) {
		one = device_of(sel.row[i], o);
		if (one)
			json_object_array_add(list, one);
		else
			ret = -ENOMEM;
	}
	txr_select_free(&sel);
	return ret;
}

static struct json_object *finding_of(const struct txr_finding *f)
{
	struct json_object *obj = json_object_new_object(), *evidence;
	size_t i;

	add(obj, "id", txr_json_text(f->id));
	add(obj, "severity", txr_json_text(txr_severity_name(f->severity)));
	add(obj, "device", txr_json_text(f->device));
	add(obj, "ifindex", f->ifindex == TXR_UNKNOWN ? NULL : json_object_new_int64(f->ifindex));
	add(obj, "netns_inode", f->netns_inode == TXR_UNKNOWN ? NULL :
	    json_object_new_int64(f->netns_inode));
	add(obj, "queue", f->queue < 0 ? NULL : json_object_new_int64(f->queue));
	add(obj, "message", txr_json_text(f->message));
	add(obj, "advice", f->advice[0] ? txr_json_text(f->advice) : NULL);
	evidence = json_object_new_object();
	for (i = 0; i < f->nr_evidence; i++)
		add(evidence, f->evidence[i].key,
		    f->evidence[i].is_text ? txr_json_text(f->evidence[i].text) :
					     json_object_new_int64(f->evidence[i].number));
	add(obj, "evidence", evidence);
	return obj;
}

static void add_findings(struct json_object *root, const struct txr_report *r,
			 const struct txr_view_opts *o)
{
	struct json_object *list = json_object_new_array();
	size_t i;

	for (i = 0; i < r->nr_findings; i++)
		if (txr_select_finding(&r->findings[i], o))
			json_object_array_add(list, finding_of(&r->findings[i]));
	add(root, "findings", list);
}

int txr_view_json(FILE *out, struct txr_report *r, const struct txr_view_opts *o)
{
	struct json_object *root = json_object_new_object();
	const char *text;
	int ret;

	if (!root)
		return -ENOMEM;
	add(root, "schema", json_object_new_int(SCHEMA));
	add(root, "source", source_of(r));
	ret = add_devices(root, r, o);
	add(root, "total", row_of(&r->total, TXR_COLF_QUEUE_ONLY |
				  (o->live ? 0 : TXR_COLF_LIVE_ONLY), o));
	add_findings(root, r, o);
	text = ret ? NULL : json_object_to_json_string_ext(root,
				JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);
	if (!ret && !text)
		ret = -ENOMEM;
	if (!ret && fprintf(out, "%s\n", text) < 0)
		ret = -errno;
	json_object_put(root);
	return ret;
}
