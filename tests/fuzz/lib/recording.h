/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * recording.h - one recording through all of txring: opened, paired, counted,
 * drawn in every form; all that must hold of it checked.
 */
#ifndef FUZZ_RECORDING_H
#define FUZZ_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recording {
	const uint8_t *data;
	size_t len;
	bool pipe;		/* given on standard input, a pipe, in pieces */
	bool laps;		/* print the laps too */
	bool views;		/* draw the report in every form */
	unsigned int seed;	/* of the pieces */
};

struct verdict {
	const char *bad;	/* NULL: all well; else what is wrong */
	int ret;		/* of the reading: 0, or a negative errno */
	bool truncated, exact;
	uint64_t events, started;
	size_t heap_bytes;	/* most that was held at once */
	size_t heap_bound;	/* and may be; see Documentation/fuzzing.md */
	char error[512];	/* the line, where ret is not 0 */
};

void recording_try(const struct recording *r, struct verdict *v);

/* For fuzz targets: as above; ends the process with a word on what is wrong. */
void recording_must(const struct recording *r);

#endif
