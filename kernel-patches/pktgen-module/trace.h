/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Start and result of a packet of pktgen, for kernels without the patches: the
 * events of skb:netdev_start_xmit and skb:netdev_xmit_done, field by field, but
 * for the packets of this module only.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM txring_pktgen

#if !defined(_TXRING_PKTGEN_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TXRING_PKTGEN_TRACE_H

#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/tracepoint.h>
#include <linux/version.h>

#ifndef txring_assign_name
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 10, 0)
#define txring_assign_name(dev)	__assign_str(name, (dev)->name)
#else
#define txring_assign_name(dev)	__assign_str(name)
#endif
#endif

TRACE_EVENT(pktgen_start_xmit,
	    TP_PROTO(const struct sk_buff *skb, const struct net_device *dev,
		     const struct netdev_queue *txq, bool more),

	    TP_ARGS(skb, dev, txq, more),

	    TP_STRUCT__entry(__field(const void *,	skbaddr)
			     __field(unsigned int,	len)
			     __field(unsigned int,	data_len)
			     __string(name,		dev->name)
			     __field(u64,		net_cookie)
			     __field(int,		ifindex)
			     __field(u32,		refs)
			     __field(int,		transport_offset)
			     __field(u32,		gso_type)
			     __field(u16,		queue)
			     __field(u16,		protocol)
			     __field(u16,		gso_size)
			     __field(u16,		gso_segs)
			     __field(u8,		ip_summed)
			     __field(u8,		tx_flags)
			     __field(bool,		xmit_more)
	    ),

	    TP_fast_assign(__entry->skbaddr = skb;
			   __entry->len = skb->len;
			   __entry->data_len = skb->data_len;
			   txring_assign_name(dev);
			   __entry->net_cookie = dev_net(dev)->net_cookie;
			   __entry->ifindex = dev->ifindex;
			   __entry->refs = refcount_read(&skb->users);
			   __entry->transport_offset = skb_transport_header_was_set(skb) ?
				   skb_transport_offset(skb) : 0;
			   __entry->gso_type = skb_shinfo(skb)->gso_type;
			   __entry->queue = txq - dev->_tx;
			   __entry->protocol = ntohs(skb->protocol);
			   __entry->gso_size = skb_shinfo(skb)->gso_size;
			   __entry->gso_segs = skb_shinfo(skb)->gso_segs;
			   __entry->ip_summed = skb->ip_summed;
			   __entry->tx_flags = skb_shinfo(skb)->tx_flags;
			   __entry->xmit_more = more;
	    ),

	    TP_printk("dev=%s ifindex=%d net_cookie=%llu queue=%u skbaddr=%p refs=%u len=%u data_len=%u protocol=0x%04x ip_summed=%u transport_offset=%d tx_flags=%#x gso_size=%u gso_segs=%u gso_type=%#x xmit_more=%d",
		      __get_str(name), __entry->ifindex, __entry->net_cookie,
		      __entry->queue, __entry->skbaddr, __entry->refs, __entry->len,
		      __entry->data_len, __entry->protocol, __entry->ip_summed,
		      __entry->transport_offset, __entry->tx_flags,
		      __entry->gso_size, __entry->gso_segs, __entry->gso_type,
		      __entry->xmit_more)
);

TRACE_EVENT(pktgen_xmit_done,
	    TP_PROTO(const void *skbaddr, const struct net_device *dev,
		     const struct netdev_queue *txq, int rc,
		     unsigned int bql_inflight, unsigned int bql_limit),

	    TP_ARGS(skbaddr, dev, txq, rc, bql_inflight, bql_limit),

	    TP_STRUCT__entry(__field(const void *,	skbaddr)
			     __string(name,		dev->name)
			     __field(u64,		net_cookie)
			     __field(int,		ifindex)
			     __field(int,		rc)
			     __field(u32,		state)
			     __field(u32,		bql_inflight)
			     __field(u32,		bql_limit)
			     __field(u16,		queue)
	    ),

	    TP_fast_assign(__entry->skbaddr = skbaddr;
			   txring_assign_name(dev);
			   __entry->net_cookie = dev_net(dev)->net_cookie;
			   __entry->ifindex = dev->ifindex;
			   __entry->rc = rc;
			   __entry->state = READ_ONCE(txq->state);
			   __entry->bql_inflight = bql_inflight;
			   __entry->bql_limit = bql_limit;
			   __entry->queue = txq - dev->_tx;
	    ),

	    TP_printk("dev=%s ifindex=%d net_cookie=%llu queue=%u skbaddr=%p rc=%d state=%#x bql_inflight=%u bql_limit=%u",
		      __get_str(name), __entry->ifindex, __entry->net_cookie,
		      __entry->queue, __entry->skbaddr, __entry->rc, __entry->state,
		      __entry->bql_inflight, __entry->bql_limit)
);

#endif /* _TXRING_PKTGEN_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
