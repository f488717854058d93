/* SPDX-License-Identifier: GPL-2.0-only */
/* top_keys.h - what each key does to the model; what it asks of the engine. */
#ifndef TXRING_VIEW_TOP_KEYS_H
#define TXRING_VIEW_TOP_KEYS_H

#include "view/top_model.h"

/* From one picture to the next, by an option or by keys. */
#define TXR_TOP_INTERVAL_MIN_NS	50000000ULL	/* the engine's own step is 40 ms */
#define TXR_TOP_INTERVAL_MAX_NS	(24 * 3600 * 1000000000ULL)

/* Beside characters, which stand for themselves. */
enum txr_key {
	TXR_KEY_NONE = 0x110000, TXR_KEY_UP, TXR_KEY_DOWN, TXR_KEY_LEFT, TXR_KEY_RIGHT,
	TXR_KEY_PGUP, TXR_KEY_PGDN, TXR_KEY_HOME, TXR_KEY_END, TXR_KEY_ENTER,
	TXR_KEY_ESC, TXR_KEY_BACKSPACE, TXR_KEY_F1, TXR_KEY_F4, TXR_KEY_F6, TXR_KEY_F10,
	TXR_KEY_REDRAW,
};

enum txr_top_ask {
	TXR_ASK_NOTHING,	/* draw what changed */
	TXR_ASK_QUIT, TXR_ASK_RESET, TXR_ASK_WRITE,
	TXR_ASK_INTERVAL,	/* asked_interval_ns is another */
	TXR_ASK_SAMPLE,		/* figures anew, at once */
	TXR_ASK_REDRAW,		/* the terminal's picture is spoilt */
};

/* page: rows on the screen. */
enum txr_top_ask txr_top_key(struct txr_top *t, uint32_t key, int page);

#endif
