// SPDX-License-Identifier: GPL-2.0-only
/* html_facts.c - a device's figures that are no pictures. */
#include <inttypes.h>
#include <string.h>
#include "view/html.h"
#include "view/markup.h"

struct fact {
	const char *key, *name;
};

static void put_books(FILE *out, const struct txr_row *row)
{
	static const struct fact facts[] = {
		{ "started", "started" }, { "completed", "completed" },
		{ "dropped", "dropped" }, { "busy", "busy" },
		{ "handed_over", "handed over" }, { "restarted", "restarted" },
		{ "uncertain", "uncertain" }, { "in_device_at_end", "inside at end" },
	};
	const size_t nr = sizeof(facts) / sizeof(facts[0]);
	size_t i;

	fputs("<div class=\"wide\"><table class=\"books\">\n<caption>What became of every "
	      "packet: started is the sum of the others</caption>\n<thead><tr>", out);
	for (i = 0; i < nr; i++)
		fprintf(out, "<th class=\"n\">%s</th>", facts[i].name);
	fputs("</tr></thead>\n<tbody><tr>", out);
	for (i = 0; i < nr; i++)
		txr_html_fig_quiet(out, "td", row, facts[i].key);
	fputs("</tr></tbody>\n</table></div>\n", out);
}

static void put_dist(FILE *out, const struct txr_row *row, const char *name, const char *key)
{
	static const char *const parts[] = {
		"count", "min", "avg", "p50", "p90", "p99", "p999", "max",
	};
	char full[64];
	size_t i;

	fprintf(out, "<tr><th>%s</th>", name);
	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		snprintf(full, sizeof(full), "%s.%s", key, parts[i]);
		txr_html_fig(out, "td", row, full);
	}
	fputs("</tr>\n", out);
}

static void put_dists(FILE *out, const struct txr_row *row)
{
	if (!row->lap_ns.count)
		return;
	fputs("<div class=\"wide\"><table class=\"dists\">\n<thead><tr><th></th>"
	      "<th class=\"n\">of</th><th class=\"n\">min</th><th class=\"n\">avg</th>"
	      "<th class=\"n\">p50</th><th class=\"n\">p90</th><th class=\"n\">p99</th>"
	      "<th class=\"n\">p99.9</th><th class=\"n\">max</th></tr></thead>\n<tbody>\n",
	      out);
	put_dist(out, row, "lap time", "lap_ns");
	if (row->late_free_ns.count)
		put_dist(out, row, "freed late by", "late_free_ns");
	if (row->release_gap_ns.count)
		put_dist(out, row, "between releases", "release_gap_ns");
	if (row->release_batch.count)
		put_dist(out, row, "packets a release batch", "release_batch");
	fputs("</tbody>\n</table></div>\n", out);
}

static void fact(FILE *out, const struct txr_row *row, const char *name, const char *key)
{
	fprintf(out, "<div><dt>%s</dt>", name);
	txr_html_fig(out, "dd", row, key);
	fputs("</div>", out);
}

static bool any(const struct txr_u64 *f)
{
	return f->trust != TXR_FIG_UNKNOWN && (f->trust != TXR_FIG_EXACT || f->value);
}

static void put_occupancy(FILE *out, const struct txr_row *row)
{
	if (row->in_device.max.trust == TXR_FIG_UNKNOWN &&
	    row->in_device.avg.trust == TXR_FIG_UNKNOWN) {
		fprintf(out, "<div><dt>in the device</dt><dd>%s</dd></div>",
			txr_text_invisible(row->kind));
		return;
	}
	fact(out, row, "average inside", "in_device.avg");
	fact(out, row, "p50 inside", "in_device.p50");
	fact(out, row, "p99 inside", "in_device.p99");
	fact(out, row, "max inside", "in_device.max");
	fact(out, row, "max bytes inside", "in_device.max_bytes");
	if (txr_row_max_known(row)) {
		fact(out, row, "max first reached after", "in_device.at_ns");
		fact(out, row, "max reached, times", "in_device.visits_max");
		fact(out, row, "time at max", "in_device.dwell_max_ns");
	}
}

static void put_packed(FILE *out, const struct txr_row *row)
{
	if (row->kind == TXR_KIND_SYNCHRONOUS || row->kind == TXR_KIND_HANDOVER)
		return;
	fact(out, row, row->packed_source == TXR_PACKED_INFERRED ? "packed (inferred)" : "packed",
	     "packed_ns");
	if (any(&row->packed_ns))
		fact(out, row, "packed, times", "packed_visits");
	if (any(&row->bql_limited_ns))
		fact(out, row, "held back by BQL", "bql_limited_ns");
}

static void put_more(FILE *out, const struct txr_row *row)
{
	fputs("<dl class=\"facts\">", out);
	put_occupancy(out, row);
	put_packed(out, row);
	fact(out, row, "observed for", "observed_ns");
	if (any(&row->warm_ns))
		fact(out, row, "until first release", "warm_ns");
	fact(out, row, "bytes completed", "skb_bytes");
	fact(out, row, "packets on the wire", "wire_packets");
	if (any(&row->completed_in_xmit))
		fact(out, row, "completed inside xmit", "completed_in_xmit");
	if (any(&row->reset_released))
		fact(out, row, "released by a reset", "reset_released");
	fputs("</dl>\n", out);
}

static void put_drops(FILE *out, const struct txr_row *row)
{
	char n[TXR_UNIT_BUF];
	size_t i;

	if (!row->nr_drops)
		return;
	fputs("<p class=\"drops\">Dropped:", out);
	for (i = 0; i < row->nr_drops && i < 20; i++) {
		fputs(i ? ", <b class=\"name\">" : " <b class=\"name\">", out);
		txr_markup(out, row->drops[i].reason);
		fprintf(out, "</b> %s", txr_format_grouped(n, row->drops[i].count));
	}
	if (i < row->nr_drops)
		fprintf(out, ", and %zu more reasons", row->nr_drops - i);
	fputs("</p>\n", out);
}

void txr_html_facts(FILE *out, const struct txr_row *dev)
{
	put_books(out, dev);
	put_drops(out, dev);
	put_dists(out, dev);
	put_more(out, dev);
}

static void put_lap(FILE *out, const struct txr_open_lap *lap)
{
	char age[TXR_UNIT_BUF], start[TXR_UNIT_BUF];

	fprintf(out, "<tr data-skb=\"0x%" PRIx64 "\"><td class=\"n\">%s</td>"
		"<td class=\"n\">%s</td><td class=\"n\">%u</td><td class=\"n\">%u</td>"
		"<td class=\"name\">0x%" PRIx64 "</td><td>", lap->skbaddr,
		txr_format_ns(age, lap->age_ns), txr_format_ns(start, lap->start_ns),
		lap->queue, lap->len_bytes, lap->skbaddr);
	fputs("<bdi>", out);
	txr_markup(out, lap->comm[0] ? lap->comm : "?");
	fprintf(out, "</bdi>/%" PRId32 "</td></tr>\n", lap->pid);
}

void txr_html_oldest(FILE *out, const struct txr_row *dev)
{
	size_t i;

	if (!dev->nr_oldest)
		return;
	fputs("<div class=\"wide\"><table class=\"oldest\">\n<caption>Oldest packets inside at "
	      "the end</caption>\n<thead><tr><th class=\"n\">age</th>"
	      "<th class=\"n\">started after</th><th class=\"n\">queue</th>"
	      "<th class=\"n\">bytes</th><th>skb</th><th>sent by</th></tr></thead>\n<tbody>\n",
	      out);
	for (i = 0; i < dev->nr_oldest; i++)
		put_lap(out, &dev->oldest[i]);
	fputs("</tbody>\n</table></div>\n", out);
}
