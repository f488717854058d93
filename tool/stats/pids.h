/* SPDX-License-Identifier: GPL-2.0-only */
/* pids.h - the few tasks that send to, or read from, a queue. */
#ifndef TXRING_STATS_PIDS_H
#define TXRING_STATS_PIDS_H

#include <stdint.h>

#define TXR_PIDS 16

struct txr_pids {
	uint32_t at;			/* the one that came last */
	uint32_t count;
	uint64_t others;		/* of tasks beyond the first TXR_PIDS */
	int32_t pid[TXR_PIDS];
	uint64_t times[TXR_PIDS];
};

void txr_pids_other(struct txr_pids *p, int32_t pid, uint64_t times);
void txr_pids_add(struct txr_pids *to, const struct txr_pids *from);

static inline void txr_pids_note(struct txr_pids *p, int32_t pid)
{
	if (__builtin_expect(p->count && p->pid[p->at] == pid, 1))
		p->times[p->at]++;
	else
		txr_pids_other(p, pid, 1);
}

#endif
