// SPDX-License-Identifier: GPL-2.0-only
/* err.c - the one line that a failure leaves for the user. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include "txring/err.h"

int txr_fail(struct txr_err *err, int code, const char *fmt, ...)
{
	unsigned char *c;
	va_list ap;

	if (!err || err->code)
		return -code;
	err->code = code;
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	for (c = (unsigned char *)err->text; *c; c++)
		if (iscntrl(*c))
			*c = '?';
	return -code;
}
