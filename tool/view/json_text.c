// SPDX-License-Identifier: GPL-2.0-only
/* json_text.c - strings of JSON that is written as it comes. */
#include <string.h>
#include "view/escape.h"
#include "view/json_text.h"

/* No control characters are left, so only these two need a backslash. */
static void put(FILE *out, const char *s, size_t len)
{
	for (; len; s++, len--) {
		if (*s == '"' || *s == '\\')
			fputc('\\', out);
		fputc(*s, out);
	}
}

void txr_json_put_escaped(FILE *out, const char *s)
{
	fputc('"', out);
	put(out, s, strlen(s));
	fputc('"', out);
}

void txr_json_put_text(FILE *out, const char *s)
{
	char piece[TXR_PIECE_BUF];
	size_t len;

	fputc('"', out);
	while (s && (len = txr_escape_piece(piece, &s)))
		put(out, piece, len);
	fputc('"', out);
}
