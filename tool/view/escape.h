/* SPDX-License-Identifier: GPL-2.0-only */
/* escape.h - txr_escape() bit by bit, for texts of any length. */
#ifndef TXRING_VIEW_ESCAPE_H
#define TXRING_VIEW_ESCAPE_H

#include <stddef.h>

#define TXR_PIECE_BUF 5		/* a character of UTF-8, or \xNN and a NUL */

/*
 * The next character of *s as txr_escape() writes it, not terminated; *s moves on.
 * Returns the bytes in piece, 0 at the end of *s.
 */
size_t txr_escape_piece(char piece[TXR_PIECE_BUF], const char **s);

#endif
