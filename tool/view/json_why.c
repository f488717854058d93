// SPDX-License-Identifier: GPL-2.0-only
/* json_why.c - where the time of a row's laps went, as a JSON object. */
#include "view/json_fields.h"

void txr_json_went(struct txr_json *j, const char *key, const struct txr_went_row *w)
{
	int i;

	txr_json_begin(j, key);
	txr_json_fields(j, txr_went_columns, w, 0);
	txr_json_begin(j, "unattributed_by");
	for (i = 0; i < TXR_WENT_CAUSES; i++) {
		txr_json_begin(j, txr_went_cause_name(i));
		txr_json_u64(j, "laps", w->cause[i].laps);
		txr_json_u64(j, "ns", w->cause[i].ns);
		txr_json_end(j);
	}
	txr_json_end(j);
	txr_json_text(j, "largest", w->advice[0] ? txr_went_part_name(w->largest) : NULL);
	txr_json_end(j);
}
