// SPDX-License-Identifier: GPL-2.0-only
/*
 * given.c - bytes given to txring as a file, or on standard input.
 *
 * Formats of the running kernel are kept away (--wrap): what a file without any
 * shows would depend on the machine.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "given.h"

struct perfdata;
struct txr_err;

ssize_t __real_read(int fd, void *buf, size_t n);
ssize_t __wrap_read(int fd, void *buf, size_t n);
int __wrap_perf_running_formats(struct perfdata *p, struct txr_err *err);

static unsigned int pieces;	/* 0: reads are not cut short */

/* As a pipe does: what is there, not what was asked for. */
ssize_t __wrap_read(int fd, void *buf, size_t n)
{
	if (pieces && fd == STDIN_FILENO && n > 1) {
		size_t most;

		pieces = pieces * 1664525 + 1013904223;
		most = 1 + (pieces >> 8) % (1u << (pieces >> 24) % 18);
		if (n > most)
			n = most;
	}
	return __real_read(fd, buf, n);
}

int __wrap_perf_running_formats(struct perfdata *p, struct txr_err *err)
{
	(void)p;
	(void)err;
	return 0;
}

static void put_all(int fd, const uint8_t *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n <= 0)
			abort();
		data += n;
		len -= (size_t)n;
	}
}

static void open_pipe(const uint8_t *data, size_t len, unsigned int seed)
{
	int end[2];

	if (pipe2(end, O_CLOEXEC) || fcntl(end[1], F_SETPIPE_SZ, 1 << 20) < (int)len)
		abort();
	put_all(end[1], data, len);
	close(end[1]);
	if (dup2(end[0], STDIN_FILENO) < 0)
		abort();
	close(end[0]);
	pieces = seed | 1;
}

void given_open(struct given *g, const uint8_t *data, size_t len, bool pipe,
		unsigned int seed)
{
	g->fd = -1;
	if (pipe) {
		open_pipe(data, len, seed);
		snprintf(g->path, sizeof(g->path), "-");
		return;
	}
	g->fd = memfd_create("recording", MFD_CLOEXEC);
	if (g->fd < 0)
		abort();
	put_all(g->fd, data, len);
	snprintf(g->path, sizeof(g->path), "/proc/self/fd/%d", g->fd);
}

void given_close(struct given *g)
{
	pieces = 0;
	if (g->fd >= 0)
		close(g->fd);
}
