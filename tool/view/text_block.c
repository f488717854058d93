// SPDX-License-Identifier: GPL-2.0-only
/* text_block.c - everything about one device in a few labelled lines. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "view/text.h"

#define COLUMN 13

void txr_text_title(const struct txr_text *t, const struct txr_row *row)
{
	char name[TXR_NAME_BUF], text[256] = "";
	size_t len = 0;

	fputc('\n', t->out);
	if (row->queue >= 0) {
		fprintf(t->out, "  queue %d\n", row->queue);
		return;
	}
	txr_text_ink(t, TXR_INK_STRONG, txr_escape(name, sizeof(name), row->name));
	if (row->driver[0])
		len += (size_t)snprintf(text, sizeof(text), "%s, ", row->driver);
	len += (size_t)snprintf(text + len, sizeof(text) - len, "%s",
				txr_kind_name(row->kind));
	if (row->ring_descriptors != TXR_UNKNOWN)
		len += (size_t)snprintf(text + len, sizeof(text) - len,
					", ring of %" PRId64 "%s", row->ring_descriptors,
					txr_row_tells(row, "above-ring") ?
					", larger between start and end" : "");
	if (row->capacity_packets != TXR_UNKNOWN)
		snprintf(text + len, sizeof(text) - len, ", holds %" PRId64 " packets (%s)",
			 row->capacity_packets,
			 row->capacity_source ? row->capacity_source : "source not known");
	if (txr_text_columns(name) >= COLUMN)
		fprintf(t->out, "\n%*s", COLUMN, "");
	else
		fprintf(t->out, "%*s", COLUMN - txr_text_columns(name), "");
	txr_text_line(t, COLUMN, NULL, text);
}

static size_t add_term(char *text, size_t size, size_t len, const char *name,
		       const struct txr_u64 *f, bool always)
{
	char fig[TXR_FIG_BUF];

	if (!always && f->trust == TXR_FIG_EXACT && !f->value)
		return len;
	if (len >= size)
		return len;
	return len + (size_t)snprintf(text + len, size - len, "%s%s %s", len ? " + " : "",
				      name, txr_text_fig(fig, f, txr_format_grouped, 0));
}

/* The books as the sum that they are; terms of zero are left out. */
static void put_books(const struct txr_text *t, const struct txr_row *row)
{
	char text[512] = "", fig[TXR_FIG_BUF];
	size_t len, size = sizeof(text);

	len = add_term(text, size, 0, "completed", &row->completed, true);
	len = add_term(text, size, len, "dropped", &row->dropped, false);
	len = add_term(text, size, len, "busy", &row->busy, false);
	len = add_term(text, size, len, "handed over", &row->handed_over, false);
	len = add_term(text, size, len, "restarted", &row->restarted, false);
	len = add_term(text, size, len, "uncertain", &row->uncertain, false);
	add_term(text, size, len, "in device at end", &row->in_device_at_end, true);
	txr_text_linef(t, COLUMN, "  packets", "started %s = %s",
		       txr_text_fig(fig, &row->started, txr_format_grouped, 0), text);
}

static void put_bytes(const struct txr_text *t, const struct txr_row *row)
{
	char bytes[TXR_FIG_BUF], wire[TXR_FIG_BUF], in_xmit[TXR_FIG_BUF];
	char reset[TXR_FIG_BUF];
	bool has_xmit = row->completed_in_xmit.trust != TXR_FIG_EXACT ||
			row->completed_in_xmit.value;
	bool has_reset = row->reset_released.trust != TXR_FIG_EXACT ||
			 row->reset_released.value;

	txr_text_linef(t, COLUMN, "  completed", "%s in %s wire packets%s%s%s%s%s%s",
		txr_text_fig(bytes, &row->skb_bytes, txr_format_bytes, 0),
		txr_text_fig(wire, &row->wire_packets, txr_format_grouped, 0),
		has_xmit ? ", " : "",
		has_xmit ? txr_text_fig(in_xmit, &row->completed_in_xmit,
					txr_format_grouped, 0) : "",
		has_xmit ? " inside xmit" : "",
		has_reset ? ", " : "",
		has_reset ? txr_text_fig(reset, &row->reset_released,
					 txr_format_grouped, 0) : "",
		has_reset ? " by a reset" : "");
}

static void put_dist(const struct txr_text *t, const char *label, const struct txr_dist *d)
{
	char avg[TXR_UNIT_BUF], p50[TXR_UNIT_BUF], p99[TXR_UNIT_BUF], max[TXR_UNIT_BUF];
	char p90[TXR_UNIT_BUF], p999[TXR_UNIT_BUF], min[TXR_UNIT_BUF], n[TXR_UNIT_BUF];

	txr_text_linef(t, COLUMN, label, "avg %s   p50 %s   p99 %s   max %s",
		       txr_text_dist(avg, d, (uint64_t)d->avg), txr_text_dist(p50, d, d->p50),
		       txr_text_dist(p99, d, d->p99), txr_text_dist(max, d, d->max));
	if (t->o->verbose && d->count)
		txr_text_linef(t, COLUMN, "", "min %s   p90 %s   p99.9 %s   of %s",
			       txr_format_ns(min, d->min), txr_format_ns(p90, d->p90),
			       txr_format_ns(p999, d->p999),
			       txr_format_grouped(n, d->count));
}

static void put_releases(const struct txr_text *t, const struct txr_row *row)
{
	char n[TXR_UNIT_BUF], p50[TXR_UNIT_BUF], max[TXR_UNIT_BUF];
	const struct txr_dist *d = &row->release_batch;

	if (!d->count)
		return;
	txr_text_linef(t, COLUMN, "  releases", "in %s batches, of %.1f on average, p50 %s, "
		       "max %s", txr_format_grouped(n, d->count), d->avg,
		       txr_format_grouped(p50, d->p50), txr_format_grouped(max, d->max));
	put_dist(t, "  gaps", &row->release_gap_ns);
}

static void put_occupancy(const struct txr_text *t, const struct txr_row *row)
{
	char avg[TXR_FIG_BUF], p50[TXR_FIG_BUF], p99[TXR_FIG_BUF], max[TXR_FIG_BUF];
	char bytes[TXR_FIG_BUF], of[32] = "", at[TXR_UNIT_BUF], n[TXR_UNIT_BUF];
	bool known = row->in_device.max.trust != TXR_FIG_UNKNOWN;

	if (!known && row->in_device.avg.trust == TXR_FIG_UNKNOWN) {
		txr_text_line(t, COLUMN, "  in device", txr_text_invisible(row->kind));
		return;
	}
	if (known && row->capacity_packets > 0)
		snprintf(of, sizeof(of), " of %" PRId64, row->capacity_packets);
	txr_text_linef(t, COLUMN, "  in device", "avg %s   p50 %s   p99 %s   max %s%s",
		       txr_text_num(avg, &row->in_device.avg, 0),
		       txr_text_fig(p50, &row->in_device.p50, txr_format_grouped, 0),
		       txr_text_fig(p99, &row->in_device.p99, txr_format_grouped, 0),
		       txr_text_fig(max, &row->in_device.max, txr_format_grouped, 0), of);
	if (known && row->capacity_packets > 0)
		txr_text_bar(t, row);
	if (t->o->verbose && known && row->in_device.max.value)
		txr_text_linef(t, COLUMN, "", "most bytes %s",
			       txr_text_fig(bytes, &row->in_device.max_bytes,
					    txr_format_bytes, 0));
	if (t->o->verbose && txr_row_max_known(row))
		txr_text_linef(t, COLUMN, "", "max first after %s, reached %s times",
			       txr_format_ns(at, row->in_device.at_ns),
			       txr_format_grouped(n, row->in_device.visits_max));
}

static void put_packed(const struct txr_text *t, const struct txr_row *row)
{
	const char *how = row->packed_source == TXR_PACKED_INFERRED ?
			  "inferred" : "the driver stopped the queue";
	char share[TXR_FIG_BUF], of[TXR_FIG_BUF], ns[TXR_FIG_BUF], n[TXR_UNIT_BUF];

	if (row->packed_ns.trust == TXR_FIG_UNKNOWN)
		txr_text_line(t, COLUMN, "  packed", "not known: nothing recorded shows it");
	else if (!row->packed_ns.value && row->packed_ns.trust == TXR_FIG_EXACT &&
		 !row->packed_visits)
		txr_text_line(t, COLUMN, "  packed", "never");
	else if (row->packed_source == TXR_PACKED_NONE)
		txr_text_linef(t, COLUMN, "  packed", "%s: %s of %s, none seen",
			       txr_text_packed(share, row, false),
			       txr_text_fig(ns, &row->packed_ns, txr_format_ns, 0),
			       txr_text_fig(of, &row->observed_ns, txr_format_ns, 0));
	else
		txr_text_linef(t, COLUMN, "  packed", "%s: %s of %s, %s time%s, %s",
			       txr_text_packed(share, row, false),
			       txr_text_fig(ns, &row->packed_ns, txr_format_ns, 0),
			       txr_text_fig(of, &row->observed_ns, txr_format_ns, 0),
			       txr_format_grouped(n, row->packed_visits),
			       row->packed_visits == 1 ? "" : "s", how);
	if (row->bql_limited_ns.trust != TXR_FIG_UNKNOWN && row->bql_limited_ns.value)
		txr_text_linef(t, COLUMN, "  BQL", "held the queue back for %s",
			       txr_text_fig(ns, &row->bql_limited_ns, txr_format_ns, 0));
}

static void put_drops(const struct txr_text *t, const struct txr_row *row)
{
	char text[1024] = "", n[TXR_UNIT_BUF];
	size_t len = 0, i;

	for (i = 0; i < row->nr_drops && len < sizeof(text); i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s %s",
					i ? ", " : "", row->drops[i].reason,
					txr_format_grouped(n, row->drops[i].count));
	if (len >= sizeof(text))
		strcpy(text + sizeof(text) - 5, " ...");
	if (len)
		txr_text_line(t, COLUMN, "  dropped", text);
}

static void put_oldest(const struct txr_text *t, const struct txr_row *row)
{
	size_t i, show = t->o->verbose || row->nr_oldest < 3 ? row->nr_oldest : 3;
	char age[TXR_UNIT_BUF];

	for (i = 0; i < show; i++) {
		const struct txr_open_lap *lap = &row->oldest[i];

		txr_text_linef(t, COLUMN, i ? "" : "  oldest",
			       "%s, queue %u, skb 0x%" PRIx64 ", %u bytes, %s/%d",
			       txr_format_ns(age, lap->age_ns), lap->queue, lap->skbaddr,
			       lap->len_bytes, lap->comm[0] ? lap->comm : "?", lap->pid);
	}
}

/* A ring that gave nothing back is told of; that a hand-over did not is its nature. */
static bool completes(const struct txr_row *dev)
{
	return dev->kind == TXR_KIND_RING || dev->lap_ns.count ||
	       dev->completed.trust != TXR_FIG_EXACT || dev->completed.value;
}

int txr_text_block(const struct txr_text *t, const struct txr_report *r,
		   const struct txr_row *dev)
{
	int ret = 0;

	txr_text_title(t, dev);
	put_books(t, dev);
	if (completes(dev)) {
		put_bytes(t, dev);
		put_dist(t, "  lap time", &dev->lap_ns);
	}
	if (t->o->verbose && dev->late_free_ns.count)
		put_dist(t, "  late free", &dev->late_free_ns);
	if (t->o->verbose)
		put_releases(t, dev);
	txr_text_went(t, dev);
	put_occupancy(t, dev);
	if (dev->kind != TXR_KIND_SYNCHRONOUS && dev->kind != TXR_KIND_HANDOVER)
		put_packed(t, dev);
	txr_text_by(t, r, dev);
	put_drops(t, dev);
	put_oldest(t, dev);
	txr_text_findings_of(t, r, dev);
	if (t->o->per_queue) {
		txr_text_table_head(t, "  QUEUE");
		ret = txr_text_table_queues(t, dev);
	}
	return ret;
}
