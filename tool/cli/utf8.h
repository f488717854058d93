/* SPDX-License-Identifier: GPL-2.0-only */
/* utf8.h - well-formed UTF-8 (RFC 3629: no overlong form, no surrogate). */
#ifndef TXRING_CLI_UTF8_H
#define TXRING_CLI_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Length of the sequence that begins at s, of left bytes at most; 0: it is none. */
size_t txr_utf8_len(const char *s, size_t left);

/* Is that sequence of len bytes C0, DEL, or C1 (U+0080 to U+009F), which
 * terminals obey as well? */
bool txr_utf8_control(const char *s, size_t len);

bool txr_utf8_valid(const char *s, size_t len);

#endif
