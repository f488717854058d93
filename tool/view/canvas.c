// SPDX-License-Identifier: GPL-2.0-only
/* canvas.c - a screen of characters in memory. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "view/canvas.h"
#include "view/text.h"

int txr_canvas_resize(struct txr_canvas *c, int width, int height, bool utf8)
{
	struct txr_cell_char *cell;

	width = width > 0 ? width : 1;
	height = height > 0 ? height : 1;
	cell = reallocarray(c->cell, (size_t)width * height, sizeof(*cell));
	if (!cell)
		return -ENOMEM;
	c->cell = cell;
	c->width = width;
	c->height = height;
	c->utf8 = utf8;
	txr_canvas_clear(c);
	return 0;
}

void txr_canvas_clear(struct txr_canvas *c)
{
	int i;

	for (i = 0; i < c->width * c->height; i++)
		c->cell[i] = (struct txr_cell_char){ ' ', TXR_A_NORMAL };
}

void txr_canvas_free(struct txr_canvas *c)
{
	free(c->cell);
	memset(c, 0, sizeof(*c));
}

/* The next code point; what is no UTF-8 is '?'. */
static uint32_t next(const char **text)
{
	const unsigned char *s = (const unsigned char *)*text;
	int more = s[0] < 0x80 ? 0 : s[0] < 0xc2 ? -1 : s[0] < 0xe0 ? 1 : s[0] < 0xf0 ? 2 :
		   s[0] < 0xf5 ? 3 : -1;
	uint32_t ch = more > 0 ? s[0] & (0x3f >> more) : s[0];
	int i;

	for (i = 1; i <= more; i++) {
		if ((s[i] & 0xc0) != 0x80)
			break;
		ch = ch << 6 | (s[i] & 0x3f);
	}
	*text += i <= more || more < 0 ? 1 : more + 1;
	return i <= more || more < 0 ? '?' : ch;
}

/* One column each: Latin, Greek, Cyrillic and kin, arrows, lines and blocks. */
static uint32_t drawable(uint32_t ch, bool utf8)
{
	if (ch >= 0x20 && ch < 0x7f)
		return ch;
	if (!utf8)
		return '?';
	if ((ch >= 0xa1 && ch < 0x300 && ch != 0xad) || (ch >= 0x370 && ch < 0x483) ||
	    (ch >= 0x48a && ch < 0x590) || (ch >= 0x2190 && ch < 0x2200) ||
	    (ch >= 0x2500 && ch < 0x25a0) || ch == 0x2026)
		return ch;
	return '?';
}

static void set(struct txr_canvas *c, int x, int y, enum txr_attr attr, uint32_t ch)
{
	if (x < 0 || y < 0 || x >= c->width || y >= c->height)
		return;
	c->cell[y * c->width + x] = (struct txr_cell_char){ ch, attr };
}

int txr_canvas_put(struct txr_canvas *c, int x, int y, enum txr_attr attr, const char *text)
{
	while (*text)
		set(c, x++, y, attr, drawable(next(&text), c->utf8));
	return x;
}

void txr_canvas_field(struct txr_canvas *c, int x, int y, int width, bool right,
		      enum txr_attr attr, const char *text)
{
	int len = txr_text_columns(text), i = 0;

	if (right)
		for (; i < width - len; i++)
			set(c, x + i, y, attr, ' ');
	for (; *text && i < width; i++)
		set(c, x + i, y, attr, drawable(next(&text), c->utf8));
	for (; i < width; i++)
		set(c, x + i, y, attr, ' ');
}

void txr_canvas_line_attr(struct txr_canvas *c, int y, enum txr_attr attr)
{
	int x;

	for (x = 0; y >= 0 && y < c->height && x < c->width; x++)
		c->cell[y * c->width + x].attr = attr;
}
