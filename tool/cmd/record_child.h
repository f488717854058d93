/* SPDX-License-Identifier: GPL-2.0-only */
/* record_child.h - COMMAND: made before the tracing, let go when it is on. */
#ifndef TXRING_RECORD_CHILD_H
#define TXRING_RECORD_CHILD_H

#include <stdbool.h>
#include <sys/types.h>
#include "txring/err.h"

struct txr_child {
	pid_t pid;		/* 0: no COMMAND */
	int pid_fd;		/* readable once it has ended; -1 */
	int go_fd, failed_fd;
	bool ended;
	int wait_status;
};

#define TXR_CHILD_NONE { .pid_fd = -1, .go_fd = -1, .failed_fd = -1 }

/* As a shell: found but not to be run, not found. */
#define TXR_EXIT_NO_EXEC	126
#define TXR_EXIT_NOT_FOUND	127
/* The recording failed, whatever COMMAND did. */
#define TXR_EXIT_RECORD		125

int txr_child_fork(struct txr_child *c, char **argv, struct txr_err *err);
/* Let it run. -errno of execvp() if that failed; it has ended then. */
int txr_child_go(struct txr_child *c, const char *name, struct txr_err *err);
void txr_child_kill(const struct txr_child *c, int sig);
/* Waits; block false: only looks. True when it has ended. */
bool txr_child_wait(struct txr_child *c, bool block);
/* As a shell has it: its own status, or 128 + signal. */
int txr_child_status(const struct txr_child *c);
/* Ends one that was never let go. */
void txr_child_free(struct txr_child *c);

#endif
