/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tracefs_probe.h - the probe tier: events that a stock kernel lacks, made by
 * kprobes (fprobes where the kernel offers them) on its own functions.
 *
 * Their group, txring_PID_STARTTIME, tells whose they are, as an instance's name
 * does: two txrings do not collide, and those of a killed one are found.
 */
#ifndef TXRING_TRACEFS_PROBE_H
#define TXRING_TRACEFS_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "tracefs_dir.h"

#define TXR_XMIT_FUNCS_MAX 8

struct txr_probe {
	char name[40];		/* of the event, in the group */
};

struct txr_probes {
	const struct txr_tracefs *tfs;
	const char *file;	/* the tracefs file that takes definitions */
	char group[48];
	struct txr_probe probe[3 + 2 * TXR_XMIT_FUNCS_MAX];
	size_t count;
	bool made;
	bool fprobes;		/* releases by fprobe: none is missed */
	bool no_wake;		/* no BTF: a woken queue cannot be told */
	struct txr_missed { uint64_t starts, releases; } missed_before;
};

/*
 * Make the probes; xmit: MODULE:SYMBOL or SYMBOL of drivers' xmit functions.
 * Refused in one line: no kprobes in this kernel, lockdown, no rights, a function
 * that is not there or is there twice. Nothing is left of a refused one.
 */
int txr_probes_make(struct txr_probes *p, const struct txr_tracefs *tfs,
		    const char *const *xmit, size_t nr_xmit, struct txr_err *err);
/* Their events must be off by now. Accepts one that was never made. */
void txr_probes_remove(struct txr_probes *p);
/*
 * Hits that the kernel did not record, so far: a kprobe that is met while another
 * one runs on that CPU (kprobe_ftrace_handler()), such as a release in an interrupt
 * that came in the middle of --xmit-func's. A return that was missed shows as a
 * missing result. The kernel counts by event name (kprobe_profile): what another
 * txring misses meanwhile is in it too.
 */
struct txr_missed txr_probes_missed(const struct txr_probes *p);

/* Remove those that killed runs left; returns how many, or -errno. */
int txr_probes_remove_stale(const struct txr_tracefs *tfs);

/* A group of ours: its pid and start time. */
bool txr_probe_group_parse(const char *group, int *pid, uint64_t *start_time);

/* How often a function of that name is in /proc/kallsyms, and how. */
struct txr_symbol {
	unsigned int count;	/* functions of the very name */
	char module[64];	/* of the last; "" the kernel itself */
};
/* module: only in that one, "" or NULL: in any. */
int txr_symbol_find(struct txr_symbol *s, const char *kallsyms, const char *module,
		    const char *name);

#endif
