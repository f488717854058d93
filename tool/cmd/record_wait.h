/* SPDX-License-Identifier: GPL-2.0-only */
/* record_wait.h - what ends a recording, and the status line meanwhile. */
#ifndef TXRING_RECORD_WAIT_H
#define TXRING_RECORD_WAIT_H

#include <stdbool.h>
#include <stdint.h>
#include "record_child.h"

#define TXR_NO_DURATION UINT64_MAX

enum txr_end {
	TXR_END_COMMAND,	/* COMMAND has ended */
	TXR_END_DURATION,
	TXR_END_SIGNAL,
	TXR_END_FAILED,		/* the recording stopped by itself */
	TXR_END_ASKED,		/* SIGUSR1: no end, if the caller waits on */
};

struct txr_waiter {
	int signal_fd;
	struct txr_child *child;	/* pid 0: no COMMAND */
	int signal;			/* that ended it */
	int status_line;		/* its length on the terminal, 0: none */
};

/*
 * Block the signals that end a recording; before any thread is made. asks: SIGUSR1
 * does not kill, but is TXR_END_ASKED.
 */
int txr_waiter_init(struct txr_waiter *w, struct txr_child *child, bool asks,
		    struct txr_err *err);
void txr_waiter_free(struct txr_waiter *w);
/*
 * Wait for the first end. failed_fd: readable when the recording stopped by
 * itself, -1 none. duration_ns: TXR_NO_DURATION none. tick() is called every second if not NULL.
 */
enum txr_end txr_waiter_wait(struct txr_waiter *w, int failed_fd, uint64_t duration_ns,
			     void (*tick)(void *ctx), void *ctx);
/* SIGUSR1 was sent and not taken: a signal that ended it had the lower number. */
bool txr_waiter_asked(void);
/*
 * The recording is over by end; COMMAND need not be. Waits for it, and returns the
 * exit status that is its own.
 */
int txr_waiter_end_command(struct txr_waiter *w, enum txr_end end);

#endif
