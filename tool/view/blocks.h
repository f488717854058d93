/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * blocks.h - characters that draw: block elements of Unicode, or ASCII. Whatever is
 * above 0 is seen, and only what is full looks full.
 */
#ifndef TXRING_VIEW_BLOCKS_H
#define TXRING_VIEW_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

/* One character that rises with a share from 0 to 1: 8 steps, or 4 in ASCII. */
const char *txr_block_rise(double share, bool utf8);
/* One character of a bar that grows to the right; eighths from 0 to 8. */
const char *txr_block_left(int eighths, bool utf8);

#define TXR_BAR_BYTES(width) (3 * (size_t)(width) + 1)
/* A bar of at most width columns to the right, without blanks behind it. */
char *txr_block_bar(char *buf, int width, double share, bool utf8);

enum txr_shade { TXR_SHADE_NONE, TXR_SHADE_LIGHT, TXR_SHADE_MID, TXR_SHADE_FULL };
/* " ", then ever darker. */
const char *txr_block_shade(enum txr_shade shade, bool utf8);

/*
 * How many of `rows` a value fills: at least one if it is above 0, and all of them
 * only if it reaches the scale.
 */
int txr_block_rows(double value, double scale, int rows);

#endif
