// SPDX-License-Identifier: GPL-2.0-only
/* meta_watch.c - struct txr_watch to JSON and back: most devices have little to tell. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include "sys/meta.h"

static struct json_object *pauses_array(const struct txr_device_watch *d)
{
	struct json_object *a = json_object_new_array(), *v;
	int64_t i;

	for (i = 0; a && i < 2 * d->pauses && i < 2 * TXR_PAUSES_MAX; i++) {
		const struct txr_pause *p = &d->pause[i / 2];

		v = json_object_new_int64(i % 2 ? p->to_ns : p->from_ns);
		if (!v || json_object_array_add(a, v)) {
			json_object_put(v);
			json_object_put(a);
			return NULL;
		}
	}
	return a;
}

static int put_columns(struct json_object *to, const char *key,
		       const struct txr_queue_watch *q, uint32_t n)
{
	struct json_object *o = json_object_new_object();

	if (!o || txr_meta_put_columns(o, q, sizeof(*q), n, txr_meta_watch_queue_fields, 1)) {
		json_object_put(o);
		return -1;
	}
	if (json_object_object_length(o))
		return txr_meta_add(to, key, o);
	json_object_put(o);
	return 0;
}

static struct json_object *device_object(const struct txr_device_watch *d)
{
	struct json_object *o = json_object_new_object();

	if (o && !txr_meta_put_fields(o, d, txr_meta_watch_device_fields) &&
	    !txr_meta_add(o, "tx_queues", json_object_new_int64(d->queues)) &&
	    (!d->pauses || !txr_meta_add(o, "pause", pauses_array(d))) &&
	    !put_columns(o, "root", &d->root, 1) &&
	    !put_columns(o, "queues", d->queue, d->queues))
		return o;
	json_object_put(o);
	return NULL;
}

int txr_meta_put_watch(struct json_object *to, const struct txr_watch *w)
{
	struct json_object *o, *a, *d;
	size_t i;

	if (!w->looks)
		return 0;
	o = json_object_new_object();
	if (txr_meta_add(to, "watch", o) || txr_meta_put_fields(o, w, txr_meta_watch_fields))
		return -1;
	a = json_object_new_array();
	if (txr_meta_add(o, "devices", a))
		return -1;
	for (i = 0; i < w->count; i++) {
		d = device_object(&w->dev[i]);
		if (!d || json_object_array_add(a, d)) {
			json_object_put(d);
			return -1;
		}
	}
	return txr_meta_put_newcomers(o, w);
}

static bool get_object(struct json_object *o, const char *key, struct json_object **v)
{
	return json_object_object_get_ex(o, key, v) && json_object_is_type(*v, json_type_object);
}

static bool get_array(struct json_object *o, const char *key, struct json_object **v)
{
	return json_object_object_get_ex(o, key, v) && json_object_is_type(*v, json_type_array);
}

/* As many as there are, whatever the number says; the latest are kept. */
static void get_pauses(struct json_object *o, struct txr_device_watch *d)
{
	struct json_object *a;
	size_t i, n = 0;

	if (d->pauses > 0 && get_array(o, "pause", &a))
		n = json_object_array_length(a) / 2;
	if (n > TXR_PAUSES_MAX)
		n = TXR_PAUSES_MAX;
	for (i = 0; i < n; i++) {
		d->pause[i].from_ns = txr_meta_number(json_object_array_get_idx(a, 2 * i),
						      INT64_MAX, 0);
		d->pause[i].to_ns = txr_meta_number(json_object_array_get_idx(a, 2 * i + 1),
						    INT64_MAX, 0);
	}
	if (d->pauses < (int64_t)n || n < TXR_PAUSES_MAX)
		d->pauses = (int64_t)n;
}

static int get_device(struct json_object *o, struct txr_device_watch *d, uint32_t *left)
{
	struct json_object *v;
	int64_t n = 0;
	int err;

	d->steady_ns = TXR_UNKNOWN;
	txr_meta_get_fields(o, d, txr_meta_watch_device_fields);
	get_pauses(o, d);
	txr_watch_init_queue(&d->root);
	if (get_object(o, "root", &v))
		txr_meta_get_columns(v, &d->root, sizeof(d->root), 1,
				     txr_meta_watch_queue_fields);
	if (json_object_object_get_ex(o, "tx_queues", &v))
		n = txr_meta_number(v, USHRT_MAX, 0);
	if (n > *left)
		return -E2BIG;
	*left -= n;
	err = txr_watch_set_queues(d, n);
	if (!err && get_object(o, "queues", &v))
		txr_meta_get_columns(v, d->queue, sizeof(*d->queue), d->queues,
				     txr_meta_watch_queue_fields);
	return err;
}

int txr_meta_get_watch(struct json_object *o, struct txr_watch *w, uint32_t *left)
{
	struct json_object *wo, *a;
	size_t i, n;
	int err = 0;

	if (!get_object(o, "watch", &wo))
		return 0;
	txr_meta_get_fields(wo, w, txr_meta_watch_fields);
	if (!get_array(wo, "devices", &a))
		return 0;
	n = json_object_array_length(a);
	if (n > TXR_META_DEVICES_MAX)
		return -E2BIG;
	w->dev = n ? calloc(n, sizeof(*w->dev)) : NULL;
	if (n && !w->dev)
		return -ENOMEM;
	for (i = 0; i < n && !err; i++) {
		struct json_object *d = json_object_array_get_idx(a, i);

		if (json_object_is_type(d, json_type_object))
			err = get_device(d, &w->dev[w->count++], left);
	}
	return err ? err : txr_meta_get_newcomers(wo, w);
}
