// SPDX-License-Identifier: GPL-2.0-only
/* json_out.c - a JSON document, written as it comes. */
#include <inttypes.h>
#include "view/columns.h"
#include "view/json_out.h"
#include "view/json_text.h"

/* Keys are the program's own words, and need no escape. */
static void begin_item(struct txr_json *j, const char *key)
{
	if (j->more)
		fputc(',', j->out);
	j->more = true;
	if (key)
		fprintf(j->out, "\"%s\":", key);
}

static void begin(struct txr_json *j, const char *key, char c)
{
	begin_item(j, key);
	fputc(c, j->out);
	j->more = false;
}

static void end(struct txr_json *j, char c)
{
	fputc(c, j->out);
	j->more = true;
}

void txr_json_begin(struct txr_json *j, const char *key)
{
	begin(j, key, '{');
}

void txr_json_end(struct txr_json *j)
{
	end(j, '}');
}

void txr_json_begin_list(struct txr_json *j, const char *key)
{
	begin(j, key, '[');
}

void txr_json_end_list(struct txr_json *j)
{
	end(j, ']');
}

static void put(struct txr_json *j, const char *key, const char *value)
{
	begin_item(j, key);
	fputs(value, j->out);
}

void txr_json_null(struct txr_json *j, const char *key)
{
	put(j, key, "null");
}

void txr_json_bool(struct txr_json *j, const char *key, bool v)
{
	put(j, key, v ? "true" : "false");
}

void txr_json_u64(struct txr_json *j, const char *key, uint64_t v)
{
	begin_item(j, key);
	fprintf(j->out, "%" PRIu64, v);
}

void txr_json_i64(struct txr_json *j, const char *key, int64_t v)
{
	begin_item(j, key);
	fprintf(j->out, "%" PRId64, v);
}

void txr_json_double(struct txr_json *j, const char *key, double v)
{
	char buf[TXR_DOUBLE_BUF];

	put(j, key, txr_double_text(buf, v));
}

void txr_json_text(struct txr_json *j, const char *key, const char *s)
{
	if (!s || !*s) {
		txr_json_null(j, key);
		return;
	}
	begin_item(j, key);
	txr_json_put_text(j->out, s);
}

void txr_json_address(struct txr_json *j, const char *key, uint64_t address)
{
	begin_item(j, key);
	fprintf(j->out, "\"0x%" PRIx64 "\"", address);
}
