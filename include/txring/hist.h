/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * hist.h - log-linear histogram of times in ns.
 *
 * 64 sub-buckets an octave: a value read back is at most 1/128 (0.8 %) off;
 * values below 128 are exact. Octaves are allocated when first hit. count, sum,
 * min and max are exact.
 */
#ifndef TXRING_HIST_H
#define TXRING_HIST_H

#include <stdint.h>

#define TXR_HIST_SUB_BITS 6
#define TXR_HIST_OCTAVES (64 - TXR_HIST_SUB_BITS)

struct txr_hist {
	uint64_t count, min_ns, max_ns;
	unsigned __int128 sum_ns;
	uint64_t *octave[TXR_HIST_OCTAVES];	/* 1 << TXR_HIST_SUB_BITS counts each;
						 * the first two octaves share [0] */
};

void txr_hist_init(struct txr_hist *h);
void txr_hist_free(struct txr_hist *h);		/* leaves it as after init */
/* Returns 0 or -ENOMEM (then nothing was counted). */
int txr_hist_add(struct txr_hist *h, uint64_t ns);
int txr_hist_merge(struct txr_hist *to, const struct txr_hist *from);
void txr_hist_clear(struct txr_hist *h);
/* Value at quantile q in [0, 1]: within 1/128 of a value really seen, never
 * outside [min, max]; 0 when empty. */
uint64_t txr_hist_quantile(const struct txr_hist *h, double q);
double txr_hist_mean(const struct txr_hist *h);	/* 0 when empty */
/*
 * Walk the buckets that are not empty, from low to high: fn gets the bucket's
 * first and last value and its count.
 */
void txr_hist_each(const struct txr_hist *h,
		   void (*fn)(void *arg, uint64_t first_ns, uint64_t last_ns,
			      uint64_t count), void *arg);

#endif
