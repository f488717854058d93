/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * record_guard.h - a recording outlives its recorder.
 *
 * A process in a session of its own waits for the recorder to die of what cannot be
 * caught (SIGKILL, a crash). It then does what was left to do: tracing off, what
 * was recorded into the file, nothing left in the kernel.
 */
#ifndef TXRING_CMD_RECORD_GUARD_H
#define TXRING_CMD_RECORD_GUARD_H

#include <stdbool.h>
#include <sys/types.h>
#include "txring/err.h"

struct txr_recorder;

struct txr_guard {
	pid_t pid;		/* 0: none */
	int fd;			/* closed: this process is dead */
};

#define TXR_GUARD_NONE { .pid = 0, .fd = -1 }

/*
 * From now on, r being started. output: its file, for the guard's line on stderr,
 * which quiet keeps back.
 */
int txr_guard_start(struct txr_guard *g, struct txr_recorder *r, const char *output,
		    bool quiet, struct txr_err *err);
/* The recorder ends by itself. Accepts one that was not started. */
void txr_guard_dismiss(struct txr_guard *g);

#endif
