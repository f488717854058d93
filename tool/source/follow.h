/* SPDX-License-Identifier: GPL-2.0-only */
/* follow.h - devices that come, go and change while events are read live. */
#ifndef TXRING_FOLLOW_H
#define TXRING_FOLLOW_H

#include "tracefs_filter.h"

/*
 * A device that was there at the start under another name has its beginning
 * under the name that its events carry now.
 */
void txr_follow_names(struct txr_snapshot *start, const struct txr_snapshot *now);
/* meta's end is *now, which is taken over, and one more look of its watch. */
void txr_follow_state(struct txr_meta *m, struct txr_snapshot *now);
/*
 * What lies below the devices of -d may be another now: 1, *sel has it; 0, it is as
 * it was; or a negative errno.
 */
int txr_follow_devsel(struct txr_devsel *sel, const struct txr_snapshot *now,
		      struct txr_err *err);

#endif
