// SPDX-License-Identifier: GPL-2.0-only
/* meta_write.c - struct txr_meta to JSON. */
#include <stdlib.h>
#include <string.h>
#include "sys/meta.h"
#include "sys/utf8.h"

/* json-c's functions return NULL when memory is short; adding NULL would write
 * a null, so every object passes here. Takes obj over. */
static int add(struct json_object *to, const char *key, struct json_object *obj)
{
	if (!obj)
		return -1;
	if (json_object_object_add(to, key, obj)) {
		json_object_put(obj);
		return -1;
	}
	return 0;
}

static struct json_object *hex_object(const char *s, size_t len)
{
	static const char digit[] = "0123456789abcdef";
	struct json_object *o = json_object_new_object();
	char *hex = malloc(2 * len + 1);
	size_t i;

	if (!o || !hex)
		goto fail;
	for (i = 0; i < len; i++) {
		hex[2 * i] = digit[(unsigned char)s[i] >> 4];
		hex[2 * i + 1] = digit[(unsigned char)s[i] & 15];
	}
	if (add(o, "hex", json_object_new_string_len(hex, 2 * len)))
		goto fail;
	free(hex);
	return o;
fail:
	free(hex);
	json_object_put(o);
	return NULL;
}

static struct json_object *text_object(const char *s, size_t size)
{
	size_t len = strnlen(s, size - 1);

	if (!txr_utf8_valid(s, len))
		return hex_object(s, len);
	return json_object_new_string_len(s, len);
}

static int64_t figure_at(const void *base, const struct txr_meta_field *f)
{
	const char *p = (const char *)base + f->offset;

	return f->type == TXR_M_FIGURE8 ? *(const int8_t *)p : *(const int64_t *)p;
}

static int put_field(struct json_object *to, const void *base,
		     const struct txr_meta_field *f)
{
	const char *p = (const char *)base + f->offset;
	int64_t v;

	switch (f->type) {
	case TXR_M_TEXT:
		return *p ? add(to, f->key, text_object(p, f->size)) : 0;
	case TXR_M_BOOL:
		return add(to, f->key, json_object_new_boolean(*(const bool *)p));
	case TXR_M_U32:
		return add(to, f->key, json_object_new_int64(*(const uint32_t *)p));
	case TXR_M_U64:
		return add(to, f->key, json_object_new_uint64(*(const uint64_t *)p));
	case TXR_M_FIGURE:
	case TXR_M_FIGURE8:
		v = figure_at(base, f);
		return v < 0 ? 0 : add(to, f->key, json_object_new_int64(v));
	}
	return -1;
}

static int put_fields(struct json_object *to, const void *base,
		      const struct txr_meta_field *f)
{
	for (; f->key; f++)
		if (put_field(to, base, f))
			return -1;
	return 0;
}

/* One figure of all queues; -1 for those where it is not known. */
static struct json_object *queue_column(const struct txr_device_state *d,
					const struct txr_meta_field *f)
{
	struct json_object *a = json_object_new_array_ext(d->tx_queues), *v;
	uint32_t i;

	for (i = 0; a && i < d->tx_queues; i++) {
		v = json_object_new_int64(figure_at(&d->queue[i], f));
		if (!v || json_object_array_add(a, v)) {
			json_object_put(v);
			json_object_put(a);
			return NULL;
		}
	}
	return a;
}

static bool column_known(const struct txr_device_state *d, const struct txr_meta_field *f)
{
	uint32_t i;

	for (i = 0; i < d->tx_queues; i++)
		if (figure_at(&d->queue[i], f) >= 0)
			return true;
	return false;
}

static int put_queues(struct json_object *to, const struct txr_device_state *d)
{
	const struct txr_meta_field *f;
	struct json_object *q;

	if (!d->queue)
		return 0;
	if (add(to, "tx_queues", json_object_new_int64(d->tx_queues)))
		return -1;
	q = json_object_new_object();
	if (add(to, "queues", q))
		return -1;
	for (f = txr_meta_queue_fields; f->key; f++)
		if (column_known(d, f) && add(q, f->key, queue_column(d, f)))
			return -1;
	return 0;
}

static struct json_object *device_object(const struct txr_device_state *d)
{
	struct json_object *o = json_object_new_object();

	if (o && !put_fields(o, d, txr_meta_device_fields) && !put_queues(o, d))
		return o;
	json_object_put(o);
	return NULL;
}

static int put_namespaces(struct json_object *to, const struct txr_snapshot *s)
{
	struct json_object *o = json_object_new_object();

	if (add(to, "namespaces", o))
		return -1;
	return add(o, "seen", json_object_new_int64(s->namespaces)) ||
	       add(o, "unseen", json_object_new_int64(s->namespaces_unseen)) ||
	       add(o, "only_own", json_object_new_boolean(s->only_own)) ? -1 : 0;
}

static struct json_object *snapshot_object(const struct txr_snapshot *s)
{
	struct json_object *o = json_object_new_object(), *a, *d;
	size_t i;

	if (!o || add(o, "clock_ns", json_object_new_uint64(s->clock_ns)) ||
	    add(o, "real_ns", json_object_new_uint64(s->real_ns)) ||
	    put_namespaces(o, s))
		goto fail;
	a = json_object_new_array();
	if (add(o, "devices", a))
		goto fail;
	for (i = 0; i < s->count; i++) {
		d = device_object(&s->dev[i]);
		if (!d || json_object_array_add(a, d)) {
			json_object_put(d);
			goto fail;
		}
	}
	return o;
fail:
	json_object_put(o);
	return NULL;
}

/* A snapshot that was not taken is left out. */
static int put_snapshot(struct json_object *to, const char *key, const struct txr_snapshot *s)
{
	if (!s->count && !s->real_ns && !s->clock_ns)
		return 0;
	return add(to, key, snapshot_object(s));
}

char *txr_meta_to_json(const struct txr_meta *m)
{
	struct json_object *o = json_object_new_object();
	const char *text;
	char *copy = NULL;

	if (o && !add(o, "schema", json_object_new_int(1)) &&
	    !put_fields(o, m, txr_meta_fields) &&
	    !put_snapshot(o, "start", &m->start) && !put_snapshot(o, "end", &m->end)) {
		text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
						      JSON_C_TO_STRING_NOSLASHESCAPE);
		copy = text ? strdup(text) : NULL;
	}
	json_object_put(o);
	return copy;
}
