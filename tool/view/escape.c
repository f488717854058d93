// SPDX-License-Identifier: GPL-2.0-only
/* escape.c - a name out of a recording, made fit to print. */
#include <stdio.h>
#include <string.h>
#include "txring/view.h"
#include "view/escape.h"

/*
 * Length of the UTF-8 sequence at s, 0 if it is none: overlong forms,
 * surrogates and values above U+10FFFF are none (RFC 3629, section 4).
 */
static size_t utf8_len(const unsigned char *s)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t len, i;

	if (s[0] < 0x80)
		return 1;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	len = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (i = 2; i < len; i++)
		if (s[i] < 0x80 || s[i] > 0xbf)
			return 0;
	return len;
}

/* C0, DEL, and C1 (U+0080 to U+009F), which terminals obey as well. */
static bool is_control(const unsigned char *s, size_t len)
{
	if (len == 1)
		return s[0] < 0x20 || s[0] == 0x7f;
	return len == 2 && s[0] == 0xc2 && s[1] < 0xa0;
}

size_t txr_escape_piece(char piece[TXR_PIECE_BUF], const char **s)
{
	const unsigned char *c = (const unsigned char *)*s;
	size_t len;

	if (!*c)
		return 0;
	len = utf8_len(c);
	if (!len || is_control(c, len)) {
		*s += 1;
		return (size_t)snprintf(piece, TXR_PIECE_BUF, "\\x%02x", *c);
	}
	memcpy(piece, c, len);
	*s += len;
	return len;
}

char *txr_escape(char *buf, size_t size, const char *s)
{
	char piece[TXR_PIECE_BUF];
	size_t o = 0, len;

	if (!size)
		return buf;
	while ((len = txr_escape_piece(piece, &s)) && o + len < size) {
		memcpy(buf + o, piece, len);
		o += len;
	}
	buf[o] = '\0';
	return buf;
}
