// SPDX-License-Identifier: GPL-2.0-only
/* tui_rescue.c - the terminal set right for a process that crashed. */
#include <curses.h>
#include <term.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include "view/tui.h"

struct txr_rescue {
	struct termios tty;
	char text[256];
};

/* Without the times to wait ("$<5>") that old terminals are given. */
static void add(char *to, size_t size, const char *s)
{
	size_t len = strlen(to);

	while (*s && len + 1 < size) {
		if (s[0] == '$' && s[1] == '<' && strchr(s, '>'))
			s = strchr(s, '>') + 1;
		else
			to[len++] = *s++;
	}
	to[len] = '\0';
}

struct txr_rescue *txr_rescue_new(void)
{
	/* cursor seen, looks normal, keypad off, back from the other screen */
	static const char *const names[] = { "cnorm", "sgr0", "rmkx", "rmcup" };
	struct txr_rescue *r = calloc(1, sizeof(*r));
	size_t i;
	int ret;

	if (!r || tcgetattr(STDIN_FILENO, &r->tty) < 0 ||
	    setupterm(NULL, STDOUT_FILENO, &ret) == ERR) {
		free(r);
		return NULL;
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *s = tigetstr((char *)names[i]);

		if (s && s != (char *)-1)
			add(r->text, sizeof(r->text), s);
	}
	del_curterm(cur_term);
	return r;
}

bool txr_rescue_needed(const struct txr_rescue *r)
{
	struct termios now;

	return !tcgetattr(STDIN_FILENO, &now) &&
	       (now.c_lflag != r->tty.c_lflag || now.c_iflag != r->tty.c_iflag ||
		now.c_oflag != r->tty.c_oflag);
}

void txr_rescue_apply(const struct txr_rescue *r)
{
	const char *s = r->text;
	ssize_t n;

	tcsetattr(STDIN_FILENO, TCSANOW, &r->tty);
	while (*s) {
		n = write(STDOUT_FILENO, s, strlen(s));
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		s += n;
	}
}

void txr_rescue_free(struct txr_rescue *r)
{
	free(r);
}
