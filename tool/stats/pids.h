/* SPDX-License-Identifier: GPL-2.0-only */
/* pids.h - the few tasks that send to, or read from, a queue. */
#ifndef TXRING_STATS_PIDS_H
#define TXRING_STATS_PIDS_H

#include <stdint.h>

#define TXR_PIDS 16

struct txr_pids {
	uint64_t run;			/* of `last`, not in times[] yet */
	int32_t last;
	uint32_t count;
	uint64_t others;		/* of tasks beyond the first TXR_PIDS */
	int32_t pid[TXR_PIDS];
	uint64_t times[TXR_PIDS];
};

/* Put the run into times[]: before these are read. */
void txr_pids_settle(struct txr_pids *p);
void txr_pids_add(struct txr_pids *to, const struct txr_pids *from);
void txr_pids_change(struct txr_pids *p, int32_t pid);

static inline void txr_pids_note(struct txr_pids *p, int32_t pid)
{
	if (__builtin_expect(p->last != pid, 0))
		txr_pids_change(p, pid);
	p->run++;
}

#endif
