/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_dir.h - the tracing directory, found or mounted, and its files.
 *
 * Where tracefs is not mounted it is mounted for this process alone, at no
 * path (fsmount without move_mount): nothing of it is visible to others, and
 * it is gone with the process, however that ends.
 */
#ifndef TXRING_TRACEFS_DIR_H
#define TXRING_TRACEFS_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/err.h"

struct txr_probes;

struct txr_tracefs {
	int fd;			/* of the directory */
	bool own_mount;		/* fd is a mount of our own */
	char path[128];		/* for functions that want a path */
	const struct txr_probes *probes;	/* ours, of the probe tier; NULL none */
};

#define TXR_TRACEFS_CLOSED { .fd = -1 }

int txr_tracefs_open(struct txr_tracefs *t, struct txr_err *err);
void txr_tracefs_close(struct txr_tracefs *t);

/*
 * Files under a directory fd. Negative errno; the texts are the caller's to
 * word, since only it knows what the file means.
 */
int txr_tfs_write(int dirfd, const char *file, const char *text);
int txr_tfs_write_u64(int dirfd, const char *file, uint64_t value);
/* Whole file, terminated, malloc'd; *len may be NULL. NULL and errno. */
char *txr_tfs_read(int dirfd, const char *file, size_t *len);
bool txr_tfs_exists(int dirfd, const char *file);

/*
 * The line for a tracefs that refuses: rights or lockdown. what names the
 * thing refused.
 */
int txr_tfs_refused(struct txr_err *err, int code, const char *what);

#endif
