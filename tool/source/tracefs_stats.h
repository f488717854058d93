/* SPDX-License-Identifier: GPL-2.0-only */
/* tracefs_stats.h - per_cpu/cpuN/stats: what the kernel took and lost. */
#ifndef TXRING_TRACEFS_STATS_H
#define TXRING_TRACEFS_STATS_H

#include <stdint.h>

struct txr_cpu_stats {
	uint64_t entries;		/* in the buffer now */
	uint64_t read_events;		/* taken out by readers */
	uint64_t overrun;		/* overwritten before they were read */
	uint64_t commit_overrun;	/* dropped: nested deeper than the buffer */
	uint64_t dropped;		/* dropped: buffer full */
};

/* Parse the kernel's text (tracing_stats_read, trace.c); unknown lines pass. */
void txr_cpu_stats_parse(struct txr_cpu_stats *s, const char *text);
uint64_t txr_cpu_stats_lost(const struct txr_cpu_stats *s);
/* Text of one CPU, malloc'd; NULL and errno. */
char *txr_cpu_stats_read(int instance_fd, unsigned int cpu);
/* Highest CPU number + 1 of the instance. */
unsigned int txr_cpu_count(int instance_fd);

#endif
