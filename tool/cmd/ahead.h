/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ahead.h - a recording read and decoded in a thread of its own, ahead of who
 * pairs its events.
 *
 * The thread has the source to itself until it has ended. What pairing and
 * statistics need of it meanwhile, the devices, comes with the events.
 */
#ifndef TXRING_CMD_AHEAD_H
#define TXRING_CMD_AHEAD_H

#include "txring/pair.h"
#include "txring/source.h"

struct txr_ahead;

/*
 * Begin. NULL: no memory, or no thread to be had; then src is as it was. pair is
 * told what the snapshots say of the devices, in the caller's thread.
 */
struct txr_ahead *txr_ahead_start(struct txr_source *src, struct txr_pair *pair);

/* As txr_source_read(): the same events in the same order, and the same failures. */
int txr_ahead_read(struct txr_ahead *a, const struct txr_event **ev, int max,
		   struct txr_err *err);

/* Those of the events given so far, by the same index; valid until the end. */
const struct txr_devtab *txr_ahead_devices(const struct txr_ahead *a);

/* The thread has ended when this returns, wherever it was. Accepts NULL. */
void txr_ahead_end(struct txr_ahead *a);

#endif
