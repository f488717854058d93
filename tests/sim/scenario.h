/* SPDX-License-Identifier: GPL-2.0-only */
/* scenario.h - families of machines, and what a seed makes of them. */
#ifndef SIM_SCENARIO_H
#define SIM_SCENARIO_H

#include "world.h"

enum family {
	FAM_RING, FAM_IRQ, FAM_TAP, FAM_SYNC, FAM_HANDOVER, FAM_STACKED, FAM_SHARED,
	FAM_HWTS, FAM_DEFER, FAM_RT, FAM_RESET, FAM_MIX, FAM_NR
};

extern const char *const family_names[FAM_NR];

void scenario_make(struct wconf *c, enum family fam, enum w_tier tier, struct rng *r);
/* Bit mask of the devices that the engine is told are stacked. */
uint32_t scenario_stacked(const struct wconf *c);

#endif
