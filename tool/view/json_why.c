// SPDX-License-Identifier: GPL-2.0-only
/* json_why.c - where the time of a row's laps went, as a JSON object. */
#include "view/json_fields.h"

struct json_object *txr_json_went(const struct txr_went_row *w)
{
	struct json_object *obj = json_object_new_object(), *causes, *one;
	int i;

	txr_json_fields(obj, txr_went_columns, w, 0);
	causes = json_object_new_object();
	for (i = 0; i < TXR_WENT_CAUSES; i++) {
		one = json_object_new_object();
		json_object_object_add(one, "laps", json_object_new_uint64(w->cause[i].laps));
		json_object_object_add(one, "ns", json_object_new_uint64(w->cause[i].ns));
		json_object_object_add(causes, txr_went_cause_name(i), one);
	}
	json_object_object_add(obj, "unattributed_by", causes);
	json_object_object_add(obj, "largest",
			       w->advice[0] ? txr_json_text(txr_went_part_name(w->largest)) :
					      NULL);
	return obj;
}
