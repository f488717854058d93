// SPDX-License-Identifier: GPL-2.0-only
/*
 * pktgen_seen.c - pktgen and the kernel's events.
 *
 * start_xmit mode calls netdev_start_xmit() itself, past the stock tracepoints of
 * xmit_one(). A skb that is sent many times is freed once. And pktgen keeps a
 * reference until it builds the next packet (pktgen_xmit(), net/core/pktgen.c).
 */
#include "pktgen_seen.h"

const char *txr_pktgen_unseen(const struct txr_pktgen_config *c, enum txr_tier tier,
			      bool companion, bool own_skb)
{
	if (c->mode == TXR_XMIT_RECEIVE)
		return "--xmit-mode netif_receive feeds the receive side, no tx ring takes part; "
		       "start_xmit and queue_xmit load a ring";
	if (tier == TXR_TIER_PATCHED)
		return NULL;
	if (c->mode == TXR_XMIT_START && !companion)
		return "this kernel's events do not show packets of --xmit-mode start_xmit at "
		       "all; --xmit-mode queue_xmit can be seen, or load the companion pktgen, or "
		       "boot a kernel with kernel-patches";
	if (c->burst > 1 || c->clone_skb)
		return "a packet that is sent many times is freed once: its laps cannot be "
		       "paired by this kernel's events; --skb-burst can, or leave --burst and "
		       "--clone-skb away, or boot a kernel with kernel-patches";
	if (!own_skb)
		return "pktgen of this kernel keeps a reference until it builds the next packet: "
		       "laps may read longer than they were; a kernel with kernel-patches, or "
		       "6.12 and later, does not have this";
	return NULL;
}
