/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cmd.h - the commands. Each takes its own argv (argv[0] is its name) and
 * returns the exit status: 0 done, 1 failed, 2 usage; record also those of
 * COMMAND, report also TXR_EXIT_FOUND. Only these files print and only main.c exits.
 */
#ifndef TXRING_CMD_H
#define TXRING_CMD_H

#include "../cli/options.h"

#define TXR_EXIT_OK	0
#define TXR_EXIT_FAILED	1
#define TXR_EXIT_USAGE	2
#define TXR_EXIT_FOUND	3	/* report: a finding of --fail-on */

struct txr_cmd {
	const char *name;
	const char *summary;		/* one line for `txring help` */
	int (*run)(int argc, char **argv);
	const struct txr_opt *options;	/* for help and the checks */
};

extern const struct txr_cmd txr_cmd_record, txr_cmd_report, txr_cmd_script, txr_cmd_top, txr_cmd_doctor;
extern const struct txr_cmd txr_cmd_load, txr_cmd_diff;

/* The options that every command has; tables begin with them. */
struct txr_common_opts {
	bool help, verbose, quiet;
};
#define TXR_COMMON_OPTS(type) \
	{ 'h', "help", TXR_OPT_FLAG, offsetof(type, common.help), NULL, \
	  "show this help", NULL, NULL }, \
	{ 'v', "verbose", TXR_OPT_FLAG, offsetof(type, common.verbose), NULL, \
	  "say more", NULL, NULL }, \
	{ 'q', "quiet", TXR_OPT_FLAG, offsetof(type, common.quiet), NULL, \
	  "say nothing but errors on stderr", NULL, NULL }

/* --help of a command. Returns the exit status. */
int txr_print_help(const struct txr_opt *table, const char *synopsis, const char *text);

/* Print "txring: " and the line on stderr. Returns status. */
int txr_complain(const struct txr_err *err, int status);

#endif
