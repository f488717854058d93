// SPDX-License-Identifier: GPL-2.0-only
/* ticks.c - where an axis has its ticks. */
#include "view/ticks.h"

#define MINUTE 60000000000ULL
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)
#define POWER_MAX 19		/* 10^19 < 2^64 */

typedef char *(*label_fn)(char buf[TXR_UNIT_BUF], uint64_t n);

static void add(struct txr_ticks *t, uint64_t at, label_fn label)
{
	if (t->nr == TXR_TICKS_MAX)
		return;
	t->tick[t->nr].at = (double)at;
	label(t->tick[t->nr++].label, at);
}

/* Smallest of 1, 2, 5 times a power of ten that is not below least. */
static uint64_t round_step(uint64_t least)
{
	uint64_t power = 1;

	while (power < least && power * 5 < least && power <= UINT64_MAX / 50)
		power *= 10;
	if (power >= least)
		return power;
	return power * 2 >= least ? power * 2 : power * 5;
}

static uint64_t round_time_step(uint64_t least)
{
	static const uint64_t steps[] = {
		MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE,
		HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR,
	};
	size_t i;

	if (least <= 30000000000ULL)
		return least > 20000000000ULL ? 30000000000ULL : round_step(least);
	for (i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
		if (steps[i] >= least)
			return steps[i];
	return DAY * round_step((least + DAY - 1) / DAY);
}

static void add_linear(struct txr_ticks *t, uint64_t low, uint64_t high, uint64_t step,
		       label_fn label)
{
	uint64_t at = low % step ? low - low % step + step : low;

	for (; at >= low && at <= high && t->nr < TXR_TICKS_MAX; at += step) {
		add(t, at, label);
		if (at > UINT64_MAX - step)
			break;
	}
}

static uint64_t least_step(uint64_t span, unsigned int most)
{
	return span / most + (span % most != 0) + !span;
}

void txr_ticks_count(struct txr_ticks *t, uint64_t low, uint64_t high, unsigned int most)
{
	t->nr = 0;
	add_linear(t, low, high, round_step(least_step(high - low, most)), txr_tick_count);
}

void txr_ticks_time(struct txr_ticks *t, uint64_t low_ns, uint64_t high_ns,
		    unsigned int most)
{
	t->nr = 0;
	add_linear(t, low_ns, high_ns, round_time_step(least_step(high_ns - low_ns, most)),
		   txr_tick_ns);
}

static unsigned int powers_between(uint64_t low, uint64_t high)
{
	unsigned int n = 0, i;
	uint64_t p = 1;

	for (i = 0; i <= POWER_MAX; i++, p *= 10)
		n += p >= low && p <= high;
	return n;
}

static void add_log(struct txr_ticks *t, uint64_t low, uint64_t high, label_fn label)
{
	static const uint64_t factors[] = { 1, 2, 5 };
	unsigned int powers = powers_between(low, high), i, k;
	unsigned int of = powers <= 3 ? 3 : 1, every = powers > 12 ? 3 : 1;
	uint64_t p = 1;

	t->nr = 0;
	for (i = 0; i <= POWER_MAX && p <= high; i++, p *= 10)
		for (k = 0; k < of && p <= UINT64_MAX / factors[k]; k++)
			if (p * factors[k] >= low && p * factors[k] <= high && !(i % every))
				add(t, p * factors[k], label);
}

void txr_ticks_log_ns(struct txr_ticks *t, uint64_t low_ns, uint64_t high_ns)
{
	add_log(t, low_ns, high_ns, txr_tick_ns);
}

void txr_ticks_log_count(struct txr_ticks *t, uint64_t low, uint64_t high)
{
	add_log(t, low, high, txr_tick_count);
}
