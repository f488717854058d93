/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * spans.h - length of the union of time spans that arrive by their ends: how
 * long was at least one queue of a device packed.
 */
#ifndef TXRING_STATS_SPANS_H
#define TXRING_STATS_SPANS_H

#include <stdint.h>
#include "binsum.h"

#define TXR_SPANS_KEEP 32

struct txr_spans {
	uint64_t settled_ns;	/* length of the spans no longer kept */
	uint64_t floor_ns;	/* end of those: what begins earlier is cut there */
	uint64_t cut_ns;	/* how much was cut: the most that is missing */
	unsigned int count;
	struct { uint64_t from_ns, to_ns; } span[TXR_SPANS_KEEP];
	/* Where those no longer kept go over time, as they are disjoint; or NULL. */
	struct txr_binsum *bins;
	struct txr_timegrid *grid;
};

void txr_spans_add(struct txr_spans *s, uint64_t from_ns, uint64_t to_ns);
uint64_t txr_spans_total(const struct txr_spans *s);
/* Those still kept go to the bins too, of a copy that is not added to any more. */
void txr_spans_settle(struct txr_spans *s);
/* As new; bins and grid too are no more. */
void txr_spans_clear(struct txr_spans *s);

#endif
