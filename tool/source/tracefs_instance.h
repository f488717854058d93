/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_instance.h - a trace instance of our own.
 *
 * Its name, txring-PID-STARTTIME, tells whose it is: a process is told from a
 * later one of the same pid by its start time (field 22 of /proc/PID/stat).
 */
#ifndef TXRING_TRACEFS_INSTANCE_H
#define TXRING_TRACEFS_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>
#include "tracefs_dir.h"

struct txr_instance {
	int parent_fd;		/* of the instances directory */
	int fd;			/* of our own directory */
	int on_fd;		/* of tracing_on, kept open: an instance with an
				 * open file cannot be removed by others */
	char name[64];
};

#define TXR_INSTANCE_NONE { .parent_fd = -1, .fd = -1, .on_fd = -1 }

/* Made with tracing off. */
int txr_instance_create(struct txr_instance *in, const struct txr_tracefs *t,
			struct txr_err *err);
int txr_instance_switch(const struct txr_instance *in, bool on);
/* Tracing off, events off, removed. Accepts TXR_INSTANCE_NONE. */
int txr_instance_remove(struct txr_instance *in);

/*
 * Remove the instances that killed runs left. Those of living processes, and
 * those with open files, stay. Returns how many were removed, or -errno.
 */
int txr_instance_remove_stale(const struct txr_tracefs *t);

/* A name of ours: its pid and start time. */
bool txr_instance_parse(const char *name, int *pid, uint64_t *start_time);
/* Start time of a process in clock ticks since boot; 0: there is none. */
uint64_t txr_process_start_time(int pid);

#endif
