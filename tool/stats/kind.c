// SPDX-License-Identifier: GPL-2.0-only
/* kind.c - what kind of device is it: as declared, and as it behaved. */
#include "kind.h"

static enum txr_dev_kind observed(const struct txr_queue *d)
{
	const uint64_t *o = d->books.by_outcome;
	uint64_t in_xmit = d->books.completed_in_xmit;
	uint64_t handed = d->books.handed_in_xmit;
	uint64_t ring = o[TXR_COMPLETED] - in_xmit + o[TXR_HANDED_OVER] - handed +
			o[TXR_RESTARTED] + d->oldest.entered;

	if (!ring && !in_xmit && !handed)	/* what can be full is a ring */
		return d->packed.busy || d->packed.full_drops ? TXR_KIND_RING :
		       TXR_KIND_UNKNOWN;
	if (ring >= in_xmit && ring >= handed)
		return TXR_KIND_RING;
	return handed >= in_xmit ? TXR_KIND_HANDOVER : TXR_KIND_SYNCHRONOUS;
}

static bool mostly_handed(const struct txr_queue *d)
{
	const uint64_t *o = d->books.by_outcome;

	return o[TXR_HANDED_OVER] > o[TXR_COMPLETED];
}

enum txr_dev_kind txr_kind_of(const struct txr_queue *device, const struct txr_software *sw,
			      bool stacked, bool has_handover)
{
	enum txr_dev_kind declared = sw ? sw->kind : TXR_KIND_UNKNOWN;
	enum txr_dev_kind seen = observed(device);

	/*
	 * ifb hands over what came from ingress, and sends on what left egress; both
	 * from a tasklet, after its xmit (ifb_ri_tasklet()).
	 */
	if (sw && declared == TXR_KIND_UNKNOWN && stacked && mostly_handed(device))
		return TXR_KIND_HANDOVER;
	if (stacked || declared == TXR_KIND_STACKED)
		return TXR_KIND_STACKED;
	if (seen == TXR_KIND_UNKNOWN)
		return declared;
	if (declared == TXR_KIND_HANDOVER && !has_handover)
		return declared;
	return seen;
}
