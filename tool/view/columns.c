// SPDX-License-Identifier: GPL-2.0-only
/* columns.c - the columns of a row and of the source: key, type, place. */
#include <string.h>
#include "txring/view.h"
#include "view/columns.h"

#define ROW(k, t, field) { k, t, offsetof(struct txr_row, field), 0, 0 }
#define DIST(k, dst) TXR_COLS_DIST(struct txr_row, k, dst)

const struct txr_column txr_row_columns[] = {
	ROW("name", TXR_COL_NAME, name),
	{ "queue", TXR_COL_I32, offsetof(struct txr_row, queue), 0, TXR_COLF_QUEUE_ONLY },
	ROW("ifindex", TXR_COL_I64, ifindex),
	ROW("netns_inode", TXR_COL_I64, netns_inode),
	ROW("netns_cookie", TXR_COL_COOKIE, netns_cookie),
	ROW("driver", TXR_COL_NAME, driver),
	ROW("kind", TXR_COL_KIND, kind),
	ROW("ring_descriptors", TXR_COL_I64, ring_descriptors),
	ROW("capacity_packets", TXR_COL_I64, capacity_packets),
	ROW("capacity_source", TXR_COL_TEXT, capacity_source),
	ROW("started", TXR_COL_FIG, started),
	ROW("completed", TXR_COL_FIG, completed),
	ROW("completed_in_xmit", TXR_COL_FIG, completed_in_xmit),
	ROW("dropped", TXR_COL_FIG, dropped),
	ROW("busy", TXR_COL_FIG, busy),
	ROW("handed_over", TXR_COL_FIG, handed_over),
	ROW("restarted", TXR_COL_FIG, restarted),
	ROW("uncertain", TXR_COL_FIG, uncertain),
	ROW("in_device_at_end", TXR_COL_FIG, in_device_at_end),
	ROW("reset_released", TXR_COL_FIG, reset_released),
	ROW("skb_bytes", TXR_COL_FIG, skb_bytes),
	ROW("wire_packets", TXR_COL_FIG, wire_packets),
	ROW("observed_ns", TXR_COL_FIG, observed_ns),
	ROW("warm_ns", TXR_COL_FIG, warm_ns),
	ROW("packed_ns", TXR_COL_FIG, packed_ns),
	ROW("packed_source", TXR_COL_PACKED, packed_source),
	ROW("packed_visits", TXR_COL_U64, packed_visits),
	ROW("bql_limited_ns", TXR_COL_FIG, bql_limited_ns),
	DIST("lap_ns", lap_ns),
	DIST("late_free_ns", late_free_ns),
	DIST("release_batch", release_batch),
	DIST("release_gap_ns", release_gap_ns),
	ROW("in_device.avg", TXR_COL_NUMFIG, in_device.avg),
	ROW("in_device.p50", TXR_COL_FIG, in_device.p50),
	ROW("in_device.p99", TXR_COL_FIG, in_device.p99),
	ROW("in_device.max", TXR_COL_FIG, in_device.max),
	ROW("in_device.max_bytes", TXR_COL_FIG, in_device.max_bytes),
	ROW("in_device.at_ns", TXR_COL_OF_MAX, in_device.at_ns),
	{ "in_device.now", TXR_COL_U64, offsetof(struct txr_row, in_device.end), 0,
	  TXR_COLF_LIVE_ONLY | TXR_COLF_JSON_ONLY },
	ROW("in_device.end", TXR_COL_U64, in_device.end),
	ROW("in_device.dwell_max_ns", TXR_COL_OF_MAX, in_device.dwell_max_ns),
	ROW("in_device.visits_max", TXR_COL_OF_MAX, in_device.visits_max),
	ROW("release_batches", TXR_COL_U64, release_batch.count),
	ROW("release_batch_max", TXR_COL_U64, release_batch.max),
	ROW("exact", TXR_COL_BOOL, exact),
	{ NULL, 0, 0, 0, 0 }
};

#define SRC(t, field) { #field, t, offsetof(struct txr_report, source.field), 0, 0 }
#define PAIR(field) { #field, TXR_COL_U64, offsetof(struct txr_report, pair.field), 0, 0 }

/* lost_events and lost_by_cpu need more than a table: json.c. */
const struct txr_column txr_source_columns[] = {
	{ "file", TXR_COL_TEXT, offsetof(struct txr_report, source.path), 0, 0 },
	SRC(TXR_COL_TEXT, format),
	SRC(TXR_COL_TEXT, kernel),
	SRC(TXR_COL_TEXT, clock),
	SRC(TXR_COL_BOOL, clock_ordered),
	SRC(TXR_COL_BOOL, clock_ns),
	SRC(TXR_COL_BOOL, preempt_rt),
	SRC(TXR_COL_TIER, tier),
	SRC(TXR_COL_BOOL, has_result),
	SRC(TXR_COL_BOOL, has_handover),
	SRC(TXR_COL_BOOL, has_drop_reason),
	SRC(TXR_COL_U32, cpus),
	SRC(TXR_COL_TIME, first_ns),
	SRC(TXR_COL_TIME, last_ns),
	{ "first_real_ns", TXR_COL_COOKIE,
	  offsetof(struct txr_report, source.real_ns_at_first), 0, 0 },
	{ "from_ns", TXR_COL_U64, offsetof(struct txr_report, from_ns), 0, 0 },
	{ "to_ns", TXR_COL_U64_NZ, offsetof(struct txr_report, to_ns), 0, 0 },
	SRC(TXR_COL_U64, events),
	SRC(TXR_COL_U64, lost_gaps_unknown),
	SRC(TXR_COL_U64, duplicates),
	SRC(TXR_COL_U64, out_of_order),
	SRC(TXR_COL_U64, undecodable),
	SRC(TXR_COL_U32, ignored_buffers),
	SRC(TXR_COL_BOOL, truncated),
	PAIR(unmatched_frees),
	PAIR(unmatched_releases),
	PAIR(unmatched_results),
	PAIR(expected_frees),
	PAIR(missing_results),
	PAIR(anomalies),
	PAIR(evicted),
	PAIR(aged),
	{ "exact", TXR_COL_BOOL, offsetof(struct txr_report, exact), 0, 0 },
	{ NULL, 0, 0, 0, 0 }
};

const struct txr_column *txr_row_column(const char *key)
{
	const struct txr_column *c;

	for (c = txr_row_columns; c->key; c++)
		if (!strcmp(c->key, key))
			return c;
	return NULL;
}

bool txr_view_sort_key(const char *key)
{
	const struct txr_column *c = txr_row_column(key);

	return c && !(c->flags & TXR_COLF_JSON_ONLY);
}

bool txr_column_is_figure(const struct txr_column *c)
{
	return c->type == TXR_COL_FIG || c->type == TXR_COL_NUMFIG;
}
