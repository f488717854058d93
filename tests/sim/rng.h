/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rng.h - a small seeded generator (splitmix64), so that a seed replays the
 * same world on every machine.
 */
#ifndef SIM_RNG_H
#define SIM_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
	uint64_t s;
};

static inline uint64_t rng_next(struct rng *r)
{
	uint64_t z = (r->s += 0x9e3779b97f4a7c15ULL);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* 0 .. n - 1; 0 when n is 0. */
static inline unsigned int rng_below(struct rng *r, unsigned int n)
{
	return n ? rng_next(r) % n : 0;
}

/* lo .. hi, both included. */
static inline unsigned int rng_range(struct rng *r, unsigned int lo, unsigned int hi)
{
	return lo + rng_below(r, hi - lo + 1);
}

static inline bool rng_pct(struct rng *r, unsigned int pct)
{
	return rng_below(r, 100) < pct;
}

#endif
