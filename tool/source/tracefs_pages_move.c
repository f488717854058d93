// SPDX-License-Identifier: GPL-2.0-only
/* tracefs_pages_move.c - pages of one CPU, through a pipe to its file. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tracefs_pages_impl.h"

void txr_reader_fail(struct txr_reader *r, int error)
{
	uint64_t one = 1;

	if (!r->error)
		r->error = error;
	atomic_store(&r->p->failed, true);
	/* At once, so that what the kernel holds stays what memory can take. */
	if (pwrite(r->p->cfg.on_fd, "0", 1, 0) < 0)
		r->error = r->error ? r->error : -errno;
	while (write(r->p->event_fd, &one, sizeof(one)) < 0 && errno == EINTR)
		;
}

static int keep(struct txr_reader *r, const char *data, size_t len)
{
	size_t room = r->tail_room ? r->tail_room : TXR_PIPE_BYTES;
	char *more;

	while (room < r->tail_bytes + len)
		room *= 2;
	if (room > r->tail_room) {
		more = realloc(r->tail, room);
		if (!more)
			return -ENOMEM;
		r->tail = more;
		r->tail_room = room;
	}
	memcpy(r->tail + r->tail_bytes, data, len);
	r->tail_bytes += len;
	return 0;
}

/* The file failed in the middle of what the pipe holds: the rest to memory. */
static int pipe_to_memory(struct txr_reader *r, size_t len)
{
	size_t page = r->p->cfg.page_size, got;
	ssize_t n;

	while (len) {
		got = 0;
		while (got < page && got < len) {
			n = read(r->pipe_fd[0], r->page + got,
				 (len < page ? len : page) - got);
			if (n < 0 && errno == EINTR)
				continue;
			if (n <= 0)
				return n < 0 ? -errno : -EIO;
			got += n;
		}
		if (keep(r, r->page, got) < 0)
			return -ENOMEM;
		len -= got;
	}
	return 0;
}

/*
 * A write that ended within a page leaves its beginning in the file: bring it
 * back, so that file and memory each hold whole pages.
 */
static int take_back(struct txr_reader *r)
{
	uint64_t bytes = r->file_bytes;
	size_t part = bytes % r->p->cfg.page_size;
	ssize_t n;

	if (!part)
		return 0;
	n = pread(r->file_fd, r->page, part, bytes - part);
	if (n != (ssize_t)part)
		return n < 0 ? -errno : -EIO;
	atomic_store(&r->file_bytes, bytes - part);
	return keep(r, r->page, part);
}

/* How many whole pages of len bytes the limit still allows, in bytes. */
static size_t allowed(struct txr_reader *r, size_t len)
{
	uint64_t limit = r->p->cfg.limit_bytes, have = atomic_load(&r->p->all_bytes), left;

	if (!limit)
		return len;
	left = have < limit ? limit - have : 0;
	return left < len ? left - left % r->p->cfg.page_size : len;
}

static void count(struct txr_reader *r, size_t len)
{
	atomic_fetch_add(&r->file_bytes, len);
	atomic_fetch_add(&r->p->all_bytes, len);
}

int txr_reader_empty_pipe(struct txr_reader *r, size_t len)
{
	int error = 0, ret;
	ssize_t n;

	if (r->error)
		return pipe_to_memory(r, len);
	while (len && !error) {
		size_t take = allowed(r, len);

		if (!take) {
			error = -EFBIG;
			break;
		}
		n = splice(r->pipe_fd[0], NULL, r->file_fd, NULL, take, SPLICE_F_MOVE);
		if (n > 0) {
			count(r, n);
			len -= n;
		} else if (n == 0 || errno != EINTR) {
			error = n ? -errno : -EIO;
		}
	}
	if (!error)
		return 0;
	txr_reader_fail(r, error);
	ret = take_back(r);
	return ret ? ret : pipe_to_memory(r, len);
}

int txr_reader_move_full(struct txr_reader *r, size_t *moved)
{
	ssize_t n;
	int ret;

	*moved = 0;

	for (;;) {
		n = splice(r->trace_fd, NULL, r->pipe_fd[1], NULL, TXR_PIPE_BYTES,
			   SPLICE_F_NONBLOCK | SPLICE_F_MOVE);
		if (n < 0 && errno == EINTR)
			continue;
		/* ENOMEM: no fresh page now; the old ones stay where they are. */
		if (n < 0 && (errno == EAGAIN || errno == ENODEV || errno == ENOMEM))
			return 0;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		*moved += n;
		ret = txr_reader_empty_pipe(r, n);
		if (ret)
			return ret;
	}
}

static int page_to_file(struct txr_reader *r, size_t len)
{
	size_t done = 0;
	ssize_t n;

	if (!r->error && !allowed(r, len))
		txr_reader_fail(r, -EFBIG);
	while (!r->error && done < len) {
		n = pwrite(r->file_fd, r->page + done, len - done, r->file_bytes + done);
		if (n > 0)
			done += n;
		else if (n == 0 || errno != EINTR)
			txr_reader_fail(r, n ? -errno : -EIO);
	}
	if (r->error)
		return keep(r, r->page, len);
	count(r, len);
	return 0;
}

/* splice gives full pages only (tracing_buffers_splice_read); read the rest. */
int txr_reader_move_rest(struct txr_reader *r)
{
	size_t page = r->p->cfg.page_size;
	ssize_t n;
	int ret;

	for (;;) {
		n = read(r->trace_fd, r->page, page);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 && (errno == EAGAIN || errno == ENODEV))
			return 0;
		if (n <= 0)
			return n < 0 ? -errno : 0;
		if ((size_t)n < page)
			memset(r->page + n, 0, page - n);
		ret = page_to_file(r, page);
		if (ret)
			return ret;
	}
}
