/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unpacked.h - how many bytes came out of compressed ones.
 *
 * They count as the file's size, for a file of a kilobyte can in truth hold a
 * gigabyte. Counted where the libraries are called (--wrap).
 */
#ifndef FUZZ_UNPACKED_H
#define FUZZ_UNPACKED_H

#include <stdbool.h>
#include <stddef.h>

struct unpacked {
	size_t bytes;
	bool stream;		/* a zstd stream was begun, whose window is its own affair */
};

void unpacked_begin(void);
struct unpacked unpacked_so_far(void);

#endif
