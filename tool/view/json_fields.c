// SPDX-License-Identifier: GPL-2.0-only
/* json_fields.c - a struct's columns as members of a JSON object. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "txring/view.h"
#include "view/json_fields.h"

/* The longest text of a recording is a command of 512 bytes, each "\xNN". */
#define TEXT_BUF (4 * 512 + 1)

struct json_object *txr_json_text(const char *s)
{
	char buf[TEXT_BUF];

	if (!s || !*s)
		return NULL;
	return json_object_new_string(txr_escape(buf, sizeof(buf), s));
}

struct json_object *txr_json_address(uint64_t address)
{
	char buf[24];

	snprintf(buf, sizeof(buf), "0x%" PRIx64, address);
	return json_object_new_string(buf);
}

static void add_bucket(void *arg, uint64_t first_ns, uint64_t last_ns, uint64_t count)
{
	struct json_object *bucket = json_object_new_array_ext(3);

	json_object_array_add(bucket, json_object_new_uint64(first_ns));
	json_object_array_add(bucket, json_object_new_uint64(last_ns));
	json_object_array_add(bucket, json_object_new_uint64(count));
	json_object_array_add(arg, bucket);
}

static struct json_object *new_value(enum txr_cell_kind kind, const union txr_value *v)
{
	char buf[TXR_DOUBLE_BUF];
	struct json_object *hist;

	switch (kind) {
	case TXR_CELL_NULL:
		return NULL;
	case TXR_CELL_U64:
		return json_object_new_uint64(v->u);
	case TXR_CELL_I64:
		return json_object_new_int64(v->i);
	case TXR_CELL_NUM:
		return json_object_new_double_s(v->d, txr_double_text(buf, v->d));
	case TXR_CELL_BOOL:
		return json_object_new_boolean(v->b);
	case TXR_CELL_TEXT:
		return txr_json_text(v->s);
	case TXR_CELL_HIST:
		hist = json_object_new_array();
		txr_hist_each(v->hist, add_bucket, hist);
		return hist;
	}
	return NULL;
}

/* Object that the key's last part belongs in; *last is set to that part. */
static struct json_object *group_of(struct json_object *obj, const char *key,
				    const char **last)
{
	const char *dot = strchr(key, '.');
	struct json_object *group;
	char name[32];

	*last = dot ? dot + 1 : key;
	if (!dot)
		return obj;
	snprintf(name, sizeof(name), "%.*s", (int)(dot - key), key);
	if (!json_object_object_get_ex(obj, name, &group)) {
		group = json_object_new_object();
		json_object_object_add(obj, name, group);
	}
	return group;
}

static void add_bound(struct json_object *obj, const char *key, const char *suffix,
		      struct json_object *value)
{
	char name[64];

	snprintf(name, sizeof(name), "%s%s", key, suffix);
	json_object_object_add(obj, name, value);
}

static void add_cell(struct json_object *obj, const char *key, const struct txr_cell *c)
{
	const char *last;
	struct json_object *group = group_of(obj, key, &last);

	json_object_object_add(group, last, new_value(c->kind, &c->value));
	if (c->trust != TXR_FIG_BOUNDED && c->trust != TXR_FIG_AT_LEAST)
		return;
	add_bound(group, last, "_low", new_value(c->kind, &c->low));
	add_bound(group, last, "_high",
		  c->trust == TXR_FIG_BOUNDED ? new_value(c->kind, &c->high) : NULL);
}

void txr_json_fields(struct json_object *obj, const struct txr_column *table,
		     const void *base, unsigned int skip)
{
	const struct txr_column *c;
	struct txr_cell cell;

	for (c = table; c->key; c++) {
		if (c->flags & skip)
			continue;
		txr_cell_read(&cell, c, base);
		add_cell(obj, c->key, &cell);
	}
}
