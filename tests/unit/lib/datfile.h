/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * datfile.h - trace.dat files put together by a test, with known events.
 *
 * Version 6 and 7, any compression, byte order, long size, page size; buffer
 * instances; loss flags, time extends, absolute stamps, discarded events.
 */
#ifndef TXRING_TEST_DATFILE_H
#define TXRING_TEST_DATFILE_H

#include "events.h"

#define DAT_CPUS	64
#define DAT_EVENTS	32
#define DAT_BUFFERS	4

/* The pages of one CPU while they are written. */
struct dat_cpu {
	struct bytes pages;
	size_t page;			/* where the open page begins */
	uint32_t used;			/* data in it */
	uint64_t ts;			/* of the last record */
	bool open;
	bool lost;			/* the next page is flagged */
	int64_t lost_count;		/* -1: without a count */
};

struct dat_buffer {
	const char *name;		/* "" the top one */
	unsigned int cpus;
	struct dat_cpu cpu[DAT_CPUS];
};

struct dat {
	struct machine m;
	int version;			/* 6 or 7 */
	const char *codec;		/* "none", "zlib", "zstd": version 7 */
	uint32_t page_size;
	uint32_t header_page_size;	/* what header_page says; 0: page_size */
	unsigned int chunk_pages;	/* 0: 10, as trace-cmd */
	const char *clock, *uname, *meta, *comms, *kallsyms;	/* NULL: none */
	const char *cpustat[DAT_CPUS];	/* options CPUSTAT, in order */
	struct { uint32_t mult, shift; uint64_t offset; } tsc;
	unsigned int events;
	struct ev *ev[DAT_EVENTS];
	unsigned int buffers;
	struct dat_buffer buffer[DAT_BUFFERS];
};

/* One with the top buffer of that many CPUs. The caller frees it. */
struct dat *dat_new(const struct machine *m, unsigned int cpus);
void dat_free(struct dat *d);
/* The event, its format added to the file if it is new. */
struct ev *dat_ev(struct dat *d, const char *system, const char *name);
struct dat_buffer *dat_add_buffer(struct dat *d, const char *name, unsigned int cpus);

/* Write a record; time extends and new pages as needed. */
void dat_record(struct dat *d, struct dat_cpu *c, uint64_t ts, const void *rec, size_t len);
/* ev_record() and dat_record() in one. */
void dat_put(struct dat *d, struct dat_cpu *c, uint64_t ts, const struct ev *e,
	     unsigned int flags, int pid, const struct ev_value *v);
/* Events were lost: the next record begins a flagged page. */
void dat_lost(struct dat *d, struct dat_cpu *c, int64_t count);
/* End the page; the next record begins a new one. */
void dat_close_page(struct dat *d, struct dat_cpu *c);
/* An absolute time stamp (type 31). */
void dat_stamp(struct dat *d, struct dat_cpu *c, uint64_t ts);
/* A discarded event of len bytes, with that delta. */
void dat_discard(struct dat *d, struct dat_cpu *c, uint32_t delta, size_t len);

/* The whole file. */
struct bytes dat_build(struct dat *d);
/* To a new file; path has room for 64 bytes. */
void dat_write(const struct bytes *b, size_t len, char *path);

#endif
