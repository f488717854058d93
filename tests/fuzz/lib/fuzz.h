/* SPDX-License-Identifier: GPL-2.0-only */
/* fuzz.h - what every target has: the entry that libFuzzer calls, and a word. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* In the environment: one input is told at length on standard output. */
#define FUZZ_VERBOSE "FUZZ_VERBOSE"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

/* Ends the process, which libFuzzer takes for a crash, if bad is not NULL. */
static inline void fuzz_must(const char *bad)
{
	if (!bad)
		return;
	fflush(stdout);
	fprintf(stderr, "wrong: %s\n", bad);
	abort();
}

/* A few bits that follow from the bytes, so that an input is one case for ever. */
static inline unsigned int fuzz_hash(const uint8_t *data, size_t len)
{
	unsigned int h = 2166136261u;

	while (len--)
		h = (h ^ *data++) * 16777619u;
	return h ^ h >> 15;
}

#endif
