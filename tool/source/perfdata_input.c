// SPDX-License-Identifier: GPL-2.0-only
/* perfdata_input.c - bytes of a mapped file, or of a pipe, read on as needed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "perfdata_impl.h"

#define PIPE_READ (256u << 10)
#define GIVE_BACK (8u << 20)

static int make_room(struct perf_input *in, size_t n)
{
	uint8_t *b;

	if (in->used) {
		memmove(in->buf, in->buf + in->used, in->have - in->used);
		in->have -= in->used;
		in->used = 0;
	}
	if (in->room >= n)
		return 0;
	b = realloc(in->buf, n);
	if (!b)
		return -ENOMEM;
	in->buf = b;
	in->room = n;
	return 0;
}

static int fill_pipe(struct perf_input *in, size_t n)
{
	ssize_t got;

	while (in->have - in->used < n && !in->eof) {
		size_t have = in->have - in->used;
		/* n may be a lie: memory follows what has come */
		int ret = make_room(in, (n < 2 * have ? n : 2 * have) + PIPE_READ);

		if (ret)
			return ret;
		got = read(in->fd, in->buf + in->have, in->room - in->have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -errno;
		in->eof = got == 0;
		in->have += (size_t)got;
	}
	return 0;
}

int perf_input_peek(struct perf_input *in, size_t n, const uint8_t **p, size_t *avail)
{
	int ret;

	if (in->map) {
		*p = in->map + in->pos;
		*avail = in->end - in->pos;
		return *avail >= n;
	}
	ret = fill_pipe(in, n);
	if (ret)
		return ret;
	*p = in->buf + in->used;
	*avail = in->have - in->used;
	return *avail >= n;
}

/* Pages that were read need not count as our memory. */
static void give_back(struct perf_input *in)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t from = (in->dropped_to + page - 1) & ~(page - 1), to = in->pos & ~(page - 1);

	if (from < to)
		madvise((void *)(in->map + from), to - from, MADV_DONTNEED);
	in->dropped_to = to;
}

void perf_input_take(struct perf_input *in, size_t n)
{
	in->pos += n;
	if (!in->map)
		in->used += n;
	else if (in->pos - in->dropped_to > GIVE_BACK)
		give_back(in);
}

const uint8_t *perf_input_limit(const struct perf_input *in)
{
	return in->map ? in->map + in->map_len : in->buf + in->have;
}

void perf_input_free(struct perf_input *in)
{
	free(in->buf);
	in->buf = NULL;
}
