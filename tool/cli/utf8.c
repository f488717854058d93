// SPDX-License-Identifier: GPL-2.0-only
/* utf8.c - well-formed UTF-8, and what drives a terminal. */
#include "cli/utf8.h"

size_t txr_utf8_len(const char *text, size_t left)
{
	const unsigned char *s = (const unsigned char *)text;
	unsigned char low = 0x80, high = 0xbf;
	size_t i, n;

	if (!left)
		return 0;
	if (s[0] < 0x80)
		return 1;
	if (s[0] >= 0xc2 && s[0] <= 0xdf)
		n = 2;
	else if ((s[0] & 0xf0) == 0xe0)
		n = 3;
	else if (s[0] >= 0xf0 && s[0] <= 0xf4)
		n = 4;
	else
		return 0;
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (left < n || s[1] < low || s[1] > high)
		return 0;
	for (i = 2; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

bool txr_utf8_control(const char *s, size_t len)
{
	unsigned char c = (unsigned char)s[0];

	if (len == 1)
		return c < 0x20 || c == 0x7f;
	return len == 2 && c == 0xc2 && (unsigned char)s[1] < 0xa0;
}

bool txr_utf8_valid(const char *s, size_t len)
{
	size_t n;

	for (; len; s += n, len -= n) {
		n = txr_utf8_len(s, len);
		if (!n)
			return false;
	}
	return true;
}
