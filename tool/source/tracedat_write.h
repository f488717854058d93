/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracedat_write.h - one trace.dat of version 6.
 *
 * The form of trace-cmd.dat(5): header, formats, kallsyms, printk formats,
 * command names, options, then "flyrecord", a table of offset and size per
 * CPU, and each CPU's pages, aligned to the page size. What txring keeps
 * beside (struct txr_meta as JSON) stands between the table and the first
 * page, where stock readers do not look: 16 bytes "txring-meta-v1\0\0", its
 * length in 8 bytes of the file's byte order, the text.
 */
#ifndef TXRING_TRACEDAT_WRITE_H
#define TXRING_TRACEDAT_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/err.h"

#define TXR_META_MAGIC "txring-meta-v1\0"	/* 16 bytes with its own NUL */
#define TXR_META_MAGIC_LEN 16

/* Bytes that grow; a failure sticks in no_memory. Zero is a valid empty one. */
struct txr_buf {
	char *data;
	size_t len, room;
	bool no_memory;
};

void txr_buf_put(struct txr_buf *b, const void *data, size_t len);
void txr_buf_u16(struct txr_buf *b, uint16_t v);
void txr_buf_u32(struct txr_buf *b, uint32_t v);
void txr_buf_u64(struct txr_buf *b, uint64_t v);
void txr_buf_str(struct txr_buf *b, const char *s);	/* with its NUL */
void txr_buf_free(struct txr_buf *b);

/* A piece of text from tracefs; data NULL is an empty one. */
struct txr_text {
	char *data;
	size_t len;
};

struct txr_tracedat_event {
	const char *system;
	struct txr_text format;
};

struct txr_tracedat_option {
	uint16_t id;
	struct txr_text text;
};

/* Option numbers (trace-cmd.dat.v6(5)). */
enum {
	TXR_TDOPT_CPUSTAT = 2,
	TXR_TDOPT_TRACECLOCK = 4,
	TXR_TDOPT_UNAME = 5,
	TXR_TDOPT_VERSION = 9,
};

/* Everything before the pages. Events of one system need not be together. */
struct txr_tracedat {
	uint32_t page_size;
	unsigned int cpus;
	struct txr_text header_page, header_event;
	struct txr_text *ftrace_format;
	size_t nr_ftrace;
	struct txr_tracedat_event *event;
	size_t nr_events;
	struct txr_text kallsyms, printk, cmdlines;
	struct txr_text clocks;		/* of trace_clock; goes with the option */
	struct txr_tracedat_option *option;
	size_t nr_options;
	const char *meta;		/* JSON text, NULL: none */
};

/*
 * The header up to the first page, padded to the page size. size[] has the
 * bytes of each CPU's pages; *table_at is where the table of (offset, size)
 * begins. -ENOMEM.
 */
int txr_tracedat_header(struct txr_buf *out, const struct txr_tracedat *t,
			const uint64_t *size, size_t *table_at, struct txr_err *err);
/* Its first part, as perf.data holds it: tools/perf/util/trace-event-info.c. */
void txr_tracing_data(struct txr_buf *out, const struct txr_tracedat *t);

#endif
