/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * heap.h - what is taken from the heap while one input is worked on.
 *
 * Counted by the sanitizer's own hooks, so every library is in it.
 */
#ifndef FUZZ_HEAP_H
#define FUZZ_HEAP_H

#include <stddef.h>

void heap_begin(void);
/* The most that was held at one moment since heap_begin(), in bytes. */
size_t heap_peak(void);
/* What is held now that was not at heap_begin(). */
long heap_held(void);
/* Allocations between the two belong to the test. */
void heap_pause(void);
void heap_resume(void);

#endif
