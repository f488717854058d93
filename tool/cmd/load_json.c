// SPDX-License-Identifier: GPL-2.0-only
/* load_json.c - members of an object, for the results of the loads. */
#include "load_json.h"
#include "txring/view.h"

void txr_load_add(struct json_object *o, const char *key, uint64_t n)
{
	json_object_object_add(o, key, json_object_new_uint64(n));
}

void txr_load_add_text(struct json_object *o, const char *key, const char *s)
{
	char safe[4 * 512];

	json_object_object_add(o, key, s && *s ?
		json_object_new_string(txr_escape(safe, sizeof(safe), s)) : NULL);
}

void txr_load_add_bool(struct json_object *o, const char *key, bool v)
{
	json_object_object_add(o, key, json_object_new_boolean(v));
}
