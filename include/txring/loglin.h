/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loglin.h - bins of a scale that is linear within each octave and doubles from one
 * to the next: 1 << bits of them an octave, exact values below 2 << bits. Bins of
 * fewer bits are unions of those of more.
 */
#ifndef TXRING_LOGLIN_H
#define TXRING_LOGLIN_H

#include <stdint.h>

static inline unsigned int txr_loglin_bin(uint64_t v, unsigned int bits)
{
	unsigned int octave;

	if (v < (uint64_t)1 << bits)
		return (unsigned int)v;
	octave = 63 - (unsigned int)__builtin_clzll(v) - bits;
	return (octave << bits) + (unsigned int)(v >> octave);
}

/* How many bins there are for all of uint64_t. */
#define TXR_LOGLIN_BINS(bits) ((65u - (bits)) << (bits))

/* First and last value of a bin. */
static inline uint64_t txr_loglin_first(unsigned int bin, unsigned int bits)
{
	unsigned int octave = bin < 2u << bits ? 0 : (bin >> bits) - 1;

	return (uint64_t)(bin - (octave << bits)) << octave;
}

static inline uint64_t txr_loglin_last(unsigned int bin, unsigned int bits)
{
	unsigned int octave = bin < 2u << bits ? 0 : (bin >> bits) - 1;

	return txr_loglin_first(bin, bits) + ((uint64_t)1 << octave) - 1;
}

#endif
