// SPDX-License-Identifier: GPL-2.0-only
/* reset.c - packets thrown out when a device is reset or closed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "reset.h"

void txr_reset_free(struct txr_reset *r)
{
	if (r->spill)
		txr_hist_free(r->spill);
	if (r->done)
		txr_hist_free(&r->done->laps);
	free(r->spill);
	free(r->done);
	r->spill = NULL;
	r->done = NULL;
}

static struct txr_reset_runs *done_of(struct txr_reset *r)
{
	if (!r->done) {
		r->done = calloc(1, sizeof(*r->done));
		if (r->done)
			txr_hist_init(&r->done->laps);
	}
	return r->done;
}

static void forget(struct txr_reset *r)
{
	r->run = 0;
	r->held = 0;
	if (r->spill)
		txr_hist_clear(r->spill);
	if (r->kept)
		txr_lapgrid_clear(&r->kept->run);
}

/* Few are kept as they are, more as a histogram: the memory has a bound. */
static int hold(struct txr_reset *r, uint64_t lap_ns)
{
	if (r->held < TXR_RESET_HELD) {
		r->lap_ns[r->held++] = lap_ns;
		return 0;
	}
	if (!r->spill) {
		r->spill = malloc(sizeof(*r->spill));
		if (!r->spill)
			return -ENOMEM;
		txr_hist_init(r->spill);
	}
	return txr_hist_add(r->spill, lap_ns);
}

int txr_reset_undecided(const struct txr_reset *r, struct txr_hist *laps)
{
	int err = 0;
	uint16_t i;

	for (i = 0; i < r->held; i++)
		err |= txr_hist_add(laps, r->lap_ns[i]);
	if (r->spill && r->spill->count)
		err |= txr_hist_merge(laps, r->spill);
	return err ? -ENOMEM : 0;
}

/* The run was a reset. */
static int decide(struct txr_reset *r)
{
	struct txr_reset_runs *done = done_of(r);
	int err = done ? txr_reset_undecided(r, &done->laps) : -ENOMEM;
	uint64_t i;

	for (i = 0; done && i < r->run; i++)
		txr_pids_note(&done->tasks, r->pid);
	r->released += r->run;
	r->resets++;
	forget(r);
	return err;
}

int txr_reset_add(struct txr_reset *to, const struct txr_reset *from)
{
	to->released += from->released;
	to->resets += from->resets;
	if (!from->done)
		return 0;
	if (!done_of(to))
		return -ENOMEM;
	txr_pids_add(&to->done->tasks, &from->done->tasks);
	return txr_hist_merge(&to->done->laps, &from->done->laps);
}

void txr_reset_begin(struct txr_reset *r)
{
	r->released = r->resets = 0;
	if (!r->done)
		return;
	memset(&r->done->tasks, 0, sizeof(r->done->tasks));
	txr_hist_clear(&r->done->laps);
}

int txr_reset_end_run(struct txr_reset *r, struct txr_hist *laps)
{
	int err = txr_reset_undecided(r, laps);

	if (r->kept)
		err |= txr_lapgrid_merge(&r->kept->sure, &r->kept->run);
	if (r->also)
		err |= txr_reset_undecided(r, r->also);
	forget(r);
	return err;
}

int txr_reset_release(struct txr_reset *r, const struct txr_lap *lap, uint64_t lap_ns,
		      uint32_t inside, struct txr_hist *laps)
{
	int err = 0;

	if (r->run && (r->pid != lap->release_pid || r->cpu != lap->release_cpu))
		err = txr_reset_break(r, laps);
	if (!r->run)
		r->begin_ns = lap->release_ns;
	r->pid = lap->release_pid;
	r->cpu = lap->release_cpu;
	r->run++;
	err |= hold(r, lap_ns);
	if (r->kept)
		err |= txr_lapgrid_add(&r->kept->run, lap->in_device_at_start, lap_ns);
	return inside ? err : err | decide(r);
}
