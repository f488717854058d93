/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fileset.h - recordings that one run writes one after the other: their names, and
 * how many of them may stay. The oldest go first; what others wrote, or what was
 * moved away, is left alone.
 */
#ifndef TXRING_FILESET_H
#define TXRING_FILESET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>
#include "txring/err.h"

struct txr_fileset_entry {
	char *path;
	uint64_t bytes;
	dev_t dev;
	ino_t ino;
};

struct txr_fileset {
	char *prefix;			/* of every name; owned */
	uint64_t keep, max_bytes;	/* files, and all of them together */
	struct txr_fileset_entry *file;	/* oldest first; owned */
	size_t count;
	uint64_t bytes;			/* of those in file[] */
	uint64_t written, removed;
};

/*
 * output: what names begin with (a .dat at its end is left out), or a directory;
 * NULL: "txring-flight" here. Fails where nothing can be written.
 */
int txr_fileset_open(struct txr_fileset *f, const char *output, uint64_t keep,
		     uint64_t max_bytes, struct txr_err *err);
/* PREFIX-YYYYMMDD-HHMMSS.dat in local time, of no file that is there; malloc'd. */
char *txr_fileset_name(const struct txr_fileset *f, time_t when);
/* Remove the oldest until one more of that size is within the limits. */
int txr_fileset_make_room(struct txr_fileset *f, uint64_t bytes, struct txr_err *err);
/* One more was written. 0, or -ENOMEM: it stays for good. */
int txr_fileset_add(struct txr_fileset *f, const char *path, uint64_t bytes);
void txr_fileset_free(struct txr_fileset *f);	/* removes no file */

#endif
