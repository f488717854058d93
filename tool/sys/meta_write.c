// SPDX-License-Identifier: GPL-2.0-only
/* meta_write.c - struct txr_meta to JSON. */
#include <stdlib.h>
#include <string.h>
#include "sys/meta.h"
#include "cli/utf8.h"

int txr_meta_add(struct json_object *to, const char *key, struct json_object *obj)
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
	if (txr_meta_add(o, "hex", json_object_new_string_len(hex, 2 * len)))
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
		return *p ? txr_meta_add(to, f->key, text_object(p, f->size)) : 0;
	case TXR_M_BOOL:
		return txr_meta_add(to, f->key, json_object_new_boolean(*(const bool *)p));
	case TXR_M_U32:
		return txr_meta_add(to, f->key, json_object_new_int64(*(const uint32_t *)p));
	case TXR_M_U64:
		return txr_meta_add(to, f->key, json_object_new_uint64(*(const uint64_t *)p));
	case TXR_M_FIGURE:
	case TXR_M_FIGURE8:
		v = figure_at(base, f);
		return v < 0 ? 0 : txr_meta_add(to, f->key, json_object_new_int64(v));
	}
	return -1;
}

int txr_meta_put_fields(struct json_object *to, const void *base,
			const struct txr_meta_field *f)
{
	for (; f->key; f++)
		if (put_field(to, base, f))
			return -1;
	return 0;
}

/* One figure of n structs; -1 for those where it is not known. */
static struct json_object *column(const char *base, size_t stride, uint32_t n,
				  const struct txr_meta_field *f)
{
	struct json_object *a = json_object_new_array_ext(n), *v;
	uint32_t i;

	for (i = 0; a && i < n; i++) {
		v = json_object_new_int64(figure_at(base + i * stride, f));
		if (!v || json_object_array_add(a, v)) {
			json_object_put(v);
			json_object_put(a);
			return NULL;
		}
	}
	return a;
}

static bool column_has(const char *base, size_t stride, uint32_t n,
		       const struct txr_meta_field *f, int64_t least)
{
	uint32_t i;

	for (i = 0; i < n; i++)
		if (figure_at(base + i * stride, f) >= least)
			return true;
	return false;
}

int txr_meta_put_columns(struct json_object *to, const void *base, size_t stride, uint32_t n,
			 const struct txr_meta_field *f, int64_t least)
{
	for (; f->key; f++)
		if (column_has(base, stride, n, f, least) &&
		    txr_meta_add(to, f->key, column(base, stride, n, f)))
			return -1;
	return 0;
}

static int put_queues(struct json_object *to, const struct txr_device_state *d)
{
	struct json_object *q;

	if (!d->queue)
		return 0;
	if (txr_meta_add(to, "tx_queues", json_object_new_int64(d->tx_queues)))
		return -1;
	q = json_object_new_object();
	if (txr_meta_add(to, "queues", q))
		return -1;
	return txr_meta_put_columns(q, d->queue, sizeof(*d->queue), d->tx_queues,
				    txr_meta_queue_fields, 0);
}

static struct json_object *device_object(const struct txr_device_state *d)
{
	struct json_object *o = json_object_new_object();

	if (o && !txr_meta_put_fields(o, d, txr_meta_device_fields) && !put_queues(o, d))
		return o;
	json_object_put(o);
	return NULL;
}

static int put_namespaces(struct json_object *to, const struct txr_snapshot *s)
{
	struct json_object *o = json_object_new_object();

	if (txr_meta_add(to, "namespaces", o))
		return -1;
	return txr_meta_add(o, "seen", json_object_new_int64(s->namespaces)) ||
	       txr_meta_add(o, "unseen", json_object_new_int64(s->namespaces_unseen)) ||
	       txr_meta_add(o, "only_own", json_object_new_boolean(s->only_own)) ? -1 : 0;
}

static struct json_object *snapshot_object(const struct txr_snapshot *s)
{
	struct json_object *o = json_object_new_object(), *a, *d;
	size_t i;

	if (!o || txr_meta_add(o, "clock_ns", json_object_new_uint64(s->clock_ns)) ||
	    txr_meta_add(o, "real_ns", json_object_new_uint64(s->real_ns)) ||
	    put_namespaces(o, s))
		goto fail;
	a = json_object_new_array();
	if (txr_meta_add(o, "devices", a))
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
	return txr_meta_add(to, key, snapshot_object(s));
}

char *txr_meta_to_json(const struct txr_meta *m)
{
	struct json_object *o = json_object_new_object();
	const char *text;
	char *copy = NULL;

	if (o && !txr_meta_add(o, "schema", json_object_new_int(1)) &&
	    !txr_meta_put_fields(o, m, txr_meta_fields) &&
	    !put_snapshot(o, "start", &m->start) && !put_snapshot(o, "end", &m->end) &&
	    !txr_meta_put_watch(o, &m->watch) &&
	    (!m->gaps || !txr_meta_add(o, "gaps", txr_meta_gaps_object(m)))) {
		text = json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN |
						      JSON_C_TO_STRING_NOSLASHESCAPE);
		copy = text ? strdup(text) : NULL;
	}
	json_object_put(o);
	return copy;
}
