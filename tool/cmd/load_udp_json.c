// SPDX-License-Identifier: GPL-2.0-only
/* load_udp_json.c - the UDP load for programs: integers in bytes and ns. */
#include <errno.h>
#include <string.h>
#include "load_json.h"
#include "load_udp.h"
#include "txring/view.h"

#define SCHEMA 1

static void add_config(struct json_object *o, const struct txr_udp_run *run)
{
	txr_load_add_text(o, "mode", txr_udp_mode_name(run->c.mode));
	txr_load_add_text(o, "mode_used", run->ran ? txr_udp_mode_name(run->r.used) : NULL);
	txr_load_add_text(o, "gso_refused", run->r.gso_errno ? strerror(run->r.gso_errno) : NULL);
	txr_load_add_text(o, "address", run->t.address);
	txr_load_add(o, "port", run->c.port);
	txr_load_add_text(o, "family", run->t.family == AF_INET6 ? "IPv6" : "IPv4");
	txr_load_add_text(o, "device", run->t.dev);
	txr_load_add(o, "mtu", run->t.mtu);
	txr_load_add(o, "message_bytes", run->c.message_bytes);
	txr_load_add(o, "segment_bytes", run->c.mode == TXR_UDP_FRAGMENT ? run->c.message_bytes :
								 run->c.segment_bytes);
	txr_load_add(o, "threads", run->c.threads);
	txr_load_add_bool(o, "connected", !run->c.unconnected);
	txr_load_add_bool(o, "zerocopy", run->c.zerocopy);
}

static void add_counts(struct json_object *o, const struct txr_udp_result *r)
{
	struct json_object *kinds = json_object_new_object();
	const struct txr_udp_counts *c = &r->counts;
	int i;

	txr_load_add(o, "elapsed_ns", r->elapsed_ns);
	txr_load_add(o, "cpu_ns", r->cpu_ns);
	txr_load_add(o, "calls", c->calls);
	txr_load_add(o, "messages", c->messages);
	txr_load_add(o, "offered", c->datagrams + txr_udp_refused(c));
	txr_load_add(o, "accepted", c->datagrams);
	txr_load_add(o, "numbered", c->numbered);
	txr_load_add(o, "refused", txr_udp_refused(c));
	for (i = 0; i < TXR_UDP_REFUSALS; i++)
		txr_load_add(kinds, txr_udp_refusal_name(i), c->refused[i]);
	json_object_object_add(o, "refused_by_kind", kinds);
	txr_load_add(o, "bytes", c->bytes);
	txr_load_add(o, "wire_packets", c->wire_packets);
	txr_load_add(o, "partial_calls", c->partial_calls);
	txr_load_add(o, "behind", c->behind);
	txr_load_add(o, "icmp_errors", c->icmp_errors);
}

static void add_device(struct json_object *o, const struct txr_udp_run *run)
{
	if (run->device_dropped < 0)
		json_object_object_add(o, "device_dropped", NULL);
	else
		txr_load_add(o, "device_dropped", (uint64_t)run->device_dropped);
}

static void add_zerocopy(struct json_object *o, const struct txr_udp_counts *c)
{
	struct json_object *z = json_object_new_object();

	txr_load_add(z, "sent", c->zerocopy_sent);
	txr_load_add(z, "done", c->zerocopy_done);
	txr_load_add(z, "copied", c->zerocopy_copied);
	json_object_object_add(o, "zerocopy_calls", z);
}

static void add_stamps(struct json_object *o, const struct txr_udp_result *r)
{
	struct json_object *d = json_object_new_object();

	txr_load_add(d, "due", r->counts.stamps_due);
	txr_load_add(d, "count", r->counts.stamps);
	if (r->counts.stamps) {
		txr_load_add(d, "min", r->delay.min_ns);
		json_object_object_add(d, "avg",
				       json_object_new_double(txr_hist_mean(&r->delay)));
		txr_load_add(d, "p50", txr_hist_quantile(&r->delay, 0.5));
		txr_load_add(d, "p99", txr_hist_quantile(&r->delay, 0.99));
		txr_load_add(d, "max", r->delay.max_ns);
	}
	json_object_object_add(o, "stack_to_driver_ns", d);
}

static void add_answer(struct json_object *o, const struct txr_udp_run *run)
{
	const struct txr_udp_answer *a = &run->answer;
	uint64_t numbered = run->r.counts.numbered;

	txr_load_add(o, "received", a->distinct);
	txr_load_add(o, "lost", numbered > a->distinct ? numbered - a->distinct : 0);
	txr_load_add(o, "duplicates", a->duplicates);
	txr_load_add(o, "damaged", a->damaged);
	txr_load_add(o, "sink_socket_drops", a->socket_drops);
}

static void add_rates(struct json_object *o, const struct txr_udp_result *r)
{
	struct txr_udp_rates x = txr_udp_rates_of(r);
	const struct { const char *key; double v; } list[] = {
		{ "mb_per_s", x.mb }, { "calls_per_s", x.calls },
		{ "messages_per_s", x.messages }, { "datagrams_per_s", x.datagrams },
		{ "wire_packets_per_s", x.wire_packets }, { "cpu_us_per_mb", x.cpu_us_per_mb },
	};
	size_t i;

	for (i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		json_object_object_add(o, list[i].key, json_object_new_double(list[i].v));
}

struct json_object *txr_load_ring_json(const struct txr_load_rec *rec, const char *dev)
{
	const struct txr_row *row = txr_load_rec_row(rec, dev);
	struct json_object *o = json_object_new_object();

	txr_load_add_text(o, "file", rec->file);
	txr_load_add_text(o, "device", dev);
	if (!row)
		return o;
	txr_load_add_text(o, "kind", txr_kind_name(row->kind));
	txr_load_add(o, "started", row->started.value);
	txr_load_add(o, "completed", row->completed.value);
	txr_load_add(o, "dropped", row->dropped.value);
	txr_load_add(o, "busy", row->busy.value);
	txr_load_add(o, "handed_over", row->handed_over.value);
	if (row->lap_ns.count) {
		txr_load_add(o, "lap_p50_ns", row->lap_ns.p50);
		txr_load_add(o, "lap_p99_ns", row->lap_ns.p99);
		txr_load_add(o, "lap_max_ns", row->lap_ns.max);
	}
	json_object_object_add(o, "in_device_avg",
			       json_object_new_double(row->in_device.avg.value));
	txr_load_add(o, "in_device_max", row->in_device.max.value);
	txr_load_add_bool(o, "exact", row->exact);
	return o;
}

struct json_object *txr_udp_json(const struct txr_udp_run *run)
{
	struct json_object *o = json_object_new_object();

	txr_load_add(o, "schema", SCHEMA);
	add_config(o, run);
	txr_load_add_bool(o, "ran", run->ran);
	txr_load_add_text(o, "error", run->err.code ? run->err.text : NULL);
	if (!run->ran)
		return o;
	add_counts(o, &run->r);
	add_device(o, run);
	add_rates(o, &run->r);
	if (run->c.zerocopy)
		add_zerocopy(o, &run->r.counts);
	if (run->c.timestamps)
		add_stamps(o, &run->r);
	if (run->asked)
		add_answer(o, run);
	if (run->file[0])
		json_object_object_add(o, "ring", txr_load_ring_json(&run->rec, run->t.dev));
	return o;
}

int txr_load_print_json(struct json_object *o)
{
	const char *text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
							  JSON_C_TO_STRING_NOSLASHESCAPE);
	struct txr_err err = { 0 };
	int status = TXR_EXIT_OK;

	if (!text || printf("%s\n", text) < 0 || txr_flush_stdout(&err))
		status = TXR_EXIT_FAILED;
	if (err.code)
		txr_complain(&err, 0);
	json_object_put(o);
	return status;
}
