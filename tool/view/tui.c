// SPDX-License-Identifier: GPL-2.0-only
/* tui.c - a canvas on the terminal, and its keys. */
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "view/top_keys.h"
#include "view/tui.h"

struct txr_tui {
	SCREEN *screen;
	int width, height;
	attr_t attr[TXR_A_NR];
	short pair[TXR_A_NR];
};

/* Colours that are read on dark and on light; the terminal's own background. */
static void set_looks(struct txr_tui *u, bool color)
{
	static const attr_t plain[TXR_A_NR] = {
		[TXR_A_DIM] = A_DIM, [TXR_A_BOLD] = A_BOLD, [TXR_A_TITLE] = A_REVERSE,
		[TXR_A_SELECTED] = A_REVERSE | A_BOLD, [TXR_A_WARN] = A_BOLD,
		[TXR_A_BAD] = A_BOLD | A_UNDERLINE,
	};
	static const short colors[TXR_A_NR] = {
		[TXR_A_GOOD] = COLOR_GREEN, [TXR_A_WARN] = COLOR_MAGENTA,
		[TXR_A_BAD] = COLOR_RED,
	};
	int i;

	memcpy(u->attr, plain, sizeof(plain));
	if (!color || !has_colors() || start_color() == ERR)
		return;
	use_default_colors();
	for (i = 0; i < TXR_A_NR; i++) {
		if (!colors[i] || init_pair((short)i, colors[i], -1) == ERR)
			continue;
		u->pair[i] = (short)i;
		u->attr[i] &= ~A_UNDERLINE;
	}
}

int txr_tui_open(struct txr_tui **out, bool color, struct txr_err *err)
{
	struct txr_tui *u = calloc(1, sizeof(*u));
	const char *term = getenv("TERM");

	*out = NULL;
	if (!u)
		return txr_fail(err, ENOMEM, "screen: out of memory; free some");
	u->screen = newterm(NULL, stdout, stdin);
	if (!u->screen) {
		free(u);
		return txr_fail(err, ENOTTY, "terminal %s: not known here; set TERM, or use "
				"-b", term ? term : "");
	}
	cbreak();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(50);
	curs_set(0);
	leaveok(stdscr, TRUE);
	set_looks(u, color);
	*out = u;
	return 0;
}

void txr_tui_close(struct txr_tui *u)
{
	if (!u)
		return;
	curs_set(1);
	endwin();
	delscreen(u->screen);
	free(u);
}

void txr_tui_size(struct txr_tui *u, int *width, int *height)
{
	struct winsize ws = { 0 };

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) < 0 || !ws.ws_col || !ws.ws_row) {
		*width = COLS > 0 ? COLS : 80;
		*height = LINES > 0 ? LINES : 24;
	} else {
		*width = ws.ws_col;
		*height = ws.ws_row;
	}
	if (*width != u->width || *height != u->height) {
		resizeterm(*height, *width);
		u->width = *width;
		u->height = *height;
		clearok(stdscr, TRUE);
	}
}

void txr_tui_spoilt(struct txr_tui *u)
{
	(void)u;
	clearok(stdscr, TRUE);
}

static void put_cell(struct txr_tui *u, int x, int y, const struct txr_cell_char *cell)
{
	wchar_t ch[2] = { (wchar_t)cell->ch, L'\0' };
	cchar_t cc;

	setcchar(&cc, ch, u->attr[cell->attr], u->pair[cell->attr], NULL);
	mvadd_wch(y, x, &cc);
}

void txr_tui_draw(struct txr_tui *u, const struct txr_canvas *c)
{
	int x, y;

	for (y = 0; y < c->height; y++)
		for (x = 0; x < c->width; x++)
			put_cell(u, x, y, &c->cell[y * c->width + x]);
	refresh();
}

uint32_t txr_tui_key(struct txr_tui *u)
{
	static const struct {
		int from;
		enum txr_key to;
	} keys[] = {
		{ KEY_UP, TXR_KEY_UP }, { KEY_DOWN, TXR_KEY_DOWN },
		{ KEY_LEFT, TXR_KEY_LEFT }, { KEY_RIGHT, TXR_KEY_RIGHT },
		{ KEY_PPAGE, TXR_KEY_PGUP }, { KEY_NPAGE, TXR_KEY_PGDN },
		{ KEY_HOME, TXR_KEY_HOME }, { KEY_END, TXR_KEY_END },
		{ KEY_ENTER, TXR_KEY_ENTER }, { KEY_BACKSPACE, TXR_KEY_BACKSPACE },
		{ KEY_F(1), TXR_KEY_F1 }, { KEY_F(4), TXR_KEY_F4 },
		{ KEY_F(6), TXR_KEY_F6 }, { KEY_F(10), TXR_KEY_F10 },
		{ KEY_RESIZE, TXR_KEY_REDRAW },
	};
	wint_t key;
	size_t i;

	(void)u;
	for (;;) {
		int ret = get_wch(&key);

		if (ret == ERR)
			return TXR_KEY_NONE;
		if (ret != KEY_CODE_YES)
			return key;
		for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
			if (keys[i].from == (int)key)
				return keys[i].to;
	}
}

void txr_tui_leave(struct txr_tui *u)
{
	(void)u;
	endwin();
}

void txr_tui_return(struct txr_tui *u)
{
	u->width = u->height = 0;	/* it may have another size now */
	refresh();
	clearok(stdscr, TRUE);
}
