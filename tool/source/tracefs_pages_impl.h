/* SPDX-License-Identifier: GPL-2.0-only */
/* tracefs_pages_impl.h - the readers' inside, for tracefs_pages*.c only. */
#ifndef TXRING_TRACEFS_PAGES_IMPL_H
#define TXRING_TRACEFS_PAGES_IMPL_H

#include <pthread.h>
#include <stdatomic.h>
#include "tracefs_pages.h"

/* The largest pipe that needs no privilege (fs.pipe-max-size's default). */
#define TXR_PIPE_BYTES (1u << 20)

struct txr_reader {
	struct txr_pages *p;
	unsigned int cpu;
	int trace_fd, file_fd, pipe_fd[2];
	pthread_t thread;
	bool running;
	int error;			/* negative errno, the first */
	_Atomic uint64_t file_bytes;
	char *tail;
	size_t tail_bytes, tail_room;
	char *page;			/* one page, for read() */
};

struct txr_pages {
	struct txr_pages_config cfg;
	int stop_fd;			/* readable: tracing is off, drain and end */
	int event_fd;			/* written at the first failure */
	_Atomic bool failed;
	_Atomic uint64_t all_bytes;	/* in all files */
	struct txr_reader *cpu;
};

/* The first failure: told to whoever waits on event_fd, and tracing is off. */
void txr_reader_fail(struct txr_reader *r, int error);
/* What the pipe holds, len bytes of it, to the file, or to memory if that failed. */
int txr_reader_empty_pipe(struct txr_reader *r, size_t len);
/* Whole pages until the kernel has no more; *moved in bytes. 0 or -errno. */
int txr_reader_move_full(struct txr_reader *r, size_t *moved);
/* The rest, tracing being off: a page that is not full. */
int txr_reader_move_rest(struct txr_reader *r);

#endif
