// SPDX-License-Identifier: GPL-2.0-only
/* finding_bursty.c - packets come back in large bursts, with long waits between. */
#include <inttypes.h>
#include "advice.h"
#include "burst.h"
#include "findings.h"

void txr_find_bursty_completion(const struct txr_rowx *x)
{
	const struct txr_dist *batch = &x->row->release_batch;
	struct txr_burst b = txr_burst_of(x);
	char wait[TXR_TIME_TEXT], advice[TXR_ADVICE_PART];
	struct txr_finding *f;

	if (!b.is_bursty)
		return;
	f = txr_finding_new(x->b, TXR_F_BURSTY_COMPLETION, x->row);
	if (!f)
		return;
	txr_finding_message(f, "packets come back in bursts, about %.0f at once after a wait of "
			    "%s on average (%" PRIu64 " such waits, %.0f %% of all waiting): laps "
			    "are longer and the ring is fuller than sending needs",
			    b.packets, txr_time_text(wait, b.wait_ns), b.waits, 100 * b.share);
	txr_finding_number(f, "packets_in_burst", (int64_t)(b.packets + 0.5));
	txr_finding_number(f, "long_waits", (int64_t)b.waits);
	txr_finding_number(f, "long_wait_avg_ns", (int64_t)b.wait_ns);
	txr_finding_number(f, "long_wait_from_ns", TXR_BURST_WAIT_NS);
	txr_finding_number(f, "gap_p50_ns", (int64_t)x->row->release_gap_ns.p50);
	txr_finding_number(f, "gap_max_ns", (int64_t)x->row->release_gap_ns.max);
	txr_finding_number(f, "batches", (int64_t)batch->count);
	txr_finding_number(f, "batch_max_packets", (int64_t)batch->max);
	if (x->capacity > 0)
		txr_finding_number(f, "capacity_packets", x->capacity);
	if (x->row->packed_source != TXR_PACKED_NONE && x->row->packed_visits)
		txr_finding_advice(f, "as with ring-packed");
	else
		txr_finding_advice(f, "%s", txr_advise_sooner(advice, x));
}
