/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracedat_impl.h - trace.dat: the file, its buffers, their pages.
 *
 * The container's format is in trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5). The
 * file is mapped; nothing is believed that it says: each length is checked
 * against what is left of the file.
 */
#ifndef TXRING_TRACEDAT_IMPL_H
#define TXRING_TRACEDAT_IMPL_H

#include "codec.h"
#include "lane.h"
#include "page.h"
#include "source_impl.h"
#include "symbols.h"

/* A place in mapped bytes. Reading past the end sets bad and gives 0. */
struct td_cursor {
	const uint8_t *p;
	uint64_t size, pos;
	bool big_endian;
	bool bad;
};

uint64_t td_get(struct td_cursor *c, unsigned int bytes);	/* 1, 2, 4, 8 */
static inline uint32_t td_u32(struct td_cursor *c)
{
	return (uint32_t)td_get(c, 4);
}

static inline uint16_t td_u16(struct td_cursor *c)
{
	return (uint16_t)td_get(c, 2);
}

const void *td_take(struct td_cursor *c, uint64_t bytes);	/* NULL: not there */
const char *td_string(struct td_cursor *c);		/* terminated; NULL: not */
bool td_expect(struct td_cursor *c, const void *bytes, size_t n);
static inline uint64_t td_left(const struct td_cursor *c)
{
	return c->bad ? 0 : c->size - c->pos;
}

/* One CPU's part of a buffer. */
struct td_cpu {
	uint32_t cpu;
	uint64_t offset, size;		/* in the file; size of compressed data too */
};

struct td_buffer {
	char *name;			/* "" the top buffer */
	char *clock;			/* NULL: that of the file */
	uint64_t offset;		/* its section */
	uint32_t page_size;
	bool compressed;
	bool cut;			/* its table is beyond the end of the file */
	unsigned int cpus;
	struct td_cpu *cpu;
};

/* Lost events of a CPU as the kernel counted them (option CPUSTAT). */
struct td_cpustat {
	char buffer[64];
	uint32_t cpu;
	uint64_t lost;
};

struct td_lane;

struct td_file {
	struct txr_source *s;
	const uint8_t *map;
	uint64_t size;
	int version;			/* 6 or 7 */
	bool big_endian;
	uint32_t page_size;
	struct txr_codec *codec;
	struct txr_page_shape shape;	/* of the buffer that is read */
	uint32_t shape_size;		/* page size by header_page */
	unsigned int cpus;		/* as the header or an option says */
	struct td_buffer *buffer;
	const struct td_buffer *chosen;	/* of these, the one that is read */
	unsigned int buffers;
	struct td_cpustat *stat;
	unsigned int stats;
	char stat_buffer[64];		/* whose CPUSTAT options come next */
	struct txr_lane_clock tsc;	/* option TSC2NSEC */
	uint64_t entries;		/* CPUs of all buffers */
	uint64_t windows;		/* bytes of decompressed data held */
	struct td_lane *lane;
	unsigned int lanes;
	struct txr_event whole_loss;	/* a loss without a place */
	uint64_t kallsyms;		/* where they are; 0: none */
	uint64_t asked;			/* the address whose symbol is looked for, */
	char symbol[TXR_SYMBOL_BUF];	/* and its name; "" not found */
};

#define TD_MAX_CPUS	16384
#define TD_MAX_BUFFERS	4096
#define TD_ENTRIES_MIN	65536		/* that many CPUs in all may always be */
#define TD_CHUNK_MAX	(4u << 20)	/* trace-cmd writes 10 pages a chunk */
#define TD_SECTION_MAX	(64u << 20)
#define TD_WINDOWS_MAX	(256u << 20)

/* "what: why; what to do" for a file that ends within its headers. */
int td_cut(struct td_file *f, const char *where, uint64_t at, struct txr_err *err);

/* Parts that both versions have (tracedat_header.c). */
int td_read_header_info(struct td_file *f, struct td_cursor *c, struct txr_err *err);
int td_read_formats(struct td_file *f, struct td_cursor *c, struct txr_err *err);
int td_read_comms(struct td_file *f, struct td_cursor *c, struct txr_err *err);
/* One option; those of no use to us are passed over (tracedat_option.c). */
int td_option(struct td_file *f, unsigned int id, struct td_cursor *data,
	      struct txr_err *err);
struct td_buffer *td_add_buffer(struct td_file *f, const char *name, uint64_t offset);
uint64_t td_stat_lost(const struct td_file *f, const struct td_buffer *b, uint32_t cpu);
int td_set_clock(struct td_file *f, const char *text, size_t len);

int td_read_v6(struct td_file *f, struct td_cursor *c, struct txr_err *err);
/* Symbols at c into f->symbol, if f->asked is among them. */
int td_find_symbol(struct td_file *f, struct td_cursor *c, struct txr_err *err);
int td_v7_symbols(struct td_file *f, struct txr_err *err);

int td_read_v7(struct td_file *f, struct td_cursor *c, struct txr_err *err);
/* txring's own block between the CPU table and the first page (tracedat_meta.c). */
int td_read_meta(struct td_file *f, uint64_t from, struct txr_err *err);

/* The pages of one CPU, one after the other (tracedat_stream.c). */
struct td_stream {
	struct td_file *f;
	const struct td_buffer *b;
	uint64_t pos, end;		/* in the file */
	uint64_t dropped_to;		/* pages before that were given back */
	uint32_t chunks;		/* compressed: still to come */
	uint8_t *window;
	size_t window_size, window_len, window_pos;
	bool truncated;			/* the file ends before it should */
};

void td_stream_init(struct td_stream *st, struct td_file *f, const struct td_buffer *b,
		    const struct td_cpu *cpu);
void td_stream_free(struct td_stream *st);
/*
 * Next page: 1 and the page (with p->bad where it makes no sense), 0 at the
 * end, or a negative errno.
 */
int td_stream_next(struct td_stream *st, struct txr_page *p, struct txr_err *err);

/* One CPU's events (tracedat_lane.c). */
struct td_lane {
	struct txr_lane lane;		/* first: it is the whole */
	struct td_stream st;
};

void td_lane_init(struct td_lane *l, struct td_file *f, const struct td_buffer *b,
		  const struct td_cpu *cpu);

/* What is in the buffers, before they are read (tracedat_scan.c). */
int td_choose(struct td_file *f, struct td_buffer **chosen, struct txr_err *err);
/* Page size and clock of a buffer into f->shape. */
void td_use_shape(struct td_file *f, const struct td_buffer *b);
/* Losses that the kernel counted and no page tells of. */
int td_find_whole_loss(struct td_file *f, const struct td_buffer *b, struct txr_err *err);

#endif
