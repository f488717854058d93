// SPDX-License-Identifier: GPL-2.0-only
/* columns_why.c - the columns of where the time of the laps went. */
#include "view/columns.h"

#define DIST(k, dst) TXR_COLS_DIST(struct txr_went_row, k, dst)

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
