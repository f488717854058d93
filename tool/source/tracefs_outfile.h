/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_outfile.h - the recording's file, and the temporary ones beside it.
 *
 * All of them are without a name until the recording is whole: a killed run
 * leaves nothing, and an older recording stays in its place.
 */
#ifndef TXRING_TRACEFS_OUTFILE_H
#define TXRING_TRACEFS_OUTFILE_H

#include <stdbool.h>
#include <stdint.h>
#include "txring/err.h"

struct txr_outfile {
	const char *path;	/* borrowed */
	char *dir;		/* owned */
	int fd;			/* of the file to be */
	char *hidden;		/* its name where the filesystem wants one; owned */
	uint64_t reserve_bytes;	/* allocated ahead, so that a full disk ends well */
	uint64_t limit_bytes;	/* RLIMIT_FSIZE, 0: none */
};

#define TXR_OUTFILE_NONE { .fd = -1 }

/* Allocated ahead: header and one chunk of the copy fit. */
#define TXR_OUTFILE_RESERVE (2u << 20)

int txr_outfile_open(struct txr_outfile *o, const char *path, struct txr_err *err);
/* A nameless file beside it, mode 0600; -errno. */
int txr_outfile_temp(const struct txr_outfile *o);
/* Give it its name; an existing file becomes PATH.old (*kept_old). */
int txr_outfile_commit(struct txr_outfile *o, bool *kept_old, struct txr_err *err);
void txr_outfile_close(struct txr_outfile *o);

/* The line for a write that failed. */
int txr_outfile_failed(struct txr_err *err, int code, const char *what);

#endif
