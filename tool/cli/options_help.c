// SPDX-License-Identifier: GPL-2.0-only
/* options_help.c - the text of --help, from the table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/options.h"

#define WIDTH 80
#define HELP_COLUMN 26

/* Words of text from column on, broken at WIDTH and newlines, indented to column. */
static void print_wrapped(FILE *out, const char *text, int column)
{
	int at = column;

	while (*text) {
		int len = (int)strcspn(text, " \n");

		if (*text == '\n') {
			fprintf(out, "\n%*s", column, "");
			at = column;
			text++;
			continue;
		}
		if (at > column && at + 1 + len > WIDTH) {
			fprintf(out, "\n%*s", column, "");
			at = column;
		}
		at += fprintf(out, "%s%.*s", at > column ? " " : "", len, text);
		text += len;
		text += strspn(text, " ");
	}
	fputc('\n', out);
}

static void print_option(FILE *out, const struct txr_opt *o)
{
	char left[128], letter[8] = "    ";
	int len;

	if (o->letter)
		snprintf(letter, sizeof(letter), "-%c%s", o->letter, o->name ? ", " : "");
	len = snprintf(left, sizeof(left), "  %s%s%s%s%s", letter, o->name ? "--" : "",
		       o->name ? o->name : "", o->arg ? " " : "", o->arg ? o->arg : "");
	if (len + 2 > HELP_COLUMN)
		fprintf(out, "%s\n%*s", left, HELP_COLUMN, "");
	else
		fprintf(out, "%-*s", HELP_COLUMN, left);
	print_wrapped(out, o->help ? o->help : "", HELP_COLUMN);
}

char *txr_opt_help(const struct txr_opt *table, const char *usage, const char *intro)
{
	const struct txr_opt *o;
	char *text = NULL;
	size_t size;
	FILE *out;

	out = open_memstream(&text, &size);
	if (!out)
		return NULL;
	fprintf(out, "Usage: %s\n\n", usage);
	if (intro) {
		print_wrapped(out, intro, 0);
		fputc('\n', out);
	}
	fputs("Options:\n", out);
	for (o = table; o->letter || o->name; o++)
		print_option(out, o);
	if (fclose(out)) {
		free(text);
		return NULL;
	}
	return text;
}
