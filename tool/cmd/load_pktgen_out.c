// SPDX-License-Identifier: GPL-2.0-only
/* load_pktgen_out.c - a run of pktgen as a table, in its own words, as JSON. */
#include <inttypes.h>
#include "cli/units.h"
#include "load_json.h"
#include "load_pktgen.h"
#include "txring/view.h"

#define SCHEMA 1

static void print_line(FILE *out, const char *name, uint64_t packets, double pps, double bps,
		       uint64_t errors, uint64_t elapsed_us, uint64_t idle_us)
{
	char p[TXR_UNIT_BUF], r[TXR_UNIT_BUF], e[TXR_UNIT_BUF], t[TXR_UNIT_BUF], i[TXR_UNIT_BUF];

	fprintf(out, "%-18s %13s %11s %8.0f %9s %8s %8s\n", name,
		txr_format_grouped(p, packets), txr_format_grouped(r, (uint64_t)(pps + 0.5)),
		bps / 1e6, txr_format_grouped(e, errors), txr_format_ns(t, elapsed_us * 1000),
		txr_format_ns(i, idle_us * 1000));
}

static void print_notes(FILE *out, const struct txr_pg_run *run)
{
	char name[32];
	unsigned int i;

	for (i = 0; i < run->c.threads; i++) {
		const struct txr_pktgen_result *r = &run->thread[i];

		if (!r->finished)
			fprintf(out, "%s sent nothing: %s\n",
				txr_pktgen_name(&run->c, i, name, sizeof(name)), r->text);
		else if (r->count && r->packets < r->count)
			fprintf(out, "%s ended early, at %" PRIu64 " of %" PRIu64 ": stopped, or "
				"its device went down\n",
				txr_pktgen_name(&run->c, i, name, sizeof(name)), r->packets,
				r->count);
	}
}

void txr_pg_print(FILE *out, const struct txr_pg_run *run)
{
	const struct txr_pg_total *t = &run->total;
	char name[32];
	unsigned int i;

	fprintf(out, "pktgen by %s, %s, packets of %u bytes\n", run->c.dev,
		txr_xmit_mode_name(run->c.mode), run->c.size_bytes);
	fprintf(out, "%-18s %13s %11s %8s %9s %8s %8s\n", "thread", "packets", "pps", "Mb/s",
		"errors", "elapsed", "idle");
	for (i = 0; i < run->c.threads; i++) {
		struct txr_pg_total one = txr_pg_sum(&run->thread[i], 1);

		print_line(out, txr_pktgen_name(&run->c, i, name, sizeof(name)), one.packets,
			   one.pps, one.bps, one.errors, one.elapsed_us, one.idle_us);
	}
	if (run->c.threads > 1)
		print_line(out, "total", t->packets, t->pps, t->bps, t->errors, t->elapsed_us,
			   t->idle_us);
	print_notes(out, run);
}

void txr_pg_print_classic(FILE *out, const struct txr_pg_run *run)
{
	char name[32];
	unsigned int i;

	for (i = 0; i < run->c.threads; i++)
		fprintf(out, "%s\nResult: %s\n",
			txr_pktgen_name(&run->c, i, name, sizeof(name)), run->thread[i].text);
}

static void add_total(struct json_object *o, const struct txr_pg_total *t)
{
	txr_load_add(o, "packets", t->packets);
	txr_load_add(o, "errors", t->errors);
	json_object_object_add(o, "pps", json_object_new_double(t->pps));
	json_object_object_add(o, "bits_per_s", json_object_new_double(t->bps));
	txr_load_add(o, "elapsed_ns", t->elapsed_us * 1000);
	txr_load_add(o, "idle_ns", t->idle_us * 1000);
}

static struct json_object *threads_json(const struct txr_pg_run *run)
{
	struct json_object *list = json_object_new_array(), *o;
	char name[32];
	unsigned int i;

	for (i = 0; i < run->c.threads; i++) {
		struct txr_pg_total one = txr_pg_sum(&run->thread[i], 1);

		o = json_object_new_object();
		txr_load_add_text(o, "name", txr_pktgen_name(&run->c, i, name, sizeof(name)));
		txr_load_add(o, "cpu", txr_pktgen_cpu(&run->c, i));
		add_total(o, &one);
		json_object_array_add(list, o);
	}
	return list;
}

struct json_object *txr_pg_json(const struct txr_pg_run *run)
{
	const struct txr_pktgen_config *c = &run->c;
	struct json_object *o = json_object_new_object();
	struct json_object *total = json_object_new_object();

	txr_load_add(o, "schema", SCHEMA);
	txr_load_add_text(o, "device", c->dev);
	txr_load_add_text(o, "xmit_mode", txr_xmit_mode_name(c->mode));
	txr_load_add(o, "packet_bytes", c->size_bytes);
	txr_load_add(o, "burst", c->burst > 1 ? c->burst : 1);
	txr_load_add(o, "skb_burst", c->skb_burst);
	txr_load_add(o, "clone_skb", c->clone_skb);
	txr_load_add_text(o, "error", run->err.code ? run->err.text : NULL);
	json_object_object_add(o, "threads", threads_json(run));
	add_total(total, &run->total);
	json_object_object_add(o, "total", total);
	if (run->file[0])
		json_object_object_add(o, "ring", txr_load_ring_json(&run->rec, c->dev));
	return o;
}
