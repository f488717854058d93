// SPDX-License-Identifier: GPL-2.0-only
/* columns_state.c - the columns of what record kept beside the events. */
#include "view/columns.h"

#define DEV(t, field) { #field, t, offsetof(struct txr_device_state, field), 0, 0 }
#define QUEUE(field) { #field, TXR_COL_I64, offsetof(struct txr_queue_state, field), 0, 0 }
#define META(k, t, field) { k, t, offsetof(struct txr_meta, field), 0, 0 }

const struct txr_column txr_meta_columns[] = {
	META("tool", TXR_COL_NAME, tool),
	META("tier", TXR_COL_NAME, tier),
	META("command", TXR_COL_NAME, command),
	META("filter", TXR_COL_NAME, filter),
	META("trigger", TXR_COL_NAME, trigger),
	META("kernel_version", TXR_COL_NAME, kernel_version),
	META("clocksource", TXR_COL_NAME, clocksource),
	META("dropped_events", TXR_COL_U64, dropped_events),
	META("start_real_ns", TXR_COL_COOKIE, start.real_ns),
	META("end_real_ns", TXR_COL_COOKIE, end.real_ns),
	{ NULL, 0, 0, 0, 0 }
};

const struct txr_column txr_state_columns[] = {
	DEV(TXR_COL_U32_NZ, ifindex),
	DEV(TXR_COL_U64_NZ, netns_inode),
	DEV(TXR_COL_COOKIE, netns_cookie),
	DEV(TXR_COL_NAME, driver),
	DEV(TXR_COL_NAME, bus),
	DEV(TXR_COL_NAME, link_kind),
	DEV(TXR_COL_U32_NZ, link_ifindex),
	DEV(TXR_COL_U64_NZ, link_netns_inode),
	DEV(TXR_COL_U32_NZ, master_ifindex),
	DEV(TXR_COL_TRI, peer_polls),
	DEV(TXR_COL_BOOL, stacked),
	DEV(TXR_COL_BOOL, up),
	DEV(TXR_COL_BOOL, carrier),
	DEV(TXR_COL_BOOL, gro),
	DEV(TXR_COL_BOOL, tso),
	DEV(TXR_COL_BOOL, sg),
	DEV(TXR_COL_BOOL, tx_csum),
	DEV(TXR_COL_I64, mtu),
	DEV(TXR_COL_I64, txqueuelen),
	DEV(TXR_COL_I64, ring_tx),
	DEV(TXR_COL_I64, ring_tx_max),
	DEV(TXR_COL_I64, coalesce_tx_usecs),
	DEV(TXR_COL_I64, coalesce_tx_frames),
	DEV(TXR_COL_I64, coalesce_rx_usecs),
	DEV(TXR_COL_NAME, qdisc),
	DEV(TXR_COL_BOOL, qdisc_paced),
	DEV(TXR_COL_I64, qdisc_backlog_packets),
	DEV(TXR_COL_I64, qdisc_backlog_bytes),
	DEV(TXR_COL_I64, qdisc_drops),
	DEV(TXR_COL_I64, qdisc_requeues),
	DEV(TXR_COL_I64, qdisc_sent_bytes),
	DEV(TXR_COL_U32_NZ, xdp_prog_id),
	DEV(TXR_COL_NAME, xdp_mode),
	DEV(TXR_COL_I64, tx_packets),
	DEV(TXR_COL_I64, tx_bytes),
	DEV(TXR_COL_I64, tx_dropped),
	DEV(TXR_COL_I64, tx_errors),
	DEV(TXR_COL_I64, rx_packets),
	DEV(TXR_COL_I64, rx_bytes),
	DEV(TXR_COL_I64, rx_dropped),
	DEV(TXR_COL_I64, carrier_changes),
	DEV(TXR_COL_U32, tx_queues),
	{ NULL, 0, 0, 0, 0 }
};

const struct txr_column txr_qstate_columns[] = {
	QUEUE(bql_inflight_bytes),
	QUEUE(bql_limit_bytes),
	QUEUE(bql_limit_max_bytes),
	QUEUE(bql_stall_cnt),
	QUEUE(tx_timeouts),
	QUEUE(stops),
	QUEUE(wakes),
	QUEUE(qdisc_backlog_packets),
	QUEUE(qdisc_sent_bytes),
	{ NULL, 0, 0, 0, 0 }
};
