/* SPDX-License-Identifier: GPL-2.0-only */
/* top_draw.h - the screen of `txring top`, drawn on a canvas of any size. */
#ifndef TXRING_VIEW_TOP_DRAW_H
#define TXRING_VIEW_TOP_DRAW_H

#include "view/canvas.h"
#include "view/top_layout.h"

void txr_top_draw(struct txr_canvas *c, struct txr_top *t);
/* top_detail.c, top_help.c */
void txr_top_draw_detail(struct txr_canvas *c, const struct txr_top *t, int y, int lines);
void txr_top_draw_help(struct txr_canvas *c);

#endif
