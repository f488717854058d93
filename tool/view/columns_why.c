// SPDX-License-Identifier: GPL-2.0-only
/* columns_why.c - the columns of where the time of the laps went. */
#include "view/columns.h"

#define PART(k, t, dst, field) \
	{ k, t, offsetof(struct txr_went_row, dst.field), \
	  offsetof(struct txr_went_row, dst), 0 }
#define DIST(k, dst) \
	PART(k ".count", TXR_COL_U64, dst, count), \
	PART(k ".sum", TXR_COL_DIST_SUM, dst, sum), \
	PART(k ".min", TXR_COL_DIST_U64, dst, min), \
	PART(k ".avg", TXR_COL_DIST_NUM, dst, avg), \
	PART(k ".p50", TXR_COL_DIST_U64, dst, p50), \
	PART(k ".p90", TXR_COL_DIST_U64, dst, p90), \
	PART(k ".p99", TXR_COL_DIST_U64, dst, p99), \
	PART(k ".p999", TXR_COL_DIST_U64, dst, p999), \
	PART(k ".max", TXR_COL_DIST_U64, dst, max), \
	{ k ".histogram", TXR_COL_HIST, offsetof(struct txr_went_row, dst.hist), 0, \
	  TXR_COLF_JSON_ONLY }

/* The parts have the names of txr_went_part_name(). */
const struct txr_column txr_went_columns[] = {
	DIST("device_ns", part[TXR_WENT_DEVICE]),
	DIST("to_napi_ns", part[TXR_WENT_TO_NAPI]),
	DIST("cleaning_ns", part[TXR_WENT_CLEANING]),
	DIST("after_interrupt_ns", part[TXR_WENT_AFTER_INTERRUPT]),
	DIST("in_xmit_ns", part[TXR_WENT_IN_XMIT]),
	DIST("task_ns", part[TXR_WENT_TASK]),
	DIST("unattributed_ns", part[TXR_WENT_UNATTRIBUTED]),
	DIST("qdisc_wait_ns", qdisc_wait_ns),
	{ "qdisc_unknown", TXR_COL_U64, offsetof(struct txr_went_row, qdisc_unknown), 0, 0 },
	DIST("deferred_free_ns", deferred_free_ns),
	{ "advice", TXR_COL_NAME, offsetof(struct txr_went_row, advice), 0, 0 },
	{ NULL, 0, 0, 0, 0 }
};
