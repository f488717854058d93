/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * event.h - the one normalized record that every source produces.
 *
 * Whatever the file (trace.dat, perf.data) or the kernel's field layout, a
 * packet event becomes one struct txr_event. Loss is an event of its own, in
 * band, so that nothing downstream can overlook it.
 */
#ifndef TXRING_EVENT_H
#define TXRING_EVENT_H

#include <stdint.h>

enum txr_kind {
	TXR_START = 1,	/* the skb is about to be handed to ndo_start_xmit */
	TXR_RESULT,	/* ndo_start_xmit returned */
	TXR_RELEASE,	/* one reference dropped by the driver, patched/probe tier */
	TXR_FREE,	/* the last reference is gone: consume_skb, kfree_skb */
	TXR_HANDOVER,	/* skb handed to a receiver: netif_rx and kin */
	TXR_WAKE,	/* a stopped tx queue was woken */
	TXR_WATCHDOG,	/* net:net_dev_xmit_timeout */
	TXR_DQL_STALL,	/* napi:dql_stall_detected */
	TXR_LOST,	/* events were lost on one CPU, or on all */
	/* What runs around the packets, where it was recorded (record --why). */
	TXR_QUEUED,	/* the skb is about to be put in a qdisc */
	TXR_IRQ_ENTRY,	/* a handler of a device interrupt begins */
	TXR_IRQ_EXIT,	/* and ends */
	TXR_SOFTIRQ_RAISE,	/* a softirq is to run on this CPU */
	TXR_SOFTIRQ_ENTRY,
	TXR_SOFTIRQ_EXIT,
	TXR_NAPI_POLL,	/* a NAPI instance has been polled: told at its end */
};

/* Which kernel event gave the record. */
enum txr_origin {
	TXR_O_NET_DEV_START_XMIT = 1,	/* net:, stock START */
	TXR_O_NETDEV_START_XMIT,	/* skb:, patched START */
	TXR_O_PKTGEN_START,		/* companion pktgen's own START */
	TXR_O_NET_DEV_XMIT,		/* net:, stock RESULT */
	TXR_O_NETDEV_XMIT_DONE,		/* skb:, patched RESULT */
	TXR_O_PKTGEN_DONE,		/* companion pktgen's own RESULT */
	TXR_O_CONSUME_SKB,		/* FREE */
	TXR_O_KFREE_SKB,		/* FREE */
	TXR_O_DEV_KFREE_SKB_IRQ,	/* RELEASE */
	TXR_O_NAPI_CONSUME_SKB,		/* RELEASE */
	TXR_O_SKB_UNREF,		/* RELEASE */
	TXR_O_NETIF_RX,			/* HANDOVER */
	TXR_O_NETIF_RECEIVE_SKB,	/* HANDOVER */
	TXR_O_NAPI_GRO_RECEIVE,		/* HANDOVER */
	TXR_O_TX_WAKE_QUEUE,		/* WAKE */
	TXR_O_XMIT_TIMEOUT,		/* WATCHDOG */
	TXR_O_DQL_STALL,		/* DQL_STALL */
	TXR_O_XMIT_FUNC,		/* probe on a driver's xmit, START */
	TXR_O_XMIT_FUNC_RETURN,		/* its return, RESULT */
	TXR_O_LOST,			/* LOST */
	TXR_O_NET_DEV_QUEUE,		/* QUEUED */
	TXR_O_IRQ_HANDLER_ENTRY,	/* IRQ_ENTRY */
	TXR_O_IRQ_HANDLER_EXIT,		/* IRQ_EXIT */
	TXR_O_SOFTIRQ_RAISE,		/* SOFTIRQ_RAISE */
	TXR_O_SOFTIRQ_ENTRY,		/* SOFTIRQ_ENTRY */
	TXR_O_SOFTIRQ_EXIT,		/* SOFTIRQ_EXIT */
	TXR_O_NAPI_POLL,		/* NAPI_POLL */
	TXR_O_NR
};

/* Context the event fired in, from common_flags (include/linux/trace_events.h). */
#define TXR_CTX_HARDIRQ	0x01	/* TRACE_FLAG_HARDIRQ */
#define TXR_CTX_SOFTIRQ	0x02	/* TRACE_FLAG_SOFTIRQ: serving a softirq */
#define TXR_CTX_IRQS_OFF 0x04	/* TRACE_FLAG_IRQS_OFF */
#define TXR_CTX_BH_OFF	0x08	/* TRACE_FLAG_BH_OFF, kernels that have it */

#define TXR_EVF_NOT_SPECIFIED	0x01	/* FREE: kfree_skb, reason NOT_SPECIFIED or none in this kernel */
#define TXR_EVF_FULL_RING	0x02	/* FREE: kfree_skb, reason FULL_RING */
#define TXR_EVF_QUEUE_PURGE	0x04	/* FREE: kfree_skb, reason QUEUE_PURGE */
#define TXR_EVF_HW_TSTAMP	0x08	/* START: SKBTX_HW_TSTAMP set in tx_flags */
#define TXR_EVF_XMIT_MORE	0x10	/* START: more follows */
#define TXR_EVF_CSUM_PARTIAL	0x20	/* START: ip_summed is CHECKSUM_PARTIAL */
#define TXR_EVF_DROPPED		0x40	/* RELEASE: the reason given is a drop */
#define TXR_EVF_QSTATE		0x80	/* RESULT: qstate and bql_* are valid */

/* The softirqs that give packets back, whatever number the kernel gives them. */
enum txr_softirq { TXR_SOFTIRQ_OTHER, TXR_SOFTIRQ_NET_TX, TXR_SOFTIRQ_NET_RX };

/* RESULT qstate, as enum netdev_queue_state_t (include/linux/netdevice.h). */
#define TXR_QSTATE_DRV_XOFF	0x1
#define TXR_QSTATE_STACK_XOFF	0x2

#define TXR_DEV_NONE	0xffff	/* the event names no device */
#define TXR_QUEUE_NONE	0xffff	/* the event names no queue */

struct txr_event {
	uint64_t ts_ns;		/* in the recording's clock */
	uint64_t skbaddr;	/* 0 where the event has none */
	uint8_t kind;		/* enum txr_kind */
	uint8_t origin;		/* enum txr_origin */
	uint8_t ctx;		/* TXR_CTX_* */
	uint8_t flags;		/* TXR_EVF_* */
	uint16_t cpu;		/* of LOST: UINT16_MAX when on any of them */
	uint16_t dev;		/* index in the source's device table; for
				 * HANDOVER the receiver, for NAPI_POLL whose NAPI
				 * it is; TXR_DEV_NONE elsewhere */
	uint16_t queue;
	uint16_t refs;		/* START, SKB_UNREF: references held, saturated
				 * at 65535; 0: not known */
	int32_t pid;
	union {
		struct {		/* TXR_START */
			uint32_t len_bytes;	/* skb->len */
			uint16_t segs;		/* wire packets, best estimate, >= 1 */
			uint16_t segs_low;	/* lowest possible; equals segs if exact */
			uint16_t segs_high;	/* highest possible */
		} start;
		struct {		/* TXR_RESULT */
			int32_t rc;		/* NETDEV_TX_*, NET_XMIT_* or -errno */
			uint32_t qstate;	/* TXR_QSTATE_* */
			uint32_t bql_inflight_bytes;
			uint32_t bql_limit_bytes;
		} result;
		struct {		/* TXR_FREE by kfree_skb, RELEASE */
			int32_t reason;		/* enum skb_drop_reason of that kernel;
						 * name by txr_source_names() */
			uint64_t location;	/* address that the skb was freed from;
						 * 0: the event does not tell */
		} free;
		struct {		/* TXR_LOST: ts_ns is the last event seen
					 * before the gap on this CPU (0: gap at the
					 * beginning) */
			uint64_t until_ns;	/* first event after it; UINT64_MAX: none */
			uint64_t count;		/* events lost; 0: not known */
		} lost;
		struct {		/* TXR_IRQ_ENTRY, TXR_IRQ_EXIT */
			uint32_t number;
			uint32_t handler;	/* ENTRY: hash of the handler's name, for
						 * lines that devices share; EXIT: 0 */
			int32_t handled;	/* EXIT: what it returned; 0: not its own */
		} irq;
		struct {		/* TXR_SOFTIRQ_* */
			uint32_t which;		/* enum txr_softirq */
		} softirq;
		struct {		/* TXR_NAPI_POLL */
			uint64_t napi;		/* address of the instance */
			int32_t work, budget;	/* work at budget: it is polled again */
		} poll;
	};
};

/* ndo_start_xmit results (include/linux/netdevice.h, enum netdev_tx). */
#define TXR_NETDEV_TX_OK	0x00
#define TXR_NETDEV_TX_BUSY	0x10

#endif
