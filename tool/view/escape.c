// SPDX-License-Identifier: GPL-2.0-only
/* escape.c - a name out of a recording, made fit to print. */
#include <stdio.h>
#include <string.h>
#include "cli/utf8.h"
#include "txring/view.h"
#include "view/escape.h"

size_t txr_escape_piece(char piece[TXR_PIECE_BUF], const char **s)
{
	const char *c = *s;
	size_t len;

	if (!*c)
		return 0;
	len = txr_utf8_len(c, strnlen(c, 4));
	if (!len || txr_utf8_control(c, len)) {
		*s += 1;
		return (size_t)snprintf(piece, TXR_PIECE_BUF, "\\x%02x", (unsigned char)*c);
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
