/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * canvas.h - a screen of characters in memory.
 *
 * Drawing goes here, and is tested here; tui.c only brings it to the terminal.
 * Everything is clipped. A character takes one column: others become '?'.
 */
#ifndef TXRING_VIEW_CANVAS_H
#define TXRING_VIEW_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

enum txr_attr {
	TXR_A_NORMAL, TXR_A_DIM, TXR_A_BOLD, TXR_A_TITLE, TXR_A_SELECTED,
	TXR_A_GOOD, TXR_A_WARN, TXR_A_BAD, TXR_A_NR
};

struct txr_cell_char {
	uint32_t ch;		/* code point; ASCII alone without utf8 */
	uint8_t attr;
};

struct txr_canvas {
	int width, height;
	bool utf8;
	struct txr_cell_char *cell;	/* owned, row by row */
};

/* Of that size, blank; -ENOMEM. The old one is given up. */
int txr_canvas_resize(struct txr_canvas *c, int width, int height, bool utf8);
void txr_canvas_clear(struct txr_canvas *c);
void txr_canvas_free(struct txr_canvas *c);

/* UTF-8 text from x on; returns the column after it, clipped or not. */
int txr_canvas_put(struct txr_canvas *c, int x, int y, enum txr_attr attr, const char *text);
/* The same, in width columns: cut, or filled with blanks (left or right). */
void txr_canvas_field(struct txr_canvas *c, int x, int y, int width, bool right,
		      enum txr_attr attr, const char *text);
/* Give a whole line one look. */
void txr_canvas_line_attr(struct txr_canvas *c, int y, enum txr_attr attr);

#endif
