// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_shared.c - packets that somebody holds beside the device: pktgen, who asked
 * for a hardware timestamp. A stock event comes when the last of them lets go.
 */
#include "findings.h"

static const char *advice(uint64_t restarted, uint64_t pktgen)
{
	if (restarted)
		return "with pktgen: clone_skb 0 and burst 1, or a patched kernel, which shows each "
		       "reference";
	if (pktgen)
		return "pktgen's flag !SHARED gives its reference away (6.12 and later); a patched "
		       "kernel shows each reference";
	return "a patched kernel shows when the driver lets go; or send without timestamps";
}

void txr_find_shared_skb(const struct txr_rowx *x)
{
	uint64_t restarted = x->q->books.by_outcome[TXR_RESTARTED];
	uint64_t pktgen = txr_pktgen_starts(x), stamped = x->q->books.hw_tstamp;
	struct txr_finding *f;

	/* what the reasons do not name touches no figure */
	if (!txr_row_tells(x->row, "shared-skb") && !txr_row_tells(x->row, "hw-timestamp"))
		return;
	f = txr_finding_new(x->b, TXR_F_SHARED_SKB, x->row);
	if (!f)
		return;
	if (restarted)
		txr_finding_message(f, "packets were sent again while their release was not seen: "
				    "one skb is sent many times (pktgen's clone_skb or burst), or "
				    "frees have no event; the occupancy is within bounds only");
	else
		txr_finding_message(f, "packets are held by their sender%s beside the device: laps "
				    "last until the later one lets go",
				    pktgen ? " (pktgen)" : ", for a hardware timestamp,");
	txr_finding_number(f, "started", (int64_t)x->row->started.value);
	txr_finding_number(f, "restarted", (int64_t)restarted);
	txr_finding_number(f, "pktgen_starts", (int64_t)pktgen);
	txr_finding_number(f, "hw_timestamps", (int64_t)stamped);
	txr_finding_advice(f, "%s", advice(restarted, pktgen));
}
