/* SPDX-License-Identifier: GPL-2.0-only */
/* load_json.h - members of an object, for the results of the loads. */
#ifndef TXRING_CMD_LOAD_JSON_H
#define TXRING_CMD_LOAD_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <json-c/json.h>

void txr_load_add(struct json_object *o, const char *key, uint64_t n);
/* Escaped; null for NULL and "". */
void txr_load_add_text(struct json_object *o, const char *key, const char *s);
void txr_load_add_bool(struct json_object *o, const char *key, bool v);

#endif
