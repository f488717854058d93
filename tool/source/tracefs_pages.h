/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_pages.h - raw ring-buffer pages, from the kernel to files.
 *
 * One thread a CPU sleeps until the kernel's buffer is filled to its
 * buffer_percent, then splices whole pages into a file. A file that takes no
 * more (full disk, size limit) stops the recording; the pages that are in the
 * kernel by then are kept in memory, so that nothing is missing between.
 */
#ifndef TXRING_TRACEFS_PAGES_H
#define TXRING_TRACEFS_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/err.h"

struct txr_pages;

/* Pages of one CPU as they are now: those in the file, then those in memory. */
struct txr_cpu_pages {
	unsigned int cpu;
	int fd;
	uint64_t file_bytes;
	char *tail;		/* one after the other, or page[] has each */
	char *const *page;	/* not to be changed; NULL: tail */
	uint64_t tail_bytes;
};

/* Page i, which is one of those in memory. */
static inline char *txr_page_in_memory(const struct txr_cpu_pages *c, uint32_t page_size,
				       uint64_t i)
{
	i -= c->file_bytes / page_size;
	return c->page ? c->page[i] : c->tail + i * page_size;
}

struct txr_pages_config {
	int instance_fd;	/* of the instance's directory */
	int on_fd;		/* of its tracing_on */
	unsigned int cpus;	/* highest CPU number + 1 */
	uint32_t page_size;
	uint64_t limit_bytes;	/* of all files together, 0: none */
	int (*make_file)(void *ctx);	/* a new file, or -errno */
	void *ctx;
};

int txr_pages_start(struct txr_pages **out, const struct txr_pages_config *cfg,
		    struct txr_err *err);
/* Readable once a thread has failed (tracing is off then). */
int txr_pages_event_fd(const struct txr_pages *p);
uint64_t txr_pages_bytes(const struct txr_pages *p);
/*
 * Tracing must be off: takes what is left in the kernel and ends the threads.
 * Returns 0, or -errno of the first failure to read or write.
 */
int txr_pages_stop(struct txr_pages *p);
/*
 * In place of stop, in a child that fork() made after start, when its parent is
 * dead: takes what it left in pipes and in the kernel.
 */
int txr_pages_adopt(struct txr_pages *p);
/* After stop; valid until free. */
struct txr_cpu_pages txr_pages_of(const struct txr_pages *p, unsigned int cpu);
void txr_pages_free(struct txr_pages *p);

#endif
