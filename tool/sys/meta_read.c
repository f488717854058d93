// SPDX-License-Identifier: GPL-2.0-only
/*
 * meta_read.c - JSON to struct txr_meta.
 *
 * The text comes out of a file that anybody may have written, so its size, its
 * depth and the number of its objects are bounded before json-c sees it (an
 * empty object costs it some 800 bytes), and every value is taken only in its
 * own type and range; else it counts as absent.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "sys/meta.h"
#include "sys/snap.h"

#define TEXT_MAX	(16u << 20)
#define NODES_MAX	(256u << 10)	/* objects and arrays */
#define DEPTH_MAX	12
#define QUEUES_MAX	(1u << 20)	/* of all devices together */

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void get_hex(struct json_object *o, char *to, size_t size)
{
	struct json_object *v;
	const char *s;
	size_t i, len;

	if (!json_object_object_get_ex(o, "hex", &v) ||
	    !json_object_is_type(v, json_type_string))
		return;
	s = json_object_get_string(v);
	len = json_object_get_string_len(v) / 2;
	if (len >= size)
		len = size - 1;
	for (i = 0; i < len; i++) {
		int hi = hex_digit(s[2 * i]), lo = hex_digit(s[2 * i + 1]);

		if (hi < 0 || lo < 0 || (!hi && !lo))
			break;
		to[i] = hi << 4 | lo;
	}
	to[i] = 0;
}

static void get_text(struct json_object *o, char *to, size_t size)
{
	size_t len;

	if (json_object_is_type(o, json_type_object)) {
		get_hex(o, to, size);
		return;
	}
	if (!json_object_is_type(o, json_type_string))
		return;
	len = strnlen(json_object_get_string(o), json_object_get_string_len(o));
	if (len >= size)
		len = size - 1;
	memcpy(to, json_object_get_string(o), len);
	to[len] = 0;
}

/* A whole number within [0, max], or dflt. */
int64_t txr_meta_number(struct json_object *o, int64_t max, int64_t dflt)
{
	int64_t v;

	if (!json_object_is_type(o, json_type_int))
		return dflt;
	v = json_object_get_int64(o);	/* saturates */
	return v < 0 || v > max ? dflt : v;
}

uint64_t txr_meta_u64(struct json_object *o)
{
	if (txr_meta_number(o, INT64_MAX, -1) < 0)
		return 0;
	return json_object_get_uint64(o);
}

static void get_field(struct json_object *o, void *base, const struct txr_meta_field *f)
{
	char *p = (char *)base + f->offset;

	switch (f->type) {
	case TXR_M_TEXT:
		get_text(o, p, f->size);
		break;
	case TXR_M_BOOL:
		*(bool *)p = json_object_is_type(o, json_type_boolean) &&
			     json_object_get_boolean(o);
		break;
	case TXR_M_U32:
		*(uint32_t *)p = txr_meta_number(o, UINT32_MAX, 0);
		break;
	case TXR_M_U64:
		*(uint64_t *)p = txr_meta_u64(o);
		break;
	case TXR_M_FIGURE:
		*(int64_t *)p = txr_meta_number(o, INT64_MAX, TXR_UNKNOWN);
		break;
	case TXR_M_FIGURE8:
		*(int8_t *)p = txr_meta_number(o, INT8_MAX, TXR_UNKNOWN);
		break;
	}
}

void txr_meta_get_fields(struct json_object *o, void *base, const struct txr_meta_field *f)
{
	struct json_object *v;

	for (; f->key; f++)
		if (json_object_object_get_ex(o, f->key, &v))
			get_field(v, base, f);
}

static void get_column(struct json_object *a, char *base, size_t stride, uint32_t n,
		       const struct txr_meta_field *f)
{
	size_t i, len;

	if (!json_object_is_type(a, json_type_array))
		return;
	len = json_object_array_length(a);
	for (i = 0; i < len && i < n; i++)
		get_field(json_object_array_get_idx(a, i), base + i * stride, f);
}

void txr_meta_get_columns(struct json_object *o, void *base, size_t stride, uint32_t n,
			  const struct txr_meta_field *f)
{
	struct json_object *v;

	for (; f->key; f++)
		if (json_object_object_get_ex(o, f->key, &v))
			get_column(v, base, stride, n, f);
}

/* left: queues that may still come. */
static int get_queues(struct json_object *o, struct txr_device_state *d, uint32_t *left)
{
	struct json_object *v, *q;
	int64_t n = 0;
	int err;

	if (json_object_object_get_ex(o, "tx_queues", &v))
		n = txr_meta_number(v, USHRT_MAX, 0);
	if (n > *left)
		return -E2BIG;
	*left -= n;
	err = txr_device_set_queues(d, n);
	if (err || !json_object_object_get_ex(o, "queues", &q) ||
	    !json_object_is_type(q, json_type_object))
		return err;
	txr_meta_get_columns(q, d->queue, sizeof(*d->queue), d->tx_queues,
			     txr_meta_queue_fields);
	return 0;
}

static int get_devices(struct json_object *a, struct txr_snapshot *s, uint32_t *left)
{
	size_t i, n = json_object_array_length(a);
	int err = 0;

	if (n > TXR_META_DEVICES_MAX)
		return -E2BIG;
	s->dev = n ? calloc(n, sizeof(*s->dev)) : NULL;
	if (n && !s->dev)
		return -ENOMEM;
	for (i = 0; i < n && !err; i++) {
		struct json_object *o = json_object_array_get_idx(a, i);
		struct txr_device_state *d = &s->dev[s->count];

		if (!json_object_is_type(o, json_type_object))
			continue;
		txr_device_state_init(d);
		s->count++;
		txr_meta_get_fields(o, d, txr_meta_device_fields);
		err = get_queues(o, d, left);
	}
	return err;
}

static void get_namespaces(struct json_object *so, struct txr_snapshot *s)
{
	struct json_object *o, *v;

	if (!json_object_object_get_ex(so, "namespaces", &o) ||
	    !json_object_is_type(o, json_type_object))
		return;
	if (json_object_object_get_ex(o, "seen", &v))
		s->namespaces = (uint32_t)txr_meta_number(v, UINT32_MAX, 0);
	if (json_object_object_get_ex(o, "unseen", &v))
		s->namespaces_unseen = (uint32_t)txr_meta_number(v, UINT32_MAX, 0);
	if (json_object_object_get_ex(o, "only_own", &v))
		s->only_own = json_object_is_type(v, json_type_boolean) &&
			      json_object_get_boolean(v);
}

static int get_snapshot(struct json_object *o, const char *key, struct txr_snapshot *s,
			uint32_t *left)
{
	struct json_object *so, *v;

	if (!json_object_object_get_ex(o, key, &so) ||
	    !json_object_is_type(so, json_type_object))
		return 0;
	if (json_object_object_get_ex(so, "clock_ns", &v))
		s->clock_ns = txr_meta_u64(v);
	if (json_object_object_get_ex(so, "real_ns", &v))
		s->real_ns = txr_meta_u64(v);
	get_namespaces(so, s);
	if (!json_object_object_get_ex(so, "devices", &v) ||
	    !json_object_is_type(v, json_type_array))
		return 0;
	return get_devices(v, s, left);
}

static bool too_big(const char *text, size_t len)
{
	size_t i, nodes = 0;

	if (len > TEXT_MAX)
		return true;
	for (i = 0; i < len; i++)
		nodes += text[i] == '{' || text[i] == '[';
	return nodes > NODES_MAX;
}

/* The whole text must be one JSON value; a terminating NUL may follow. */
static struct json_object *parse(const char *text, size_t len)
{
	struct json_tokener *tok = json_tokener_new_ex(DEPTH_MAX);
	struct json_object *o;
	size_t end;

	if (!tok)
		return NULL;
	o = json_tokener_parse_ex(tok, text, len);
	end = json_tokener_get_parse_end(tok);
	if (json_tokener_get_error(tok) != json_tokener_success) {
		json_object_put(o);
		o = NULL;
	}
	while (o && end < len && (!text[end] || strchr(" \t\r\n", text[end])))
		end++;
	if (o && end < len) {
		json_object_put(o);
		o = NULL;
	}
	json_tokener_free(tok);
	return o;
}

int txr_meta_from_json(struct txr_meta *m, const char *text, size_t len, struct txr_err *err)
{
	struct json_object *o, *gaps;
	uint32_t left = QUEUES_MAX;
	int ret;

	memset(m, 0, sizeof(*m));
	while (len && !text[len - 1])
		len--;
	if (too_big(text, len))
		return txr_fail(err, E2BIG, "txring's block in the file: too big (%zu bytes); "
				"the file is damaged, record again", len);
	o = parse(text, len);
	if (!json_object_is_type(o, json_type_object)) {
		json_object_put(o);
		return txr_fail(err, EBADMSG, "txring's block in the file: not JSON; "
				"the file is damaged, record again");
	}
	txr_meta_get_fields(o, m, txr_meta_fields);
	ret = get_snapshot(o, "start", &m->start, &left);
	if (!ret)
		ret = get_snapshot(o, "end", &m->end, &left);
	if (!ret)
		ret = txr_meta_get_watch(o, &m->watch, &left);
	if (!ret && json_object_object_get_ex(o, "gaps", &gaps))
		ret = txr_meta_get_gaps(m, gaps);
	json_object_put(o);
	if (ret) {
		txr_meta_free(m);
		return txr_fail(err, -ret, "txring's block in the file: %s; the file is "
				"damaged, record again", strerror(-ret));
	}
	return 0;
}

void txr_meta_free(struct txr_meta *m)
{
	if (!m)
		return;
	txr_snapshot_free(&m->start);
	txr_snapshot_free(&m->end);
	txr_watch_free(&m->watch);
	free(m->gap);
	m->gap = NULL;
	m->gaps = 0;
}
