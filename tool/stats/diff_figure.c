// SPDX-License-Identifier: GPL-2.0-only
/* diff_figure.c - the figures that two recordings are compared by. */
#include <math.h>
#include "bounds.h"
#include "diff_figure.h"

static struct txr_num none(void)
{
	struct txr_num n;

	txr_num_unknown(&n);
	return n;
}

static double or_inf(uint64_t high)
{
	return high == UINT64_MAX ? INFINITY : (double)high;
}

/* A count, a part of another or of a time. */
static struct txr_num over(const struct txr_u64 *f, double by)
{
	struct txr_num n = {
		(double)f->value / by, (double)f->low / by, or_inf(f->high) / by, f->trust,
	};

	return f->trust == TXR_FIG_UNKNOWN || !(by > 0) ? none() : n;
}

static struct txr_num rate(const struct txr_u64 *f, uint64_t ns)
{
	return over(f, (double)ns / 1e9);
}

/* A share of a figure that is itself not certain. */
static struct txr_num share(const struct txr_u64 *f, const struct txr_u64 *of)
{
	struct txr_num n = over(f, (double)of->value);

	if (n.trust == TXR_FIG_UNKNOWN || of->trust == TXR_FIG_EXACT)
		return n;
	if (of->trust == TXR_FIG_UNKNOWN)
		return none();
	n.low = of->high == UINT64_MAX ? 0 : (double)f->low / (double)of->high;
	n.high = of->low ? or_inf(f->high) / (double)of->low : INFINITY;
	if (n.high > 1)
		n.high = 1;
	n.trust = TXR_FIG_BOUNDED;
	return n;
}

static const struct txr_u64 nothing = { 0, 0, 0, TXR_FIG_EXACT };

static struct txr_num started(const struct txr_row *r, uint64_t ns)
{
	return rate(r ? &r->started : &nothing, ns);
}

static struct txr_num completed(const struct txr_row *r, uint64_t ns)
{
	return rate(r ? &r->completed : &nothing, ns);
}

static struct txr_num bits(const struct txr_row *r, uint64_t ns)
{
	return over(r ? &r->skb_bytes : &nothing, (double)ns / 8e9);
}

static struct txr_num dropped(const struct txr_row *r, uint64_t ns)
{
	(void)ns;
	return r ? share(&r->dropped, &r->started) : none();
}

static struct txr_num busy(const struct txr_row *r, uint64_t ns)
{
	(void)ns;
	return r ? share(&r->busy, &r->started) : none();
}

static struct txr_num packed(const struct txr_row *r, uint64_t ns)
{
	(void)ns;
	return r ? share(&r->packed_ns, &r->observed_ns) : none();
}

static struct txr_num limited(const struct txr_row *r, uint64_t ns)
{
	(void)ns;
	return r ? share(&r->bql_limited_ns, &r->observed_ns) : none();
}

/* Laps that lost events touch are not among them: what is counted is exact. */
static struct txr_num of_laps(const struct txr_row *r, double value)
{
	return r->lap_ns.count ? txr_num_fig(value) : none();
}

#define LAP(name, part) \
static struct txr_num name(const struct txr_row *r, uint64_t ns) \
{ \
	(void)ns; \
	return r ? of_laps(r, (double)r->lap_ns.part) : none(); \
}
LAP(lap_avg, avg)
LAP(lap_p50, p50)
LAP(lap_p99, p99)
LAP(lap_max, max)

#define INSIDE(name, part) \
static struct txr_num name(const struct txr_row *r, uint64_t ns) \
{ \
	(void)ns; \
	return r ? over(&r->in_device.part, 1) : none(); \
}
INSIDE(inside_p50, p50)
INSIDE(inside_p99, p99)
INSIDE(inside_max, max)

static struct txr_num inside_avg(const struct txr_row *r, uint64_t ns)
{
	(void)ns;
	return r ? r->in_device.avg : none();
}

/* A lap that goes on behind a slice was inside up to its end. */
static struct txr_num inside_avg_slice(const struct txr_row *r, uint64_t ns)
{
	struct txr_num n = inside_avg(r, ns);

	if (n.trust != TXR_FIG_UNKNOWN)
		n.value += r->in_device.avg_open;
	return n;
}

static struct txr_num batch(const struct txr_row *r, uint64_t ns)
{
	(void)ns;
	return r && r->release_batch.count ? txr_num_fig(r->release_batch.avg) : none();
}

const struct txr_diff_figure txr_diff_figures[] = {
	{ "started_per_s", "packets/s", TXR_UNIT_COUNT, started, NULL },
	{ "completed_per_s", "completed/s", TXR_UNIT_COUNT, completed, NULL },
	{ "completed_bits_per_s", "bits/s", TXR_UNIT_BITS, bits, NULL },
	{ "dropped_share", "dropped", TXR_UNIT_SHARE, dropped, NULL },
	{ "busy_share", "busy", TXR_UNIT_SHARE, busy, NULL },
	{ "packed_share", "packed", TXR_UNIT_SHARE, packed, NULL },
	{ "bql_limited_share", "BQL-limited", TXR_UNIT_SHARE, limited, NULL },
	{ "lap_ns.avg", "lap avg", TXR_UNIT_NS, lap_avg, NULL },
	{ "lap_ns.p50", "lap p50", TXR_UNIT_NS, lap_p50, NULL },
	{ "lap_ns.p99", "lap p99", TXR_UNIT_NS, lap_p99, NULL },
	{ "lap_ns.max", "lap max", TXR_UNIT_NS, lap_max, NULL },
	{ "in_device.avg", "inside avg", TXR_UNIT_MEAN, inside_avg, inside_avg_slice },
	{ "in_device.p50", "inside p50", TXR_UNIT_COUNT, inside_p50, NULL },
	{ "in_device.p99", "inside p99", TXR_UNIT_COUNT, inside_p99, NULL },
	{ "in_device.max", "inside max", TXR_UNIT_COUNT, inside_max, NULL },
	{ "release_batch.avg", "batch avg", TXR_UNIT_MEAN, batch, NULL },
	{ NULL, NULL, TXR_UNIT_COUNT, NULL, NULL }
};
