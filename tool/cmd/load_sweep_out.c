// SPDX-License-Identifier: GPL-2.0-only
/*
 * load_sweep_out.c - rows of a sweep: what a packet costs, and what is gained
 * against the row before and the first.
 */
#include <inttypes.h>
#include "cli/units.h"
#include "load_pktgen.h"

static double cost_ns(const struct txr_pg_row *row)
{
	double pps = txr_pg_median(row->pps, row->runs);

	return pps > 0 ? 1e9 / pps : 0;
}

static bool has_rings(const struct txr_pg_row *row, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (row[i].last.rec.report)
			return true;
	return false;
}

static void print_gain(FILE *out, const struct txr_pg_row *row, size_t i, size_t against)
{
	double was = cost_ns(&row[against]), is = cost_ns(&row[i]);

	if (!i || was <= 0 || is <= 0)
		fprintf(out, " %8s", "-");
	else
		fprintf(out, " %8.2f", was - is);
}

static void print_ring(FILE *out, const struct txr_pg_row *row)
{
	const struct txr_row *r = txr_load_rec_row(&row->last.rec, row->last.c.dev);
	char lap[TXR_UNIT_BUF] = "-", avg[TXR_UNIT_BUF] = "-", max[TXR_UNIT_BUF] = "-";

	if (r && r->lap_ns.count)
		txr_format_ns(lap, r->lap_ns.p50);
	if (r && r->kind == TXR_KIND_RING) {
		snprintf(avg, sizeof(avg), "%.1f", r->in_device.avg.value);
		snprintf(max, sizeof(max), "%" PRIu64 "%s", r->in_device.max.value,
			 r->exact ? "" : "*");
	}
	fprintf(out, " %7s %6s %5s", lap, avg, max);
}

static void print_row(FILE *out, const struct txr_pg_row *row, size_t i, bool rings, bool spread)
{
	double median = txr_pg_median(row[i].pps, row[i].runs);
	char n[TXR_UNIT_BUF];

	fprintf(out, "%9" PRIu64 " %10s %8.2f", row[i].value,
		txr_format_grouped(n, (uint64_t)(median + 0.5)), cost_ns(&row[i]));
	print_gain(out, row, i, i ? i - 1 : 0);
	print_gain(out, row, i, 0);
	if (spread)
		fprintf(out, " %5.1f%%", median > 0 ?
			(row[i].pps[row[i].runs - 1] - row[i].pps[0]) / median * 100 : 0);
	fprintf(out, " %6" PRIu64, row[i].errors);
	if (rings)
		print_ring(out, &row[i]);
	fputc('\n', out);
}

static void print_inexact(FILE *out, const struct txr_pg_row *row, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		const struct txr_row *r = txr_load_rec_row(&row[i].last.rec, row[i].last.c.dev);

		if (r && !r->exact) {
			fputs("* not exact; txring report -i FILE says why\n", out);
			return;
		}
	}
}

void txr_pg_print_rows(FILE *out, const char *name, const struct txr_pg_row *row, size_t count)
{
	bool rings = has_rings(row, count), spread = row[0].runs > 1;
	double first = txr_pg_median(row[0].pps, row[0].runs);
	double last = txr_pg_median(row[count - 1].pps, row[count - 1].runs);
	size_t i;

	fprintf(out, "%9s %10s %8s %8s %8s", name, "pps", "ns/pkt", "gained", "vs 1st");
	if (spread)
		fprintf(out, " %6s", "spread");
	fprintf(out, " %6s", "errors");
	if (rings)
		fprintf(out, " %7s %6s %5s", "lap p50", "in avg", "max");
	fputc('\n', out);
	for (i = 0; i < count; i++)
		print_row(out, row, i, rings, spread);
	if (count > 1)
		fprintf(out, "%s %" PRIu64 " against %" PRIu64 ": %.2f ns a packet, %+.0f pps\n",
			name, row[count - 1].value, row[0].value,
			cost_ns(&row[0]) - cost_ns(&row[count - 1]), last - first);
	if (spread)
		fprintf(out, "medians of %zu runs; spread is largest less smallest\n",
			row[0].runs);
	print_inexact(out, row, count);
}

static struct json_object *row_json(const struct txr_pg_row *row)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	size_t i;

	json_object_object_add(o, "value", json_object_new_uint64(row->value));
	json_object_object_add(o, "pps_median",
			       json_object_new_double(txr_pg_median(row->pps, row->runs)));
	for (i = 0; i < row->runs; i++)
		json_object_array_add(list, json_object_new_double(row->pps[i]));
	json_object_object_add(o, "pps", list);
	json_object_object_add(o, "ns_per_packet", json_object_new_double(cost_ns(row)));
	json_object_object_add(o, "errors", json_object_new_uint64(row->errors));
	json_object_object_add(o, "last", row->last.ran ? txr_pg_json(&row->last) : NULL);
	return o;
}

struct json_object *txr_pg_rows_json(const char *name, const struct txr_pg_row *row,
				     size_t count)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();
	size_t i;

	json_object_object_add(o, "schema", json_object_new_int(1));
	json_object_object_add(o, "sweep", *name ? json_object_new_string(name) : NULL);
	for (i = 0; i < count; i++)
		json_object_array_add(list, row_json(&row[i]));
	json_object_object_add(o, "rows", list);
	return o;
}
