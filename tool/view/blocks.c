// SPDX-License-Identifier: GPL-2.0-only
/* blocks.c - characters that draw. */
#include <math.h>
#include <string.h>
#include "view/blocks.h"

const char *txr_block_rise(double share, bool utf8)
{
	static const char *const wide[] = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	static const char *const plain[] = { " ", ".", ":", "|", "#" };
	int steps = utf8 ? 8 : 4;
	int i = txr_block_rows(share, 1, steps);

	return utf8 ? wide[i] : plain[i];
}

const char *txr_block_left(int eighths, bool utf8)
{
	static const char *const wide[] = { " ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" };

	if (eighths <= 0)
		return " ";
	if (utf8)
		return wide[eighths < 8 ? eighths : 8];
	return eighths < 8 ? "-" : "#";
}

char *txr_block_bar(char *buf, int width, double share, bool utf8)
{
	int eighths = txr_block_rows(share, 1, 8 * width), i;

	buf[0] = '\0';
	for (i = 0; i < eighths / 8; i++)
		strcat(buf, txr_block_left(8, utf8));
	/* Half a character is none in ASCII, unless it is all there is. */
	if (eighths % 8 && (utf8 || !i))
		strcat(buf, txr_block_left(eighths % 8, utf8));
	return buf;
}

const char *txr_block_shade(enum txr_shade shade, bool utf8)
{
	static const char *const wide[] = { " ", "░", "▒", "█" };
	static const char *const plain[] = { " ", ".", "+", "#" };

	return utf8 ? wide[shade] : plain[shade];
}

int txr_block_rows(double value, double scale, int rows)
{
	double r;

	if (!(value > 0) || !(scale > 0) || rows < 1)
		return 0;
	if (value >= scale)
		return rows;
	r = round(value / scale * rows);
	if (r < 1 || rows == 1)
		return 1;
	return r > rows - 1 ? rows - 1 : (int)r;
}
