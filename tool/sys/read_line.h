/* SPDX-License-Identifier: GPL-2.0-only */
/* read_line.h - the first line of a small file, as proc and sysfs have them. */
#ifndef TXRING_SYS_READ_LINE_H
#define TXRING_SYS_READ_LINE_H

#include <stddef.h>

/*
 * Below dir (AT_FDCWD: from here), without the newline, as much as size holds with
 * its zero. 0, or a negative errno: -EIO when it is there and cannot be read.
 */
int txr_read_line(int dir, const char *path, char *buf, size_t size);

#endif
