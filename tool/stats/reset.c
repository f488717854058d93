// SPDX-License-Identifier: GPL-2.0-only
/* reset.c - packets thrown out when a device is reset or closed. */
#include <errno.h>
#include <stdlib.h>
#include "reset.h"

void txr_reset_free(struct txr_reset *r)
{
	if (!r->spill)
		return;
	txr_hist_free(r->spill);
	free(r->spill);
	r->spill = NULL;
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
	if (inside)
		return err;
	r->released += r->run;
	r->resets++;
	forget(r);
	return err;
}
