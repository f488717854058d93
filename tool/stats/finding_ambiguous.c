// SPDX-License-Identifier: GPL-2.0-only
/* finding_ambiguous.c - several devices have one name. */
#include "findings.h"

void txr_find_ambiguous_name(const struct txr_rowx *x)
{
	const struct txr_device_state *s = x->start ? x->start : x->end;
	size_t queues = txr_foreign_queues(x);
	struct txr_finding *f;

	if (x->same_name <= 1 && !queues)
		return;
	f = txr_finding_new(x->b, TXR_F_AMBIGUOUS_NAME, x->row);
	if (!f)
		return;
	if (x->same_name > 1)
		txr_finding_message(f, "%zu devices had this name, in several network namespaces or "
				    "one after the other: the figures are of all of them together",
				    x->same_name);
	else
		txr_finding_message(f, "packets on %zu queues, and the device has %u: another one "
				    "of this name, in another network namespace, is in the figures",
				    queues, s->tx_queues);
	if (x->same_name > 1)
		txr_finding_number(f, "devices", (int64_t)x->same_name);
	if (queues) {
		txr_finding_number(f, "queues_seen", (int64_t)queues);
		txr_finding_number(f, "tx_queues", s->tx_queues);
	}
	txr_finding_advice(f, "give them different names (ip link set dev OLD name NEW); events of "
			   "Linux 7.2, and the patched ones, tell them apart");
}
