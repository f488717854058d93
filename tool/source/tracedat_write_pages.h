/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracedat_write_pages.h - the pages of every CPU into one file.
 *
 * Pages come from a file per CPU and may go on in memory, where a full disk
 * took no more. What does not fit is cut at one moment on all CPUs, so that
 * the file ends early but has no hole. The source files are emptied on the
 * way: a disk that holds them holds the result.
 */
#ifndef TXRING_TRACEDAT_WRITE_PAGES_H
#define TXRING_TRACEDAT_WRITE_PAGES_H

#include "tracedat_write.h"
#include "tracefs_pages.h"

/* Bytes copied before their source is given back. */
#define TXR_COPY_CHUNK (512u << 10)

struct txr_cut {
	bool cut;		/* something did not fit */
	uint64_t at_ns;		/* nothing from here on is in the file */
	uint64_t pages_left_out;
	uint64_t events_left_out;	/* by txr_pages_cut() */
};

/*
 * Decide size[] (bytes per CPU) so that all fit in room_bytes. Pages are of
 * page_size, whole, and begin with their time (8 bytes, native order).
 */
int txr_pages_fit(const struct txr_cpu_pages *cpu, unsigned int cpus, uint32_t page_size,
		  uint64_t room_bytes, uint64_t *size, struct txr_cut *cut,
		  struct txr_err *err);

/*
 * After a cut: shorten the last page of each CPU so that it ends before at_ns,
 * and count the events that stay outside. Changes pages in file and memory.
 */
int txr_pages_cut(const struct txr_cpu_pages *cpu, unsigned int cpus, uint32_t page_size,
		  const uint64_t *size, struct txr_cut *cut, struct txr_err *err);

/* Events in a written file whose CPUs' pages begin at offset. */
int txr_pages_count(int fd, uint64_t offset, const uint64_t *size, unsigned int cpus,
		    uint32_t page_size, uint64_t *events);

/* Give back what stays outside, before the rest is copied. */
void txr_pages_shrink(const struct txr_cpu_pages *cpu, unsigned int cpus, const uint64_t *size);

/*
 * Append size bytes of the CPU's pages at *offset of fd, and move *offset.
 * Stops at a failure with -errno; *offset then tells how far it came.
 */
int txr_pages_copy(int fd, uint64_t *offset, const struct txr_cpu_pages *cpu,
		   uint32_t page_size, uint64_t size);

#endif
