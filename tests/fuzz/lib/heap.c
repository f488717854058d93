// SPDX-License-Identifier: GPL-2.0-only
/* heap.c - what is taken from the heap while one input is worked on. */
#include <sanitizer/allocator_interface.h>
#include <stdlib.h>
#include "heap.h"

static long now, peak;
static int paused = 1;

static void on_malloc(const volatile void *p, size_t size)
{
	(void)p;
	if (paused)
		return;
	now += (long)size;
	if (now > peak)
		peak = now;
}

static void on_free(const volatile void *p)
{
	if (!paused && p)
		now -= (long)__sanitizer_get_allocated_size(p);
}

void heap_begin(void)
{
	static int installed;

	if (!installed && __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free) <= 0)
		abort();
	installed = 1;
	now = peak = 0;
	paused = 0;
}

size_t heap_peak(void)
{
	return (size_t)peak;
}

long heap_held(void)
{
	return now;
}

void heap_pause(void)
{
	paused++;
}

void heap_resume(void)
{
	paused--;
}
