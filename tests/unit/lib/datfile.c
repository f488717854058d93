// SPDX-License-Identifier: GPL-2.0-only
/* datfile.c - trace.dat files put together by a test: version 6 and 7. */
#include <stdio.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>
#include "datfile.h"

struct dat *dat_new(const struct machine *m, unsigned int cpus)
{
	struct dat *d = calloc(1, sizeof(*d));

	if (!d)
		abort();
	d->m = *m;
	d->version = 6;
	d->codec = "none";
	d->page_size = 4096;
	dat_add_buffer(d, "", cpus);
	return d;
}

void dat_free(struct dat *d)
{
	unsigned int i, j;

	for (i = 0; i < d->events; i++)
		free(d->ev[i]);
	for (i = 0; i < d->buffers; i++)
		for (j = 0; j < d->buffer[i].cpus; j++)
			bytes_free(&d->buffer[i].cpu[j].pages);
	free(d);
}

struct ev *dat_ev(struct dat *d, const char *system, const char *name)
{
	unsigned int i;

	for (i = 0; i < d->events; i++)
		if (!strcmp(d->ev[i]->system, system) && !strcmp(d->ev[i]->name, name))
			return d->ev[i];
	d->ev[d->events] = ev_new(&d->m, system, name);
	return d->ev[d->events] ? d->ev[d->events++] : NULL;
}

struct dat_buffer *dat_add_buffer(struct dat *d, const char *name, unsigned int cpus)
{
	struct dat_buffer *b = &d->buffer[d->buffers++];

	b->name = name;
	b->cpus = cpus;
	return b;
}

static void header_info(struct dat *d, struct bytes *b)
{
	uint32_t page = d->header_page_size ? d->header_page_size : d->page_size;
	unsigned int off = 8 + d->m.long_size;
	char text[512];

	snprintf(text, sizeof(text),
		 "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		 "\tfield: local_t commit;\toffset:8;\tsize:%u;\tsigned:1;\n"
		 "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
		 "\tfield: char data;\toffset:%u;\tsize:%u;\tsigned:0;\n",
		 d->m.long_size, off, page - off);
	bytes_text(b, "header_page");
	bytes_put(b, strlen(text), 8);
	bytes_add(b, text, strlen(text));
	strcpy(text, "# compressed entry header\n\ttype_len    :    5 bits\n"
		     "\ttime_delta  :   27 bits\n\tarray       :   32 bits\n\n"
		     "\tpadding     : type == 29\n\ttime_extend : type == 30\n"
		     "\ttime_stamp : type == 31\n\tdata max type_len  == 28\n");
	bytes_text(b, "header_event");
	bytes_put(b, strlen(text), 8);
	bytes_add(b, text, strlen(text));
}

/* Each event as a system of its own: systems may come twice. */
static void formats(struct dat *d, struct bytes *b)
{
	unsigned int i;

	bytes_put(b, d->events, 4);
	for (i = 0; i < d->events; i++) {
		bytes_text(b, d->ev[i]->system);
		bytes_put(b, 1, 4);
		bytes_put(b, strlen(d->ev[i]->text), 8);
		bytes_add(b, d->ev[i]->text, strlen(d->ev[i]->text));
	}
}

static void comms(struct dat *d, struct bytes *b)
{
	const char *text = d->comms ? d->comms : "";

	bytes_put(b, strlen(text), 8);
	bytes_add(b, text, strlen(text));
}

static void option(struct bytes *b, unsigned int id, const void *data, size_t n)
{
	bytes_put(b, id, 2);
	bytes_put(b, n, 4);
	bytes_add(b, data, n);
}

static void text_option(struct bytes *b, unsigned int id, const char *text)
{
	if (text)
		option(b, id, text, strlen(text) + 1);
}

static void common_options(struct dat *d, struct bytes *b)
{
	struct bytes tsc = { .big_endian = d->m.big_endian };
	unsigned int i;

	text_option(b, 4, d->clock);
	text_option(b, 5, d->uname);
	text_option(b, 77, "an option that nobody knows");
	for (i = 0; i < DAT_CPUS; i++)
		text_option(b, 2, d->cpustat[i]);
	if (d->tsc.mult) {
		bytes_put(&tsc, d->tsc.mult, 4);
		bytes_put(&tsc, d->tsc.shift, 4);
		bytes_put(&tsc, d->tsc.offset, 8);
		option(b, 14, tsc.p, tsc.n);
		bytes_free(&tsc);
	}
}

static void pad_to_page(struct dat *d, struct bytes *b)
{
	while (b->n % d->page_size)
		bytes_zero(b, 1);
}

/* "flyrecord", the table, the pages; the meta block in the gap of the first. */
static void buffer_v6(struct dat *d, struct bytes *b, struct dat_buffer *buf)
{
	unsigned int i;
	size_t table;

	bytes_text(b, "flyrecord");
	table = b->n;
	bytes_zero(b, 16 * buf->cpus);
	if (d->meta && buf == &d->buffer[0]) {
		bytes_add(b, "txring-meta-v1\0", 16);
		bytes_put(b, strlen(d->meta), 8);
		bytes_add(b, d->meta, strlen(d->meta));
	}
	for (i = 0; i < buf->cpus; i++) {
		dat_close_page(d, &buf->cpu[i]);
		pad_to_page(d, b);
		bytes_put_at(b, table + 16 * i, b->n, 8);
		bytes_put_at(b, table + 16 * i + 8, buf->cpu[i].pages.n, 8);
		bytes_add(b, buf->cpu[i].pages.p, buf->cpu[i].pages.n);
	}
}

/* A line that is none without them, as some writers leave. */
static void kallsyms(const struct dat *d, struct bytes *b)
{
	const char *text = d->kallsyms ? d->kallsyms : "ffff\n";

	bytes_put(b, strlen(text), 4);
	bytes_add(b, text, strlen(text));
}

static void build_v6(struct dat *d, struct bytes *b)
{
	static const char ftrace[] =
		"name: function\nID: 1\nformat:\n"
		"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
		"\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
		"\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
		"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
		"\tfield:unsigned long ip;\toffset:8;\tsize:8;\tsigned:0;\n\n"
		"print fmt: \"%lx\", REC->ip\n";
	size_t offset[DAT_BUFFERS];
	unsigned int i;

	header_info(d, b);
	bytes_put(b, 1, 4);
	bytes_put(b, strlen(ftrace), 8);
	bytes_add(b, ftrace, strlen(ftrace));
	formats(d, b);
	kallsyms(d, b);
	bytes_put(b, 0, 4);
	comms(d, b);
	bytes_put(b, d->buffer[0].cpus, 4);
	bytes_text(b, "options  ");
	common_options(d, b);
	for (i = 1; i < d->buffers; i++) {
		size_t n = strlen(d->buffer[i].name) + 1;

		bytes_put(b, 3, 2);
		bytes_put(b, 8 + n, 4);
		offset[i] = b->n;
		bytes_zero(b, 8);
		bytes_add(b, d->buffer[i].name, n);
	}
	bytes_put(b, 0, 2);
	buffer_v6(d, b, &d->buffer[0]);
	for (i = 1; i < d->buffers; i++) {
		bytes_put_at(b, offset[i], b->n, 8);
		if (d->buffer[i].cpus != d->buffer[0].cpus) {
			bytes_text(b, "options  ");
			bytes_put(b, 8, 2);
			bytes_put(b, 4, 4);
			bytes_put(b, d->buffer[i].cpus, 4);
			bytes_put(b, 0, 2);
		}
		buffer_v6(d, b, &d->buffer[i]);
	}
}

static bool compressed(const struct dat *d)
{
	return strcmp(d->codec, "none") != 0;
}

/* csize, size, data */
static void deflate_block(struct dat *d, struct bytes *b, const void *p, size_t n)
{
	uLongf len = compressBound(n) + ZSTD_compressBound(n);
	void *to = malloc(len);

	if (!to)
		abort();
	if (!strcmp(d->codec, "zlib"))
		compress2(to, &len, p, n, 6);
	else
		len = ZSTD_compress(to, len, p, n, 1);
	bytes_put(b, len, 4);
	bytes_put(b, n, 4);
	bytes_add(b, to, len);
	free(to);
}

static size_t section(struct dat *d, struct bytes *b, unsigned int id, struct bytes *body)
{
	size_t at = b->n;

	bytes_put(b, id, 2);
	bytes_put(b, compressed(d) && id ? 1 : 0, 2);
	bytes_put(b, 0, 4);
	bytes_zero(b, 8);
	if (compressed(d) && id)
		deflate_block(d, b, body->p, body->n);
	else
		bytes_add(b, body->p, body->n);
	bytes_put_at(b, at + 8, b->n - at - 16, 8);
	bytes_free(body);
	body->big_endian = d->m.big_endian;
	return at;
}

static void chunks(struct dat *d, struct bytes *b, const struct bytes *pages)
{
	size_t chunk = (d->chunk_pages ? d->chunk_pages : 10) * d->page_size, at;

	bytes_put(b, (pages->n + chunk - 1) / chunk, 4);
	for (at = 0; at < pages->n; at += chunk)
		deflate_block(d, b, pages->p + at,
			      pages->n - at < chunk ? pages->n - at : chunk);
}

/* The section with the pages, and the option that tells of it. */
static void buffer_v7(struct dat *d, struct bytes *b, struct dat_buffer *buf,
		      struct bytes *options)
{
	struct bytes opt = { .big_endian = d->m.big_endian };
	size_t at = b->n;
	unsigned int i;

	bytes_put(b, 3, 2);
	bytes_put(b, compressed(d), 2);
	bytes_put(b, 0, 4);
	bytes_zero(b, 8);
	bytes_put(&opt, at, 8);
	bytes_text(&opt, buf->name);
	bytes_text(&opt, d->clock ? d->clock : "local");
	bytes_put(&opt, d->page_size, 4);
	bytes_put(&opt, buf->cpus, 4);
	for (i = 0; i < buf->cpus; i++) {
		size_t from;

		dat_close_page(d, &buf->cpu[i]);
		if (!compressed(d))
			pad_to_page(d, b);
		from = b->n;
		if (compressed(d))
			chunks(d, b, &buf->cpu[i].pages);
		else
			bytes_add(b, buf->cpu[i].pages.p, buf->cpu[i].pages.n);
		bytes_put(&opt, i, 4);
		bytes_put(&opt, from, 8);
		/* as trace-cmd: without the word that counts the chunks */
		bytes_put(&opt, b->n - from - (compressed(d) ? 4 : 0), 8);
	}
	bytes_put_at(b, at + 8, b->n - at - 16, 8);
	option(options, 3, opt.p, opt.n);
	bytes_free(&opt);
}

static void place(struct bytes *options, unsigned int id, size_t at)
{
	bytes_put(options, id, 2);
	bytes_put(options, 8, 4);
	bytes_put(options, at, 8);
}

/* Two sections of options: the second, with the buffers, at the end. */
static void build_v7(struct dat *d, struct bytes *b)
{
	struct bytes body = { .big_endian = d->m.big_endian }, last = body;
	size_t first, at, done;
	unsigned int i;

	bytes_text(b, d->codec);
	bytes_text(b, "1.2");
	first = b->n;
	bytes_zero(b, 8);
	header_info(d, &body);
	place(&last, 16, section(d, b, 16, &body));
	formats(d, &body);
	place(&last, 18, section(d, b, 18, &body));
	if (d->kallsyms) {
		kallsyms(d, &body);
		place(&last, 19, section(d, b, 19, &body));
	}
	comms(d, &body);
	place(&last, 21, section(d, b, 21, &body));
	common_options(d, &body);
	bytes_add(&body, last.p, last.n);
	bytes_free(&last);
	last.big_endian = d->m.big_endian;
	place(&body, 0, 0);
	done = body.n - 8;
	at = section(d, b, 0, &body);
	done += at + 16;
	bytes_put_at(b, first, at, 8);
	for (i = 0; i < d->buffers; i++)
		buffer_v7(d, b, &d->buffer[i], &last);
	place(&last, 0, 0);
	bytes_put_at(b, done, b->n, 8);
	section(d, b, 0, &last);
	bytes_free(&last);
}

struct bytes dat_build(struct dat *d)
{
	struct bytes b = { .big_endian = d->m.big_endian };

	bytes_add(&b, "\x17\x08\x44tracing", 10);
	bytes_text(&b, d->version == 6 ? "6" : "7");
	bytes_put(&b, d->m.big_endian, 1);
	bytes_put(&b, d->m.long_size, 1);
	bytes_put(&b, d->page_size, 4);
	if (d->version == 6)
		build_v6(d, &b);
	else
		build_v7(d, &b);
	return b;
}

void dat_write(const struct bytes *b, size_t len, char *path)
{
	FILE *f;
	int fd;

	strcpy(path, "/tmp/txring-test-XXXXXX");
	fd = mkstemp(path);
	f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f || fwrite(b->p, 1, len, f) != len || fclose(f))
		abort();
}
