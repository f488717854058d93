// SPDX-License-Identifier: GPL-2.0-only
/*
 * tracedat_stream.c - the pages of one CPU, one after the other.
 *
 * Uncompressed pages are read where they are in the mapped file; those that are
 * done with are given back, so that memory does not grow with the file.
 * Compressed ones come out of a window that holds one chunk.
 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "tracedat_impl.h"

#define GIVE_BACK (1u << 20)

void td_stream_init(struct td_stream *st, struct td_file *f, const struct td_buffer *b,
		    const struct td_cpu *cpu)
{
	struct td_cursor c = { .p = f->map, .size = f->size, .pos = cpu->offset,
			       .big_endian = f->big_endian };

	memset(st, 0, sizeof(*st));
	st->f = f;
	st->b = b;
	if (!cpu->size)
		return;
	st->truncated = cpu->offset > f->size || cpu->size > f->size - cpu->offset;
	if (cpu->offset >= f->size)
		return;
	st->pos = st->dropped_to = cpu->offset;
	st->end = st->truncated ? f->size : cpu->offset + cpu->size;
	if (b->compressed) {
		/* trace-cmd's size does not count the word with the count */
		st->chunks = td_u32(&c);
		st->pos += 4;
		st->end = st->f->size - st->end > 4 ? st->end + 4 : st->f->size;
	}
}

static void drop_window(struct td_stream *st)
{
	st->f->windows -= st->window_size;
	free(st->window);
	st->window = NULL;
	st->window_size = 0;
}

void td_stream_free(struct td_stream *st)
{
	if (st->f)
		drop_window(st);
}

static void give_back(struct td_stream *st)
{
	uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), from, to;

	if (st->pos - st->dropped_to < GIVE_BACK)
		return;
	from = (st->dropped_to + page - 1) & ~(page - 1);
	to = st->pos & ~(page - 1);
	if (from < to)
		madvise((void *)(st->f->map + from), to - from, MADV_DONTNEED);
	st->dropped_to = to;
}

static int grow_window(struct td_stream *st, size_t size, struct txr_err *err)
{
	struct td_file *f = st->f;
	uint8_t *n;

	if (size <= st->window_size)
		return 0;
	if (size > TD_CHUNK_MAX || f->windows - st->window_size + size > TD_WINDOWS_MAX)
		return txr_fail(err, EINVAL, "%s: a compressed chunk claims %zu bytes; trace-cmd convert --compression none makes a copy without",
				f->s->path, size);
	n = realloc(st->window, size);
	if (!n)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs",
				f->s->path);
	f->windows += size - st->window_size;
	st->window = n;
	st->window_size = size;
	return 0;
}

/*
 * csize(4) size(4) data. 1: the window has a chunk, 0: there is none, -EILSEQ: a
 * chunk that does not decompress was skipped.
 */
static int next_chunk(struct td_stream *st, struct txr_err *err)
{
	struct td_cursor c = { .p = st->f->map, .size = st->end, .pos = st->pos,
			       .big_endian = st->f->big_endian };
	uint32_t csize, size;
	const void *data;
	int ret;

	if (!st->chunks)
		return 0;
	csize = td_u32(&c);
	size = td_u32(&c);
	data = td_take(&c, csize);
	if (!data || !size) {
		st->chunks = 0;
		st->truncated |= c.bad && st->end == st->f->size;
		return st->truncated ? 0 : -EILSEQ;
	}
	ret = grow_window(st, size, err);
	if (ret)
		return ret;
	st->pos = c.pos;
	st->chunks--;
	st->window_pos = st->window_len = 0;
	if (txr_codec_block(st->f->codec, data, csize, st->window, size)) {
		drop_window(st);	/* its size may be a lie, one for each CPU */
		return -EILSEQ;
	}
	st->window_len = size;
	give_back(st);
	return 1;
}

static int next_compressed(struct td_stream *st, struct txr_page *p, struct txr_err *err)
{
	uint32_t size = st->f->shape.size;
	int ret;

	while (st->window_pos >= st->window_len) {
		ret = next_chunk(st, err);
		if (ret == -EILSEQ) {
			memset(p, 0, sizeof(*p));
			p->bad = true;
			return 1;
		}
		if (ret <= 0)
			return ret;
	}
	if (!txr_page_begin(p, &st->f->shape, st->window + st->window_pos,
			    st->window_len - st->window_pos))
		p->bad = true;
	st->window_pos += size;
	return 1;
}

int td_stream_next(struct td_stream *st, struct txr_page *p, struct txr_err *err)
{
	uint32_t size = st->f->shape.size;

	if (st->b->compressed)
		return next_compressed(st, p, err);
	if (st->pos >= st->end)
		return 0;
	give_back(st);
	if (!txr_page_begin(p, &st->f->shape, st->f->map + st->pos, st->end - st->pos))
		p->bad = true;
	st->pos += size;
	return 1;
}
