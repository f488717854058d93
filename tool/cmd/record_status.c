// SPDX-License-Identifier: GPL-2.0-only
/* record_status.c - one line on the terminal, written over itself. */
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "record_status.h"

/* No escape sequences: any terminal will do. */
void txr_status_put(struct txr_waiter *w, const char *text)
{
	struct winsize ws = { .ws_col = 80 };
	int len = strlen(text), shown = w->status_line, width;

	ioctl(STDERR_FILENO, TIOCGWINSZ, &ws);
	width = ws.ws_col > 1 ? ws.ws_col - 1 : 79;
	if (len > width)
		len = width;
	fprintf(stderr, "\r%.*s%*s\r", len, text, shown > len ? shown - len : 0, "");
	fflush(stderr);
	w->status_line = len;
}

void txr_status_clear(struct txr_waiter *w)
{
	if (w->status_line)
		txr_status_put(w, "");
}
