// SPDX-License-Identifier: GPL-2.0-only
/* help.c - a command's --help on standard output. */
#include <stdio.h>
#include <stdlib.h>
#include "cmd.h"
#include "pipeline.h"

int txr_print_help(const struct txr_opt *table, const char *synopsis, const char *text)
{
	char *help = txr_opt_help(table, synopsis, text);
	struct txr_err err = { 0 };

	fputs(help ? help : "", stdout);
	free(help);
	return txr_flush_stdout(&err) ? txr_complain(&err, TXR_EXIT_FAILED) : TXR_EXIT_OK;
}
