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

static void print_ring(FILE *out, const struct txr_row *row)
{
	char p50[TXR_UNIT_BUF] = "-", p99[TXR_UNIT_BUF] = "-";
	char avg[TXR_UNIT_BUF] = "-", max[TXR_UNIT_BUF] = "-";

	if (row && row->lap_ns.count) {
		txr_format_ns(p50, row->lap_ns.p50);
		txr_format_ns(p99, row->lap_ns.p99);
	}
	if (row && row->kind != TXR_KIND_HANDOVER && row->kind != TXR_KIND_SYNCHRONOUS) {
		snprintf(avg, sizeof(avg), "%.1f", row->in_device.avg.value);
		snprintf(max, sizeof(max), "%" PRIu64, row->in_device.max.value);
	}
	fprintf(out, " %8s %8s %6s %5s", p50, p99, avg, max);
}

static void print_row(FILE *out, const struct txr_udp_run *run, double base, bool rings)
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
	if (rings)
		print_ring(out, ring_of(run));
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
		rings = rings || run[i].file[0];
	if (run[TXR_UDP_SEND].ran)
		base = txr_udp_rates_of(&run[TXR_UDP_SEND].r).mb;
	fprintf(out, "%-9s %8s %9s %8s %10s %9s %5s", "mode", "MB/s", "calls/s", "msg/s",
		"packets/s", "CPU us/MB", "ratio");
	if (rings)
		fprintf(out, " %8s %8s %6s %5s", "lap p50", "p99", "in avg", "max");
	fputc('\n', out);
	for (i = 0; i < count; i++)
		print_row(out, &run[i], base, rings);
	print_notes(out, run, count);
}
