/* SPDX-License-Identifier: GPL-2.0-only */
/* record_status.h - one line on the terminal, written over itself. */
#ifndef TXRING_RECORD_STATUS_H
#define TXRING_RECORD_STATUS_H

#include "record_wait.h"

void txr_status_put(struct txr_waiter *w, const char *text);
/* Gone, before a line that stays. */
void txr_status_clear(struct txr_waiter *w);

#endif
