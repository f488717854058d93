/* SPDX-License-Identifier: GPL-2.0-only */
/* json_fields.h - a struct's columns as members of a JSON object. */
#ifndef TXRING_VIEW_JSON_FIELDS_H
#define TXRING_VIEW_JSON_FIELDS_H

#include <json-c/json.h>
#include "view/columns.h"

/*
 * Add each column of the table as a member; a dot in the key makes an object
 * within. A figure that is not exact gets its _low and _high beside it. skip:
 * TXR_COLF_* of columns to leave out.
 */
void txr_json_fields(struct json_object *obj, const struct txr_column *table,
		     const void *base, unsigned int skip);

/* A string that is escaped; null for NULL and "". */
struct json_object *txr_json_text(const char *s);
/* "0xffff888003a4b000" */
struct json_object *txr_json_address(uint64_t address);

/* json_picture.c: what pictures are drawn from, list by list. */
struct json_object *txr_json_timeline(const struct txr_timeline *t);
struct json_object *txr_json_lap_grid(const struct txr_lap_grid *g);
/* json_by.c: who fills the ring. */
struct json_object *txr_json_by(const struct txr_shares *s);
/* json_why.c: where the time of the laps went. */
struct json_object *txr_json_went(const struct txr_went_row *w);

#endif
