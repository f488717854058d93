// SPDX-License-Identifier: GPL-2.0-only
/* bounds.c - figures and how far they can be off. */
#include <math.h>
#include "bounds.h"

struct txr_u64 txr_fig(uint64_t value)
{
	return (struct txr_u64){ value, value, value, TXR_FIG_EXACT };
}

struct txr_num txr_num_fig(double value)
{
	return (struct txr_num){ value, value, value, TXR_FIG_EXACT };
}

void txr_fig_unknown(struct txr_u64 *f)
{
	*f = (struct txr_u64){ .high = UINT64_MAX, .trust = TXR_FIG_UNKNOWN };
}

void txr_num_unknown(struct txr_num *f)
{
	*f = (struct txr_num){ .high = INFINITY, .trust = TXR_FIG_UNKNOWN };
}

static void judge(struct txr_u64 *f)
{
	if (f->trust == TXR_FIG_UNKNOWN)
		return;
	if (f->high == UINT64_MAX && f->value != UINT64_MAX)
		f->trust = TXR_FIG_AT_LEAST;
	else if (f->low == f->high)
		f->trust = TXR_FIG_EXACT;
	else
		f->trust = TXR_FIG_BOUNDED;
}

static void judge_num(struct txr_num *f)
{
	if (f->trust == TXR_FIG_UNKNOWN)
		return;
	if (isinf(f->high))
		f->trust = TXR_FIG_AT_LEAST;
	else
		f->trust = f->low == f->high ? TXR_FIG_EXACT : TXR_FIG_BOUNDED;
}

void txr_fig_less(struct txr_u64 *f, uint64_t by)
{
	f->low -= by < f->low ? by : f->low;
	judge(f);
}

void txr_fig_more(struct txr_u64 *f, uint64_t by)
{
	f->high = by < UINT64_MAX - f->high ? f->high + by : UINT64_MAX;
	judge(f);
}

void txr_num_less(struct txr_num *f, double by)
{
	f->low = by < f->low ? f->low - by : 0;
	judge_num(f);
}

void txr_num_more(struct txr_num *f, double by)
{
	f->high += by;
	judge_num(f);
}

void txr_fig_low(struct txr_u64 *f, uint64_t low)
{
	if (low < f->low)
		f->low = low;
	judge(f);
}

void txr_fig_high(struct txr_u64 *f, uint64_t high)
{
	if (high > f->high)
		f->high = high;
	judge(f);
}

void txr_num_low(struct txr_num *f, double low)
{
	if (low < f->low)
		f->low = low;
	judge_num(f);
}

void txr_fig_no_high(struct txr_u64 *f)
{
	f->high = UINT64_MAX;
	judge(f);
}

void txr_num_no_high(struct txr_num *f)
{
	f->high = INFINITY;
	judge_num(f);
}

void txr_fig_cap(struct txr_u64 *f, uint64_t cap)
{
	if (cap < f->value)
		cap = f->value;
	if (f->high > cap)
		f->high = cap;
	judge(f);
}

void txr_num_cap(struct txr_num *f, double cap)
{
	if (cap < f->value)
		cap = f->value;
	if (f->high > cap)
		f->high = cap;
	judge_num(f);
}

void txr_fig_add(struct txr_u64 *to, const struct txr_u64 *from)
{
	if (from->trust == TXR_FIG_UNKNOWN || to->trust == TXR_FIG_UNKNOWN) {
		txr_fig_unknown(to);
		return;
	}
	to->value += from->value;
	to->low += from->low;
	to->high = from->high < UINT64_MAX - to->high ? to->high + from->high : UINT64_MAX;
	judge(to);
}
