// SPDX-License-Identifier: GPL-2.0-only
/* tracedat_write.c - what stands before the pages in a trace.dat. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tracedat_write.h"

void txr_buf_put(struct txr_buf *b, const void *data, size_t len)
{
	size_t room = b->room ? b->room : 65536;
	char *more;

	if (b->no_memory || !len)
		return;
	while (room - b->len < len)
		room *= 2;
	if (room > b->room) {
		more = realloc(b->data, room);
		if (!more) {
			b->no_memory = true;
			return;
		}
		b->data = more;
		b->room = room;
	}
	memcpy(b->data + b->len, data, len);
	b->len += len;
}

void txr_buf_u16(struct txr_buf *b, uint16_t v)
{
	txr_buf_put(b, &v, sizeof(v));
}

void txr_buf_u32(struct txr_buf *b, uint32_t v)
{
	txr_buf_put(b, &v, sizeof(v));
}

void txr_buf_u64(struct txr_buf *b, uint64_t v)
{
	txr_buf_put(b, &v, sizeof(v));
}

void txr_buf_str(struct txr_buf *b, const char *s)
{
	txr_buf_put(b, s, strlen(s) + 1);
}

void txr_buf_free(struct txr_buf *b)
{
	if (!b)
		return;
	free(b->data);
	memset(b, 0, sizeof(*b));
}

static void put_text32(struct txr_buf *b, const struct txr_text *t)
{
	txr_buf_u32(b, t->len);
	txr_buf_put(b, t->data, t->len);
}

static void put_text64(struct txr_buf *b, const struct txr_text *t)
{
	txr_buf_u64(b, t->len);
	txr_buf_put(b, t->data, t->len);
}

static void put_start(struct txr_buf *b, const struct txr_tracedat *t, const char *version)
{
	static const char magic[10] = { 0x17, 0x08, 0x44, 't', 'r', 'a', 'c', 'i', 'n', 'g' };
	uint8_t big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	uint8_t long_size = sizeof(long);

	txr_buf_put(b, magic, sizeof(magic));
	txr_buf_str(b, version);
	txr_buf_put(b, &big, 1);
	txr_buf_put(b, &long_size, 1);
	txr_buf_u32(b, t->page_size);
	txr_buf_str(b, "header_page");
	put_text64(b, &t->header_page);
	txr_buf_str(b, "header_event");
	put_text64(b, &t->header_event);
}

static bool first_of_system(const struct txr_tracedat *t, size_t i)
{
	size_t j;

	for (j = 0; j < i; j++)
		if (!strcmp(t->event[j].system, t->event[i].system))
			return false;
	return true;
}

static uint32_t events_in(const struct txr_tracedat *t, const char *system)
{
	uint32_t n = 0;
	size_t i;

	for (i = 0; i < t->nr_events; i++)
		n += !strcmp(t->event[i].system, system);
	return n;
}

static void put_systems(struct txr_buf *b, const struct txr_tracedat *t)
{
	uint32_t systems = 0;
	size_t i, j;

	for (i = 0; i < t->nr_events; i++)
		systems += first_of_system(t, i);
	txr_buf_u32(b, systems);
	for (i = 0; i < t->nr_events; i++) {
		if (!first_of_system(t, i))
			continue;
		txr_buf_str(b, t->event[i].system);
		txr_buf_u32(b, events_in(t, t->event[i].system));
		for (j = i; j < t->nr_events; j++)
			if (!strcmp(t->event[j].system, t->event[i].system))
				put_text64(b, &t->event[j].format);
	}
}

static void put_options(struct txr_buf *b, const struct txr_tracedat *t)
{
	size_t i;

	txr_buf_put(b, "options  ", 10);
	for (i = 0; i < t->nr_options; i++) {
		txr_buf_u16(b, t->option[i].id);
		put_text32(b, &t->option[i].text);
	}
	txr_buf_u16(b, 0);
}

static void put_meta(struct txr_buf *b, const char *json)
{
	if (!json)
		return;
	txr_buf_put(b, TXR_META_MAGIC, TXR_META_MAGIC_LEN);
	txr_buf_u64(b, strlen(json));
	txr_buf_put(b, json, strlen(json));
}

static void pad(struct txr_buf *b, uint32_t page_size)
{
	static const char zero[256];
	size_t left = (page_size - b->len % page_size) % page_size, n;

	for (; left && !b->no_memory; left -= n) {
		n = left < sizeof(zero) ? left : sizeof(zero);
		txr_buf_put(b, zero, n);
	}
}

static void fill_table(struct txr_buf *b, size_t at, const uint64_t *size, unsigned int cpus)
{
	uint64_t offset = b->len;
	unsigned int i;

	for (i = 0; i < cpus; i++) {
		memcpy(b->data + at + 16 * i, &offset, 8);
		memcpy(b->data + at + 16 * i + 8, &size[i], 8);
		offset += size[i];
	}
}

static void put_texts(struct txr_buf *out, const struct txr_tracedat *t)
{
	size_t j;

	txr_buf_u32(out, t->nr_ftrace);
	for (j = 0; j < t->nr_ftrace; j++)
		put_text64(out, &t->ftrace_format[j]);
	put_systems(out, t);
	put_text32(out, &t->kallsyms);
	put_text32(out, &t->printk);
	put_text64(out, &t->cmdlines);
}

void txr_tracing_data(struct txr_buf *out, const struct txr_tracedat *t)
{
	put_start(out, t, "0.6");
	put_texts(out, t);
}

int txr_tracedat_header(struct txr_buf *out, const struct txr_tracedat *t,
			const uint64_t *size, size_t *table_at, struct txr_err *err)
{
	unsigned int i;

	put_start(out, t, "6");
	put_texts(out, t);
	txr_buf_u32(out, t->cpus);
	put_options(out, t);
	txr_buf_put(out, "flyrecord", 10);
	*table_at = out->len;
	for (i = 0; i < 2 * t->cpus; i++)
		txr_buf_u64(out, 0);
	/* with the option TRACECLOCK, libtracecmd reads the clock from here
	 * (trace-input.c, read_and_parse_trace_clock()) */
	if (t->clocks.len)
		put_text64(out, &t->clocks);
	put_meta(out, t->meta);
	pad(out, t->page_size);
	if (out->no_memory)
		return txr_fail(err, ENOMEM, "file header: out of memory; free some");
	fill_table(out, *table_at, size, t->cpus);
	return 0;
}
