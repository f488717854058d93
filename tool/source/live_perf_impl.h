/* SPDX-License-Identifier: GPL-2.0-only */
/* live_perf_impl.h - the live source by perf events, for live_perf*.c only. */
#ifndef TXRING_LIVE_PERF_IMPL_H
#define TXRING_LIVE_PERF_IMPL_H

#include "live_impl.h"
#include "perfdata_impl.h"
#include "perfrec_impl.h"

struct live_perf {
	struct live *l;
	struct txr_perfrec *rec;
	struct perfdata data;		/* reads the rings' records */
	uint8_t *joint;			/* a record that goes on at its ring's beginning */
	bool drained;			/* in this pass */
};

/* All that is in the rings, and what they lost by now. */
int txr_live_perf_drain(struct live_perf *lp, struct txr_err *err);

/* live_perf_follow.c */
int txr_live_perf_follow(struct txr_source *s, struct txr_moment *now, struct txr_err *err);
int txr_live_perf_look(struct txr_source *s, struct txr_err *err);
int txr_live_perf_renamed(struct txr_source *s, const struct txr_devtab *old);
/* Names of the tasks there are. */
int txr_live_perf_names(struct live_perf *lp, struct txr_err *err);

#endif
