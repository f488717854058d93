// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracefs_pages_adopt.c - the readers of a process that is gone.
 *
 * A child of it has the same files: what it had read is in them or in the pipe
 * between, and the rest is still in the kernel.
 */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tracefs_pages_impl.h"

/* A page of which only the beginning came is of no use. */
static int drop_part(struct txr_reader *r)
{
	uint64_t bytes = atomic_load(&r->file_bytes), part = bytes % r->p->cfg.page_size;

	if (!part)
		return 0;
	atomic_store(&r->file_bytes, bytes - part);
	return ftruncate(r->file_fd, bytes - part) < 0 ? -errno : 0;
}

static int adopt(struct txr_reader *r)
{
	struct stat st;
	size_t moved;
	int n, ret;

	if (fstat(r->file_fd, &st) < 0 || ioctl(r->pipe_fd[0], FIONREAD, &n) < 0)
		return -errno;
	atomic_store(&r->file_bytes, st.st_size);
	atomic_fetch_add(&r->p->all_bytes, st.st_size);
	ret = n ? txr_reader_empty_pipe(r, n) : 0;
	if (!ret)
		ret = drop_part(r);
	if (!ret)
		ret = txr_reader_move_full(r, &moved);
	return ret ? ret : txr_reader_move_rest(r);
}

int txr_pages_adopt(struct txr_pages *p)
{
	unsigned int i;
	int ret = 0;

	atomic_store(&p->all_bytes, 0);
	for (i = 0; i < p->cfg.cpus; i++) {
		struct txr_reader *r = &p->cpu[i];

		r->running = false;
		if (r->trace_fd < 0)
			continue;
		r->error = adopt(r);
		close(r->trace_fd);
		r->trace_fd = -1;
		if (!ret)
			ret = r->error;
	}
	return ret;
}
