// SPDX-License-Identifier: GPL-2.0-only
/* meta_newcomers.c - devices that were made while it was recorded. */
#include <errno.h>
#include <string.h>
#include "sys/meta.h"
#include "sys/newcomers.h"

#define TEXT(f) { #f, TXR_M_TEXT, offsetof(struct txr_newcomer, f), \
		  sizeof(((struct txr_newcomer *)0)->f) }

static const struct txr_meta_field fields[] = { TEXT(name), TEXT(kind), { 0 } };

static int put_one(struct json_object *to, const struct txr_newcomer *n)
{
	struct json_object *o = json_object_new_object();

	if (o && !txr_meta_put_fields(o, n, fields) && !json_object_array_add(to, o))
		return 0;
	json_object_put(o);
	return -1;
}

int txr_meta_put_newcomers(struct json_object *to, const struct txr_watch *w)
{
	struct json_object *a;
	size_t i;
	int ret = 0;

	if (!w->newcomers)
		return 0;
	a = json_object_new_array();
	if (txr_meta_add(to, "newcomers", a))
		return -1;
	for (i = 0; !ret && i < w->newcomers; i++)
		ret = put_one(a, &w->newcomer[i]);
	return ret;
}

int txr_meta_get_newcomers(struct json_object *o, struct txr_watch *w)
{
	struct json_object *a, *v;
	struct txr_newcomer n;
	size_t i;
	int ret = 0;

	if (!json_object_object_get_ex(o, "newcomers", &a) ||
	    !json_object_is_type(a, json_type_array))
		return 0;
	for (i = 0; !ret && i < json_object_array_length(a); i++) {
		v = json_object_array_get_idx(a, i);
		memset(&n, 0, sizeof(n));
		if (!json_object_is_type(v, json_type_object))
			continue;
		txr_meta_get_fields(v, &n, fields);
		if (n.name[0])
			ret = txr_newcomers_add(w, n.name, n.kind);
	}
	return ret;
}
