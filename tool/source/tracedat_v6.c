// SPDX-License-Identifier: GPL-2.0-only
/* tracedat_v6.c - trace.dat version 6: one header, then the CPUs' pages. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tracedat_impl.h"

#define WORD 10		/* "options  ", "latency  ", "flyrecord", each with its NUL */

/* Formats of the ftrace system: none of ours. */
static void skip_ftrace_formats(struct td_cursor *c)
{
	uint32_t count = td_u32(c);

	while (!c->bad && count--)
		td_take(c, td_get(c, 8));
}

static int read_options(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	for (;;) {
		struct td_cursor data = { .big_endian = f->big_endian };
		unsigned int id = td_u16(c);
		int ret;

		if (c->bad)
			return td_cut(f, "options", c->pos, err);
		if (!id)
			return 0;
		data.size = td_u32(c);
		data.p = td_take(c, data.size);
		if (!data.p)
			return td_cut(f, "options", c->pos, err);
		ret = td_option(f, id, &data, err);
		if (ret)
			return ret;
	}
}

/* [options] "flyrecord", then offset and size of each CPU's data. */
static int read_buffer(struct td_file *f, struct td_cursor *c, unsigned int index,
		       struct txr_err *err)
{
	const char *word = td_take(c, WORD);
	struct td_buffer *b;
	unsigned int i;
	int ret;

	if (word && !memcmp(word, "options", 7)) {
		ret = read_options(f, c, err);
		if (ret)
			return ret;
		word = td_take(c, WORD);
	}
	if (!word)
		return td_cut(f, "CPU table", c->pos, err);
	if (!memcmp(word, "latency", 7))
		return txr_fail(err, EINVAL,
				"%s: it holds text of a latency tracer and no raw events; record events",
				f->s->path);
	if (memcmp(word, "flyrecord", 9))
		return txr_fail(err, EINVAL, "%s: no CPU table where it should be; record again",
				f->s->path);
	if (f->cpus > TD_MAX_CPUS)
		return txr_fail(err, EINVAL, "%s: %u CPUs are more than any kernel has; record again",
				f->s->path, f->cpus);
	if (f->cpus > td_left(c) / 16)
		return td_cut(f, "CPU table", f->size, err);
	b = &f->buffer[index];
	b->cpu = calloc(f->cpus + 1, sizeof(*b->cpu));
	if (!b->cpu)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	for (i = 0; i < f->cpus; i++) {
		b->cpu[i].cpu = i;
		b->cpu[i].offset = td_get(c, 8);
		b->cpu[i].size = td_get(c, 8);
	}
	b->cpus = f->cpus;
	return 0;
}

/* An instance has a table of its own, behind the data of the top buffer. */
static int read_instance(struct td_file *f, unsigned int index, struct txr_err *err)
{
	struct td_cursor c = { .p = f->map, .size = f->size, .big_endian = f->big_endian,
			       .pos = f->buffer[index].offset };
	unsigned int cpus = f->cpus;
	struct txr_err own = { 0 };
	int ret;

	if (!c.pos || c.pos >= f->size) {
		f->buffer[index].cut = true;
		f->s->info.truncated = true;
		return 0;
	}
	ret = read_buffer(f, &c, index, &own);
	f->cpus = cpus;
	if (ret && c.bad) {
		f->buffer[index].cut = true;
		f->s->info.truncated = true;
		return 0;
	}
	return ret ? txr_fail(err, -ret, "%s", own.text) : 0;
}

/* Some versions write the clock here, size and text, as well as in an option. */
static int read_late_clock(struct td_file *f, struct td_cursor c)
{
	uint64_t size = td_get(&c, 8);
	const char *text = size < 4096 ? td_take(&c, size) : NULL;

	return text && memchr(text, '[', size) ? td_set_clock(f, text, size) : 0;
}

int td_read_v6(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	unsigned int i, instances;
	int ret;

	ret = td_read_header_info(f, c, err);
	if (ret)
		return ret;
	skip_ftrace_formats(c);
	ret = td_read_formats(f, c, err);
	if (ret)
		return ret;
	f->kallsyms = c->pos;
	td_take(c, td_u32(c));
	td_take(c, td_u32(c));	/* printk formats */
	ret = td_read_comms(f, c, err);
	if (ret)
		return ret;
	f->cpus = td_u32(c);
	if (!td_add_buffer(f, "", 0))
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	ret = read_buffer(f, c, 0, err);
	if (ret)
		return ret;
	if (read_late_clock(f, *c))
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	instances = f->buffers;
	for (i = 1; i < instances && !ret; i++)
		ret = read_instance(f, i, err);
	return ret ? ret : td_read_meta(f, c->pos, err);
}
