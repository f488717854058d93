/* SPDX-License-Identifier: GPL-2.0-only */
/* sliced.h - one recording, its figures as a whole and slice by slice. */
#ifndef TXRING_CMD_SLICED_H
#define TXRING_CMD_SLICED_H

#include "tee.h"
#include "txring/diff.h"

struct txr_sliced {
	struct txr_source *src;
	struct txr_stats *stats[TXR_TEE_SIDES];
	struct txr_pair *pair;
	struct txr_tee tee;
	struct txr_report *whole, *slice[TXR_SLICES];
	size_t nr_slices;
	uint64_t first_ns, last_ns;	/* of the recording */
	size_t devs_seen;
};

/* Read it (twice: its length must be known). Standard input cannot be. */
int txr_sliced_read(struct txr_sliced *s, const char *path, struct txr_err *err);
/* Points into s. */
struct txr_diff_side txr_sliced_side(const struct txr_sliced *s);
void txr_sliced_free(struct txr_sliced *s);

#endif
