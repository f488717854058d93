/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ticks.h - where an axis has its ticks, and what they say.
 *
 * Ticks are round: 1, 2 or 5 times a power of ten apart; times of a minute and
 * more at whole minutes, hours and days. A label is the tick's value exactly.
 */
#ifndef TXRING_VIEW_TICKS_H
#define TXRING_VIEW_TICKS_H

#include <stddef.h>
#include <stdint.h>
#include "cli/units.h"

#define TXR_TICKS_MAX 24

struct txr_tick {
	double at;
	char label[TXR_UNIT_BUF];	/* "" : a line without a word */
};

struct txr_ticks {
	size_t nr;
	struct txr_tick tick[TXR_TICKS_MAX];
};

/* Whole numbers in [low, high] (below 2^62), in `most` steps or fewer (1 to 20). */
void txr_ticks_count(struct txr_ticks *t, uint64_t low, uint64_t high, unsigned int most);
/* Times in [low_ns, high_ns], in `most` steps or fewer. */
void txr_ticks_time(struct txr_ticks *t, uint64_t low_ns, uint64_t high_ns,
		    unsigned int most);
/*
 * Values in [low, high] of a logarithmic axis: powers of ten, with 2 and 5 times
 * these between where there are few; where there are many, each nth power alone.
 */
void txr_ticks_log_ns(struct txr_ticks *t, uint64_t low_ns, uint64_t high_ns);
void txr_ticks_log_count(struct txr_ticks *t, uint64_t low, uint64_t high);

/* "0", "250us", "1.5ms", "90s", "2m30s", "1h", "1d12h": ns to its last digit. */
char *txr_tick_ns(char buf[TXR_UNIT_BUF], uint64_t ns);
/* "1,500", "20k", "1.5M": n to its last digit. */
char *txr_tick_count(char buf[TXR_UNIT_BUF], uint64_t n);

#endif
