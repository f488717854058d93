// SPDX-License-Identifier: GPL-2.0-only
/* tracedat.c - trace.dat as a source: open, set up the CPUs, close. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include "tracedat_impl.h"

static const uint8_t magic[10] = "\x17\x08\x44tracing";

static bool is_tracedat(const uint8_t *head, size_t n)
{
	return n >= 3 && !memcmp(head, magic, n < sizeof(magic) ? n : sizeof(magic));
}

static int map_file(struct td_file *f, struct txr_err *err)
{
	struct stat st;
	void *map;

	if (fstat(f->s->fd, &st))
		return txr_fail(err, errno, "%s: %s; check the file", f->s->path, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return txr_fail(err, EOPNOTSUPP,
				"%s: a trace.dat cannot be read from a pipe; write it to a file first",
				f->s->path);
	f->size = (uint64_t)st.st_size;
	map = mmap(NULL, f->size, PROT_READ, MAP_PRIVATE, f->s->fd, 0);
	if (map == MAP_FAILED)
		return txr_fail(err, errno, "%s: cannot map it: %s; check the memory limits",
				f->s->path, strerror(errno));
	f->map = map;
	return 0;
}

/* magic, version, byte order, long size, page size, then as the version says */
static int read_headers(struct td_file *f, struct txr_err *err)
{
	struct td_cursor c = { .p = f->map, .size = f->size };
	const char *version;
	unsigned int order, long_size;

	td_take(&c, sizeof(magic));
	version = td_string(&c);
	order = (unsigned int)td_get(&c, 1);
	long_size = (unsigned int)td_get(&c, 1);
	f->big_endian = c.big_endian = order == 1;
	f->page_size = td_u32(&c);
	if (c.bad)
		return td_cut(f, "header", f->size, err);
	if (order > 1 || (long_size != 4 && long_size != 8))
		return txr_fail(err, EINVAL, "%s: byte order %u and long size %u are not known; record again",
				f->s->path, order, long_size);
	f->s->dec = txr_decoder_new(f->s->devs, f->big_endian);
	if (!f->s->dec)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	if (!strcmp(version, "6"))
		f->version = 6;
	else if (!strcmp(version, "7"))
		f->version = 7;
	else
		return txr_fail(err, EOPNOTSUPP,
				"%s: trace.dat version %.16s is not known; trace-cmd convert makes version 6",
				f->s->path, version);
	return f->version == 6 ? td_read_v6(f, &c, err) : td_read_v7(f, &c, err);
}

static int by_cpu(const void *a, const void *b)
{
	const struct td_cpu *x = a, *y = b;

	return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

/* Told once, before everything else. */
static int fill_whole_loss(void *ctx, struct txr_event *ev, int max, struct txr_err *err)
{
	struct td_file *f = ctx;

	(void)max;
	(void)err;
	if (!f->whole_loss.kind)
		return 0;
	*ev = f->whole_loss;
	f->whole_loss.kind = 0;
	txr_source_count_lost(f->s, ev->cpu, ev->lost.count);
	return 1;
}

static int add_lanes(struct td_file *f, struct td_buffer *b, struct txr_err *err)
{
	unsigned int i;
	int ret;

	qsort(b->cpu, b->cpus, sizeof(*b->cpu), by_cpu);
	f->lane = calloc(b->cpus + 1, sizeof(*f->lane));
	f->s->merge = txr_merge_new(b->cpus + (f->whole_loss.kind != 0));
	if (!f->lane || !f->s->merge ||
	    (f->whole_loss.kind && txr_merge_add(f->s->merge, fill_whole_loss, f, 0)))
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	for (i = 0; i < b->cpus; i++) {
		struct td_lane *l;

		if (b->cpu[i].cpu >= f->s->info.cpus)
			f->s->info.cpus = b->cpu[i].cpu + 1;
		if (!b->cpu[i].size)
			continue;
		l = &f->lane[f->lanes++];
		td_lane_init(l, f, b, &b->cpu[i]);
		f->s->info.truncated |= l->st.truncated;
		ret = txr_merge_add(f->s->merge, txr_lane_read, &l->lane, 0);
		if (ret)
			return txr_fail(err, -ret, "%s: out of memory; close other programs",
					f->s->path);
	}
	return 0;
}

/* A page that is full has no room for its count of lost events: the kernel's own
 * statistics know it. */
static void at_end(struct txr_source *s)
{
	const struct td_file *f = s->priv;
	unsigned int i;

	for (i = 0; f->chosen && i < f->chosen->cpus; i++) {
		uint32_t cpu = f->chosen->cpu[i].cpu;
		uint64_t lost = td_stat_lost(f, f->chosen, cpu);

		if (cpu < s->info.cpus && lost > s->info.lost_by_cpu[cpu])
			s->info.lost_by_cpu[cpu] = lost;
	}
}

static bool is_power_of_2(uint32_t n)
{
	return n && !(n & (n - 1));
}

/* Can all of the buffer's data be pages of that size? */
static bool fits(const struct td_buffer *b, uint32_t size)
{
	unsigned int i;

	for (i = 0; i < b->cpus; i++)
		if (b->cpu[i].size % size)
			return false;
	return true;
}

/*
 * The buffer's own page size, else the header's. header_page tells the size of a
 * sub-buffer, which since 6.8 can be several pages (buffer_subbuf_size_kb); it is
 * that of the top buffer, an instance may have another.
 */
void td_use_shape(struct td_file *f, const struct td_buffer *b)
{
	uint32_t size = b->page_size;

	if (f->version == 6 && is_power_of_2(f->shape_size) && f->shape_size > size &&
	    fits(b, f->shape_size))
		size = f->shape_size;
	f->shape.size = size;
}

/* As much of its data as the file holds. */
static uint64_t held(const struct td_file *f, const struct td_cpu *c)
{
	uint64_t left = c->offset < f->size ? f->size - c->offset : 0;

	return c->size < left ? c->size : left;
}

/* No two CPUs share data: a file that says so could keep us busy for ever. */
static int check_overlap(struct td_file *f, struct txr_err *err)
{
	uint64_t sum = 0;
	unsigned int i, j;

	for (i = 0; i < f->buffers; i++)
		for (j = 0; j < f->buffer[i].cpus; j++)
			sum += held(f, &f->buffer[i].cpu[j]);
	if (sum > f->size)
		return txr_fail(err, EINVAL, "%s: its CPUs claim more data than the file has; record again",
				f->s->path);
	return 0;
}

/* Where the data of its last CPU ends. */
static uint64_t data_end(const struct td_file *f)
{
	uint64_t end = 0;
	unsigned int i, j;

	for (i = 0; i < f->buffers; i++)
		for (j = 0; j < f->buffer[i].cpus; j++) {
			const struct td_cpu *c = &f->buffer[i].cpu[j];

			if (held(f, c) && c->offset + held(f, c) > end)
				end = c->offset + held(f, c);
		}
	return end;
}

static int check_pages(struct td_file *f, struct txr_err *err)
{
	unsigned int i;

	for (i = 0; i < f->buffers; i++) {
		td_use_shape(f, &f->buffer[i]);
		if (f->shape.size <= f->shape.data_off || f->shape.size > TXR_PAGE_MAX ||
		    f->shape.size % 4)
			return txr_fail(err, EINVAL, "%s: a page size of %u is not possible; record again",
					f->s->path, f->shape.size);
	}
	return 0;
}

/*
 * The buffer's own clock, except for the top buffer: trace-cmd convert writes
 * "local" there, whatever it was, and keeps the option TRACECLOCK.
 */
static int set_clock(struct td_file *f, const struct td_buffer *b)
{
	int ret = 0;

	if (b->clock && b->clock[0] && (b->name[0] || !f->s->clock)) {
		free(f->s->clock);
		f->s->clock = NULL;
		ret = td_set_clock(f, b->clock, strlen(b->clock));
	}
	f->s->info.clock_ns = f->tsc.mult != 0;
	return ret;
}

static int open_tracedat(struct txr_source *s, const uint8_t *head, size_t n,
			 struct txr_err *err)
{
	struct td_file *f = calloc(1, sizeof(*f));
	struct td_buffer *b = NULL;
	int ret;

	(void)head;
	(void)n;
	s->priv = f;
	if (!f)
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", s->path);
	f->s = s;
	ret = map_file(f, err);
	if (!ret)
		ret = read_headers(f, err);
	if (!ret)
		ret = check_pages(f, err);
	if (!ret)
		ret = check_overlap(f, err);
	if (!ret)
		ret = td_choose(f, &b, err);
	if (!ret)
		ret = td_find_whole_loss(f, b, err);
	if (!ret)
		ret = add_lanes(f, b, err);
	if (ret)
		return ret;
	if (set_clock(f, b))
		return txr_fail(err, ENOMEM, "%s: out of memory; close other programs", f->s->path);
	f->chosen = b;
	txr_source_look_behind(s, f->map, data_end(f), f->size);
	return txr_source_describe(s, err);
}

int td_find_symbol(struct td_file *f, struct td_cursor *c, struct txr_err *err)
{
	uint64_t size = td_u32(c);
	const char *text = td_take(c, size);

	(void)err;	/* a file cut here has told what it can */
	if (!text || !txr_symbol_of(f->symbol, text, size, f->asked))
		f->symbol[0] = '\0';
	return 0;
}

static const char *symbol_at(struct txr_source *s, uint64_t address)
{
	struct td_file *f = s->priv;
	struct td_cursor c = { .p = f->map, .size = f->size, .pos = f->kallsyms,
			       .big_endian = f->big_endian };
	struct txr_err err = { 0 };

	if (address == f->asked && f->symbol[0])
		return f->symbol;
	f->asked = address;
	f->symbol[0] = '\0';
	if (f->kallsyms && f->version == 6)
		td_find_symbol(f, &c, &err);
	else if (f->kallsyms && td_v7_symbols(f, &err) == -ENOMEM)
		s->info.names_failed = true;
	return f->symbol[0] ? f->symbol : NULL;
}

static void close_tracedat(struct txr_source *s)
{
	struct td_file *f = s->priv;
	unsigned int i;

	if (!f)
		return;
	for (i = 0; i < f->lanes; i++)
		td_stream_free(&f->lane[i].st);
	for (i = 0; i < f->buffers; i++) {
		free(f->buffer[i].name);
		free(f->buffer[i].clock);
		free(f->buffer[i].cpu);
	}
	free(f->lane);
	free(f->buffer);
	free(f->stat);
	txr_codec_free(f->codec);
	if (f->map)
		munmap((void *)f->map, f->size);
	free(f);
}

const struct txr_container txr_tracedat = {
	.format = "trace.dat",
	.is = is_tracedat,
	.open = open_tracedat,
	.close = close_tracedat,
	.symbol = symbol_at,
	.at_end = at_end,
};
