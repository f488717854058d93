/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * meta.h - the JSON form of struct txr_meta: one table of fields that writing
 * and reading share.
 *
 * {"schema":1, text fields..., "dropped_events":N, "start":SNAPSHOT, "end":...}
 * "newcomers":[{"name":...,"kind":...}...] in it: devices made meanwhile.
 * "gaps":[[CPU,FROM_NS,UNTIL_NS]...] where CPUs came or went.
 * SNAPSHOT: {"clock_ns":N,"real_ns":N,"namespaces":{"seen":N,"unseen":N,
 * "only_own":B},"devices":[DEVICE...]}
 * DEVICE: its fields; unknown ones are left out. "tx_queues":N, and "queues"
 * holds one array of N figures for each field that is known of any queue.
 * "watch":{"looks":N,...,"devices":[...]} likewise; of its figures only those above
 * 0 are there.
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
extern const struct txr_meta_field txr_meta_watch_fields[];
extern const struct txr_meta_field txr_meta_watch_device_fields[];
extern const struct txr_meta_field txr_meta_watch_queue_fields[];

#define TXR_META_DEVICES_MAX	65534	/* as many as a device table holds */

/*
 * json-c's functions return NULL when memory is short; adding NULL would write a
 * null, so every object passes here. Takes obj over. 0 or -1, as all that write.
 */
int txr_meta_add(struct json_object *to, const char *key, struct json_object *obj);
int txr_meta_put_fields(struct json_object *to, const void *base,
			const struct txr_meta_field *f);
/* Of n structs that lie stride apart an array for each field of which one is at
 * least `least`. */
int txr_meta_put_columns(struct json_object *to, const void *base, size_t stride, uint32_t n,
			 const struct txr_meta_field *f, int64_t least);
int txr_meta_put_watch(struct json_object *to, const struct txr_watch *w);

/* A whole number within [0, max], or dflt. */
int64_t txr_meta_number(struct json_object *o, int64_t max, int64_t dflt);
uint64_t txr_meta_u64(struct json_object *o);	/* or 0 */
void txr_meta_get_fields(struct json_object *o, void *base, const struct txr_meta_field *f);
void txr_meta_get_columns(struct json_object *o, void *base, size_t stride, uint32_t n,
			  const struct txr_meta_field *f);
/* *left: queues that may still come. 0 or a negative errno. */
int txr_meta_get_watch(struct json_object *o, struct txr_watch *w, uint32_t *left);

/* meta_gaps.c: the array, NULL when memory is short; what is none is left out. */
struct json_object *txr_meta_gaps_object(const struct txr_meta *m);
int txr_meta_get_gaps(struct txr_meta *m, struct json_object *a);

/* meta_newcomers.c: of the watch's object; nothing where there are none. */
int txr_meta_put_newcomers(struct json_object *to, const struct txr_watch *w);
int txr_meta_get_newcomers(struct json_object *o, struct txr_watch *w);

#endif
