/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ahead_copy.h - events copied for a thread on another core.
 *
 * Plain stores first have to get each line back from the core that read it last,
 * which costs more than what is decoded beside is worth; those that go past the
 * cache do not.
 */
#ifndef TXRING_CMD_AHEAD_COPY_H
#define TXRING_CMD_AHEAD_COPY_H

#include <string.h>
#include "txring/event.h"

#if defined(__SSE2__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
#include <emmintrin.h>

_Static_assert(sizeof(struct txr_event) % sizeof(__m128i) == 0, "copied by 16 bytes");

/* to is aligned to 16 bytes. */
static inline void txr_ahead_copy(struct txr_event *to, const struct txr_event *const *ev, int n)
{
	size_t part;
	int i;

	for (i = 0; i < n; i++)
		for (part = 0; part < sizeof(*to) / sizeof(__m128i); part++)
			_mm_stream_si128((__m128i *)&to[i] + part,
					 _mm_loadu_si128((const __m128i *)ev[i] + part));
}

/* Before the other thread is told: such stores are in no order of their own. */
static inline void txr_ahead_copied(void)
{
	_mm_sfence();
}
#else
/* Also where a sanitizer shall see each store. */
static inline void txr_ahead_copy(struct txr_event *to, const struct txr_event *const *ev, int n)
{
	int i;

	for (i = 0; i < n; i++)
		to[i] = *ev[i];
}

static inline void txr_ahead_copied(void)
{
}
#endif

#endif
