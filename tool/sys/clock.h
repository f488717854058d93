/* SPDX-License-Identifier: GPL-2.0-only */
/* clock.h - clocks, in ns. */
#ifndef TXRING_SYS_CLOCK_H
#define TXRING_SYS_CLOCK_H

#include <stdint.h>
#include <time.h>

/* 0: it cannot be read. A negative id is none. */
static inline uint64_t txr_clock_ns(clockid_t id)
{
	struct timespec ts;

	if (id < 0 || clock_gettime(id, &ts))
		return 0;
	return (uint64_t)ts.tv_sec * 1000000000U + (uint64_t)ts.tv_nsec;
}

static inline uint64_t txr_mono_ns(void)
{
	return txr_clock_ns(CLOCK_MONOTONIC);
}

#endif
