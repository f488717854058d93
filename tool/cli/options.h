/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * options.h - declarative option tables, parsed by pure code.
 *
 * A command has one struct of options and one table. Parsing prints nothing
 * and exits nowhere, so a unit test can call it; help, man page and completion
 * are checked against the same table.
 */
#ifndef TXRING_CLI_OPTIONS_H
#define TXRING_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "txring/device.h"
#include "txring/err.h"

enum txr_opt_type {
	TXR_OPT_FLAG,		/* bool */
	TXR_OPT_STRING,		/* const char * */
	TXR_OPT_LIST,		/* struct txr_opt_list: each use adds one */
	TXR_OPT_NAMES,		/* struct txr_opt_names: each use adds a line */
	TXR_OPT_U64,		/* uint64_t */
	TXR_OPT_SECONDS,	/* uint64_t in ns: "2", "0.5", "500ms", "2m" */
	TXR_OPT_KB,		/* uint64_t in KiB: "1408", "8M" */
	TXR_OPT_CHOICE,		/* int: index in choices */
	TXR_OPT_CALL,		/* parse() is called */
};

struct txr_opt_list {
	const char *item[64];
	size_t count;
};

/* Names or globs of devices as txr_name_match() takes them; NULL: none was given. */
struct txr_opt_names {
	const char *wanted;		/* points to text: not to be copied after use */
	char text[TXR_WANTED_BUF];
};

struct txr_opt {
	char letter;			/* 0: none */
	const char *name;		/* long name without dashes */
	enum txr_opt_type type;
	size_t offset;			/* of the value in the command's struct */
	const char *arg;		/* name of the argument in the help, NULL: none */
	const char *help;		/* one line */
	const char *const *choices;	/* TXR_OPT_CHOICE: NULL-terminated */
	int (*parse)(void *opts, const char *arg, struct txr_err *err);
};

#define TXR_OPT_END { 0 }

/*
 * Parse argv[1..argc-1]. Options may stand before and after operands; "--" ends
 * them, as does the first operand when stop_at_operand (record's COMMAND).
 * Operands are moved to the front of argv in order and counted in *nr_rest
 * (from argv[1] on). -EINVAL with a line on bad use (exit status 2).
 */
int txr_opt_parse(const struct txr_opt *table, void *opts, int argc, char **argv,
		  bool stop_at_operand, int *nr_rest, struct txr_err *err);

/* Text for --help from the table; malloc'd. */
char *txr_opt_help(const struct txr_opt *table, const char *usage, const char *intro);

#endif
