// SPDX-License-Identifier: GPL-2.0-only
/*
 * check_report.c - the figures of the report against plain sums over the laps
 * that the engine told of.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "check.h"

struct where {
	char *msg;
	const struct txr_row *row;
	const struct stream *s;
	uint64_t first_ns;
};

static bool wrong(const struct where *w, const char *what, double got, double want)
{
	snprintf(w->msg, MSG_MAX, "report, device %u queue %d: %s is %.9g, plain sum %.9g",
		 w->row->dev, w->row->queue, what, got, want);
	return false;
}

#define SAME_U64(field, want) do {					\
	if (row->field.value != (want))					\
		return wrong(w, #field, row->field.value, want);	\
} while (0)

static bool counts(const struct where *w, const struct book *b)
{
	const struct txr_row *row = w->row;

	SAME_U64(started, b->started);
	SAME_U64(completed, b->completed);
	SAME_U64(completed_in_xmit, b->completed_in_xmit);
	SAME_U64(dropped, b->dropped);
	SAME_U64(busy, b->busy);
	SAME_U64(handed_over, b->handed_over);
	SAME_U64(restarted, b->restarted);
	SAME_U64(uncertain, b->uncertain);
	SAME_U64(in_device_at_end, b->in_device_at_end);
	SAME_U64(reset_released, b->reset_released);
	SAME_U64(skb_bytes, b->bytes);
	SAME_U64(wire_packets, b->wire);
	if (row->wire_packets.trust == TXR_FIG_BOUNDED &&
	    (row->wire_packets.low > b->wire_low || row->wire_packets.high < b->wire_high))
		return wrong(w, "wire_packets bounds", row->wire_packets.low, b->wire_low);
	if (row->wire_packets.trust == TXR_FIG_EXACT && b->wire_low != b->wire_high)
		return wrong(w, "wire_packets exact", 1, 0);
	if (row->started.value != row->completed.value + row->dropped.value +
	    row->busy.value + row->handed_over.value + row->restarted.value +
	    row->uncertain.value + row->in_device_at_end.value)
		return wrong(w, "balance of the books", row->started.value, 0);
	return true;
}

static bool quantile(const struct where *w, const char *what, uint64_t got,
		     const uint64_t *v, int n, double q)
{
	int lo = floor(q * (n - 1)), hi = ceil(q * n);

	if (hi > n - 1)
		hi = n - 1;
	if (!n)
		return !got || wrong(w, what, got, 0);
	if (lo > 0)
		lo--;
	if (got < 0.99 * v[lo] - 1 || got > 1.01 * v[hi] + 1)
		return wrong(w, what, got, v[lo]);
	return true;
}

static bool dist(const struct where *w, const char *name, const struct txr_dist *d,
		 const uint64_t *v, int n)
{
	uint64_t sum = 0;
	char what[64];
	int i;

	for (i = 0; i < n; i++)
		sum += v[i];
	snprintf(what, sizeof(what), "%s.count", name);
	if (d->count != (uint64_t)n)
		return wrong(w, what, d->count, n);
	snprintf(what, sizeof(what), "%s.sum", name);
	if (d->sum != sum)
		return wrong(w, what, d->sum, sum);
	snprintf(what, sizeof(what), "%s.min", name);
	if (n && d->min != v[0])
		return wrong(w, what, d->min, v[0]);
	snprintf(what, sizeof(what), "%s.max", name);
	if (n && d->max != v[n - 1])
		return wrong(w, what, d->max, v[n - 1]);
	snprintf(what, sizeof(what), "%s.avg", name);
	if (n && fabs(d->avg - (double)sum / n) > 1e-6 * d->avg + 1e-9)
		return wrong(w, what, d->avg, (double)sum / n);
	snprintf(what, sizeof(what), "%s percentile", name);
	return quantile(w, what, d->p50, v, n, 0.5) && quantile(w, what, d->p90, v, n, 0.9) &&
	       quantile(w, what, d->p99, v, n, 0.99) && quantile(w, what, d->p999, v, n, 0.999);
}

/* From 4096 packets on, levels are kept in steps of a sixteenth, with their bounds. */
static bool level(const struct where *w, const char *what, const struct txr_u64 *f,
		  uint64_t want)
{
	if (want >= 4096 && f->trust != TXR_FIG_EXACT)
		return (f->low <= want && (want <= f->high || f->trust == TXR_FIG_AT_LEAST)) ||
		       wrong(w, what, f->value, want);
	return f->value == want || wrong(w, what, f->value, want);
}

static bool occupancy(const struct where *w, const struct book *b)
{
	const struct txr_row *row = w->row;
	uint64_t observed = b->started ? b->last_ns - b->first_ns : 0;
	double avg = observed ? (double)b->in_ring_sum / observed : 0;

	if (row->in_device.max.trust == TXR_FIG_UNKNOWN)
		return row->kind == TXR_KIND_SYNCHRONOUS || row->kind == TXR_KIND_HANDOVER ||
		       wrong(w, "in_device.max unknown for kind", row->kind, 0);
	SAME_U64(in_device.max, b->max);
	SAME_U64(in_device.max_bytes, b->max_bytes);
	if (row->in_device.end != b->end)
		return wrong(w, "in_device.end", row->in_device.end, b->end);
	if (b->max && row->in_device.at_ns != b->at_ns - w->first_ns)
		return wrong(w, "in_device.at_ns", row->in_device.at_ns, b->at_ns - w->first_ns);
	SAME_U64(observed_ns, observed);
	if (observed && row->in_device.avg.trust != TXR_FIG_UNKNOWN &&
	    fabs(row->in_device.avg.value - avg) > 1e-6 * avg + 1e-9)
		return wrong(w, "in_device.avg", row->in_device.avg.value, avg);
	if (b->max && row->in_device.visits_max != b->visits_max)
		return wrong(w, "in_device.visits_max", row->in_device.visits_max, b->visits_max);
	if (b->max && row->in_device.dwell_max_ns != b->dwell_max_ns)
		return wrong(w, "in_device.dwell_max_ns", row->in_device.dwell_max_ns,
			     b->dwell_max_ns);
	return !observed || row->in_device.p50.trust == TXR_FIG_UNKNOWN ||
	       (level(w, "in_device.p50", &row->in_device.p50, b->level_p50) &&
		level(w, "in_device.p99", &row->in_device.p99, b->level_p99));
}

static bool packed(const struct where *w, const struct book *b)
{
	const struct txr_row *row = w->row;

	if (row->queue < 0 || row->packed_ns.trust == TXR_FIG_UNKNOWN)
		return true;
	if (row->packed_source == TXR_PACKED_DRIVER)
		SAME_U64(packed_ns, b->packed_driver_ns);
	else if (row->packed_source == TXR_PACKED_INFERRED)
		SAME_U64(packed_ns, b->packed_inferred_ns);
	else if (b->driver_shown)
		return wrong(w, "packed_source", row->packed_source, TXR_PACKED_DRIVER);
	return true;
}

static bool one_row(struct where *w, const struct run *run, const struct txr_row *row)
{
	struct book b;
	bool ok;

	w->row = row;
	book_make(&b, &run->laps, w->s, row->dev, row->queue);
	ok = counts(w, &b) && dist(w, "lap_ns", &row->lap_ns, b.lap, b.nlap) &&
	     dist(w, "late_free_ns", &row->late_free_ns, b.late, b.nlate) &&
	     dist(w, "release_batch", &row->release_batch, b.batch, b.nbatch) &&
	     dist(w, "release_gap_ns", &row->release_gap_ns, b.gap, b.ngap) &&
	     occupancy(w, &b) &&
	     (w->s->lossy || w->s->skewed || !run->cfg.has_result || packed(w, &b));
	book_free(&b);
	return ok;
}

static bool total(struct where *w, const struct txr_report *r, uint32_t stacked)
{
	uint64_t started = 0, completed = 0, dropped = 0, open = 0;
	size_t i;

	for (i = 0; i < r->nr_devices; i++) {
		const struct txr_row *d = &r->devices[i];

		if ((stacked & 1U << d->dev) && d->kind != TXR_KIND_STACKED) {
			w->row = d;
			return wrong(w, "kind (declared stacked)", d->kind, TXR_KIND_STACKED);
		}
		if (d->kind == TXR_KIND_STACKED)
			continue;
		started += d->started.value;
		completed += d->completed.value;
		dropped += d->dropped.value;
		open += d->in_device_at_end.value;
	}
	w->row = &r->total;
	if (r->total.started.value != started)
		return wrong(w, "total started", r->total.started.value, started);
	if (r->total.completed.value != completed)
		return wrong(w, "total completed", r->total.completed.value, completed);
	if (r->total.dropped.value != dropped)
		return wrong(w, "total dropped", r->total.dropped.value, dropped);
	if (r->total.in_device_at_end.value != open)
		return wrong(w, "total in device", r->total.in_device_at_end.value, open);
	return true;
}

bool check_report(char *msg, const struct run *run, const struct stream *s, uint32_t stacked)
{
	const struct txr_report *r = run->report;
	struct where w = { .msg = msg, .s = s, .first_ns = run->info.first_ns };
	uint64_t started = 0;
	size_t i, q;

	for (i = 0; i < r->nr_devices; i++) {
		const struct txr_row *d = &r->devices[i];

		if (!one_row(&w, run, d))
			return false;
		for (q = 0; q < d->nr_queues; q++)
			if (!one_row(&w, run, &d->queues[q]))
				return false;
		started += d->started.value;
	}
	if (started != (uint64_t)run->laps.n) {
		snprintf(msg, MSG_MAX, "report: devices started %" PRIu64 ", laps %d", started,
			 run->laps.n);
		return false;
	}
	return total(&w, r, stacked);
}
