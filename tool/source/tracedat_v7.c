// SPDX-License-Identifier: GPL-2.0-only
/* tracedat_v7.c - trace.dat version 7: sections, found through options. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tracedat_impl.h"

#define SEC_COMPRESSED	1

enum {
	SEC_OPTIONS = 0, SEC_BUFFER = 3, SEC_HEADER_INFO = 16, SEC_FTRACE_FORMATS = 17,
	SEC_EVENT_FORMATS = 18, SEC_KALLSYMS = 19, SEC_PRINTK = 20, SEC_CMDLINES = 21,
	SEC_BUFFER_TEXT = 22,
};

/* Where the sections are that we read; 0: none. */
struct places {
	uint64_t header_info, event_formats, cmdlines;
	bool text;
};

struct section {
	struct td_cursor c;
	unsigned int flags;
	void *owned;		/* decompressed */
};

/* id(2) flags(2) string(4) size(8) */
static int section_header(struct td_file *f, uint64_t at, unsigned int id, const char *what,
			  struct section *sec, uint64_t *size, struct txr_err *err)
{
	unsigned int got;

	memset(sec, 0, sizeof(*sec));
	sec->c.p = f->map;
	sec->c.size = f->size;
	sec->c.big_endian = f->big_endian;
	sec->c.pos = at;
	if (at >= f->size)
		return td_cut(f, what, f->size, err);
	got = td_u16(&sec->c);
	sec->flags = td_u16(&sec->c);
	td_u32(&sec->c);
	*size = td_get(&sec->c, 8);
	if (sec->c.bad)
		return td_cut(f, what, f->size, err);
	if (got != id)
		return txr_fail(err, EINVAL, "%s: no %s at byte %llu; record again", f->s->path,
				what, (unsigned long long)at);
	return 0;
}

/* csize(4) size(4) data: a section is one block. */
static int expand(struct td_file *f, struct section *sec, const char *what,
		  struct txr_err *err)
{
	uint32_t csize = td_u32(&sec->c), size = td_u32(&sec->c);
	const void *data = td_take(&sec->c, csize);

	if (!data)
		return td_cut(f, what, f->size, err);
	if (size > TD_SECTION_MAX)
		return txr_fail(err, EINVAL, "%s: its %s claim %u bytes; record again",
				f->s->path, what, size);
	sec->owned = malloc(size + 1);
	if (!sec->owned)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	if (txr_codec_block(f->codec, data, csize, sec->owned, size))
		return txr_fail(err, EINVAL, "%s: its %s do not decompress; record again",
				f->s->path, what);
	sec->c.p = sec->owned;
	sec->c.size = size;
	sec->c.pos = 0;
	return 0;
}

static int section_open(struct td_file *f, uint64_t at, unsigned int id, const char *what,
			struct section *sec, struct txr_err *err)
{
	uint64_t size;
	int ret = section_header(f, at, id, what, sec, &size, err);

	if (ret)
		return ret;
	if (sec->flags & SEC_COMPRESSED)
		return expand(f, sec, what, err);
	if (size < td_left(&sec->c))
		sec->c.size = sec->c.pos + size;
	return 0;
}

static void section_close(struct section *sec)
{
	free(sec->owned);
}

static int one_option(struct td_file *f, struct places *p, unsigned int id,
		      struct td_cursor *data, struct txr_err *err)
{
	switch (id) {
	case SEC_HEADER_INFO:
		p->header_info = td_get(data, 8);
		return 0;
	case SEC_EVENT_FORMATS:
		p->event_formats = td_get(data, 8);
		return 0;
	case SEC_CMDLINES:
		p->cmdlines = td_get(data, 8);
		return 0;
	case SEC_KALLSYMS:
		f->kallsyms = td_get(data, 8);
		return 0;
	case SEC_BUFFER_TEXT:
		p->text = true;
		return 0;
	}
	return td_option(f, id, data, err);
}

/* One section of options; *next is where it goes on, 0: nowhere. */
static int read_options(struct td_file *f, struct places *p, uint64_t at, uint64_t *next,
			struct txr_err *err)
{
	struct section sec;
	int ret = section_open(f, at, SEC_OPTIONS, "options", &sec, err);
	bool done = false;

	*next = 0;
	while (!ret && !done) {
		struct td_cursor data = { .big_endian = f->big_endian };
		unsigned int id = td_u16(&sec.c);

		data.size = td_u32(&sec.c);
		data.p = td_take(&sec.c, data.size);
		if (!data.p && f->buffers) {
			f->s->info.truncated = done = true;
		} else if (!data.p) {
			ret = td_cut(f, "options", f->size, err);
		} else if (!id) {
			*next = data.size >= 8 ? td_get(&data, 8) : 0;
			done = true;
		} else {
			ret = one_option(f, p, id, &data, err);
		}
	}
	section_close(&sec);
	return ret;
}

/*
 * Sections are chained; each must lie behind one that was not read yet, so a
 * chain longer than the file has room for goes in a circle.
 */
static int read_all_options(struct td_file *f, struct places *p, uint64_t at,
			    struct txr_err *err)
{
	uint64_t left = f->size / 16 + 1;
	int ret = 0;

	if (left > 4096)
		left = 4096;
	for (; at && !ret; left--) {
		if (!left)
			return txr_fail(err, EINVAL, "%s: its options go in a circle; record again",
					f->s->path);
		/* the last ones, with the buffers, are written when recording ends */
		if (at >= f->size && f->buffers) {
			f->s->info.truncated = true;
			return 0;
		}
		ret = read_options(f, p, at, &at, err);
	}
	return ret;
}

static int read_section(struct td_file *f, uint64_t at, unsigned int id, const char *what,
			int (*read)(struct td_file *f, struct td_cursor *c, struct txr_err *err),
			struct txr_err *err)
{
	struct section sec;
	int ret;

	if (!at)
		return txr_fail(err, EINVAL, "%s: it has no %s; record again", f->s->path, what);
	ret = section_open(f, at, id, what, &sec, err);
	if (!ret)
		ret = read(f, &sec.c, err);
	section_close(&sec);
	return ret;
}

int td_v7_symbols(struct td_file *f, struct txr_err *err)
{
	return read_section(f, f->kallsyms, SEC_KALLSYMS, "symbols", td_find_symbol, err);
}

/* Is its data compressed? The flag is in the section's header. */
static int open_buffer(struct td_file *f, struct td_buffer *b, struct txr_err *err)
{
	struct section sec;
	uint64_t size;
	int ret;

	if (b->offset >= f->size) {
		b->cut = true;
		f->s->info.truncated = true;
		return 0;
	}
	ret = section_header(f, b->offset, SEC_BUFFER, "buffer", &sec, &size, err);
	b->compressed = sec.flags & SEC_COMPRESSED;
	if (!ret && b->compressed && txr_codec_kind(f->codec) == TXR_CODEC_NONE)
		return txr_fail(err, EINVAL,
				"%s: compressed data, but no compression is named; record again",
				f->s->path);
	return ret;
}

int td_read_v7(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	const char *codec = td_string(c), *version = td_string(c);
	uint64_t options = td_get(c, 8);
	struct places p = { 0 };
	unsigned int i;
	int ret;

	if (!codec || !version || c->bad)
		return td_cut(f, "header", f->size, err);
	ret = txr_codec_new(&f->codec, codec);
	if (ret == -ENOENT)
		return txr_fail(err, EOPNOTSUPP,
				"%s: its compression \"%s\" is not known; trace-cmd convert --compression none makes a copy without",
				f->s->path, codec);
	if (ret)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	ret = read_all_options(f, &p, options, err);
	if (ret)
		return ret;
	ret = read_section(f, p.header_info, SEC_HEADER_INFO, "header info",
			   td_read_header_info, err);
	if (!ret)
		ret = read_section(f, p.event_formats, SEC_EVENT_FORMATS, "event formats",
				   td_read_formats, err);
	if (!ret && p.cmdlines)
		ret = read_section(f, p.cmdlines, SEC_CMDLINES, "saved command lines",
				   td_read_comms, err);
	for (i = 0; i < f->buffers && !ret; i++)
		ret = open_buffer(f, &f->buffer[i], err);
	if (!ret && !f->buffers)
		return txr_fail(err, EINVAL, p.text ?
				"%s: it holds text of a latency tracer and no raw events; record events" :
				"%s: no trace buffer is in it, it was cut before recording ended; record again",
				f->s->path);
	return ret;
}
