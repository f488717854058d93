// SPDX-License-Identifier: GPL-2.0-only
/* names.c - the words that views and JSON use for our enums. */
#include "txring/report.h"

#define NAME_OF(table, i) \
	((size_t)(i) < sizeof(table) / sizeof((table)[0]) && (table)[i] ? (table)[i] : "unknown")

static const char *const kinds[] = {
	[TXR_KIND_RING] = "ring",
	[TXR_KIND_SYNCHRONOUS] = "synchronous",
	[TXR_KIND_HANDOVER] = "handover",
	[TXR_KIND_STACKED] = "stacked",
	[TXR_KIND_UNKNOWN] = "unknown",
};

static const char *const outcomes[] = {
	[TXR_OPEN] = "open",
	[TXR_COMPLETED] = "completed",
	[TXR_DROPPED] = "dropped",
	[TXR_BUSY] = "busy",
	[TXR_HANDED_OVER] = "handed_over",
	[TXR_RESTARTED] = "restarted",
	[TXR_UNCERTAIN] = "uncertain",
};

static const char *const severities[] = {
	[TXR_INFO] = "info",
	[TXR_WARNING] = "warning",
	[TXR_ERROR] = "error",
};

static const char *const tiers[] = {
	[TXR_TIER_STOCK] = "stock",
	[TXR_TIER_PROBE] = "probe",
	[TXR_TIER_PATCHED] = "patched",
};

/* As the kernel names its events, so that a name can be looked up there. */
static const char *const origins[] = {
	[TXR_O_NET_DEV_START_XMIT] = "net_dev_start_xmit",
	[TXR_O_NETDEV_START_XMIT] = "netdev_start_xmit",
	[TXR_O_PKTGEN_START] = "pktgen_start_xmit",
	[TXR_O_NET_DEV_XMIT] = "net_dev_xmit",
	[TXR_O_NETDEV_XMIT_DONE] = "netdev_xmit_done",
	[TXR_O_PKTGEN_DONE] = "pktgen_xmit_done",
	[TXR_O_CONSUME_SKB] = "consume_skb",
	[TXR_O_KFREE_SKB] = "kfree_skb",
	[TXR_O_DEV_KFREE_SKB_IRQ] = "dev_kfree_skb_irq",
	[TXR_O_NAPI_CONSUME_SKB] = "napi_consume_skb",
	[TXR_O_SKB_UNREF] = "skb_unref",
	[TXR_O_NETIF_RX] = "netif_rx",
	[TXR_O_NETIF_RECEIVE_SKB] = "netif_receive_skb",
	[TXR_O_NAPI_GRO_RECEIVE] = "napi_gro_receive_entry",
	[TXR_O_TX_WAKE_QUEUE] = "netif_tx_wake_queue",
	[TXR_O_XMIT_TIMEOUT] = "net_dev_xmit_timeout",
	[TXR_O_DQL_STALL] = "dql_stall_detected",
	[TXR_O_NET_DEV_QUEUE] = "net_dev_queue",
	[TXR_O_IRQ_HANDLER_ENTRY] = "irq_handler_entry",
	[TXR_O_IRQ_HANDLER_EXIT] = "irq_handler_exit",
	[TXR_O_SOFTIRQ_RAISE] = "softirq_raise",
	[TXR_O_SOFTIRQ_ENTRY] = "softirq_entry",
	[TXR_O_SOFTIRQ_EXIT] = "softirq_exit",
	[TXR_O_NAPI_POLL] = "napi_poll",
	[TXR_O_XMIT_FUNC] = "xmit_func",
	[TXR_O_XMIT_FUNC_RETURN] = "xmit_func_return",
	[TXR_O_LOST] = "lost",
};

static const char *const parts[] = {
	[TXR_WENT_DEVICE] = "device",
	[TXR_WENT_TO_NAPI] = "to_napi",
	[TXR_WENT_CLEANING] = "cleaning",
	[TXR_WENT_AFTER_INTERRUPT] = "after_interrupt",
	[TXR_WENT_IN_XMIT] = "in_xmit",
	[TXR_WENT_TASK] = "task",
	[TXR_WENT_UNATTRIBUTED] = "unattributed",
};

static const char *const causes[] = {
	[TXR_CAUSE_NO_INTERRUPT] = "no_interrupt",
	[TXR_CAUSE_AMBIGUOUS] = "ambiguous",
	[TXR_CAUSE_OTHER_DEVICE] = "other_device",
	[TXR_CAUSE_OTHER_CONTEXT] = "other_context",
	[TXR_CAUSE_UNSEEN] = "unseen",
};

static const char *const share_kinds[] = {
	[TXR_SHARE_KEY] = "key",
	[TXR_SHARE_UNATTRIBUTED] = "unattributed",
	[TXR_SHARE_UNNAMED] = "unnamed",
	[TXR_SHARE_REST] = "rest",
};

static const char *const bys[] = {
	[TXR_BY_NONE] = "none",
	[TXR_BY_COMM] = "comm",
	[TXR_BY_CPU] = "cpu",
	[TXR_BY_SIZE] = "size",
};

const char *txr_by_name(enum txr_by_what by)
{
	return NAME_OF(bys, by);
}

const char *txr_share_kind_name(enum txr_share_kind k)
{
	return NAME_OF(share_kinds, k);
}

const char *txr_went_part_name(enum txr_went_part p)
{
	return NAME_OF(parts, p);
}

const char *txr_went_cause_name(enum txr_went_cause c)
{
	return NAME_OF(causes, c);
}

const char *txr_kind_name(enum txr_dev_kind k)
{
	return NAME_OF(kinds, k);
}

const char *txr_outcome_name(enum txr_outcome o)
{
	return NAME_OF(outcomes, o);
}

const char *txr_severity_name(enum txr_severity s)
{
	return NAME_OF(severities, s);
}

const char *txr_tier_name(enum txr_tier t)
{
	return NAME_OF(tiers, t);
}

const char *txr_origin_name(enum txr_origin o)
{
	return NAME_OF(origins, o);
}
