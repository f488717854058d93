/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tui.h - a canvas on the terminal, and its keys: the only part with ncurses.
 */
#ifndef TXRING_VIEW_TUI_H
#define TXRING_VIEW_TUI_H

#include "txring/err.h"
#include "view/canvas.h"

struct txr_tui;

/* Takes the terminal over; signals are the caller's. -ENOTTY: it cannot be drawn on. */
int txr_tui_open(struct txr_tui **out, bool color, struct txr_err *err);
void txr_tui_close(struct txr_tui *u);		/* accepts NULL; the terminal is as before */

/* Size as the terminal tells it now. */
void txr_tui_size(struct txr_tui *u, int *width, int *height);
void txr_tui_draw(struct txr_tui *u, const struct txr_canvas *c);
void txr_tui_spoilt(struct txr_tui *u);		/* the next draw draws everything */
/* The next key waiting: a character or enum txr_key; TXR_KEY_NONE: none. */
uint32_t txr_tui_key(struct txr_tui *u);
/* The terminal as before, for a stop; and back. */
void txr_tui_leave(struct txr_tui *u);
void txr_tui_return(struct txr_tui *u);

/*
 * For another process, that sets the terminal right if this one crashes: what the
 * terminal was like, and what to write to it.
 */
struct txr_rescue;
struct txr_rescue *txr_rescue_new(void);	/* NULL: no terminal */
/* The terminal's modes are not what they were. */
bool txr_rescue_needed(const struct txr_rescue *r);
void txr_rescue_apply(const struct txr_rescue *r);
void txr_rescue_free(struct txr_rescue *r);	/* accepts NULL */

#endif
