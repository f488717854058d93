/* SPDX-License-Identifier: GPL-2.0-only */
/* given.h - bytes given to txring as a file, or on standard input. */
#ifndef FUZZ_GIVEN_H
#define FUZZ_GIVEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct given {
	char path[32];
	int fd;
};

/* pipe: at most 1 MiB; reads of it return few bytes at a time, by seed. */
void given_open(struct given *g, const uint8_t *data, size_t len, bool pipe,
		unsigned int seed);
void given_close(struct given *g);

#endif
