/* SPDX-License-Identifier: GPL-2.0-only */
/* words.h - lists of names. */
#ifndef TXRING_SYS_WORDS_H
#define TXRING_SYS_WORDS_H

#include <stdbool.h>
#include <string.h>

/* list ends with NULL. */
static inline bool txr_is_one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (!strcmp(word, *list))
			return true;
	return false;
}

#endif
