// SPDX-License-Identifier: GPL-2.0-only
/* markup.c - text and numbers into HTML and SVG. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "view/escape.h"
#include "view/markup.h"

/* U+FFFE and U+FFFF are UTF-8, but no characters of XML. */
static int is_no_character(const char *piece, size_t len)
{
	return len == 3 && (!memcmp(piece, "\xef\xbf\xbe", 3) ||
			    !memcmp(piece, "\xef\xbf\xbf", 3));
}

static void put_piece(FILE *out, const char *piece, size_t len)
{
	size_t i;

	if (is_no_character(piece, len)) {
		for (i = 0; i < len; i++)
			fprintf(out, "\\x%02x", (unsigned char)piece[i]);
		return;
	}
	switch (piece[0]) {
	case '&':
		fputs("&amp;", out);
		break;
	case '<':
		fputs("&lt;", out);
		break;
	case '>':
		fputs("&gt;", out);
		break;
	case '"':
		fputs("&quot;", out);
		break;
	case '\'':
		fputs("&#39;", out);
		break;
	default:
		fwrite(piece, 1, len, out);
	}
}

void txr_markup(FILE *out, const char *raw)
{
	char piece[TXR_PIECE_BUF];
	size_t len;

	while ((len = txr_escape_piece(piece, &raw)))
		put_piece(out, piece, len);
}

void txr_markupf(FILE *out, const char *fmt, ...)
{
	char text[2048];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	txr_markup(out, text);
}

void txr_markup_number(FILE *out, double d)
{
	long long n = isfinite(d) && fabs(d) < 1e15 ? llround(d * 100) : 0;
	long long whole = llabs(n) / 100, part = llabs(n) % 100;

	fprintf(out, "%s%lld", n < 0 ? "-" : "", whole);
	if (part % 10)
		fprintf(out, ".%02lld", part);
	else if (part)
		fprintf(out, ".%lld", part / 10);
}
