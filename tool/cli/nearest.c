// SPDX-License-Identifier: GPL-2.0-only
/* nearest.c - what a mistyped name may have meant. */
#include <string.h>
#include "cli/nearest.h"

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

void txr_nearest_begin(struct txr_nearest *n, const char *typed)
{
	*n = (struct txr_nearest){ .typed = typed, .distance = NAME_MAX_LEN };
}

void txr_nearest_try(struct txr_nearest *n, const char *name)
{
	/* A beginning of the name is nearer than any misspelling. */
	unsigned int d = strncmp(name, n->typed, strlen(n->typed)) ?
			 distance(n->typed, name) : 0;

	if (d < n->distance) {
		n->distance = d;
		n->found = name;
	}
}

const char *txr_nearest_end(const struct txr_nearest *n)
{
	unsigned int limit = (unsigned int)strlen(n->typed) / 3 + 1;

	return *n->typed && n->distance <= limit ? n->found : NULL;
}
