/* SPDX-License-Identifier: GPL-2.0-only */
/* live_engine_impl.h - the engine's inside, for live_*.c only. Its lock is held. */
#ifndef TXRING_CMD_LIVE_ENGINE_IMPL_H
#define TXRING_CMD_LIVE_ENGINE_IMPL_H

#include "live_engine.h"

static inline bool txr_engine_wants(const struct txr_engine *e, unsigned int side)
{
	return e->sides & 1u << side;
}

/* All events up to the watermark. */
int txr_engine_pass(struct txr_engine *e, struct txr_err *err);
/* Devices from that index on are new: what are those that no snapshot knows? */
int txr_engine_meet(struct txr_engine *e, size_t from);
/* How the devices are now; *now is taken over. */
int txr_engine_take_over(struct txr_engine *e, struct txr_moment *now, struct txr_err *err);

/* Pairing and statistics: made (what is there must go before), and gone. */
int txr_engine_count_anew(struct txr_engine *e, struct txr_err *err);
void txr_engine_count_end(struct txr_engine *e);
int txr_engine_no_memory(struct txr_err *err);

#endif
