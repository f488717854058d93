// SPDX-License-Identifier: GPL-2.0-only
/* load_udp_compare.c - all modes in one table, and what each gave the ring. */
#include <inttypes.h>
#include <stdbool.h>
#include "cli/units.h"
#include "load_udp.h"

static const struct txr_row *ring_of(const struct txr_udp_run *run)
{
	return txr_load_rec_row(&run->rec, run->t.dev);
}

static void print_ring(FILE *out, const struct txr_udp_run *run)
{
	const struct txr_row *row = ring_of(run);
	char p50[TXR_UNIT_BUF] = "-", p99[TXR_UNIT_BUF] = "-", longest[TXR_UNIT_BUF] = "-";
	char avg[TXR_UNIT_BUF] = "-", max[TXR_UNIT_BUF] = "-";

	if (row && row->lap_ns.count) {
		txr_format_ns(p50, row->lap_ns.p50);
		txr_format_ns(p99, row->lap_ns.p99);
		txr_format_ns(longest, row->lap_ns.max);
	}
	if (row && row->kind == TXR_KIND_RING) {
		snprintf(avg, sizeof(avg), "%.1f", row->in_device.avg.value);
		snprintf(max, sizeof(max), "%" PRIu64, row->in_device.max.value);
	}
	fprintf(out, "%-9s %10s %8s %8s %8s %10s %6s%s\n", txr_udp_mode_name(run->c.mode),
		row ? txr_kind_name(row->kind) : "not seen", p50, p99, longest, avg, max,
		row && !row->exact ? "  not exact" : "");
}

static void print_rings(FILE *out, const struct txr_udp_run *run, size_t count)
{
	size_t i;

	fprintf(out, "\n%-9s %10s %8s %8s %8s %10s %6s\n", run[0].t.dev, "kind", "lap p50", "p99",
		"max", "in device", "max");
	for (i = 0; i < count; i++)
		if (run[i].ran)
			print_ring(out, &run[i]);
	fprintf(out, "recorded in %s and so on\n", run[0].file);
}

static void print_row(FILE *out, const struct txr_udp_run *run, double base)
{
	struct txr_udp_rates x = txr_udp_rates_of(&run->r);
	bool other = run->r.used != run->c.mode;

	fprintf(out, "%-9s", txr_udp_mode_name(run->c.mode));
	if (!run->ran) {
		fputs("  not run\n", out);
		return;
	}
	fprintf(out, " %8.1f %9.0f %8.0f %10.0f %9.0f", x.mb, x.calls, x.messages,
		x.wire_packets, x.cpu_us_per_mb);
	if (base > 0)
		fprintf(out, " %5.2f", x.mb / base);
	else
		fprintf(out, " %5s", "-");
	fprintf(out, "%s%s\n", other ? "  sent by " : "",
		other ? txr_udp_mode_name(run->r.used) : "");
}

static void print_notes(FILE *out, const struct txr_udp_run *run, size_t count)
{
	char a[TXR_UNIT_BUF], b[TXR_UNIT_BUF];
	uint64_t refused;
	size_t i;

	for (i = 0; i < count; i++) {
		refused = txr_udp_refused(&run[i].r.counts);
		if (refused)
			fprintf(out, "%s: %s of %s datagrams were refused, and do not count\n",
				txr_udp_mode_name(run[i].c.mode), txr_format_grouped(a, refused),
				txr_format_grouped(b, refused + run[i].r.counts.datagrams));
	}
}

void txr_udp_print_compare(FILE *out, const struct txr_udp_run *run, size_t count)
{
	bool rings = false;
	double base = 0;
	size_t i;

	for (i = 0; i < count; i++)
		rings = rings || run[i].rec.report;
	if (run[TXR_UDP_SEND].ran)
		base = txr_udp_rates_of(&run[TXR_UDP_SEND].r).mb;
	fprintf(out, "%-9s %8s %9s %8s %10s %9s %5s", "mode", "MB/s", "calls/s", "msg/s",
		"packets/s", "CPU us/MB", "ratio");
	fputc('\n', out);
	for (i = 0; i < count; i++)
		print_row(out, &run[i], base);
	print_notes(out, run, count);
	if (rings)
		print_rings(out, run, count);
}
