/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * meta.h - the JSON form of struct txr_meta: one table of fields that writing
 * and reading share.
 *
 * {"schema":1, text fields..., "dropped_events":N, "start":SNAPSHOT, "end":...}
 * SNAPSHOT: {"clock_ns":N,"real_ns":N,"namespaces":{"seen":N,"unseen":N,
 * "only_own":B},"devices":[DEVICE...]}
 * DEVICE: its fields; unknown ones are left out. "tx_queues":N, and "queues"
 * holds one array of N figures for each field that is known of any queue.
 * Text that is no UTF-8 is written as {"hex":"..."}, so that the whole is JSON
 * and every byte comes back.
 */
#ifndef TXRING_SYS_META_H
#define TXRING_SYS_META_H

#include <json-c/json.h>
#include "txring/snapshot.h"

enum txr_meta_type {
	TXR_M_FIGURE,		/* int64_t, TXR_UNKNOWN or >= 0 */
	TXR_M_FIGURE8,		/* int8_t, the same */
	TXR_M_U32,
	TXR_M_U64,
	TXR_M_BOOL,
	TXR_M_TEXT,		/* char[size], terminated */
};

struct txr_meta_field {
	const char *key;
	enum txr_meta_type type;
	size_t offset, size;
};

/* Each ends with a NULL key. */
extern const struct txr_meta_field txr_meta_fields[];
extern const struct txr_meta_field txr_meta_device_fields[];
extern const struct txr_meta_field txr_meta_queue_fields[];

#endif
