/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timecols.h - a timeline in no more columns than there is room for: each column
 * stands for the same number of whole bins, so that nothing is shared out.
 */
#ifndef TXRING_VIEW_TIMECOLS_H
#define TXRING_VIEW_TIMECOLS_H

#include "txring/timeline.h"

struct txr_time_col {
	struct txr_time_bin sum;	/* min and max of the bins that were observed */
	uint64_t observed_ns;		/* 0: nothing is known of it */
	double avg;			/* packets in the device, those still inside too */
};

struct txr_time_cols {
	size_t nr;
	uint64_t start_ns, col_ns;	/* as of the timeline */
	struct txr_time_col *col;	/* owned */
	struct txr_time_bin most;	/* the largest of the columns, field by field */
};

/* 0 or -ENOMEM. */
int txr_time_cols(struct txr_time_cols *c, const struct txr_timeline *t, size_t room);
void txr_time_cols_free(struct txr_time_cols *c);

#endif
