// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_json.c - the doctor's findings as one JSON object on one line.
 *
 * Documentation/doctor.schema.json describes it. Unknown is null; "schema"
 * rises only when a reader would break.
 */
#include <errno.h>
#include <inttypes.h>
#include <json-c/json.h>
#include "doctor_draw.h"
#include "txring/report.h"
#include "view/json_fields.h"

#define SCHEMA 1

static void add(struct json_object *o, const char *key, struct json_object *v)
{
	json_object_object_add(o, key, v);
}

static void add_bool(struct json_object *o, const char *key, bool v)
{
	add(o, key, json_object_new_boolean(v));
}

static void add_tri(struct json_object *o, const char *key, enum txr_doc_tri v)
{
	add(o, key, v == TXR_DOC_UNKNOWN ? NULL : json_object_new_boolean(v == TXR_DOC_YES));
}

/* A figure that cannot be negative. */
static void add_figure(struct json_object *o, const char *key, int64_t v)
{
	add(o, key, v < 0 ? NULL : json_object_new_int64(v));
}

static void add_text(struct json_object *o, const char *key, const char *s)
{
	add(o, key, txr_json_text(s));
}

static struct json_object *kernel_of(const struct txr_doctor *d)
{
	struct json_object *o = json_object_new_object();

	add_text(o, "release", d->release);
	add_text(o, "version", d->version);
	add_tri(o, "preempt_rt", d->preempt_rt);
	add_text(o, "lockdown", d->lockdown);
	return o;
}

static struct json_object *user_of(const struct txr_doctor *d)
{
	struct json_object *o = json_object_new_object();

	add_figure(o, "uid", d->uid);
	add_bool(o, "cap_sys_admin", d->cap_sys_admin);
	add_bool(o, "cap_perfmon", d->cap_perfmon);
	add_bool(o, "cap_bpf", d->cap_bpf);
	add(o, "perf_event_paranoid", d->paranoid_known ?
	    json_object_new_int64(d->perf_event_paranoid) : NULL);
	return o;
}

static struct json_object *tracefs_of(const struct txr_doctor *d)
{
	struct json_object *o = json_object_new_object();

	add_tri(o, "in_kernel", d->tracefs_known);
	add_text(o, "path", d->tracefs);
	add_bool(o, "readable", d->tracefs_readable);
	add_bool(o, "writable", d->tracefs_writable);
	add_text(o, "clocks", d->clocks);
	add_figure(o, "instances_live", d->tracefs_readable ? (int64_t)d->instances_live : -1);
	add_figure(o, "instances_stale", d->tracefs_readable ? (int64_t)d->instances_stale : -1);
	return o;
}

static struct json_object *events_of(const struct txr_doctor *d)
{
	struct json_object *list = json_object_new_array(), *o;
	size_t i;

	for (i = 0; i < d->nr_events; i++) {
		o = json_object_new_object();
		add_text(o, "system", d->events[i].system);
		add_text(o, "name", d->events[i].name);
		add_text(o, "use", d->events[i].use);
		add_bool(o, "needed", d->events[i].needed);
		add_tri(o, "there", d->events[i].there);
		json_object_array_add(list, o);
	}
	return list;
}

static void add_settings(struct json_object *root, const struct txr_doctor *d)
{
	struct json_object *o = json_object_new_object();

	add_text(o, "clocksource", d->clocksource);
	add_tri(o, "cheap", d->clocksource[0] ? d->clock_cheap : TXR_DOC_UNKNOWN);
	add(root, "clock", o);
	o = json_object_new_object();
	add_text(o, "best", d->tier_known ? txr_tier_name(d->tier) : NULL);
	add_tri(o, "kprobes", d->kprobes);
	add_tri(o, "probe_functions", d->probe_functions);
	add(root, "tier", o);
	add(root, "events", events_of(d));
	o = json_object_new_object();
	add_tri(o, "available", d->pktgen_module);
	add_bool(o, "loaded", d->pktgen_loaded);
	add_bool(o, "companion", d->pktgen_companion);
	add(root, "pktgen", o);
	o = json_object_new_object();
	add_figure(o, "max", d->skb_defer_max);
	add_tri(o, "defers_tx", d->defers);
	add(root, "skb_defer", o);
}

static void add_state(struct json_object *o, const struct txr_device_state *s)
{
	char cookie[24];

	add_text(o, "name", s->name);
	add_figure(o, "ifindex", s->ifindex);
	add_figure(o, "netns_inode", s->netns_inode ? (int64_t)s->netns_inode : -1);
	snprintf(cookie, sizeof(cookie), "%" PRIu64, s->netns_cookie);
	add_text(o, "netns_cookie", s->netns_cookie ? cookie : NULL);
	add_text(o, "driver", s->driver);
	add_text(o, "link_kind", s->link_kind);
	add_bool(o, "up", s->up);
	add_bool(o, "carrier", s->carrier);
	add_figure(o, "txqueuelen", s->txqueuelen);
	add_figure(o, "tx_queues", s->tx_queues);
	add_figure(o, "ring_descriptors", s->ring_tx);
	add_figure(o, "ring_descriptors_max", s->ring_tx_max);
	add_text(o, "qdisc", s->qdisc);
	add_text(o, "xdp_mode", s->xdp_mode);
	add_figure(o, "xdp_prog_id", s->xdp_mode[0] ? (int64_t)s->xdp_prog_id : -1);
}

static struct json_object *devices_of(const struct txr_doctor *d)
{
	struct json_object *list = json_object_new_array(), *o;
	size_t i;

	for (i = 0; i < d->nr_devices; i++) {
		const struct txr_doc_device *v = &d->devices[i];

		o = json_object_new_object();
		add_state(o, v->state);
		add_text(o, "kind", v->kind);
		add_tri(o, "bql", v->bql);
		add_figure(o, "capacity_packets", v->capacity_packets);
		add_text(o, "capacity_source", v->capacity_source);
		add_text(o, "figures", txr_doc_figures_name(v->figures));
		add_text(o, "why", v->why);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *namespaces_of(const struct txr_doctor *d)
{
	struct json_object *o = json_object_new_object();

	add_figure(o, "seen", d->snapshot.namespaces);
	add_figure(o, "unseen", d->snapshot.namespaces_unseen);
	add_bool(o, "only_own", d->snapshot.only_own);
	return o;
}

static struct json_object *findings_of(const struct txr_doctor *d)
{
	struct json_object *list = json_object_new_array(), *o;
	size_t i;

	for (i = 0; i < d->nr_findings; i++) {
		o = json_object_new_object();
		add_text(o, "id", d->findings[i].id);
		add_text(o, "severity", txr_doc_level_name(d->findings[i].level));
		add_text(o, "message", d->findings[i].text);
		add_text(o, "remedy", d->findings[i].remedy);
		json_object_array_add(list, o);
	}
	return list;
}

int txr_doctor_json(FILE *out, const struct txr_doctor *d)
{
	struct json_object *o = json_object_new_object();
	const char *text;

	add(o, "schema", json_object_new_int(SCHEMA));
	add_bool(o, "can_record", d->can_record);
	add(o, "kernel", kernel_of(d));
	add(o, "user", user_of(d));
	add(o, "tracefs", tracefs_of(d));
	add_settings(o, d);
	add(o, "namespaces", namespaces_of(d));
	add(o, "devices", devices_of(d));
	add(o, "findings", findings_of(d));
	text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
					      JSON_C_TO_STRING_NOSLASHESCAPE);
	if (text)
		fprintf(out, "%s\n", text);
	json_object_put(o);
	return text ? 0 : -ENOMEM;
}
