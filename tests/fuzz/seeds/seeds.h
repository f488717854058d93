/* SPDX-License-Identifier: GPL-2.0-only */
/* seeds.h - what the fuzz targets begin with, written as files. */
#ifndef FUZZ_SEEDS_H
#define FUZZ_SEEDS_H

#include <stddef.h>

/* Write DIR/TARGET/NAME. Ends the process where it cannot. */
void seed_put(const char *target, const char *name, const void *data, size_t len);

void seeds_tracedat(void);	/* small ones of each form; tests/unit/lib makes them */
void seeds_perfdata(void);
void seeds_format(void);
void seeds_options(void);	/* each option of each command, and words with units */
void seeds_pktgen(void);
void seeds_tapes(void);		/* for pair and world */

#endif
