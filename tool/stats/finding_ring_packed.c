// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_ring_packed.c - the ring could take no more: by the driver's own stops,
 * by refusals, or by a ceiling that the occupancy keeps running into.
 */
#include <inttypes.h>
#include <stdio.h>
#include "advice.h"
#include "burst.h"
#include "findings.h"
#include "stalled.h"

/* What said so, in the order in which row.c asks. */
static const char *basis(const struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;
	struct txr_ceiling c;

	if (x->row->packed_source == TXR_PACKED_DRIVER)
		return "the driver's own stops";
	if (p->busy && p->full_drops)
		return "BUSY and FULL_RING drops";
	if (p->busy)
		return "BUSY";
	if (p->full_drops)
		return "FULL_RING drops";
	c = txr_ceiling_of(x);
	if (c.level)
		return c.is_capacity ? "occupancy at the ring's capacity" :
		       "a ceiling that occupancy kept reaching";
	return "queue-stop counters";
}

static bool is_guess(const struct txr_rowx *x)
{
	const struct txr_packed *p = &x->q->packed;

	return x->row->packed_source == TXR_PACKED_INFERRED && !p->busy && !p->full_drops &&
	       !txr_ceiling_of(x).is_capacity;
}

/* Of the queue, or the largest of a device's; 0: BQL is not in use, or not known. */
static int64_t bql_limit_bytes(const struct txr_rowx *x)
{
	const struct txr_device_state *d = txr_state_now(x);
	int64_t most = 0;
	uint32_t i;

	for (i = 0; d && i < d->tx_queues; i++)
		if ((x->row->queue < 0 || i == (uint32_t)x->row->queue) &&
		    d->queue[i].bql_limit_bytes > most)
			most = d->queue[i].bql_limit_bytes;
	return most;
}

/* BQL lets a queue go one packet above its limit, and no further. */
static bool stands_at_bql_limit(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	int64_t limit = bql_limit_bytes(x);

	return limit > 0 && (uint64_t)limit <= r->in_device.max_bytes.value &&
	       r->bql_limited_ns.trust != TXR_FIG_UNKNOWN &&
	       r->bql_limited_ns.value > r->packed_ns.value;
}

static bool is_stalled(const struct txr_rowx *x)
{
	struct txr_stalled s;

	txr_stalled_judge(&s, x);
	return s.state == TXR_STALL_NOW;
}

static void advise(struct txr_finding *f, const struct txr_rowx *x)
{
	char sooner[TXR_ADVICE_PART], grow[TXR_ADVICE_PART];

	if (is_stalled(x))	/* a larger one would fill as well */
		txr_finding_advice(f, "nothing with the ring while nothing is given back: see "
				   "queue-stalled");
	else if (x->row->kind == TXR_KIND_STACKED)	/* whatever it is asked for helps none */
		txr_finding_advice(f, "nothing with this device, which has no ring of its own: see "
				   "the device below it");
	else if (stands_at_bql_limit(x))
		txr_finding_advice(f, "nothing with the ring: byte queue limits hold the queue back "
				   "for longer than the ring does (limit %" PRId64 " bytes)",
				   bql_limit_bytes(x));
	else if (txr_burst_of(x).is_bursty && !txr_can_grow(x))
		txr_finding_advice(f, "%s", txr_advise_sooner(sooner, x));
	else if (txr_burst_of(x).is_bursty)	/* else it would fill the larger ring too */
		txr_finding_advice(f, "%s; else %s", txr_advise_sooner(sooner, x),
				   txr_advise_grow(grow, x));
	else
		txr_finding_advice(f, "%s", txr_advise_grow(grow, x));
}

/* "50.5 % of the time, ", as far as that is certain. */
static void share_of_time(const struct txr_row *r, char *buf, size_t size)
{
	char value[TXR_PERCENT_TEXT], low[TXR_PERCENT_TEXT], high[TXR_PERCENT_TEXT];
	double whole = (double)r->observed_ns.value / 100;
	const struct txr_u64 *p = &r->packed_ns;

	buf[0] = '\0';
	if (p->trust == TXR_FIG_UNKNOWN || !r->observed_ns.value)
		return;
	txr_percent_text(value, (double)p->value / whole);
	txr_percent_text(low, (double)p->low / whole);
	/* the time observed may be longer too: never above all of it */
	txr_percent_text(high, p->high < r->observed_ns.value ? (double)p->high / whole : 100);
	if (p->trust == TXR_FIG_AT_LEAST && p->low)
		snprintf(buf, size, "at least %s %% of the time, ", low);
	else if (p->trust == TXR_FIG_BOUNDED && p->low != p->high)
		snprintf(buf, size, "%s to %s %% of the time, ", low, high);
	else if (p->trust != TXR_FIG_AT_LEAST)
		snprintf(buf, size, "%s %% of the time, ", value);
}

/* "; up to 117 packets inside, of 256 descriptors" */
static void ceiling_text(const struct txr_rowx *x, char *buf, size_t size)
{
	const struct txr_row *r = x->row;
	bool at_least;
	uint64_t n;
	size_t len;

	buf[0] = '\0';
	if (r->in_device.max.trust == TXR_FIG_UNKNOWN)
		return;
	at_least = r->in_device.max.trust == TXR_FIG_AT_LEAST;
	n = at_least ? r->in_device.max.low : r->in_device.max.high;
	if (at_least && !n)	/* which says nothing */
		return;
	len = (size_t)snprintf(buf, size, "; %s %" PRIu64 " packet%s inside",
			       at_least ? "at least" : "up to", n, n == 1 ? "" : "s");
	if (r->ring_descriptors > 0 && !x->other_size)
		snprintf(buf + len, size - len, ", of %" PRId64 " descriptors",
			 r->ring_descriptors);
}

/* Its time is observed up to its last event, and nothing woke it up to there. */
static bool is_still_stopped(const struct txr_rowx *x)
{
	return x->row->packed_source == TXR_PACKED_DRIVER && x->row->queue >= 0 &&
	       (x->q->packed.state & TXR_Q_STOPPED);
}

static void message(struct txr_finding *f, const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	char share[64], ceiling[80];

	share_of_time(r, share, sizeof(share));
	ceiling_text(x, ceiling, sizeof(ceiling));
	txr_finding_message(f, "the ring %s packed %s%" PRIu64 " time%s%s%s (from %s)",
			    is_guess(x) ? "may have been" : "was", share, r->packed_visits,
			    r->packed_visits == 1 ? "" : "s",
			    is_still_stopped(x) ? ", and so from its last event on" : "",
			    ceiling, basis(x));
}

/* What the ring could hold, as it was seen, and as it is known. */
static void show_ceiling(struct txr_finding *f, const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	int64_t limit = bql_limit_bytes(x);

	txr_finding_number(f, "ceiling_packets", (int64_t)r->in_device.max.value);
	if (r->in_device.max.trust == TXR_FIG_EXACT) {
		txr_finding_number(f, "dwell_at_ceiling_ns", (int64_t)r->in_device.dwell_max_ns);
		txr_finding_number(f, "visits_at_ceiling", (int64_t)r->in_device.visits_max);
	}
	txr_finding_number(f, "ceiling_bytes", (int64_t)r->in_device.max_bytes.value);
	if (r->ring_descriptors != TXR_UNKNOWN)
		txr_finding_number(f, "ring_descriptors", r->ring_descriptors);
	if (r->capacity_packets != TXR_UNKNOWN)
		txr_finding_number(f, "capacity_packets", r->capacity_packets);
	if (limit)
		txr_finding_number(f, "bql_limit_bytes", limit);
}

static void show_bursts(struct txr_finding *f, const struct txr_rowx *x)
{
	struct txr_burst b = txr_burst_of(x);

	if (!b.is_bursty)
		return;
	txr_finding_number(f, "packets_in_burst", (int64_t)(b.packets + 0.5));
	txr_finding_number(f, "long_wait_avg_ns", (int64_t)b.wait_ns);
}

void txr_find_ring_packed(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	const struct txr_packed *p = &x->q->packed;
	struct txr_finding *f;

	if (r->packed_source == TXR_PACKED_NONE || !r->packed_visits)
		return;
	f = txr_finding_new(x->b, TXR_F_RING_PACKED, r);
	if (!f)
		return;
	if (is_guess(x))
		f->severity = TXR_INFO;
	message(f, x);
	txr_finding_text(f, "basis", basis(x));
	if (r->packed_ns.trust != TXR_FIG_UNKNOWN)
		txr_finding_number(f, "packed_ns", (int64_t)r->packed_ns.value);
	txr_finding_number(f, "visits", (int64_t)r->packed_visits);
	show_ceiling(f, x);
	txr_finding_number(f, "busy", (int64_t)p->busy);
	txr_finding_number(f, "stops", (int64_t)p->driver_visits);
	txr_finding_number(f, "full_ring_drops", (int64_t)p->full_drops);
	show_bursts(f, x);
	advise(f, x);
}
