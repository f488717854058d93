/* SPDX-License-Identifier: GPL-2.0-only */
/* exact_words.h - what is said of a report that is exact. */
#ifndef TXRING_VIEW_EXACT_WORDS_H
#define TXRING_VIEW_EXACT_WORDS_H

#include <stdbool.h>
#include "view/select.h"

/* Whether a figure's text shows that it may be another: bounds, >= or ~. */
bool txr_shows_doubt(const char *text);
/* A row that is exact can have figures that show their bounds. Static text. */
const char *txr_exact_words(const struct txr_selection *devs);

#endif
