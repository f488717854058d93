// SPDX-License-Identifier: GPL-2.0-only
/* json_by.c - who fills the ring, as a JSON object. */
#include "view/json_fields.h"

struct json_object *txr_json_by(const struct txr_shares *s)
{
	struct json_object *obj = json_object_new_object();
	struct json_object *rows = json_object_new_array(), *one;
	size_t i;

	json_object_object_add(obj, "what", txr_json_text(txr_by_name(s->what)));
	for (i = 0; i < s->nr; i++) {
		one = json_object_new_object();
		txr_json_fields(one, txr_share_columns, &s->row[i], 0);
		json_object_array_add(rows, one);
	}
	json_object_object_add(obj, "rows", rows);
	return obj;
}
