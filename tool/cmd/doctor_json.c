// SPDX-License-Identifier: GPL-2.0-only
/*
 * doctor_json.c - the doctor's findings as one JSON object on one line.
 *
 * Documentation/doctor.schema.json describes it. Unknown is null; "schema"
 * rises only when a reader would break.
 */
#include <inttypes.h>
#include "doctor_draw.h"
#include "txring/report.h"
#include "view/json_out.h"
#include "view/write_error.h"

#define SCHEMA 1

static void add_tri(struct txr_json *j, const char *key, enum txr_doc_tri v)
{
	if (v == TXR_DOC_UNKNOWN)
		txr_json_null(j, key);
	else
		txr_json_bool(j, key, v == TXR_DOC_YES);
}

static void add_known(struct txr_json *j, const char *key, int64_t v, bool known)
{
	if (known)
		txr_json_i64(j, key, v);
	else
		txr_json_null(j, key);
}

/* A figure that cannot be negative. */
static void add_figure(struct txr_json *j, const char *key, int64_t v)
{
	add_known(j, key, v, v >= 0);
}

static void add_kernel(struct txr_json *j, const struct txr_doctor *d)
{
	txr_json_begin(j, "kernel");
	txr_json_text(j, "release", d->release);
	txr_json_text(j, "version", d->version);
	add_tri(j, "preempt_rt", d->preempt_rt);
	txr_json_text(j, "lockdown", d->lockdown);
	txr_json_end(j);
}

static void add_user(struct txr_json *j, const struct txr_doctor *d)
{
	txr_json_begin(j, "user");
	add_figure(j, "uid", d->uid);
	txr_json_bool(j, "cap_sys_admin", d->cap_sys_admin);
	txr_json_bool(j, "cap_perfmon", d->cap_perfmon);
	txr_json_bool(j, "cap_bpf", d->cap_bpf);
	add_known(j, "perf_event_paranoid", d->perf_event_paranoid, d->paranoid_known);
	txr_json_end(j);
}

static void add_tracefs(struct txr_json *j, const struct txr_doctor *d)
{
	txr_json_begin(j, "tracefs");
	add_tri(j, "in_kernel", d->tracefs_known);
	txr_json_text(j, "path", d->tracefs);
	txr_json_bool(j, "readable", d->tracefs_readable);
	txr_json_bool(j, "writable", d->tracefs_writable);
	txr_json_text(j, "clocks", d->clocks);
	add_figure(j, "instances_live", d->tracefs_readable ? (int64_t)d->instances_live : -1);
	add_figure(j, "instances_stale", d->tracefs_readable ? (int64_t)d->instances_stale : -1);
	txr_json_end(j);
}

static void add_events(struct txr_json *j, const struct txr_doctor *d)
{
	size_t i;

	txr_json_begin_list(j, "events");
	for (i = 0; i < d->nr_events; i++) {
		txr_json_begin(j, NULL);
		txr_json_text(j, "system", d->events[i].system);
		txr_json_text(j, "name", d->events[i].name);
		txr_json_text(j, "use", d->events[i].use);
		txr_json_bool(j, "needed", d->events[i].needed);
		add_tri(j, "there", d->events[i].there);
		txr_json_end(j);
	}
	txr_json_end_list(j);
}

static void add_settings(struct txr_json *j, const struct txr_doctor *d)
{
	txr_json_begin(j, "clock");
	txr_json_text(j, "clocksource", d->clocksource);
	add_tri(j, "cheap", d->clocksource[0] ? d->clock_cheap : TXR_DOC_UNKNOWN);
	txr_json_end(j);
	txr_json_begin(j, "tier");
	txr_json_text(j, "best", d->tier_known ? txr_tier_name(d->tier) : NULL);
	add_tri(j, "kprobes", d->kprobes);
	add_tri(j, "probe_functions", d->probe_functions);
	txr_json_end(j);
	add_events(j, d);
	txr_json_begin(j, "pktgen");
	add_tri(j, "available", d->pktgen_module);
	txr_json_bool(j, "loaded", d->pktgen_loaded);
	txr_json_bool(j, "companion", d->pktgen_companion);
	txr_json_end(j);
	txr_json_begin(j, "skb_defer");
	add_figure(j, "max", d->skb_defer_max);
	add_tri(j, "defers_tx", d->defers);
	txr_json_end(j);
}

static void add_state(struct txr_json *j, const struct txr_device_state *s)
{
	char cookie[24];

	txr_json_text(j, "name", s->name);
	add_figure(j, "ifindex", s->ifindex);
	add_figure(j, "netns_inode", s->netns_inode ? (int64_t)s->netns_inode : -1);
	snprintf(cookie, sizeof(cookie), "%" PRIu64, s->netns_cookie);
	txr_json_text(j, "netns_cookie", s->netns_cookie ? cookie : NULL);
	txr_json_text(j, "driver", s->driver);
	txr_json_text(j, "link_kind", s->link_kind);
	txr_json_bool(j, "up", s->up);
	txr_json_bool(j, "carrier", s->carrier);
	add_figure(j, "txqueuelen", s->txqueuelen);
	add_figure(j, "tx_queues", s->tx_queues);
	add_figure(j, "ring_descriptors", s->ring_tx);
	add_figure(j, "ring_descriptors_max", s->ring_tx_max);
	txr_json_text(j, "qdisc", s->qdisc);
	txr_json_text(j, "xdp_mode", s->xdp_mode);
	add_figure(j, "xdp_prog_id", s->xdp_mode[0] ? (int64_t)s->xdp_prog_id : -1);
}

static void add_devices(struct txr_json *j, const struct txr_doctor *d)
{
	size_t i;

	txr_json_begin_list(j, "devices");
	for (i = 0; i < d->nr_devices; i++) {
		const struct txr_doc_device *v = &d->devices[i];

		txr_json_begin(j, NULL);
		add_state(j, v->state);
		txr_json_text(j, "kind", v->kind);
		add_tri(j, "bql", v->bql);
		add_figure(j, "capacity_packets", v->capacity_packets);
		txr_json_text(j, "capacity_source", v->capacity_source);
		txr_json_text(j, "figures", txr_doc_figures_name(v->figures));
		txr_json_text(j, "why", v->why);
		txr_json_end(j);
	}
	txr_json_end_list(j);
}

static void add_namespaces(struct txr_json *j, const struct txr_doctor *d)
{
	txr_json_begin(j, "namespaces");
	add_figure(j, "seen", d->snapshot.namespaces);
	add_figure(j, "unseen", d->snapshot.namespaces_unseen);
	txr_json_bool(j, "only_own", d->snapshot.only_own);
	txr_json_end(j);
}

static void add_findings(struct txr_json *j, const struct txr_doctor *d)
{
	size_t i;

	txr_json_begin_list(j, "findings");
	for (i = 0; i < d->nr_findings; i++) {
		txr_json_begin(j, NULL);
		txr_json_text(j, "id", d->findings[i].id);
		txr_json_text(j, "severity", txr_doc_level_name(d->findings[i].level));
		txr_json_text(j, "message", d->findings[i].text);
		txr_json_text(j, "remedy", d->findings[i].remedy);
		txr_json_end(j);
	}
	txr_json_end_list(j);
}

int txr_doctor_json(FILE *out, const struct txr_doctor *d)
{
	struct txr_json json = { .out = out }, *j = &json;

	txr_json_begin(j, NULL);
	txr_json_u64(j, "schema", SCHEMA);
	txr_json_bool(j, "can_record", d->can_record);
	add_kernel(j, d);
	add_user(j, d);
	add_tracefs(j, d);
	add_settings(j, d);
	add_namespaces(j, d);
	add_devices(j, d);
	add_findings(j, d);
	txr_json_end(j);
	fputc('\n', out);
	return txr_view_error(out);
}
