/* SPDX-License-Identifier: GPL-2.0-only */
/* utf8.h - is a text well-formed UTF-8 (RFC 3629: no overlong form, no surrogate)? */
#ifndef TXRING_SYS_UTF8_H
#define TXRING_SYS_UTF8_H

#include <stdbool.h>
#include <stddef.h>

bool txr_utf8_valid(const char *s, size_t len);

#endif
