// SPDX-License-Identifier: GPL-2.0-only
/* options_nearest.c - what a mistyped option may have meant. */
#include <string.h>
#include "cli/options_value.h"

#define NAME_MAX_LEN 40

static unsigned int min3(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int m = a < b ? a : b;

	return m < c ? m : c;
}

/* Letters to add, remove or replace to make b of a (Levenshtein). */
static unsigned int distance(const char *a, const char *b)
{
	unsigned int row[NAME_MAX_LEN + 1], diagonal, above;
	size_t la = strlen(a), lb = strlen(b), i, j;

	if (la > NAME_MAX_LEN || lb > NAME_MAX_LEN)
		return NAME_MAX_LEN;
	for (j = 0; j <= lb; j++)
		row[j] = (unsigned int)j;
	for (i = 1; i <= la; i++) {
		diagonal = row[0];
		row[0] = (unsigned int)i;
		for (j = 1; j <= lb; j++) {
			above = row[j];
			row[j] = min3(row[j - 1] + 1, above + 1,
				      diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[lb];
}

const char *txr_opt_nearest(const struct txr_opt *table, const char *name)
{
	unsigned int best = NAME_MAX_LEN, d, limit = (unsigned int)strlen(name) / 3 + 1;
	const char *found = NULL;
	const struct txr_opt *o;

	if (!*name)
		return NULL;
	for (o = table; o->letter || o->name; o++) {
		if (!o->name)
			continue;
		/* A beginning of the name is nearer than any misspelling. */
		d = strncmp(o->name, name, strlen(name)) ? distance(name, o->name) : 0;
		if (d < best) {
			best = d;
			found = o->name;
		}
	}
	return best <= limit ? found : NULL;
}
