// SPDX-License-Identifier: GPL-2.0-only
/* aside.c - what a recording holds that no figure is made of. */
#include "view/aside.h"

size_t txr_aside_list(struct txr_aside list[TXR_ASIDE_MAX], const struct txr_report *r,
		      bool normal)
{
	const struct { uint64_t n; const char *what; bool normal; } aside[TXR_ASIDE_MAX] = {
		{ r->source.duplicates, "seen twice", false },
		{ r->source.out_of_order, "out of order within a CPU", false },
		{ r->source.undecodable, "not decodable", false },
		{ r->source.ignored_buffers, "other buffers with tx events", false },
		{ r->pair.missing_results, "xmits without a result", false },
		{ r->pair.unmatched_results, "results without a start", false },
		{ r->pair.anomalies, "contradictions", false },
		{ r->pair.evicted, "laps given up for memory", false },
		{ r->pair.aged, "laps across a loss given up by age", false },
		{ r->pair.unmatched_frees, "frees of packets not sent here", true },
		{ r->pair.unmatched_releases, "releases of packets not sent here", true },
		{ r->pair.expected_frees, "frees of refused packets", true },
	};
	size_t nr = 0, i;

	for (i = 0; i < TXR_ASIDE_MAX; i++)
		if (aside[i].n && (normal || !aside[i].normal))
			list[nr++] = (struct txr_aside){ aside[i].n, aside[i].what };
	return nr;
}
