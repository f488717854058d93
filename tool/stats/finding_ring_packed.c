// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_ring_packed.c - the ring could take no more: by the driver's own stops,
 * by refusals, or by a ceiling that the occupancy keeps running into.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "findings.h"

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

/* What to do about it, as a command where there is one. */
static void advise(struct txr_finding *f, const struct txr_rowx *x)
{
	const struct txr_device_state *s = x->start ? x->start : x->end;

	if (s && s->ring_tx > 0 && s->ring_tx_max > s->ring_tx)
		txr_finding_advice(f, "grow the ring: ethtool -G %s tx %" PRId64, x->row->name,
				   s->ring_tx * 2 < s->ring_tx_max ? s->ring_tx * 2 :
				   s->ring_tx_max);
	else if (x->sw && x->sw->free_after_slot && s && s->txqueuelen > 0)
		txr_finding_advice(f, "grow the ring: ip link set %s txqueuelen %" PRId64, x->row->name,
				   s->txqueuelen * 2);
	else if (s && s->ring_tx > 0 && s->ring_tx_max == s->ring_tx)
		txr_finding_advice(f, "the ring is at its largest: complete sooner, or use more "
				   "queues");
	else
		txr_finding_advice(f, "grow the ring, or complete packets sooner");
}

/* "50.5 % of the time, ", as far as that is certain. */
static void share_of_time(const struct txr_row *r, char *buf, size_t size)
{
	double whole = (double)r->observed_ns.value / 100;
	const struct txr_u64 *p = &r->packed_ns;

	buf[0] = '\0';
	if (p->trust == TXR_FIG_UNKNOWN || !r->observed_ns.value)
		return;
	if (p->trust == TXR_FIG_AT_LEAST)
		snprintf(buf, size, "at least %.1f %% of the time, ", (double)p->low / whole);
	else if (p->trust == TXR_FIG_BOUNDED && p->low != p->high)
		/* the time observed may be longer too: never above all of it */
		snprintf(buf, size, "%.1f to %.1f %% of the time, ", (double)p->low / whole,
			 p->high < r->observed_ns.value ? (double)p->high / whole : 100.0);
	else
		snprintf(buf, size, "%.1f %% of the time, ", (double)p->value / whole);
}

static void message(struct txr_finding *f, const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	char share[48], ceiling[48] = "";

	share_of_time(r, share, sizeof(share));
	if (r->in_device.max.trust != TXR_FIG_UNKNOWN)
		snprintf(ceiling, sizeof(ceiling), "; up to %" PRIu64 " packets inside",
			 r->in_device.max.value);
	txr_finding_message(f, "the ring %s packed %s%" PRIu64 " time%s%s (from %s)",
			    is_guess(x) ? "may have been" : "was", share, r->packed_visits,
			    r->packed_visits == 1 ? "" : "s", ceiling, basis(x));
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
	txr_finding_number(f, "ceiling_packets", x->q->occ.max);
	if (txr_row_max_known(r))
		txr_finding_number(f, "dwell_at_ceiling_ns", (int64_t)r->in_device.dwell_max_ns);
	if (r->ring_descriptors != TXR_UNKNOWN)
		txr_finding_number(f, "ring_descriptors", r->ring_descriptors);
	if (r->capacity_packets != TXR_UNKNOWN)
		txr_finding_number(f, "capacity_packets", r->capacity_packets);
	txr_finding_number(f, "busy", (int64_t)p->busy);
	txr_finding_number(f, "stops", (int64_t)p->driver_visits);
	txr_finding_number(f, "full_ring_drops", (int64_t)p->full_drops);
	advise(f, x);
}
