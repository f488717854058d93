/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Stands in for netdev_start_xmit() in pktgen.c, with the events around it.
 */
#ifndef _TXRING_PKTGEN_XMIT_H
#define _TXRING_PKTGEN_XMIT_H

#define CREATE_TRACE_POINTS
#include "trace.h"

static noinline void pktgen_trace_done(const void *skbaddr,
				       const struct net_device *dev,
				       const struct netdev_queue *txq, int rc)
{
	unsigned int inflight = 0, limit = 0;

#ifdef CONFIG_BQL
	inflight = READ_ONCE(txq->dql.num_queued) -
		   READ_ONCE(txq->dql.num_completed);
	limit = READ_ONCE(txq->dql.limit);
#endif
	trace_pktgen_xmit_done(skbaddr, dev, txq, rc, inflight, limit);
}

static netdev_tx_t pktgen_start_xmit(struct sk_buff *skb, struct net_device *dev,
				     struct netdev_queue *txq, bool more)
{
	netdev_tx_t rc;

	trace_pktgen_start_xmit(skb, dev, txq, more);
	rc = netdev_start_xmit(skb, dev, txq, more);
	/* the skb may be gone: only its address is passed on */
	if (trace_pktgen_xmit_done_enabled())
		pktgen_trace_done(skb, dev, txq, rc);

	return rc;
}

#endif /* _TXRING_PKTGEN_XMIT_H */
