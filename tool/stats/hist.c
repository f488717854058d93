// SPDX-License-Identifier: GPL-2.0-only
/*
 * hist.c - log-linear histogram of times.
 *
 * octave[0] counts the values 0..127 one by one. octave[k], k >= 1, counts the
 * values with their highest bit at 6 + k in 64 steps of 1 << k. A step is at
 * most 1/64 of its values, so its middle is at most 1/128 off.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "hist_count.h"

#define SUB TXR_HIST_SUB

static unsigned int octave_size(unsigned int k)
{
	return k ? SUB : 2 * SUB;
}

static uint64_t first_of(unsigned int k, unsigned int slot)
{
	return k ? (uint64_t)(SUB + slot) << k : slot;
}

static uint64_t last_of(unsigned int k, unsigned int slot)
{
	return first_of(k, slot) + ((1ULL << k) - 1);
}

/*
 * The octaves that hold counts: first to last, none if empty. One that was cleared
 * keeps its arrays, which need not be looked at.
 */
static unsigned int first_octave(const struct txr_hist *h)
{
	return h->count ? txr_hist_octave(h->min_ns) : 1;
}

static unsigned int last_octave(const struct txr_hist *h)
{
	return h->count ? txr_hist_octave(h->max_ns) : 0;
}

void txr_hist_init(struct txr_hist *h)
{
	memset(h, 0, sizeof(*h));
	h->min_ns = UINT64_MAX;
}

void txr_hist_free(struct txr_hist *h)
{
	unsigned int k;

	if (!h)
		return;
	for (k = 0; k < TXR_HIST_OCTAVES; k++)
		free(h->octave[k]);
	txr_hist_init(h);
}

void txr_hist_clear(struct txr_hist *h)
{
	unsigned int k;

	for (k = first_octave(h); k <= last_octave(h); k++)
		if (h->octave[k])
			memset(h->octave[k], 0, octave_size(k) * sizeof(uint64_t));
	h->count = 0;
	h->max_ns = 0;
	h->sum_ns = 0;
	h->min_ns = UINT64_MAX;
}

int txr_hist_grow(struct txr_hist *h, unsigned int k)
{
	h->octave[k] = calloc(octave_size(k), sizeof(uint64_t));
	return h->octave[k] ? 0 : -ENOMEM;
}

int txr_hist_add(struct txr_hist *h, uint64_t ns)
{
	return txr_hist_count(h, ns) ? -ENOMEM : 0;
}

int txr_hist_merge(struct txr_hist *to, const struct txr_hist *from)
{
	unsigned int k, i;

	for (k = first_octave(from); k <= last_octave(from); k++)
		if (from->octave[k] && !to->octave[k] && txr_hist_grow(to, k))
			return -ENOMEM;
	for (k = first_octave(from); k <= last_octave(from); k++)
		for (i = 0; from->octave[k] && i < octave_size(k); i++)
			to->octave[k][i] += from->octave[k][i];
	to->count += from->count;
	to->sum_ns += from->sum_ns;
	if (from->min_ns < to->min_ns)
		to->min_ns = from->min_ns;
	if (from->max_ns > to->max_ns)
		to->max_ns = from->max_ns;
	return 0;
}

/* The middle of the step that holds the value of this rank (1 = smallest). */
static uint64_t value_at(const struct txr_hist *h, uint64_t rank)
{
	uint64_t seen = 0;
	unsigned int k, i;

	for (k = first_octave(h); k <= last_octave(h); k++)
		for (i = 0; h->octave[k] && i < octave_size(k); i++) {
			seen += h->octave[k][i];
			if (seen >= rank)
				return first_of(k, i) + (k ? 1ULL << (k - 1) : 0);
		}
	return h->max_ns;
}

uint64_t txr_hist_quantile(const struct txr_hist *h, double q)
{
	uint64_t rank, v;

	if (!h->count)
		return 0;
	if (!(q > 0))
		return h->min_ns;
	if (q >= 1)
		return h->max_ns;
	/*
	 * Nearest rank. Long double, since a double would lose counts above
	 * 2^53; a hair less, since 0.9 as a double is above 9/10.
	 */
	rank = (uint64_t)ceill((long double)q * h->count * (1 - 0x1p-51L));
	if (rank < 1)
		rank = 1;
	if (rank == h->count)
		return h->max_ns;
	v = value_at(h, rank);
	if (v < h->min_ns)
		return h->min_ns;
	return v > h->max_ns ? h->max_ns : v;
}

double txr_hist_mean(const struct txr_hist *h)
{
	return h->count ? (double)((long double)h->sum_ns / h->count) : 0;
}

void txr_hist_each(const struct txr_hist *h,
		   void (*fn)(void *arg, uint64_t first_ns, uint64_t last_ns,
			      uint64_t count), void *arg)
{
	unsigned int k, i;

	for (k = first_octave(h); k <= last_octave(h); k++)
		for (i = 0; h->octave[k] && i < octave_size(k); i++)
			if (h->octave[k][i])
				fn(arg, first_of(k, i), last_of(k, i), h->octave[k][i]);
}
