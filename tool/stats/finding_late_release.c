// SPDX-License-Identifier: GPL-2.0-only
/*
 * finding_late_release.c - the driver releases packets in hard interrupt, and the stock
 * tier shows only their free, which a softirq does later. It shows by the place of
 * the frees, net_tx_action(), and by more packets inside than the ring has room for.
 */
#include <inttypes.h>
#include <string.h>
#include "findings.h"
#include "stats_impl.h"

#define LATE_PLACE "net_tx_action"	/* net/core/dev.c: the completion queue */

static bool freed_in_tx_softirq(const struct txr_rowx *x)
{
	const struct txr_own_places *own = &x->q->places;
	const struct txr_names *n = x->b->names;
	const char *symbol;
	unsigned int i;

	for (i = 0; n && n->symbol && i < own->count; i++) {
		symbol = n->symbol(n->ctx, own->place[i]);
		if (symbol && !strcmp(symbol, LATE_PLACE))
			return true;
	}
	return false;
}

/*
 * A packet without offload takes one descriptor where the rule counts two, so a few
 * more than the capacity may be true; many more are not.
 */
static bool is_overfull(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;

	return !x->b->st->loss.any && r->capacity_packets > 0 &&
	       r->in_device.max.trust != TXR_FIG_UNKNOWN &&
	       r->in_device.max.value > (uint64_t)(r->capacity_packets +
						   r->capacity_packets / TXR_OVERFULL_PART);
}

void txr_find_late_release(const struct txr_rowx *x)
{
	const struct txr_row *r = x->row;
	bool softirq, overfull;
	struct txr_finding *f;

	if (!x->late_release || x->b->info->tier != TXR_TIER_STOCK || r->kind != TXR_KIND_RING)
		return;
	softirq = freed_in_tx_softirq(x);
	overfull = is_overfull(x);
	if (!softirq && !overfull)
		return;
	f = txr_finding_new(x->b, TXR_F_LATE_RELEASE, r);
	if (!f)
		return;
	if (overfull)
		txr_finding_message(f, "up to %" PRIu64 " packets seem to be in a ring that holds %"
				    PRId64 ": the driver gives them back in hard interrupt, and "
				    "their free, in a softirq, comes later; laps and occupancy are "
				    "shown too high", r->in_device.max.value, r->capacity_packets);
	else
		txr_finding_message(f, "the driver gives packets back in hard interrupt, and what is "
				    "seen is their free, in a softirq, later: laps and occupancy are "
				    "shown too high");
	if (softirq)
		txr_finding_text(f, "freed_in", LATE_PLACE);
	txr_finding_number(f, "max_packets", (int64_t)r->in_device.max.value);
	if (r->capacity_packets > 0)
		txr_finding_number(f, "capacity_packets", r->capacity_packets);
	txr_finding_advice(f, "record with --tier probe, or on a patched kernel: both show the "
			   "release itself");
}
