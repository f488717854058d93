// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_tx_busy.c - packets that the driver refused with NETDEV_TX_BUSY. A driver
 * should stop its queue before the ring is full, so that none has to come twice;
 * pktgen tries a queue again and again, whether it is stopped or not; veth (6.16 and
 * later, veth_xmit()) stops its queue with the packet that no longer fits.
 */
#include <string.h>
#include "findings.h"

static bool is_veth(const struct txr_rowx *x)
{
	return x->sw && !strcmp(x->sw->name, "veth");
}

void txr_find_tx_busy(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	uint64_t pktgen = txr_pktgen_starts(x);
	char n[TXR_PACKETS_TEXT], share[TXR_PACKETS_TEXT];
	struct txr_finding *f;

	if (!r->busy.value || !x->b->info->has_result)
		return;
	f = txr_finding_new(x->b, TXR_F_TX_BUSY, r);
	if (!f)
		return;
	if (r->busy.value * TXR_REFUSED_ONE_IN < r->started.value || pktgen || is_veth(x))
		f->severity = TXR_INFO;
	txr_finding_message(f, "%s%s were refused with NETDEV_TX_BUSY and had to come again%s",
			    txr_packets_text(n, &r->busy), txr_started_text(share, &r->busy, r),
			    pktgen ? "; pktgen sends to a full ring until it takes the packet" : "");
	txr_finding_number(f, "busy", (int64_t)r->busy.value);
	txr_finding_number(f, "started", (int64_t)r->started.value);
	txr_finding_number(f, "pktgen_starts", (int64_t)pktgen);
	txr_finding_number(f, "warning_from_one_in", TXR_REFUSED_ONE_IN);
	if (pktgen)
		txr_finding_advice(f, "nothing: the load was above what the device takes");
	else if (is_veth(x))
		txr_finding_advice(f, "nothing: veth stops its queue with the packet that no longer "
				   "fits; see ring-packed");
	else
		txr_finding_advice(f, "the driver should stop its queue before the ring is full "
				   "(netif_tx_stop_queue), tell its maintainers; a larger ring "
				   "makes it rarer");
}
