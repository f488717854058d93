/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clockset.h - whether a clock was set while it gave the time of a recording.
 *
 * CLOCK_TAI and CLOCK_REALTIME are set with the wall clock. In a trace buffer a step
 * back does not show: its events are kept in order. So the clock is compared with
 * CLOCK_MONOTONIC, which runs as fast and is never set.
 */
#ifndef TXRING_CLOCKSET_H
#define TXRING_CLOCKSET_H

#include <stdbool.h>
#include <stdint.h>

struct txr_clockset {
	int64_t low_ns, high_ns;	/* what the clock is ahead of the monotonic one */
	bool seen;
	uint64_t set_ns;	/* by how much it was set at least, all steps together,
				 * those forward and those back */
};

/* A look at the clock (a clockid_t); returns its time. One thread at a time. */
uint64_t txr_clockset_look(struct txr_clockset *c, int clockid);
/* What a look finds that read CLOCK_MONOTONIC at before_ns and after_ns. */
void txr_clockset_note(struct txr_clockset *c, uint64_t before_ns, uint64_t now_ns,
		       uint64_t after_ns);

/* Whether the trace clock of that name counts something else than nanoseconds. */
bool txr_clock_counts(const char *clock);

#endif
