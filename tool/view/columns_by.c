// SPDX-License-Identifier: GPL-2.0-only
/* columns_by.c - the columns of a share of a device's packets. */
#include "view/columns.h"

#define SHARE(t, field) { #field, t, offsetof(struct txr_share, field), 0, 0 }

const struct txr_column txr_share_columns[] = {
	SHARE(TXR_COL_SHARE, kind),
	SHARE(TXR_COL_NAME, comm),
	SHARE(TXR_COL_I64, cpu),
	SHARE(TXR_COL_I64, from_bytes),
	SHARE(TXR_COL_I64, to_bytes),
	SHARE(TXR_COL_U64, tasks),
	SHARE(TXR_COL_U64, started),
	SHARE(TXR_COL_DOUBLE, started_share),
	SHARE(TXR_COL_U64, queued),
	SHARE(TXR_COL_U64, completed),
	SHARE(TXR_COL_U64, in_device_at_end),
	SHARE(TXR_COL_U64, skb_bytes),
	SHARE(TXR_COL_U64_FIT, packet_ns),
	SHARE(TXR_COL_U64_FIT, byte_ns),
	SHARE(TXR_COL_DOUBLE, byte_share),
	SHARE(TXR_COL_DOUBLE, avg_bytes),
	{ NULL, 0, 0, 0, 0 }
};
