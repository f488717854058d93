/* SPDX-License-Identifier: GPL-2.0-only */
/* top_plain.h - the table as plain lines, for pipes and simple terminals. */
#ifndef TXRING_VIEW_TOP_PLAIN_H
#define TXRING_VIEW_TOP_PLAIN_H

#include <stdio.h>
#include "view/top_model.h"

int txr_top_plain_header(FILE *out);
/* One line a row; when: the wall clock as text. 0 or a negative errno. */
int txr_top_plain(FILE *out, const struct txr_top *t, const char *when);

#endif
