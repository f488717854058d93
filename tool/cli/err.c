// SPDX-License-Identifier: GPL-2.0-only
/* err.c - the one line that a failure leaves for the user. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "cli/utf8.h"
#include "txring/err.h"

static void make_printable(char *s)
{
	size_t len;

	for (; *s; s += len ? len : 1) {
		len = txr_utf8_len(s, strnlen(s, 4));
		if (!len)
			*s = '?';
		else if (txr_utf8_control(s, len))
			memset(s, '?', len);
	}
}

int txr_fail(struct txr_err *err, int code, const char *fmt, ...)
{
	va_list ap;

	if (!err || err->code)
		return -code;
	err->code = code;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	make_printable(err->text);
	return -code;
}
