// SPDX-License-Identifier: GPL-2.0-only
/* meta_fields.c - names of the fields in the file. Keys are never reused. */
#include <stddef.h>
#include "sys/meta.h"

#define FIELD(st, key, f, type) \
	{ key, type, offsetof(st, f), sizeof(((st *)0)->f) }
#define M(key, f, type) FIELD(struct txr_meta, key, f, type)
#define D(key, f, type) FIELD(struct txr_device_state, key, f, type)
#define Q(key, f) FIELD(struct txr_queue_state, key, f, TXR_M_FIGURE)
#define W(key, f, type) FIELD(struct txr_watch, key, f, type)
#define WD(key, f, type) FIELD(struct txr_device_watch, key, f, type)
#define WQ(key, f) FIELD(struct txr_queue_watch, key, f, TXR_M_FIGURE)

const struct txr_meta_field txr_meta_fields[] = {
	M("tool", tool, TXR_M_TEXT),
	M("tier", tier, TXR_M_TEXT),
	M("clock", clock, TXR_M_TEXT),
	M("kernel", kernel, TXR_M_TEXT),
	M("kernel_version", kernel_version, TXR_M_TEXT),
	M("clocksource", clocksource, TXR_M_TEXT),
	M("command", command, TXR_M_TEXT),
	M("filter", filter, TXR_M_TEXT),
	M("trigger", trigger, TXR_M_TEXT),
	M("why", why, TXR_M_BOOL),
	M("dropped_events", dropped_events, TXR_M_U64),
	M("missed_releases", missed_releases, TXR_M_U64),
	M("clock_set_ns", clock_set_ns, TXR_M_U64),
	M("off_ns", off_ns, TXR_M_U64),
	M("cut_ns", cut_ns, TXR_M_U64),
	M("on_ns", on_ns, TXR_M_U64),
	M("rx_on_ns", rx_on_ns, TXR_M_U64),
	M("napi_on_ns", napi_on_ns, TXR_M_U64),
	{ NULL, TXR_M_TEXT, 0, 0 }
};

const struct txr_meta_field txr_meta_device_fields[] = {
	D("name", name, TXR_M_TEXT),
	D("ifindex", ifindex, TXR_M_U32),
	D("netns_inode", netns_inode, TXR_M_U64),
	D("netns_cookie", netns_cookie, TXR_M_U64),
	D("driver", driver, TXR_M_TEXT),
	D("bus", bus, TXR_M_TEXT),
	D("link_kind", link_kind, TXR_M_TEXT),
	D("link_ifindex", link_ifindex, TXR_M_U32),
	D("link_netns_inode", link_netns_inode, TXR_M_U64),
	D("master_ifindex", master_ifindex, TXR_M_U32),
	D("stacked", stacked, TXR_M_BOOL),
	D("peer_polls", peer_polls, TXR_M_FIGURE8),
	D("up", up, TXR_M_BOOL),
	D("carrier", carrier, TXR_M_BOOL),
	D("gro", gro, TXR_M_BOOL),
	D("tso", tso, TXR_M_BOOL),
	D("sg", sg, TXR_M_BOOL),
	D("tx_csum", tx_csum, TXR_M_BOOL),
	D("mtu", mtu, TXR_M_FIGURE),
	D("txqueuelen", txqueuelen, TXR_M_FIGURE),
	D("ring_tx", ring_tx, TXR_M_FIGURE),
	D("ring_tx_max", ring_tx_max, TXR_M_FIGURE),
	D("coalesce_tx_usecs", coalesce_tx_usecs, TXR_M_FIGURE),
	D("coalesce_tx_frames", coalesce_tx_frames, TXR_M_FIGURE),
	D("coalesce_rx_usecs", coalesce_rx_usecs, TXR_M_FIGURE),
	D("qdisc_backlog_packets", qdisc_backlog_packets, TXR_M_FIGURE),
	D("qdisc_backlog_bytes", qdisc_backlog_bytes, TXR_M_FIGURE),
	D("qdisc_drops", qdisc_drops, TXR_M_FIGURE),
	D("qdisc_requeues", qdisc_requeues, TXR_M_FIGURE),
	D("qdisc_sent_bytes", qdisc_sent_bytes, TXR_M_FIGURE),
	D("qdisc", qdisc, TXR_M_TEXT),
	D("qdisc_paced", qdisc_paced, TXR_M_BOOL),
	D("xdp_prog_id", xdp_prog_id, TXR_M_U32),
	D("xdp_mode", xdp_mode, TXR_M_TEXT),
	D("tx_packets", tx_packets, TXR_M_FIGURE),
	D("tx_bytes", tx_bytes, TXR_M_FIGURE),
	D("tx_dropped", tx_dropped, TXR_M_FIGURE),
	D("tx_errors", tx_errors, TXR_M_FIGURE),
	D("rx_packets", rx_packets, TXR_M_FIGURE),
	D("rx_bytes", rx_bytes, TXR_M_FIGURE),
	D("rx_dropped", rx_dropped, TXR_M_FIGURE),
	D("carrier_changes", carrier_changes, TXR_M_FIGURE),
	{ NULL, TXR_M_TEXT, 0, 0 }
};

const struct txr_meta_field txr_meta_queue_fields[] = {
	Q("bql_inflight_bytes", bql_inflight_bytes),
	Q("bql_limit_bytes", bql_limit_bytes),
	Q("bql_limit_max_bytes", bql_limit_max_bytes),
	Q("bql_stall_cnt", bql_stall_cnt),
	Q("tx_timeouts", tx_timeouts),
	Q("stops", stops),
	Q("wakes", wakes),
	Q("qdisc_backlog_packets", qdisc_backlog_packets),
	Q("qdisc_sent_bytes", qdisc_sent_bytes),
	{ NULL, TXR_M_TEXT, 0, 0 }
};

const struct txr_meta_field txr_meta_watch_fields[] = {
	W("looks", looks, TXR_M_U64),
	W("last_clock_ns", last_clock_ns, TXR_M_U64),
	W("gap_max_ns", gap_max_ns, TXR_M_FIGURE),
	{ NULL, TXR_M_TEXT, 0, 0 }
};

const struct txr_meta_field txr_meta_watch_device_fields[] = {
	WD("name", name, TXR_M_TEXT),
	WD("ifindex", ifindex, TXR_M_U32),
	WD("netns_inode", netns_inode, TXR_M_U64),
	WD("netns_cookie", netns_cookie, TXR_M_U64),
	WD("up", up, TXR_M_BOOL),
	WD("carrier", carrier, TXR_M_BOOL),
	WD("steady_ns", steady_ns, TXR_M_FIGURE),
	WD("pauses", pauses, TXR_M_FIGURE),
	{ NULL, TXR_M_TEXT, 0, 0 }
};

const struct txr_meta_field txr_meta_watch_queue_fields[] = {
	WQ("held_ns", held_ns),
	WQ("held_bytes", held_bytes),
	WQ("waiting_ns", waiting_ns),
	WQ("waiting_min", waiting_min),
	WQ("waiting_last", waiting_last),
	WQ("longest_ns", longest_ns),
	WQ("longest_end_ns", longest_end_ns),
	{ NULL, TXR_M_TEXT, 0, 0 }
};
