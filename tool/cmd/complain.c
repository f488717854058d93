// SPDX-License-Identifier: GPL-2.0-only
/* complain.c - the line of a failure, on stderr. */
#include <stdio.h>
#include "cmd.h"

int txr_complain(const struct txr_err *err, int status)
{
	fprintf(stderr, "txring: %s\n", err->text);
	return status;
}
