/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * json_out.h - a JSON document, written as it comes.
 *
 * Nothing is kept in memory, so no part of a document can be missing for want of
 * it. Errors stay with the stream: ask ferror() at the end. key is the member's
 * name, NULL in a list.
 */
#ifndef TXRING_VIEW_JSON_OUT_H
#define TXRING_VIEW_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct txr_json {
	FILE *out;
	bool more;	/* a comma is due before what comes next */
};

/* Every begin needs its end. */
void txr_json_begin(struct txr_json *j, const char *key);
void txr_json_end(struct txr_json *j);
void txr_json_begin_list(struct txr_json *j, const char *key);
void txr_json_end_list(struct txr_json *j);

void txr_json_null(struct txr_json *j, const char *key);
void txr_json_bool(struct txr_json *j, const char *key, bool v);
void txr_json_u64(struct txr_json *j, const char *key, uint64_t v);
void txr_json_i64(struct txr_json *j, const char *key, int64_t v);
/* The shortest text that reads back the same; null for nan and inf. */
void txr_json_double(struct txr_json *j, const char *key, double v);
/* Escaped as all views do; null for NULL and "". */
void txr_json_text(struct txr_json *j, const char *key, const char *s);
/* "0xffff888003a4b000" */
void txr_json_address(struct txr_json *j, const char *key, uint64_t address);

#endif
