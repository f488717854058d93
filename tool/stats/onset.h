/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * onset.h - when does a finding begin, as reports of one interval after the other
 * tell of it again and again.
 *
 * One that lasts for hours began once. It has ended when no report had it for
 * over_ns; then it can begin anew.
 */
#ifndef TXRING_STATS_ONSET_H
#define TXRING_STATS_ONSET_H

#include "txring/report.h"

struct txr_onset {
	enum txr_finding_id which;
	char device[TXR_IFNAMSIZ];
	int32_t queue;
	uint64_t last_ns;
};

struct txr_onsets {			/* zero watches nothing */
	bool watched[TXR_F_NR];
	uint64_t over_ns;
	struct txr_onset *item;		/* those that last; owned */
	size_t count, room;
};

/*
 * Look at the report of the interval that ended at now_ns. begins() is told of each
 * watched finding that did not last already; what is only a guess (TXR_INFO) is none.
 * 0, or -ENOMEM (the ones not noted are told again).
 */
int txr_onsets_look(struct txr_onsets *o, const struct txr_report *r, uint64_t now_ns,
		    void (*begins)(void *ctx, const struct txr_finding *f), void *ctx);
void txr_onsets_free(struct txr_onsets *o);

#endif
