/* SPDX-License-Identifier: GPL-2.0-only */
/* wild.h - events of any kind and number, as no source would give them. */
#ifndef FUZZ_WILD_H
#define FUZZ_WILD_H

#include "rng.h"

/* Feeds such a stream to engine, statistics and report. NULL, or what is wrong. */
const char *wild_stream(struct rng *r);

#endif
