/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * advice.h - what to try with a ring, as commands with the device's own name and
 * numbers that fit what was seen.
 */
#ifndef TXRING_STATS_ADVICE_H
#define TXRING_STATS_ADVICE_H

#include "rowx.h"

#define TXR_ADVICE_PART 160

/* The state that commands would meet: at the end of the recording, if known. */
const struct txr_device_state *txr_state_now(const struct txr_rowx *x);

/* Each fills buf and returns it. */
/* Completions that come sooner: coalescing, or whoever reads. */
const char *txr_advise_sooner(char buf[TXR_ADVICE_PART], const struct txr_rowx *x);
/* Can its ring be made larger? */
bool txr_can_grow(const struct txr_rowx *x);
/* The next larger ring; or why there is none. */
const char *txr_advise_grow(char buf[TXR_ADVICE_PART], const struct txr_rowx *x);
/* A ring of so many descriptors. */
const char *txr_advise_shrink(char buf[TXR_ADVICE_PART], const struct txr_rowx *x,
			      int64_t descriptors);

#endif
