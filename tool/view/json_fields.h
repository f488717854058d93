/* SPDX-License-Identifier: GPL-2.0-only */
/* json_fields.h - a struct's columns, and other parts of a report, as JSON. */
#ifndef TXRING_VIEW_JSON_FIELDS_H
#define TXRING_VIEW_JSON_FIELDS_H

#include "view/columns.h"
#include "view/json_out.h"

/*
 * Write each column of the table as a member of the object that is begun; a dot in
 * the key makes an object within, so keys of one such object stand together in the
 * table. A figure that is not exact gets its _low and _high beside it. skip:
 * TXR_COLF_* of columns to leave out.
 */
void txr_json_fields(struct txr_json *j, const struct txr_column *table,
		     const void *base, unsigned int skip);

/* json_picture.c: what pictures are drawn from, list by list. */
void txr_json_timeline(struct txr_json *j, const char *key, const struct txr_timeline *t);
void txr_json_lap_grid(struct txr_json *j, const char *key, const struct txr_lap_grid *g);
/* json_by.c: who fills the ring. */
void txr_json_by(struct txr_json *j, const char *key, const struct txr_shares *s);
/* json_why.c: where the time of the laps went. */
void txr_json_went(struct txr_json *j, const char *key, const struct txr_went_row *w);

#endif
