// SPDX-License-Identifier: GPL-2.0-only
/* pids.c - the few tasks that send to, or read from, a queue. */
#include "pids.h"

static void put(struct txr_pids *p, int32_t pid, uint64_t times)
{
	uint32_t i;

	if (!times)
		return;
	for (i = 0; i < p->count && p->pid[i] != pid; i++)
		;
	if (i == TXR_PIDS) {
		p->others += times;
		return;
	}
	if (i == p->count) {
		p->count++;
		p->pid[i] = pid;
		p->times[i] = 0;
	}
	p->times[i] += times;
}

void txr_pids_settle(struct txr_pids *p)
{
	put(p, p->last, p->run);
	p->run = 0;
}

void txr_pids_change(struct txr_pids *p, int32_t pid)
{
	txr_pids_settle(p);
	p->last = pid;
}

void txr_pids_add(struct txr_pids *to, const struct txr_pids *from)
{
	uint32_t i;

	for (i = 0; i < from->count; i++)
		put(to, from->pid[i], from->times[i]);
	put(to, from->last, from->run);
	to->others += from->others;
}
