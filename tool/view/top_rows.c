// SPDX-License-Identifier: GPL-2.0-only
/* top_rows.c - figures of a row of the screen, out of two reports. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "view/top_rows.h"

static const struct txr_top_fig unknown = { 0, TXR_FIG_UNKNOWN };

static struct txr_top_fig exact(double v)
{
	return (struct txr_top_fig){ v, TXR_FIG_EXACT };
}

static struct txr_top_fig of_u64(const struct txr_u64 *f)
{
	enum txr_trust trust = f->trust;

	if (trust == TXR_FIG_BOUNDED && f->low == f->high)
		trust = TXR_FIG_EXACT;
	return (struct txr_top_fig){ trust == TXR_FIG_AT_LEAST ? (double)f->low :
							       (double)f->value, trust };
}

static struct txr_top_fig of_i64(int64_t v)
{
	return v == TXR_UNKNOWN ? unknown : exact((double)v);
}

/* Of the two the weaker one. */
static enum txr_trust weaker(enum txr_trust a, enum txr_trust b)
{
	return a > b ? a : b;
}

static struct txr_top_fig per_second(double n, enum txr_trust trust, double seconds)
{
	if (!(seconds > 0) || trust == TXR_FIG_UNKNOWN)
		return unknown;
	return (struct txr_top_fig){ n / seconds, trust };
}

static bool holds_packets(enum txr_dev_kind kind)
{
	return kind != TXR_KIND_HANDOVER && kind != TXR_KIND_SYNCHRONOUS;
}

static void fill_rates(struct txr_top_row *r, const struct txr_row *each, double seconds)
{
	struct txr_top_fig wire, bytes, over;

	if (!each) {
		r->fig[TXR_TF_PPS] = per_second(0, TXR_FIG_EXACT, seconds);
		r->fig[TXR_TF_BPS] = r->kind == TXR_KIND_HANDOVER ? unknown :
				     r->fig[TXR_TF_PPS];
		return;
	}
	wire = of_u64(&each->wire_packets);
	bytes = of_u64(&each->skb_bytes);
	over = of_u64(&each->handed_over);
	r->fig[TXR_TF_PPS] = per_second(wire.value + over.value,
					weaker(wire.trust, over.trust), seconds);
	/* Bytes are counted of what completes; of what is handed over they are not. */
	r->fig[TXR_TF_BPS] = over.value > 0 ? unknown :
			     per_second(8 * bytes.value, bytes.trust, seconds);
}

/*
 * The report's average is of whole laps; packets still inside are in its upper bound
 * alone. Here they are known to be inside now, and are in the average.
 */
static struct txr_top_fig average(const struct txr_row *each)
{
	const struct txr_num *avg = &each->in_device.avg;
	double v = avg->value + each->in_device.avg_open;

	if (avg->trust == TXR_FIG_UNKNOWN || !isfinite(v))
		return unknown;
	if (avg->trust == TXR_FIG_BOUNDED && avg->low >= avg->value &&
	    avg->high <= v * (1 + 1e-9))
		return exact(v);	/* nothing else is open */
	return (struct txr_top_fig){ v, avg->trust };
}

static void fill_occupancy(struct txr_top_row *r, const struct txr_row *total,
			   const struct txr_row *each)
{
	const struct txr_u64 *max = each ? &each->in_device.max : &total->in_device.max;

	r->interval_max = each ? (uint32_t)each->in_device.max.value : 0;
	if (!holds_packets(r->kind)) {
		r->fig[TXR_TF_NOW] = r->fig[TXR_TF_AVG] = r->fig[TXR_TF_MAX] = unknown;
		r->interval_max = 0;
		return;
	}
	r->fig[TXR_TF_NOW] = exact((double)total->in_device.end);
	if (each && max->trust == TXR_FIG_BOUNDED && max->low != max->high)
		r->fig[TXR_TF_NOW].trust = TXR_FIG_BOUNDED;
	else if (each && max->trust == TXR_FIG_AT_LEAST)
		r->fig[TXR_TF_NOW].trust = TXR_FIG_AT_LEAST;
	r->fig[TXR_TF_AVG] = each ? average(each) : exact(0);
	r->fig[TXR_TF_MAX] = of_u64(&total->in_device.max);
}

static void fill_laps(struct txr_top_row *r, const struct txr_row *each)
{
	enum txr_trust trust;

	r->fig[TXR_TF_P50_NS] = r->fig[TXR_TF_P99_NS] = r->fig[TXR_TF_LAPMAX_NS] = unknown;
	if (!each || !each->lap_ns.count)
		return;
	trust = each->exact ? TXR_FIG_EXACT : TXR_FIG_BOUNDED;
	r->fig[TXR_TF_P50_NS] = (struct txr_top_fig){ (double)each->lap_ns.p50, trust };
	r->fig[TXR_TF_P99_NS] = (struct txr_top_fig){ (double)each->lap_ns.p99, trust };
	r->fig[TXR_TF_LAPMAX_NS] = (struct txr_top_fig){ (double)each->lap_ns.max, trust };
}

static void fill_bql(struct txr_top_row *r, const struct txr_device_state *d)
{
	int64_t inflight = 0, limit = 0;
	uint32_t i;

	r->fig[TXR_TF_BQL] = r->fig[TXR_TF_BQL_LIMIT] = unknown;
	for (i = 0; d && d->queue && i < d->tx_queues; i++) {
		if (r->queue >= 0 && i != (uint32_t)r->queue)
			continue;
		if (d->queue[i].bql_limit_bytes <= 0 || d->queue[i].bql_inflight_bytes < 0)
			continue;
		limit += d->queue[i].bql_limit_bytes;
		inflight += d->queue[i].bql_inflight_bytes;
	}
	if (!limit)
		return;
	r->fig[TXR_TF_BQL] = exact((double)inflight);
	r->fig[TXR_TF_BQL_LIMIT] = exact((double)limit);
}

static void add_octave(void *arg, uint64_t first_ns, uint64_t last_ns, uint64_t count)
{
	uint64_t *laps = arg;
	int top = first_ns ? 63 - __builtin_clzll(first_ns) : 0;

	(void)last_ns;
	laps[top < TXR_TOP_OCTAVES ? top : TXR_TOP_OCTAVES - 1] += count;
}

static void fill_detail(struct txr_top_row *r, const struct txr_row *total)
{
	size_t i;

	memset(r->laps, 0, sizeof(r->laps));
	txr_hist_each(&total->lap_ns.hist, add_octave, r->laps);
	r->nr_oldest = 0;
	for (i = 0; i < total->nr_oldest && i < TXR_TOP_OLDEST; i++)
		r->oldest[r->nr_oldest++] = total->oldest[i];
	r->fig[TXR_TF_AGE_NS] = r->nr_oldest ? exact((double)r->oldest[0].age_ns) : unknown;
	r->exact = total->exact;
	r->reason[0] = '\0';
	for (i = 0; i < total->nr_reasons && !total->exact; i++) {
		snprintf(r->reason, sizeof(r->reason), "%s", total->reasons[i].text);
		break;
	}
}

static uint64_t full_drops(const struct txr_row *each)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; each && i < each->nr_drops; i++)
		if (strstr(each->drops[i].reason, "FULL_RING"))
			n += each->drops[i].count;
	return n;
}

static bool any(const struct txr_u64 *f)
{
	return f->trust != TXR_FIG_UNKNOWN && f->value > 0;
}

/* A queue without a packet is found by its device's name alone. */
bool txr_top_is_stalled(const struct txr_report *each, uint16_t dev, int32_t queue,
			const char *name)
{
	size_t i;

	for (i = 0; each && i < each->nr_findings; i++) {
		const struct txr_finding *f = &each->findings[i];

		if (f->which != TXR_F_QUEUE_STALLED || f->ended ||
		    (queue >= 0 && f->queue != queue))
			continue;
		if (f->dev == TXR_DEV_NONE ? !strcmp(f->device, name) : f->dev == dev)
			return true;
	}
	return false;
}

static void judge(struct txr_top_row *r, const struct txr_row *total,
		  const struct txr_row *each, const struct txr_top_moment *m)
{
	struct txr_top_facts f = {
		.kind = r->kind, .there = m->there, .now = total->in_device.end,
		.stalled = txr_top_is_stalled(m->each, r->dev, r->queue, r->name),
		.capacity = total->capacity_packets,
	};
	uint64_t started = each ? each->started.value : 0;

	if (each) {
		/* The interval's books begin with what was inside already. */
		f.started = started > r->carried ? started - r->carried : 0;
		f.ended = each->completed.value + each->handed_over.value;
		f.busy = each->busy.value;
		f.full_drops = full_drops(each);
		f.packed = each->packed_source != TXR_PACKED_NONE && any(&each->packed_ns);
		f.bql = any(&each->bql_limited_ns);
	}
	r->carried = each ? each->in_device_at_end.value : 0;
	r->state = txr_top_judge(&f);
}

static void push_history(struct txr_top_row *r)
{
	r->history[r->history_at] = r->interval_max;
	r->history_at = (r->history_at + 1) % TXR_TOP_HISTORY;
	if (r->history_nr < TXR_TOP_HISTORY)
		r->history_nr++;
}

void txr_top_row_fill(struct txr_top_row *r, const struct txr_row *total,
		      const struct txr_row *each, const struct txr_top_moment *m)
{
	snprintf(r->name, sizeof(r->name), "%s", total->name);
	snprintf(r->driver, sizeof(r->driver), "%s", total->driver);
	r->kind = total->kind;
	r->lost = m->lost;
	fill_rates(r, each, m->interval_s);
	fill_occupancy(r, total, each);
	r->fig[TXR_TF_RING] = of_i64(total->capacity_packets);
	fill_laps(r, each);
	r->fig[TXR_TF_DROPS] = of_u64(&total->dropped);
	r->fig[TXR_TF_BUSY] = of_u64(&total->busy);
	fill_bql(r, total->end ? total->end : total->start);
	fill_detail(r, total);
	judge(r, total, each, m);
	push_history(r);
}

void txr_top_row_unused(struct txr_top_row *r, const struct txr_device_state *d)
{
	int i;

	snprintf(r->name, sizeof(r->name), "%s", d->name);
	snprintf(r->driver, sizeof(r->driver), "%s", d->driver[0] ? d->driver : d->link_kind);
	r->kind = TXR_KIND_UNKNOWN;
	for (i = 0; i < TXR_TF_NR; i++)
		r->fig[i] = exact(0);
	r->fig[TXR_TF_P50_NS] = r->fig[TXR_TF_P99_NS] = r->fig[TXR_TF_LAPMAX_NS] = unknown;
	r->fig[TXR_TF_AGE_NS] = unknown;
	r->fig[TXR_TF_RING] = of_i64(txr_capacity_packets(d, &(const char *){ NULL }));
	fill_bql(r, d);
	/* What was given to it before is seen by nobody but its byte queue limits. */
	if (r->fig[TXR_TF_BQL].trust == TXR_FIG_UNKNOWN || r->fig[TXR_TF_BQL].value > 0)
		r->fig[TXR_TF_NOW] = r->fig[TXR_TF_AVG] = r->fig[TXR_TF_MAX] = unknown;
	r->state = TXR_TOP_IDLE;
	r->exact = true;
	r->interval_max = 0;
	push_history(r);
}
