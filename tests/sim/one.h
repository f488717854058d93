/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * one.h - one stream: a machine and what a recording makes of it, or garbage,
 * through the engine and every oracle.
 */
#ifndef SIM_ONE_H
#define SIM_ONE_H

#include "check.h"
#include "scenario.h"

enum way { WAY_PLAIN, WAY_CUT, WAY_COARSE, WAY_LOSS, WAY_SKEW, WAY_SMALL, WAY_UNTOLD, WAY_NR };
enum garbage { GARB_PLAIN, GARB_LOSS, GARB_RT, GARB_SKEW, GARB_NORESULT, GARB_CAP, GARB_NR };

extern const char *const way_names[WAY_NR];
extern const char *const garbage_names[GARB_NR];

/* Returns true if all oracles agree; else a line in msg, of MSG_MAX bytes. r draws
 * whatever is drawn. events: at most so many, 0 as the family has it. verbose: tell
 * every event and transition on standard output. */
bool one_world(char *msg, enum family fam, enum way way, enum w_tier tier, struct rng *r,
	       int events, bool verbose);
bool one_garbage(char *msg, enum garbage kind, struct rng *r, bool verbose);

#endif
