/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * chain.h - one more listener to the engine, behind the statistics, which must hear
 * first: they set what a lap carries for them (queue, in_device_at_start).
 */
#ifndef TXRING_CMD_CHAIN_H
#define TXRING_CMD_CHAIN_H

#include "txring/pair.h"

struct txr_chain {
	struct txr_pair_sink first;
	struct txr_pair_sink then;	/* any of its functions may be NULL */
};

/* What the engine is to be told; valid as long as c. */
struct txr_pair_sink txr_chain_sink(struct txr_chain *c);

#endif
