// SPDX-License-Identifier: GPL-2.0-only
/* reasons_untold.c - packets that may have been handed on with no event that tells. */
#include <inttypes.h>
#include "rowx.h"
#include "stats_impl.h"

void txr_why_untold(struct txr_rowx *x)
{
	uint64_t n = x->q->books.untold;
	struct txr_row *r = x->row;

	if (!n)
		return;
	txr_doubt_whether_inside(x, n);
	if (r->packed_ns.trust != TXR_FIG_UNKNOWN) {
		/* a refusal lasts to the next release: of these none is seen */
		if (r->packed_source == TXR_PACKED_INFERRED)
			txr_fig_low(&r->packed_ns, 0);
		txr_fig_no_high(&r->packed_ns);
	}
	txr_row_reason(x, true, "handover-unseen", n,
		       "%" PRIu64 " packets may have been handed on with no event that tells: those "
		       "of NAPI polls were not on yet (a new device, GRO or XDP switched on): when "
		       "they left is not known", n);
}
