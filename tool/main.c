// SPDX-License-Identifier: GPL-2.0-only
/* main.c - the table of commands. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd/cmd.h"

static const struct txr_cmd *const commands[] = {
	&txr_cmd_record, &txr_cmd_report, &txr_cmd_script, &txr_cmd_top,
	&txr_cmd_diff, &txr_cmd_doctor, &txr_cmd_load,
};

#define NR_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int usage(FILE *out, int status)
{
	size_t i;

	fputs("Usage: txring COMMAND [OPTION]...\n\n"
	      "How long network devices own the packets given to them, how many they\n"
	      "hold, and whether their tx rings are packed.\n\nCommands:\n", out);
	for (i = 0; i < NR_COMMANDS; i++)
		fprintf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	fputs("\n`txring COMMAND --help` shows a command's options.\n"
	      "Start with: txring record -- COMMAND, then txring report.\n", out);
	return status;
}

static const struct txr_cmd *find(const char *name)
{
	size_t i;

	for (i = 0; i < NR_COMMANDS; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

static int unknown(const char *name)
{
	struct txr_err err = { 0 };

	txr_fail(&err, 1, "%s: no such command; see `txring help`", name);
	return txr_complain(&err, TXR_EXIT_USAGE);
}

static int help(int argc, char **argv)
{
	char *args[] = { NULL, (char []){ "--help" }, NULL };
	const struct txr_cmd *cmd;

	if (argc < 2)
		return usage(stdout, TXR_EXIT_OK);
	cmd = find(argv[1]);
	if (!cmd)
		return unknown(argv[1]);
	args[0] = argv[1];
	return cmd->run(2, args);
}

static int run(int argc, char **argv)
{
	const struct txr_cmd *cmd;

	if (argc < 2)
		return usage(stderr, TXR_EXIT_USAGE);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-v") ||
	    !strcmp(argv[1], "version")) {
		printf("txring %s\n", TXR_VERSION);
		return TXR_EXIT_OK;
	}
	if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
		return help(argc - 1, argv + 1);
	cmd = find(argv[1]);
	return cmd ? cmd->run(argc - 1, argv + 1) : unknown(argv[1]);
}

/* What could not be written out (a full disk) is no success. */
int main(int argc, char **argv)
{
	struct txr_err err = { 0 };
	int status = run(argc, argv);

	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	txr_fail(&err, 1, "standard output: not all could be written; free some space");
	return txr_complain(&err, status ? status : TXR_EXIT_FAILED);
}
