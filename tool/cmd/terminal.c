// SPDX-License-Identifier: GPL-2.0-only
/* terminal.c - what standard output can show. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "cli/units.h"
#include "terminal.h"

#define WIDTH_MIN 20
#define WIDTH_MAX 1000

static bool is_utf8(void)
{
	const char *s = getenv("LC_ALL");

	if (!s || !*s)
		s = getenv("LC_CTYPE");
	if (!s || !*s)
		s = getenv("LANG");
	return s && (strcasestr(s, "UTF-8") || strcasestr(s, "UTF8"));
}

/* 0: not told. */
static int width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	uint64_t n;

	if (!columns || txr_parse_u64(columns, &n)) {
		if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
			return 0;
		n = size.ws_col;
	}
	if (!n)
		return 0;
	return n < WIDTH_MIN ? WIDTH_MIN : n < WIDTH_MAX ? (int)n : WIDTH_MAX;
}

void txr_look_at_terminal(struct txr_view_opts *v)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
	int columns = width();

	v->utf8 = is_utf8();
	if (columns)
		v->width = columns;
	v->color = isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") &&
		   !(no_color && *no_color);
}
