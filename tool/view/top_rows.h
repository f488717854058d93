/* SPDX-License-Identifier: GPL-2.0-only */
/* top_rows.h - figures of a row of the screen, out of two reports. */
#ifndef TXRING_VIEW_TOP_ROWS_H
#define TXRING_VIEW_TOP_ROWS_H

#include "view/top_model.h"

struct txr_top_moment {
	double interval_s;
	bool lost;		/* events were lost in the interval */
	bool there;		/* the row's device exists */
	const struct txr_report *each;	/* of the interval: its findings */
};

/* Does the finding queue-stalled tell of this device (any queue: -1), and now? */
bool txr_top_is_stalled(const struct txr_report *each, uint16_t dev, int32_t queue,
			const char *name);

/*
 * total: since the start; each: of the interval, NULL: nothing happened and nothing
 * is inside.
 */
void txr_top_row_fill(struct txr_top_row *r, const struct txr_row *total,
		      const struct txr_row *each, const struct txr_top_moment *m);
/* A device of the snapshot that no packet was seen of. */
void txr_top_row_unused(struct txr_top_row *r, const struct txr_device_state *d);

#endif
