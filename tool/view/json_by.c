// SPDX-License-Identifier: GPL-2.0-only
/* json_by.c - who fills the ring, as a JSON object. */
#include "view/json_fields.h"

void txr_json_by(struct txr_json *j, const char *key, const struct txr_shares *s)
{
	size_t i;

	txr_json_begin(j, key);
	txr_json_text(j, "what", txr_by_name(s->what));
	txr_json_begin_list(j, "rows");
	for (i = 0; i < s->nr; i++) {
		txr_json_begin(j, NULL);
		txr_json_fields(j, txr_share_columns, &s->row[i], 0);
		txr_json_end(j);
	}
	txr_json_end_list(j);
	txr_json_end(j);
}
