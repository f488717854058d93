/* SPDX-License-Identifier: GPL-2.0-only */
/* terminal.h - what standard output can show. */
#ifndef TXRING_CMD_TERMINAL_H
#define TXRING_CMD_TERMINAL_H

#include "txring/view.h"

/*
 * Set utf8 by the locale, colour only on a terminal, and width: COLUMNS, or the
 * terminal's, else it stays.
 */
void txr_look_at_terminal(struct txr_view_opts *v);

#endif
