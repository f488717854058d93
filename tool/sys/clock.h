/* SPDX-License-Identifier: GPL-2.0-only */
/* clock.h - the monotonic clock, in ns. */
#ifndef TXRING_SYS_CLOCK_H
#define TXRING_SYS_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t txr_mono_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000U + (uint64_t)ts.tv_nsec;
}

#endif
