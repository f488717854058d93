/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run.h - the engine at work on a stream, with every transition captured on
 * its way to the statistics.
 */
#ifndef SIM_RUN_H
#define SIM_RUN_H

#include "stream.h"
#include "txring/report.h"

struct run {
	struct txr_pair_config cfg;
	struct xlaps laps;		/* what the engine said, by start */
	struct txr_pair_counts n;
	uint64_t unmatched;
	struct txr_report *report;
	struct txr_devtab *devs;
	struct txr_source_info info;
	struct txr_meta meta;
	char fault[640];		/* a broken promise of the interface */

	/* while feeding */
	const struct stream *s;
	struct txr_pair_sink stats;
	struct map { const void *key; int lap; } *map;
	int map_size;
	uint64_t seq, max_open_seen;
	uint64_t lost_by_cpu[W_CPUS_MAX];
};

/* stacked: bit mask of declared devices; names d0, d1, ... polled: of those for whom
 * s->untold_ns counts */
int run_engine(struct run *r, const struct stream *s, const struct txr_pair_config *cfg,
	       enum txr_tier tier, uint32_t stacked, uint32_t polled, int ndev, bool handover,
	       struct rng *rng);
void run_free(struct run *r);

#endif
