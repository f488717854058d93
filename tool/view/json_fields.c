// SPDX-License-Identifier: GPL-2.0-only
/* json_fields.c - a struct's columns as members of a JSON object. */
#include <stdio.h>
#include <string.h>
#include "txring/view.h"
#include "view/json_fields.h"

#define GROUP_MAX 32

static void put_bucket(void *arg, uint64_t first_ns, uint64_t last_ns, uint64_t count)
{
	struct txr_json *j = arg;

	txr_json_begin_list(j, NULL);
	txr_json_u64(j, NULL, first_ns);
	txr_json_u64(j, NULL, last_ns);
	txr_json_u64(j, NULL, count);
	txr_json_end_list(j);
}

static void put_value(struct txr_json *j, const char *key, enum txr_cell_kind kind,
		      const union txr_value *v)
{
	switch (kind) {
	case TXR_CELL_NULL:
		txr_json_null(j, key);
		break;
	case TXR_CELL_U64:
		txr_json_u64(j, key, v->u);
		break;
	case TXR_CELL_I64:
		txr_json_i64(j, key, v->i);
		break;
	case TXR_CELL_NUM:
		txr_json_double(j, key, v->d);
		break;
	case TXR_CELL_BOOL:
		txr_json_bool(j, key, v->b);
		break;
	case TXR_CELL_TEXT:
		txr_json_text(j, key, v->s);
		break;
	case TXR_CELL_HIST:
		txr_json_begin_list(j, key);
		txr_hist_each(v->hist, put_bucket, j);
		txr_json_end_list(j);
		break;
	}
}

/*
 * Begin the object within that the key's first part names, and end the one before,
 * where that changes. Returns the key's last part.
 */
static const char *enter_group(struct txr_json *j, char group[GROUP_MAX], const char *key)
{
	const char *dot = strchr(key, '.');
	size_t len = dot ? (size_t)(dot - key) : 0;

	if (strlen(group) != len || strncmp(group, key, len)) {
		if (*group)
			txr_json_end(j);
		snprintf(group, GROUP_MAX, "%.*s", (int)len, key);
		if (*group)
			txr_json_begin(j, group);
	}
	return dot ? dot + 1 : key;
}

static void put_cell(struct txr_json *j, const char *key, const struct txr_cell *c)
{
	char name[64];

	put_value(j, key, c->kind, &c->value);
	if (c->trust != TXR_FIG_BOUNDED && c->trust != TXR_FIG_AT_LEAST)
		return;
	snprintf(name, sizeof(name), "%s_low", key);
	put_value(j, name, c->kind, &c->low);
	snprintf(name, sizeof(name), "%s_high", key);
	put_value(j, name, c->trust == TXR_FIG_BOUNDED ? c->kind : TXR_CELL_NULL, &c->high);
}

void txr_json_fields(struct txr_json *j, const struct txr_column *table,
		     const void *base, unsigned int skip)
{
	char group[GROUP_MAX] = "";
	const struct txr_column *c;
	struct txr_cell cell;

	for (c = table; c->key; c++) {
		if (c->flags & skip)
			continue;
		txr_cell_read(&cell, c, base);
		put_cell(j, enter_group(j, group, c->key), &cell);
	}
	if (*group)
		txr_json_end(j);
}
