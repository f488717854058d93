/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rng.h - a small seeded generator (splitmix64), so that a seed replays the
 * same world on every machine. What is drawn can come from a tape first, whose
 * bytes a fuzzer turns.
 */
#ifndef SIM_RNG_H
#define SIM_RNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rng_tape {
	const uint8_t *at;
	size_t left;
};

struct rng {
	uint64_t s;
	struct rng_tape *tape;	/* NULL: none; several may read one */
};

static inline uint64_t rng_next(struct rng *r)
{
	uint64_t z = (r->s += 0x9e3779b97f4a7c15ULL);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
	return z ^ (z >> 31);
}

/* As many bytes of the tape as n needs; false when it has ended. */
static inline bool rng_read(struct rng_tape *t, unsigned int n, unsigned int *out)
{
	unsigned int bytes = n <= 0x100 ? 1 : n <= 0x10000 ? 2 : 4;

	if (!t || t->left < bytes)
		return false;
	t->left -= bytes;
	for (*out = 0; bytes; bytes--)
		*out = *out << 8 | *t->at++;
	return true;
}

/* 0 .. n - 1; 0 when n is 0. */
static inline unsigned int rng_below(struct rng *r, unsigned int n)
{
	unsigned int drawn;

	if (n && rng_read(r->tape, n, &drawn))
		return drawn % n;
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
